import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays, mondayOf } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Days } from '#domain/record/figures.ts';
import { b2bRights, quoteRights } from '#domain/quotes/rights.ts';
import type { Desk, IssuedFigures } from '#domain/quotes/desk/desk.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { userNames } from '#backend/lib/people/people.ts';
import { isQuietPerson } from '#backend/lib/people/quiet.ts';
import { countParts, readFigure } from '#backend/lib/records/figures.ts';
import { b2bHref, quoteHref } from '#backend/lib/records/links.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { b2bFigure } from '../b2b/counted.ts';
import { b2bCourse } from '../b2b/records.ts';
import { expectedCommission } from '../commission.ts';
import { quoteFigure } from '../counted.ts';
import { listed, rowOf, where, type Filters, type ListRow } from './list.ts';

/** Rows of each card; the list has all of them. */
const MOST = 6;
const MOST_EXPIRING = 12;
/** Questions have no list of their own: here are all of recent days, as far as a house can leave unanswered. */
const MOST_ASKED = 100;
/** Characters of a question: the quote has all of it. */
const QUESTION_LENGTH = 300;
/** Days for which unanswered questions and acceptances by traders are shown. */
const RECENT_DAYS = 14;
const MOST_SELLERS = 50;
/** States of quotes and offers from which a contract may still come. */
const openStates = ['draft', 'issued', 'accepted'] satisfies Filters['state'];

const recent = ({ now }: Pick<Ctx, 'now'>, at: RawBuilder<unknown>) =>
  sql<SqlBool>`${at} > ${now}::timestamptz - make_interval(days => ${RECENT_DAYS})`;

/** Wholesale offers have no place: they are left out where one is asked for. */
const asksPlace = ({ locationId }: Filters) => locationId !== undefined;

async function rows(
  ctx: Ctx,
  wanted: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  most = MOST,
): Promise<ListRow[]> {
  const found = sql<ListRow>`${listed.select} where ${wanted} order by ${order} limit ${most}`;
  return (await found.execute(ctx.db)).rows;
}

/** For each quote, by its id, the last instant that `select` finds. */
async function lastOf(
  ctx: Ctx,
  quotes: readonly { id: number }[],
  select: RawBuilder<{ id: number; at: string | null }>,
) {
  if (quotes.length === 0) return new Map<number, string | null>();
  return new Map((await select.execute(ctx.db)).rows.map(({ id, at }) => [id, at]));
}

async function expiring(ctx: Ctx, place: Filters): Promise<Desk['expiring']> {
  const found = await rows(ctx, where(ctx, { ...place, expiring: SOON_DAYS }), sql`q.expires_on, q.id`, MOST_EXPIRING);
  const ids = found.map(({ id }) => id);
  const read = await lastOf(
    ctx,
    found,
    sql`select record_id as id, max(last_opened_at) as at from links where company_id = ${ctx.user.companyId}
      and purpose = 'quote' and record_id = any(${ids}::bigint[]) group by record_id`,
  );
  const person = { customerId: sql`c.id`, phones: [sql`c.phone`, sql`c.phone2`], emails: [sql`c.email_key`] };
  const { rows: quiet } = await sql<{ id: number }>`select q.id from quotes q
    join customers c on c.company_id = q.company_id and c.id = q.customer_id
    where q.company_id = ${ctx.user.companyId} and q.id = any(${ids}::bigint[]) and ${isQuietPerson(person)}`.execute(
    ctx.db,
  );
  const silent = new Set(quiet.map(({ id }) => id));
  return found.map((row) => ({ ...rowOf(ctx, row), readAt: read.get(row.id) ?? null, silent: silent.has(row.id) }));
}

