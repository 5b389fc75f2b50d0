import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { privileges as p } from '#domain/privileges.ts';
import { quoteSettingFields, type QuoteSettings } from '#domain/quotes/settings/fields.ts';
import { roleNames } from '#domain/role-names.ts';
import type { Raise } from '#domain/own-raise.ts';
import type { RoleCap } from '#domain/quotes/approvals/caps.ts';
import { goesFurther } from '#domain/users/powers.ts';
import type { QuoteSettingsAnswer } from '#domain/quotes/settings/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { checkRaise, raising, tellRaise } from '../lib/people/own-raise.ts';
import { readQuoteSettings } from '../lib/records/params.ts';
import { capsUnder, readCaps, readOwnRoles } from './sheet/params.ts';
import { readSamples } from './print/setting-samples.ts';

type Table = typeof table;

const readMakers = (ctx: Ctx) => ctx.db.selectFrom('makers').select(['id', 'name']).orderBy('name').execute();

/** The roles of people who make quotes. */
const readRoles = ({ db, user }: Ctx) =>
  db
    .selectFrom('users')
    .select(({ fn }) => ['roleName as role', fn.countAll<number>().as('people')])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where(sql<boolean>`privileges && ${[p.createQuotes]}::int[]`)
    .groupBy('roleName')
    .orderBy('roleName')
    .execute();

/** The quotes that a change of the settings meets: open drafts, and issued ones that still hold. */
async function countQuotes({ db, user, today }: Ctx): Promise<{ drafts: number; issued: number }> {
  const { rows } = await sql<{ drafts: number; issued: number }>`
    select count(*) filter (where state = 'draft')::int as drafts,
      count(*) filter (where state = 'issued' and expires_on >= ${today} and not superseded)::int as issued
    from quotes where company_id = ${user.companyId} and state in ('draft', 'issued')`.execute(db);
  return rows[0]!;
}

/** Days of issued quotes over which the mean of discounts is said. */
const LATELY = 90;

/** The discounts of issued quotes by role, make, new and used, for who may see discounts. */
async function readGiven(ctx: Ctx): Promise<QuoteSettingsAnswer['given']> {
  if (!holds(ctx, p.seeMargin)) return null;
  const { rows } = await sql<NonNullable<QuoteSettingsAnswer['given']>[number]>`
    select u.role_name as role, q.maker_id, case when q.stock_id is null then 'new' else 'used' end as usage,
      sum(q.discount) as discount, sum(q.list_total) as list_total
    from quotes q join users u on u.company_id = q.company_id and u.id = q.seller_id
    where q.company_id = ${ctx.user.companyId} and q.issued_at >= ${addDays(ctx.today, -LATELY)} and not q.superseded
    group by 1, 2, 3 order by 1, 2, 3`.execute(ctx.db);
  return rows;
}

/**
 * Throws `invalid` at `caps` when discounts would go further in the caller's own role than they do on that day: a
 * colleague who manages the preferences allows that. Who is alone raises themselves.
 */
async function checkOwnCap(
  ctx: Ctx,
  { caps, from, raise }: QuoteSettings & { from: string; raise?: Raise | undefined },
): Promise<void> {
  const { companyId, roleName: role } = ctx.user;
  const now = await readCaps(ctx.db, companyId, from);
  const then = await capsUnder(ctx.db, companyId, { caps });
  if (!goesFurther({ caps: then, role }, { caps: now, role })) return;
  await checkRaise(ctx, raise, {
    privilege: p.managePreferences,
    field: 'caps',
    refusal: `Il limite del proprio ruolo, «${role}», lo alza un collega che gestisce le preferenze`,
  });
  const ofRole = (some: readonly RoleCap[]) => some.filter((cap) => cap.role === null || cap.role === role);
  if (raise) await tellRaise(ctx, raise, { caps: ofRole(now) }, { caps: ofRole(then) });
}

/** Throws `invalid` at a cap whose role or brand is not there. */
async function checkCaps(ctx: Ctx, { caps }: QuoteSettings): Promise<void> {
  const makers = new Set((await readMakers(ctx)).map(({ id }) => id));
  const own = await readOwnRoles(ctx.db, ctx.user.companyId);
  const roles = new Set<string>([...roleNames, ...own.map(({ name }) => name)]);
  const refuse = (at: number, key: string, text: string) => {
    if (at >= 0) throw new Failure('invalid', undefined, { fields: { [`caps.${at}.${key}`]: text } });
  };
  refuse(
    caps.findIndex(({ makerId }) => makerId !== null && !makers.has(makerId)),
    'makerId',
    'Scegliere una marca del catalogo',
  );
  refuse(
    caps.findIndex(({ role }) => role !== null && !roles.has(role)),
    'role',
    'Scegliere un ruolo dell’azienda',
  );
}

/** The settings for the activity: brands by name. */
async function named(ctx: Ctx, values: QuoteSettings): Promise<Record<string, unknown>> {
  const makers = await readMakers(ctx);
  const nameOf = (id: number | null) => makers.find((maker) => maker.id === id)?.name ?? null;
  return { ...values, caps: values.caps.map((cap) => ({ ...cap, maker: nameOf(cap.makerId) })) };
}

/** The verbs of a company's settings for quotes. */
export const settings = datedSettings({
  group: 'quotes',
  entity: 'quote_settings',
  fields: quoteSettingFields,
  check: async (ctx, values) => {
    await checkCaps(ctx, values);
    await checkOwnCap(ctx, values);
  },
  named,
  beside: async (ctx) => ({
    makers: await readMakers(ctx),
    roles: await readRoles(ctx),
    ownRoles: await readOwnRoles(ctx.db, ctx.user.companyId),
    given: await readGiven(ctx),
    ...(await countQuotes(ctx)),
    samples: await readSamples(ctx),
  }),
});

/** Sets them; who alone manages the preferences may raise the cap of the own role. */
export const saveSettings: VerbOf<Table, 'PUT /quotes/settings'> = (ctx, input) =>
  raising(ctx, input.body.raise, (inner) => settings.save(inner, input));

/** The start of a new quote, for people who make quotes. */
export const readStart: VerbOf<Table, 'GET /quotes/start'> = async (ctx) => {
  const { deposit, notes, sections } = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  return { deposit, notes, sections, province: ctx.user.province };
};
