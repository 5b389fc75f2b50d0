import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addMonths } from '#domain/dates.ts';
import { monthsOf, privacySettingFields, type PrivacySettings } from '#domain/privacy/setting-fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { persons as table } from '#domain/persons/endpoints.ts';
import type { Looks, Retention } from '#domain/persons/schema.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { forEachCompany } from '../lib/people/companies.ts';
import { forgetRefused } from '../lib/people/invited.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import { emptyAcceptances } from './acceptances.ts';
import { carsThatName } from './car-notes.ts';
import { readCustomers } from './customers.ts';
import { eraseById } from './erase.ts';

type Table = typeof table;
const SHOWN = 50;
/** The most people erased in one night for one company; each has its own transaction. */
const MOST_A_NIGHT = 200;

const settingsOf = async ({ db, user, today }: Ctx): Promise<PrivacySettings> =>
  (await readSettingsOn(db, user.companyId, { group: 'privacy', fields: privacySettingFields }, [today]))[0]!;

/**
 * Condition: customers without any event since a day: no change, quote, reservation, sale or valid consent. Erased and
 * merged customers do not count.
 */
function past({ user, today }: Ctx, before: string, settings: PrivacySettings): RawBuilder<SqlBool> {
  const own = sql`company_id = ${user.companyId}`;
  const quiet = (
    of: 'quotes' | 'b2b_quotes',
  ) => sql`not exists (select from ${sql.table(of)} q where q.${own} and q.customer_id = c.id
    and (q.updated_at >= ${before} or q.state in ('accepted', 'converted')))`;
  const holding = keysOf(monthsOf).map(
    (purpose) => sql`n.purpose = ${purpose} and n.given
      and (n.said_on + make_interval(months => ${settings[monthsOf[purpose]]}::int))::date >= ${today}::date`,
  );
  return sql<SqlBool>`c.${own} and c.updated_at < ${before} and c.merged_into is null
    and not exists (select from erasures e where e.${own} and e.customer_id = c.id)
    and ${quiet('quotes')} and ${quiet('b2b_quotes')}
    and not exists (select from contracts t where t.${own} and c.id in (t.customer_id, t.cobuyer_id, t.guarantor_id, t.representative_id)
      and (t.canceled_at is null and t.state <> 'completed' or t.updated_at >= ${before}))
    and not exists (select from used_cars s where s.${own} and (s.buyer_id = c.id or s.reserved_for = c.id and s.reserved_until >= ${before}
      or s.seller_id = c.id and coalesce(s.purchased_on, s.created_at) >= ${before}))
    and not exists (select from new_cars s where s.${own} and (s.buyer_id = c.id or s.reserved_for = c.id and s.reserved_until >= ${before}))
    and not exists (select from consents_now n where n.${own} and n.customer_id = c.id and (${sql.join(holding, sql` or `)}))`;
}

async function find(ctx: Ctx, most: number): Promise<Omit<Retention, 'looks'>> {
  const settings = await settingsOf(ctx);
  const before = addMonths(ctx.today, -settings.quietMonths);
  const condition = past(ctx, before, settings);
  const { rows: counts } = await sql<{
    total: number;
  }>`select count(*)::int as total from customers c where ${condition}`.execute(ctx.db);
  const { rows } = await sql<Retention['rows'][number]>`select c.id, c.version, c.name, c.updated_at as last,
      (select count(*)::int from quotes q where q.company_id = ${ctx.user.companyId} and q.customer_id = c.id) as quotes
    from customers c where ${condition} order by c.updated_at, c.id limit ${most}`.execute(ctx.db);
  return { before, automatic: settings.erases, total: counts[0]!.total, rows };
}

export const readRetention: VerbOf<Table, 'GET /persons/retention'> = async (ctx) => {
  const found = await find(ctx, SHOWN);
  const customers = await readCustomers(
    ctx,
    found.rows.map(({ id }) => id),
  );
  return { ...found, looks: await carsThatName(ctx, customers) };
};

export const eraseChosen: VerbOf<Table, 'POST /persons/retention'> = async (ctx, { body: { ids } }) => {
  const settings = await settingsOf(ctx);
  const condition = past(ctx, addMonths(ctx.today, -settings.quietMonths), settings);
  const { rows } = await sql<{ id: number }>`select c.id from customers c
    where ${condition} and c.id = any(${ids}::bigint[]) order by c.id`.execute(ctx.db);
  const looks = new Map<string, Looks[number]>();
  for (const { id } of rows) for (const look of await eraseById(ctx, id)) looks.set(look.href, look);
  return { erased: rows.length, looks: [...looks.values()] };
};

/** Erases one person at night, and tells who handles the company's privacy which cars may still name them. */
async function eraseAtNight(ctx: Ctx, id: number): Promise<void> {
  const looks = await eraseById(ctx, id);
  if (looks.length === 0) return;
  const people = await holdersOf(ctx, p.managePreferences);
  for (const { what, href } of looks)
    await notify(ctx, people, {
      kind: 'car_names_erased',
      title: `${what}: da guardare a mano`,
      text: 'Note, costi o documenti possono nominare un cliente cancellato perché oltre il termine di conservazione.',
      href,
      once: `erased-${ctx.today}-${href}`,
    });
}

/** Erases, at night, customers whose retention time is over, for companies that want it, and what is kept of others for a time. */
export const retentionJob: Job<Record<string, never>> = {
  name: 'retention',
  cron: '41 2 * * *',
  run: async (call) => {
    const due: { companyId: number; ids: number[] }[] = [];
    await forEachCompany(
      call,
      async (ctx) => {
        await emptyAcceptances(ctx);
        await forgetRefused(ctx);
        const { automatic, rows } = await find(ctx, MOST_A_NIGHT);
        if (automatic) due.push({ companyId: ctx.user.companyId, ids: rows.map(({ id }) => id) });
      },
      { evenSuspended: true },
    );
    for (const { companyId, ids } of due)
      for (const id of ids) await call.asCompany(companyId, null, (ctx) => eraseAtNight(ctx, id));
  },
};