async function accepted(ctx: Ctx, place: Filters): Promise<Desk['accepted']> {
  const found = await rows(ctx, where(ctx, { ...place, state: ['accepted'] }), sql`q.updated_at desc, q.id desc`);
  const ids = found.map(({ id }) => id);
  const since = await lastOf(
    ctx,
    found,
    sql`select record_id as id, max(at) as at from state_changes where company_id = ${ctx.user.companyId} and entity = 'quote'
      and record_id = any(${ids}::bigint[]) and to_state = 'accepted' group by record_id`,
  );
  const own = found.map((row) => ({ ...rowOf(ctx, row), isB2b: false, acceptedAt: since.get(row.id) ?? null }));
  const all = [...own, ...(asksPlace(place) ? [] : await acceptedByTraders(ctx))];
  const at = ({ acceptedAt }: Desk['accepted'][number]) => (acceptedAt ? Date.parse(acceptedAt) : 0);
  return all.toSorted((a, b) => at(b) - at(a)).slice(0, MOST);
}

/** Wholesale offers accepted in recent days that have no contract yet. */
async function acceptedByTraders(ctx: Ctx): Promise<Desk['accepted']> {
  const { rows: found } = await sql<Omit<Desk['accepted'][number], 'href' | 'isB2b'>>`
    select q.id, q.number, q.state, q.customer_name as customer, q.vehicle, q.expires_on, q.total as keys_in_hand, s.at as accepted_at
    from b2b_quotes q cross join lateral (select max(c.at) as at from state_changes c where c.company_id = ${ctx.user.companyId}
      and c.entity = 'b2b_quote' and c.record_id = q.id and c.to_state = 'accepted') s
    where ${visible(ctx, b2bCourse.of)} and q.state = 'accepted' and not q.superseded and ${recent(ctx, sql`s.at`)}
      and not exists (select from contracts k where k.company_id = ${ctx.user.companyId} and k.b2b_quote_id = q.root_id and k.canceled_at is null)
    order by s.at desc, q.id desc limit ${MOST}`.execute(ctx.db);
  return found.map((row) => ({ ...row, isB2b: true, href: b2bHref(row.id) }));
}

type OpenQuestion = Pick<
  ListRow,
  'id' | 'makerId' | 'modelId' | 'versionId' | 'stockId' | 'number' | 'customer' | 'vehicle' | 'seller'
> & {
  text: string;
  at: string;
};

/** Unanswered questions about wholesale offers, for callers who deal with traders. */
async function traderQuestions(ctx: Ctx): Promise<Desk['questions']> {
  const { rows: found } = await sql<Omit<Desk['questions'][number], 'href'>>`
    select q.id, q.number, q.customer_name as customer, q.vehicle, u.name as seller, left(m.body, ${QUESTION_LENGTH}) as text, m.created_at as at
    from messages m join b2b_quotes q on q.company_id = m.company_id and q.id = m.record_id
      join users u on u.company_id = q.company_id and u.id = q.seller_id
    where ${unanswered(ctx, 'b2b_quote')} and ${visible(ctx, b2bCourse.of)} order by m.id desc limit ${MOST_ASKED}`.execute(
    ctx.db,
  );
  return found.map((row) => ({ ...row, href: b2bHref(row.id) }));
}

/** Condition: `m` is a recent message of a customer after which nothing was sent. */
const unanswered = ({ user, now }: Ctx, entity: 'quote' | 'b2b_quote') => sql<SqlBool>`
  m.company_id = ${user.companyId} and m.entity = ${entity} and m.direction = 'in'
  and ${recent({ now }, sql`m.created_at`)}
  and not exists (select from messages a where a.company_id = ${user.companyId} and a.entity = m.entity
    and a.record_id = m.record_id and a.id > m.id)`;

async function questions(ctx: Ctx, place: Filters): Promise<Desk['questions']> {
  const { rows: found } = await sql<OpenQuestion>`
    select q.id, q.maker_id, q.model_id, q.version_id, q.stock_id, q.number, q.customer_name as customer, q.vehicle, u.name as seller,
      left(m.body, ${QUESTION_LENGTH}) as text, m.created_at as at
    from messages m join quotes q on q.company_id = m.company_id and q.id = m.record_id
      join users u on u.company_id = q.company_id and u.id = q.seller_id
    where ${unanswered(ctx, 'quote')} and ${where(ctx, place)} order by m.id desc limit ${MOST_ASKED}`.execute(ctx.db);
  const own = found.map(({ makerId, modelId, versionId, stockId, ...row }) => ({
    ...row,
    href: quoteHref({ id: row.id, makerId, modelId, versionId, stockId }),
  }));
  const all = [...own, ...(asksPlace(place) ? [] : await traderQuestions(ctx))];
  return all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, MOST_ASKED);
}

