/** Reports that are sent by themselves, as a list of records; when each is due stands in its schedule. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { weekdays } from '#domain/companies/hours-fields.ts';
import { holdsAny } from '#domain/privileges.ts';
import { automaticFields, type AutomaticInput } from '#domain/reports/automatic/fields.ts';
import type { AutomaticReport } from '#domain/reports/automatic/schema.ts';
import { recurrenceOf } from '#domain/reports/automatic/times.ts';
import type { Report } from '#domain/reports/report.ts';
import { reports } from '#domain/reports/reports.ts';
import { marginSeenWith } from '#domain/contracts/rights.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Query } from '#backend/lib/records/list.ts';
import { isArchived, orderOf, selectOf, type Records } from '#backend/lib/records/records.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { nextTime } from '#domain/due-times.ts';
import { readReportSettings } from '../settings.ts';

/** The kind of its schedules. */
export const KIND = 'automatic-report';

interface Filters extends Query {
  archived?: 'true' | 'false' | undefined;
  state?: 'active' | 'paused' | 'left' | 'failed' | undefined;
}

const hasMail = (which: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select from report_mails y where y.company_id = ${OWN} and y.mailing_id = x.id and ${which})`;
/** How a mailing `x` went: one that was made has arrived only where its mails have. */
const stateOf = sql`case when x.state <> 'sent' then x.state when ${hasMail(sql`y.state = 'failed'`)} then 'unsent'
  when ${hasMail(sql`y.state = 'waiting' and y.failure is not null`)} then 'stuck' else x.state end`;

const isLeft = sql<SqlBool>`exists (select from users o where o.company_id = ${OWN} and o.id = r.owner_id and o.archived_at is not null)`; // prettier-ignore
const isPaused = sql<SqlBool>`exists (select from schedules s where s.company_id = ${OWN} and s.id = r.schedule_id and s.paused_at is not null)`; // prettier-ignore
const states = {
  left: isLeft,
  paused: sql<SqlBool>`not ${isLeft} and ${isPaused}`,
  active: sql<SqlBool>`not ${isLeft} and not ${isPaused}`,
  failed: sql<SqlBool>`(select ${stateOf} from report_mailings x where x.company_id = ${OWN} and x.report_id = r.id and x.how <> 'test'
    order by x.id desc limit 1) in ('failed', 'unsent', 'stuck')`,
} as const;

/** The domain of an address, in lower case. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Throws at the field: the recipients work here or at an allowed domain, and nothing leaves that its maker may not see. */
async function check(ctx: Ctx, body: object): Promise<void> {
  const { report: name, userIds, addresses, marginsOutside, locationId } = body as AutomaticInput;
  const report: Report = reports[name];
  const fields: Record<string, string> = {};
  const { privileges, companyId } = ctx.user;
  if (!holdsAny(privileges, report.privileges)) fields.report = 'Si mandano solo i rapporti che si possono aprire';
  const { domains } = await readReportSettings(ctx);
  const allowed = new Set(domains.map(({ domain }) => domain));
  for (const [at, { address }] of addresses.entries())
    if (!allowed.has(domainOf(address)))
      fields[`addresses.${at}.address`] =
        `Il dominio ${domainOf(address)} non è ammesso: si aggiunge in «Avvisi e domini»`;
  const outside = addresses.length > 0;
  if (outside && marginsOutside && !holdsAny(privileges, marginSeenWith))
    fields.marginsOutside = 'Può mandarli fuori solo chi vede i margini';
  if (
    outside &&
    !marginsOutside &&
    holdsAny(marginSeenWith, report.privileges) &&
    report.privileges.every((one) => marginSeenWith.some((margin) => margin === one))
  )
    // prettier-ignore
    fields.marginsOutside = 'Questo rapporto è fatto di margini: spuntare per mandarlo fuori';
  const { rows } = await sql<{ people: number; places: number }>`select
    (select count(*)::int from users u where u.company_id = ${companyId} and u.id = any(${userIds}::int[]) and not u.service) as people,
    (select count(*)::int from locations l where l.company_id = ${companyId} and l.id = ${locationId}) as places`.execute(
    ctx.db,
  );
  if (rows[0]!.people < new Set(userIds).size) fields.userIds = 'Scegliere dei colleghi';
  if (locationId !== null && rows[0]!.places === 0) fields.locationId = 'Scegliere una sede';
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

/**
 * Whoever saves a report stands for it from then on: its schedule has their rights, and the times that were saved. One that
 * rests because who stood for it left goes on.
 */
async function schedule(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { db, user, now } = ctx;
  const rows = await db
    .selectFrom('automaticReports as r')
    .leftJoin('users as o', (on) => on.onRef('o.companyId', '=', 'r.companyId').onRef('o.id', '=', 'r.ownerId'))
    .select(['r.id', 'r.scheduleId', 'r.every', 'r.weekday', 'r.monthday', 'r.time', 'o.archivedAt as leftAt'])
    .where('r.companyId', '=', user.companyId)
    .where('r.id', 'in', ids)
    .execute();
  for (const { id, scheduleId, leftAt, ...times } of rows) {
    const recurrence = recurrenceOf(times as Parameters<typeof recurrenceOf>[0]);
    const due = {
      ownerId: user.id,
      recurrence: JSON.stringify(recurrence),
      dueAt: nextTime(recurrence, now),
      ...(leftAt !== null && { pausedAt: null }),
    };
    const made =
      scheduleId === null
        ? await db
            .insertInto('schedules')
            .values({ companyId: user.companyId, kind: KIND, parameters: JSON.stringify({ id }), ...due })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await db
            .updateTable('schedules')
            .set(due)
            .where('companyId', '=', user.companyId)
            .where('id', '=', scheduleId)
            .returning('id')
            .executeTakeFirstOrThrow();
    await db
      .updateTable('automaticReports')
      .set({ ownerId: user.id, scheduleId: made.id })
      .where('companyId', '=', user.companyId)
      .where('id', '=', id)
      .execute();
  }
}

export const automaticReports: Records<AutomaticReport, Filters> = {
  table: 'automaticReports',
  entity: 'automatic_report',
  noun: 'il rapporto automatico',
  file: 'rapporti-automatici',
  fields: automaticFields,
  select: selectOf(
    'automaticReports',
    automaticFields,
    sql`, r.owner_id, o.name as owner, o.archived_at is not null as is_left, l.name as location,
      case when o.archived_at is not null then 'left' when s.paused_at is not null then 'paused' else 'active' end as state,
      array(select u.name from users u where u.company_id = ${OWN} and u.id = any(r.user_ids) order by u.name, u.id) as users,
      cardinality(r.user_ids) + jsonb_array_length(r.addresses) as recipients,
      case when s.paused_at is null and r.archived_at is null then s.due_at end as due_at,
      case r.every when 'week' then 'ogni ' || lower(${JSON.stringify(weekdays)}::jsonb ->> r.weekday)
        when 'month' then 'ogni mese, il ' || r.monthday else 'ogni giorno' end || ' alle ' || r."time" as times,
      m.created_at as last_at, m.state as last_state, m.rows as last_rows`,
    sql`join users o on o.company_id = r.company_id and o.id = r.owner_id
      join schedules s on s.company_id = r.company_id and s.id = r.schedule_id
      left join locations l on l.company_id = r.company_id and l.id = r.location_id
      left join lateral (select x.created_at, ${stateOf} as state, x.rows from report_mailings x
        where x.company_id = ${OWN} and x.report_id = r.id and x.how <> 'test' order by x.id desc limit 1) m on true`,
  ),
  order: { ...orderOf(automaticFields), dueAt: 's.due_at', lastAt: 'm.created_at', owner: 'o.name' },
  sort: { sort: 'name', dir: 'asc' },
  where: (_ctx, { archived, state: wanted }) => [
    isArchived(archived),
    ...(wanted === undefined ? [] : [states[wanted]]),
  ],
  check,
  written: schedule,
};
