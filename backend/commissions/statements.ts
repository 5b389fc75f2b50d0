/** Statements as records with a course: how one is read, confirmed, paid and answered. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { typesOf, WHOLE } from '#domain/commissions/earning.ts';
import { LINES_OF_PAGE, sumsOf } from '#domain/commissions/entries.ts';
import type { Statement, StatementLine } from '#domain/commissions/schema.ts';
import { statementMachine, type StatementState } from '#domain/commissions/statement.ts';
import { monthOf } from '#domain/commissions/month.ts';
import type { SaleKind } from '#domain/commissions/terms.ts';
import { privileges as p } from '#domain/privileges.ts';
import { offeredOf } from '#domain/record/machine.ts';
import type { CommissionStatements } from '../db/types.gen.ts';
import { OWN } from '../db/tenant.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { userNames } from '../lib/people/people.ts';
import { activityOf } from '../lib/records/activity.ts';
import { commentVerbs, seenBy } from '../lib/records/comments.ts';
import { course, linked, type Course } from '../lib/records/course.ts';
import { moving, type Fill } from '../lib/records/move.ts';
import { write as written } from '../lib/records/timeline.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { fullHashOf } from '../lib/work/hash.ts';
import { readSplits } from './sharers.ts';

/** A line as it is frozen. */
type Line = Omit<StatementLine, 'types'>;

export type StatementRecord = Omit<Selectable<CommissionStatements>, 'state' | 'lines'> & {
  state: StatementState;
  /** Its lines are kept as they were confirmed. */
  frozen: boolean;
  user: string;
  confirmer: string | null;
  payer: string | null;
  earlier: number;
  debt: number;
  due: number;
  disputed: boolean;
};

export const statementHref = (id: number): string => `/dealer/stats/commissions/${id}`;

/** Whether the last comment is of who earns it. */
export const DISPUTED = sql<boolean>`coalesce((select m.user_id = t.user_id from comments m where m.company_id = ${OWN}
  and m.entity = 'commission_statement' and m.record_id = t.id order by m.id desc limit 1), false)`;

/** What kind of sale contract `c` is. */
const SALE_KIND = sql`case c.kind when 'b2b' then 'used_b2b' else c.kind end`;

/**
 * Amounts of lines with those of their corrections: what a sale earns and was corrected to is one amount, what is taken
 * back another.
 */
