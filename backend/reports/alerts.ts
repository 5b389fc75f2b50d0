/** What a company is told of by itself: each morning what has passed the days that it set, each record once. */
import { sql, type RawBuilder } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { integer } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { ReportSettings } from '#domain/reports/setting-fields.ts';
import type { ReportName } from '#domain/reports/reports.ts';
import { ownedStates } from '#domain/stock/terms.ts';
import { OWN } from '../db/tenant.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import type { Reported } from '../lib/ports/reported.ts';
import type { Targets } from '../lib/ports/targets.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { orderedRows } from './read.ts';
import { readReportSettings } from './settings.ts';

type Sources = Readonly<Record<ReportName, Reported>>;

/** The most records of a kind in a morning; the others come on the next ones. */
const MOST = 500;
/** How many are named in what people are told; the page has all. */
const NAMED = 3;

/** A record as people know it. */
interface Found {
  record: string;
  label: string;
  href: string;
  /** Whose it is, where one person is told. */
  userId: number | null;
}

/** What alerts read: the SQL of each report, and targets. */
export interface Watched {
  sources: Sources;
  targets: Targets;
}

interface Alert {
  /** What the company has set: days, or what `unit` says; null: nobody is told. */
  days: (settings: ReportSettings) => number | null;
  unit?: string;
  /** The days are still to come: told of is what ends within them. */
  ahead?: true;
  /** Records whose day lies before this one, or that are off by what is set, the oldest first: `record`, `label`, `href`, `user_id`. */
  find: (
    ctx: Ctx,
    before: string,
    watched: Watched & { set: number },
  ) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>;
  /** Who is told, where the record has nobody. */
  privilege: number;
  /** One and many of them, and since when. */
  words: readonly [one: string, many: string, since: string];
  /** The page with all of them. */
  href: string;
}

const alerts = {
  used_stock: {
    days: ({ stockDays }) => stockDays,
    find: (
      _,
      before,
    ) => sql`select c.id::text as record, concat_ws(' ', nullif(c.plate, ''), c.maker, c.model) as label,
        '/dealer/stock/used/' || c.id as href, null::int as user_id, c.acquired_on as since
      from used_cars c where c.company_id = ${OWN} and c.archived_at is null and c.state = any(${[...ownedStates]}::text[])
        and c.acquired_on < ${before}`,
    privilege: p.manageStock,
    words: ['Un’auto usata', 'auto usate', 'in stock da più di'],
    href: '/dealer/stock/used?sort=acquiredOn&dir=asc',
  },
  new_stock: {
    days: ({ stockDays }) => stockDays,
    find: (
      _,
      before,
    ) => sql`select c.id::text as record, concat_ws(' ', nullif(c.code, ''), nullif(c.vin, '')) as label,
        '/dealer/stock/new/' || c.id as href, null::int as user_id, c.arrived_on as since
      from new_cars c where c.company_id = ${OWN} and c.archived_at is null and c.state = 'in_stock'
        and c.arrived_on < ${before}`,
    privilege: p.manageStock,
    words: ['Un’auto nuova', 'auto nuove', 'in stock da più di'],
    href: '/dealer/stock/new?sort=arrivedOn&dir=asc',
  },
  unsigned: {
    days: ({ unsignedDays }) => unsignedDays,
    find: (_, before) => sql`select t.id::text as record, coalesce(t.number, t.vehicle) as label,
        '/dealer/contracts/' || t.id as href, (select u.id from users u where u.company_id = ${OWN} and u.id = t.seller_id and u.archived_at is null) as user_id,
        (t.created_at at time zone 'Europe/Rome')::date as since
      from contracts t where t.company_id = ${OWN} and t.signed_on is null and t.canceled_at is null and t.withdrawn_at is null
        and t.state in ('incomplete', 'waiting_commercial_approvation', 'waiting_approvation', 'approved')
        and t.created_at < ${before}::date::timestamp at time zone 'Europe/Rome'`,
    privilege: p.validateContracts,
    words: ['Un contratto', 'contratti', 'senza firma da più di'],
    href: '/dealer/contracts',
  },
  late: {
    days: ({ lateDays }) => lateDays,
    find: async (ctx, before, { sources: { paymentFlowReport } }) => {
      const rows = await orderedRows(ctx, paymentFlowReport, { basis: 'due', by: 'month', only: 'late', from: addDays(ctx.today, -1826), to: before }, []); // prettier-ignore
      // By its day: whoever saves the plan writes its rows anew.
      return sql`select x.contract_id || ' ' || x.due_on as record, coalesce(x.number, 'senza numero') as label,
        '/dealer/contracts/' || x.contract_id as href, null::int as user_id, x.due_on as since
        from (${rows}) x where x.due_on < ${before}`;
    },
    privilege: p.validateContracts,
    words: ['Un pagamento', 'pagamenti', 'in ritardo da più di'],
    href: '/dealer/reports/paymentFlowReport?only=late&view=rows',
  },
  target: {
    days: ({ targetGap }) => targetGap,
    unit: '%',
    find: async (ctx, _, { targets, set }) => {
      const behind = await targets.lagging(ctx, set);
      const [keys, labels] = [behind.map(({ key }) => key), behind.map(({ label }) => label)];
      return sql`select x.record, x.label, '/dealer/stats/objectives' as href, null::int as user_id, ${ctx.today}::date as since
        from unnest(${keys}::text[], ${labels}::text[]) x (record, label)`;
    },
    privilege: p.seeSalesStats,
    words: ['Un obiettivo del mese', 'obiettivi del mese', 'sotto il segno di oggi di almeno'],
    href: '/dealer/stats/objectives',
  },
  claim: {
    days: ({ claimEndDays }) => claimEndDays,
    ahead: true,
    find: ({ today }, before) => sql`select k.id::text as record, concat_ws(' ', k.number, nullif(k.name, '')) as label,
        '/dealer/claims/' || k.id as href, null::int as user_id, k.due_by as since
      from claims k where k.company_id = ${OWN} and k.state = 'due' and k.due_by >= ${today} and k.due_by < ${before}`,
    privilege: p.validateContracts,
    words: ['Un rimborso', 'rimborsi', 'da chiedere entro'],
    href: '/dealer/claims?state=due',
  },
} satisfies Record<string, Alert>;