type Sums = Readonly<Record<string, number | null>>;

/** The mean discount: what was given in percent of what was listed, null where nothing was. */
const meanDiscount = ({ discount, listTotal }: Sums): number | null =>
  discount == null || !listTotal ? null : Math.round((discount * 10_000) / listTotal) / 100;

/** Number of open wholesale offers at a loss. */
const b2bLosses = async (ctx: Ctx): Promise<number> =>
  (
    await countParts(ctx, b2bFigure, {
      parts: { all: { filters: { state: openStates, loss: 'true' } } },
      rights: b2bRights,
    })
  ).all;

/** What a reading of issued quotes says of a person or of all. */
const issuedOf = (sums: Sums): IssuedFigures => ({
  issued: sums.count!,
  value: sums.keysInHand ?? 0,
  margin: sums.margin ?? null,
  discountPercent: meanDiscount(sums),
});

type Lead = NonNullable<Desk['lead']>;

/** What each seller issued in these days, the most first. */
async function weekOf(ctx: Ctx, filters: Filters, days: Days): Promise<Lead['week']> {
  const parts = { all: days, losses: { ...days, filters: { loss: 'true' } satisfies Filters } };
  const read = await readFigure(ctx, quoteFigure, {
    basis: 'issued',
    by: ['person'],
    parts,
    filters,
    rights: quoteRights,
  });
  const rows = read
    .map(({ person, sums }) => ({ sellerId: person!, ...issuedOf(sums.all), losses: sums.losses.count! }))
    .toSorted((a, b) => b.value - a.value || a.sellerId - b.sellerId)
    .slice(0, MOST_SELLERS);
  const names = await userNames(
    ctx,
    rows.map(({ sellerId }) => sellerId),
  );
  return rows.map((row) => ({ ...row, seller: names.get(row.sellerId) ?? '' }));
}

/** What each seller issued since Monday, and the open quotes at a loss. */
async function lead(ctx: Ctx, place: Filters): Promise<Desk['lead']> {
  if (!holds(ctx, p.seeMargin)) return null;
  const now = { from: mondayOf(ctx.today), to: ctx.today };
  const before = { from: addDays(now.from, -7), to: addDays(now.to, -7) };
  const of = { filters: place, rights: quoteRights };
  const [issued] = await readFigure(ctx, quoteFigure, { ...of, basis: 'issued', parts: { now, before } });
  const parts = { losses: { filters: { state: openStates, loss: 'true' } satisfies Filters } };
  const { losses } = await countParts(ctx, quoteFigure, { ...of, parts });
  return {
    from: now.from,
    week: await weekOf(ctx, place, now),
    losses,
    ...(!asksPlace(place) && holds(ctx, p.manageB2bQuotes) && { b2bLosses: await b2bLosses(ctx) }),
    now: issuedOf(issued!.sums.now),
    before: issuedOf(issued!.sums.before),
  };
}

export const readDesk: VerbOf<typeof table, 'GET /quotes/desk'> = async (ctx, { query: place }) => ({
  expiring: await expiring(ctx, place),
  drafts: (
    await rows(
      ctx,
      where(ctx, { ...place, state: ['draft'], sellerId: ctx.user.id }),
      sql`q.updated_at desc, q.id desc`,
    )
  ).map((row) => rowOf(ctx, row)),
  accepted: await accepted(ctx, place),
  questions: await questions(ctx, place),
  commission: await expectedCommission(ctx),
  lead: await lead(ctx, place),
});