export const byLine = (lines: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select count(*) as lines, sum(k.amount) as amount from ${lines} k
    group by coalesce(k.contract_id, -k.id), k.earns, k.trigger, k.kind = 'reversed'`;

/** What its lines add up to: of a draft now, else as it was confirmed. */
export const TOTAL = sql<number>`coalesce(t.total, (select sum(k.amount)::bigint from commission_entries k
  where k.company_id = ${OWN} and k.user_id = t.user_id and k.month = t.month), 0)`;

/** The oldest debt of a former statement that nobody has taken on: the next one that is confirmed does. */
const debtOf = (user: RawBuilder<unknown>) => sql`commission_statements d
  where d.company_id = ${OWN} and d.user_id = ${user} and d.total + d.carried < 0
    and not exists (select from commission_statements n where n.company_id = ${OWN} and n.carries = d.id)
  order by d.month limit 1`;

const EARLIER = sql`from commission_statements e where e.company_id = ${OWN} and e.user_id = t.user_id
  and e.month < t.month and e.state = 'draft'`;

/** The debt that it takes on: of the draft that is confirmed next now, else as it was confirmed. */
export const CARRIED = sql<number>`case when t.state = 'draft' and not exists (select ${EARLIER})
  then coalesce((select d.total + d.carried from ${debtOf(sql`t.user_id`)}), 0) else t.carried end`;

export const statementCourse: Course<typeof statementMachine, StatementRecord, Statement> = course({
  machine: statementMachine,
  table: 'commissionStatements',
  as: 't',
  owner: ['user_id'],
  // Not the frozen lines: there may be thousands, and few who read a statement want them.
  select: sql`select t.id, t.company_id, t.user_id, t.month, t.state, t.total, t.carries, t.carried, t.hash, t.confirmed_by, t.confirmed_at,
      t.paid_by, t.paid_on, t.version, t.created_at, t.updated_at, t.lines is not null as frozen, ${linked('t', 'users', 'name', 'user_id')} as user, ${linked('t', 'users', 'name', 'confirmed_by')} as confirmer,
      ${linked('t', 'users', 'name', 'paid_by')} as payer, ${CARRIED} as debt, ${TOTAL} + ${CARRIED} as due, ${DISPUTED} as disputed,
      (select count(*)::int ${EARLIER}) as earlier
    from commission_statements t`,
  answer: answerOf,
});

/** The lines of a statement as they stand in the ledger, the oldest sale first, each with its corrections: all, or those of a page. */
async function linesOf(
  ctx: Ctx,
  { userId, month }: Pick<StatementRecord, 'userId' | 'month'>,
  page: number | null,
): Promise<Line[]> {
  const { db, user: { companyId } } = ctx; // prettier-ignore
  const part = page === null ? sql`` : sql`limit ${LINES_OF_PAGE} offset ${(page - 1) * LINES_OF_PAGE}`;
  const { rows } = await sql<
    Omit<Line, 'sharedWith'>
  >`select k.id, k.kind, k.contract_id, c.number, c.vehicle, k.day, k.trigger, k.earns, k.share, k.whole,
      k.amount, k.open, k.parts, k.reason, m.name as made_by, coalesce(r.month, case when k.kind = 'restated' then (
        select e.month from commission_entries e where e.company_id = ${companyId} and e.contract_id = k.contract_id
          and e.user_id = k.user_id and e.earns = k.earns and e.trigger = k.trigger and e.kind = 'earned' and e.id < k.id
        order by e.id desc limit 1) end) as reverses
    from commission_entries k left join contracts c on c.company_id = ${companyId} and c.id = k.contract_id
      left join users m on m.company_id = ${companyId} and m.id = k.made_by
      left join commission_entries r on r.company_id = ${companyId} and r.id = k.reverses_id
    where k.company_id = ${companyId} and k.user_id = ${userId} and k.month = ${month}
    order by min(k.id) over (partition by coalesce(k.contract_id, -k.id)), k.id ${part}`.execute(db);
  const sharers = await sharersOf(ctx, rows, userId);
  return rows.map((row) => ({ ...row, sharedWith: (row.share < WHOLE && sharers.get(row.contractId ?? 0)) || [] }));
}

type Read = Pick<Statement, 'count' | 'earned' | 'taken' | 'total'> & { lines: Line[] };

/** The lines of a page, or all, with what the whole statement adds up to: as it was confirmed, of a draft as it stands. */
async function readLines(ctx: Ctx, record: StatementRecord, page: number | null): Promise<Read> {
  const { frozen, id, userId, month } = record;
  const kept = sql`commission_statements s, jsonb_array_elements(s.lines) with ordinality k(line, nth)
    where s.company_id = ${OWN} and s.id = ${id}`;
  const amounts = frozen
    ? sql`(select (k.line ->> 'id')::bigint as id, (k.line ->> 'contractId')::bigint as contract_id, k.line ->> 'earns' as earns,
        k.line ->> 'trigger' as trigger, k.line ->> 'kind' as kind, (k.line ->> 'amount')::bigint as amount from ${kept})`
    : sql`(select * from commission_entries where company_id = ${OWN} and user_id = ${userId} and month = ${month})`;
  const { rows } = await sql<
    Omit<Read, 'lines'>
  >`select coalesce(sum(a.lines), 0)::int as count, coalesce(sum(a.amount), 0)::bigint as total,
      coalesce(sum(a.amount) filter (where a.amount > 0), 0)::bigint as earned,
      coalesce(sum(a.amount) filter (where a.amount < 0), 0)::bigint as taken
    from (${byLine(amounts)}) a`.execute(ctx.db);
  if (!frozen) return { ...rows[0]!, lines: await linesOf(ctx, record, page) };
  const part = page === null ? sql`` : sql`limit ${LINES_OF_PAGE} offset ${(page - 1) * LINES_OF_PAGE}`;
  const { rows: lines } = await sql<{
    line: Line & Partial<Pick<Line, 'sharedWith'>>;
  }>`select k.line from ${kept} order by k.nth ${part}`.execute(ctx.db);
  // What was confirmed before sharers were kept says none.
  return { ...rows[0]!, lines: lines.map(({ line }) => ({ ...line, sharedWith: line.sharedWith ?? [] })) };
}

/** The kinds of sales of these lines, by contract. */
async function kindsOf({ db, user: { companyId } }: Ctx, lines: readonly Line[]): Promise<Map<number, SaleKind>> {
  const ids = lines.flatMap(({ contractId }) => contractId ?? []);
  const { rows } = await sql<{ id: number; kind: SaleKind }>`select id, ${SALE_KIND} as kind from contracts c
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Who shares the sale of each line that is no whole one with whoever earns it, by contract. */
async function sharersOf(
  ctx: Ctx,
  lines: readonly Pick<Line, 'contractId' | 'share'>[],
  userId: number,
): Promise<Map<number, string[]>> {
  const shared = lines.flatMap(({ contractId, share }) => (contractId !== null && share < WHOLE ? [contractId] : []));
  if (shared.length === 0) return new Map();
  const splits = await readSplits(ctx, shared);
  const others = [...splits].map(([id, split]) => [id, split.map((one) => one.id).filter((one) => one !== userId)] as const); // prettier-ignore
  const names = await userNames(ctx, others.flatMap(([, ids]) => ids)); // prettier-ignore
  return new Map(others.map(([id, ids]) => [id, ids.flatMap((one) => names.get(one) ?? [])]));
}

/** What the sales of each kind came to: the ledger is only added to, so that it says the same of what is confirmed. */
async function effectiveOf({ db }: Ctx, { userId, month }: StatementRecord): Promise<Statement['effective']> {
  const { rows } = await sql<{ kind: SaleKind; sum: number }>`select ${SALE_KIND} as kind, sum(k.amount)::bigint as sum
    from commission_entries k join contracts c on c.company_id = k.company_id and c.id = k.contract_id
    where k.company_id = ${OWN} and k.user_id = ${userId} and k.month = ${month} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ kind, sum }) => [`${kind}_effective`, sum]));
}

/** The statement whose debt this person's next one takes on. */
async function owingOf({ db }: Ctx, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select d.id from ${debtOf(sql`${userId}::bigint`)}`.execute(db);
  return rows[0]?.id ?? null;
}

/** The person's statements before and after this month. */
async function besideOf({ db, user }: Ctx, { userId, month }: StatementRecord) {
  const own = sql`s.company_id = ${user.companyId} and s.user_id = ${userId}`;
  const { rows } = await sql<{ id: number; month: string; ahead: boolean }>`
    (select s.id, s.month, false as ahead from commission_statements s where ${own} and s.month < ${month} order by s.month desc limit 1)
    union all (select s.id, s.month, true from commission_statements s where ${own} and s.month > ${month} order by s.month limit 1)`.execute(
    db,
  );
  const at = (ahead: boolean) => rows.find((row) => row.ahead === ahead);
  const shown = (row: (typeof rows)[number] | undefined) => (row ? { id: row.id, month: row.month } : null);
  return { before: shown(at(false)), after: shown(at(true)) };
}

/** What a car brought in is for who sees margins, and for who checks the own commissions. */
const seesBases = (ctx: Ctx, { userId }: StatementRecord) => userId === ctx.user.id || holds(ctx, p.seeMargin);
const withoutBases = (line: StatementLine): StatementLine => ({
  ...line,
  parts: line.parts.map((part) => ({ ...part, base: null })),
});

/** The statement with the lines of a page, or with all of them. */
async function statementWith(ctx: Ctx, record: StatementRecord, page: number | null): Promise<Statement> {
  const { lines: read, ...sums } = await readLines(ctx, record, page);
  const kinds = await kindsOf(ctx, read);
  const lines = read.map((line): StatementLine => {
    const { contractId, parts } = line;
    const kind = contractId === null ? undefined : kinds.get(contractId);
    return { ...line, types: kind ? [...new Set(parts.flatMap((part) => typesOf(kind, part)))] : [] };
  });
  return {
    id: record.id,
    version: record.version,
    state: record.state,
    user: { id: record.userId, name: record.user },
    month: record.month,
    ...sums,
    effective: await effectiveOf(ctx, record),
    carried: record.debt,
    due: sums.total + record.debt,
    page: page ?? 1,
    lines: seesBases(ctx, record) ? lines : lines.map(withoutBases),
    hash: record.hash,
    confirmedBy: record.confirmer,
    confirmedAt: record.confirmedAt,
    paidBy: record.payer,
    paidOn: record.paidOn,
    disputed: record.disputed,
    offered: offeredOf(statementMachine, record, { ...ctx.user, today: ctx.today }) as Statement['offered'],
    ...(await besideOf(ctx, record)),
    updatedAt: record.updatedAt,
  };
}

function answerOf(ctx: Ctx, record: StatementRecord): Promise<Statement> {
  return statementWith(ctx, record, 1);
}

/** A statement that the caller may read, with the lines of a page (null: all); throws `not_found`. */
export const readStatement = async (ctx: Ctx, id: number, page: number | null): Promise<Statement> =>
  statementWith(ctx, await statementCourse.read(ctx, id), page);

const titleOf = ({ user, month }: StatementRecord) => `Provvigioni di ${monthOf(month)} · ${user}`;

/** Freezes the lines with their rules, and takes on what is owed from before. */
const confirm: Fill<StatementRecord> = async (ctx, record) => {
  const lines = await linesOf(ctx, record, null);
  const { total } = sumsOf(lines);
  const carried = record.debt;
  const hash = fullHashOf({ month: record.month, userId: record.userId, carried, lines });
  await notify(ctx, [record.userId], {
    kind: 'commission_confirmed',
    title: titleOf(record),
    text: 'Il rendiconto è confermato: si può controllare riga per riga',
    href: statementHref(record.id),
  });
  const frozen = {
    total,
    carried,
    carries: carried < 0 ? await owingOf(ctx, record.userId) : null,
    lines: JSON.stringify(lines),
    hash,
  };
  return {
    columns: { ...frozen, confirmedBy: ctx.user.id, confirmedAt: ctx.now },
    told: { before: {}, after: { total, hash } },
  };
};

const pay: Fill<StatementRecord> = (ctx, _record, { paidOn }) => ({
  columns: { paidBy: ctx.user.id, paidOn },
  told: { before: {}, after: { paidOn } },
});

const unpay: Fill<StatementRecord> = (_ctx, { paidOn }) => ({
  columns: { paidBy: null, paidOn: null },
  told: { before: { paidOn }, after: { paidOn: null } },
});

export const statementMoves = moving(statementCourse, { confirm, pay, unpay });

export const statementActivity = activityOf(statementCourse, {
  fields: {},
  actions: { line: 'ha aggiunto una riga', comment: 'ha commentato' },
  facts: {
    total: ['Totale', written.money],
    paidOn: ['Pagato il', written.day],
    amount: ['Importo', written.money],
    reason: ['Motivo', written.text],
    hash: ['Impronta', written.text],
  },
});

/** Disputes: who earns it comments, and somebody answers. */
export const statementComments = commentVerbs({
  area: 'commissions/statements',
  entity: statementMachine.entity,
  read: async (ctx, id) => {
    const record = await statementCourse.read(ctx, id);
    return {
      id,
      name: titleOf(record),
      href: statementHref(id),
      sees: seenBy(statementMachine, record),
      // A dispute is heard by who can answer it, and an answer by who disputes.
      hears: async () => (record.userId === ctx.user.id ? holdersOf(ctx, p.seeAllCommissions) : [record.userId]),
    };
  },
});