/** What of a kind was not told yet; it is told now. */
async function next(ctx: Ctx, kind: string, found: RawBuilder<unknown>): Promise<Found[]> {
  const { companyId } = ctx.user;
  const { rows } = await sql<Found>`select f.* from (${found}) f
    where not exists (select from report_alerts a where a.company_id = ${companyId} and a.kind = ${kind} and a.record = f.record)
    order by f.since, f.record limit ${MOST}`.execute(ctx.db);
  if (rows.length > 0)
    await sql`insert into report_alerts (company_id, kind, record, told_at)
      select ${companyId}, ${kind}, record, ${ctx.now} from unnest(${rows.map(({ record }) => record)}::text[]) record
      on conflict do nothing`.execute(ctx.db);
  return rows;
}

async function tell(ctx: Ctx, watched: Watched): Promise<void> {
  const settings = await readReportSettings(ctx);
  for (const kind of keysOf(alerts)) {
    const { days: set, ahead, unit = 'giorni', find, privilege, words, href }: Alert = alerts[kind];
    const days = set(settings);
    if (days === null) continue;
    const found = await next(
      ctx,
      kind,
      await find(ctx, addDays(ctx.today, ahead ? days + 1 : -days), { ...watched, set: days }),
    );
    for (const [userId, those] of Map.groupBy(found, (one) => one.userId)) {
      const one = those.length === 1 ? those[0]! : null;
      const names = those.slice(0, NAMED).map(({ label }) => label);
      const more = those.length - names.length;
      await notify(ctx, userId === null ? await holdersOf(ctx, privilege) : [userId], {
        kind: 'alert',
        title: `${one ? words[0] : `${integer(those.length)} ${words[1]}`} ${words[2]} ${days} ${unit}`,
        text: `${names.join(' · ')}${more > 0 ? ` e altri ${integer(more)}` : ''}`,
        href: one?.href ?? href,
        once: `alert:${kind}:${ctx.today}`,
      });
    }
  }
}

/** Tells each morning. */
export const alerting = (watched: Watched): Schedule => ({
  name: 'report-alerts',
  at: ['06:50'],
  run: (ctx) => tell(ctx, watched),
});
