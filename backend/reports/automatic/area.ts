/** Reports that are sent by themselves: what runs, what is left by who leaves, what is kept. */
import { sql, type SqlBool } from 'kysely';
import { privileges as p } from '#domain/privileges.ts';
import { FILE_DAYS } from '#domain/reports/automatic/terms.ts';
import type { ReportName } from '#domain/reports/reports.ts';
import { dropReportFiles } from '#backend/lib/files/report-files.ts';
import type { Legacy } from '#backend/lib/people/legacy.ts';
import { holdersOf } from '#backend/lib/people/notify.ts';
import type { Reported } from '#backend/lib/ports/reported.ts';
import type { Ctx, Effects, Job } from '#backend/lib/work/context.ts';
import type { Schedule } from '#backend/lib/work/schedules.ts';
import { ask, type MailingIds } from './ask.ts';
import { tellLeft } from './failed.ts';
import { sendReport } from './mail.ts';
import { makeReport } from './make.ts';
import { KIND } from './records.ts';
import { automaticVerbs } from './verbs.ts';

const DAY = 86_400_000;
/** Days after which the queue tries no mail again. */
const TRIED_DAYS = 4;
/** Days for which it is kept how a report went. */
const KEPT_DAYS = 400;

/** Its time has come; an archived one has none. */
const due = (make: Job<MailingIds>): Schedule => ({
  name: KIND,
  run: async (ctx, parameters) => {
    const { id } = parameters as { id: number };
    const report = await ctx.db
      .selectFrom('automaticReports')
      .select('id')
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .where('archivedAt', 'is', null)
      .executeTakeFirst();
    if (report) await ask(ctx, make, id, 'due');
  },
});

const retention: Schedule = {
  name: 'automatic-reports-retention',
  at: ['03:25'],
  run: async (ctx) => {
    const before = (days: number) => new Date(ctx.now.getTime() - days * DAY);
    await sql`update report_mails set state = 'failed', failure = 'La posta non l’ha preso per tre giorni.'
      where company_id = ${ctx.user.companyId} and state = 'waiting' and failure is not null and created_at < ${before(TRIED_DAYS)}`.execute(
      ctx.db,
    );
    // Its link opens for so many days from when it left; what never left is not tried any more by then.
    await dropReportFiles(ctx, sql`coalesce(sent_at, created_at) < ${before(FILE_DAYS)}`);
    await sql`delete from report_mailings where company_id = ${ctx.user.companyId} and created_at < ${before(KEPT_DAYS)}`.execute(
      ctx.db,
    );
  },
};

/** Reports of whoever leaves go on by the rights of who takes them. */
const legacy: Legacy = {
  kind: 'automaticReports',
  table: 'automatic_reports',
  column: 'owner_id',
  entity: 'automatic_report',
  fact: 'owner',
  words: ['rapporto automatico', 'rapporti automatici'],
  open: () => sql<SqlBool>`r.archived_at is null`,
  heirs: [p.managePreferences],
  given: async ({ db, user }, ids, to) => {
    await sql`update schedules s set owner_id = ${to} from automatic_reports r
      where s.company_id = ${user.companyId} and r.company_id = s.company_id and r.schedule_id = s.id and r.id = any(${[...ids]}::bigint[])`.execute(
      db,
    );
  },
};

/** What nobody took rests, and who keeps the preferences is told. */
const rest = async (ctx: Ctx, { userIds }: { userIds: readonly number[] }): Promise<void> => {
  const { companyId } = ctx.user;
  const { rows } = await sql<{
    owner: string;
    reports: number[];
  }>`select u.name as owner, array_agg(r.schedule_id) as reports
    from automatic_reports r join users u on u.company_id = ${companyId} and u.id = r.owner_id
    where r.company_id = ${companyId} and r.archived_at is null and r.owner_id = any(${[...userIds]}::int[])
    group by u.id, u.name order by u.name, u.id`.execute(ctx.db);
  const told = [ctx.user.id, ...(await holdersOf(ctx, p.managePreferences))];
  for (const { owner, reports } of rows) {
    await sql`update schedules set paused_at = coalesce(paused_at, ${ctx.now})
      where company_id = ${companyId} and id = any(${reports}::bigint[])`.execute(ctx.db);
    await tellLeft(ctx, told, { owner, count: reports.length });
  }
};

/** What the area of reports has of them; `sources`: the SQL of each report. */
export function automatic(sources: Readonly<Record<ReportName, Reported>>) {
  const make = makeReport(sources);
  return {
    verbs: automaticVerbs(make),
    jobs: [make, sendReport],
    schedules: [due(make), retention],
    legacies: [legacy],
    effects: { 'user.blocked': rest } satisfies Effects,
    constraints: { automatic_reports_name: { name: 'C’è già un rapporto automatico con questo nome' } },
  };
}
