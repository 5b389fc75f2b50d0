/** What people do with a report that is sent by itself, beside writing it. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { holdsAny } from '#domain/privileges.ts';
import { recurrenceOf } from '#domain/reports/automatic/times.ts';
import type { automaticReportCalls as table } from '#domain/reports/automatic/endpoints.ts';
import type { AutomaticReport, Mailing, Mailings } from '#domain/reports/automatic/schema.ts';
import { SHOWN_DAYS } from '#domain/reports/automatic/terms.ts';
import { reports } from '#domain/reports/reports.ts';
import { followLink, gone } from '#backend/lib/people/link.ts';
import { activity, readByIds, readOne, type Records } from '#backend/lib/records/records.ts';
import { write } from '#backend/lib/records/timeline.ts';
import { recordVerbs } from '#backend/lib/records/record-verbs.ts';
import type { Verbs } from '#backend/lib/work/bind.ts';
import { colleagues } from '#backend/lib/people/people.ts';
import type { Ctx, Job } from '#backend/lib/work/context.ts';
import { nextTime } from '#domain/due-times.ts';
import { ask, type MailingIds } from './ask.ts';
import { readMail, refusedNow } from './recipients.ts';
import { automaticReports } from './records.ts';

const of = automaticReports as Records<AutomaticReport, never>;

/** One that is in use, locked; throws `not_found`, `conflict` for an archived one. */
async function inUse(ctx: Ctx, id: number): Promise<AutomaticReport> {
  const [report] = await readByIds(ctx, of, [id]);
  if (!report) throw new Failure('not_found');
  if (report.archived) throw new Failure('conflict', 'È archiviato: ripristinarlo prima.');
  return report;
}

/** Writes its schedule and says so; what is as wanted already stays. */
async function set(
  ctx: Ctx,
  report: AutomaticReport,
  action: string,
  columns: { pausedAt: Date | null; ownerId?: number },
) {
  const { db, user, now } = ctx;
  const isResumed = columns.pausedAt === null && { dueAt: nextTime(recurrenceOf(report), now) };
  await db
    .updateTable('schedules')
    .set({ ...columns, ...isResumed })
    .where('companyId', '=', user.companyId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('automaticReports')
        .select('scheduleId')
        .where('companyId', '=', user.companyId)
        .where('id', '=', report.id),
    )
    .execute();
  await db
    .updateTable('automaticReports')
    .set((eb) => ({
      version: eb('version', '+', 1),
      updatedAt: now,
      ...(columns.ownerId && { ownerId: columns.ownerId }),
    }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', report.id)
    .execute();
  const after = await readOne(ctx, of, report.id);
  ctx.audit({
    action,
    entity: of.entity,
    entityId: report.id,
    before: { owner: report.owner, state: report.state },
    after: { owner: after.owner, state: after.state },
  });
  return after;
}

/** Throws `forbidden` to who may not open the report themselves. */
function mayStand(ctx: Pick<Ctx, 'user'>, { report }: AutomaticReport): void {
  if (!holdsAny(ctx.user.privileges, reports[report].privileges))
    throw new Failure('forbidden', 'Lo può prendere solo chi può aprire questo rapporto.');
}

/** The last times that one was made are shown. */
const SHOWN = 60;

/** Mailings with who asked for each and whom it went to, by a condition on `m`; the newest first. */
const select = (companyId: number, where: RawBuilder<SqlBool>) => sql<
  Mailings['rows'][number]
>`select m.id, m.report_id,
    r.name as report, m.created_at as at, m.how, a.name as by, m.state, m.from_day::text as "from", m.to_day::text as "to",
    m.rows, m.bytes, m.failure,
    coalesce((select jsonb_agg(jsonb_build_object('to', coalesce(u.name, x.address), 'state', x.state, 'failure', x.failure,
        'sentAt', x.sent_at) order by x.id) from report_mails x
      left join users u on u.company_id = ${companyId} and u.id = x.user_id
      where x.company_id = ${companyId} and x.mailing_id = m.id), '[]') as mails
  from report_mailings m join automatic_reports r on r.company_id = m.company_id and r.id = m.report_id
    left join users a on a.company_id = m.company_id and a.id = m.asked_by
  where m.company_id = ${companyId} and ${where} order by m.id desc`;

async function mailingsOf(ctx: Ctx, id: number): Promise<Mailing[]> {
  await readOne(ctx, of, id);
  const all = select(ctx.user.companyId, sql`m.report_id = ${id}`);
  const { rows } = await sql<Mailings['rows'][number]>`${all} limit ${SHOWN}`.execute(ctx.db);
  return rows.map((row) => {
    const { reportId: _, report: __, ...mailing } = row;
    return mailing;
  });
}

/** Not made, or not arrived at somebody. */
const didFail = (companyId: number) => sql<SqlBool>`(m.state = 'failed' or exists (select from report_mails x
    where x.company_id = ${companyId} and x.mailing_id = m.id and x.state = 'failed'))`;

async function allMailings(
  { db, user: { companyId }, now }: Ctx,
  { state, limit, offset }: { state?: 'failed' | undefined; limit: number; offset: number },
): Promise<Mailings> {
  const recent = sql<SqlBool>`m.created_at > ${new Date(now.getTime() - SHOWN_DAYS * 86_400_000)}`;
  const failed = didFail(companyId);
  const { rows: counted } = await sql<Pick<Mailings, 'all' | 'failed'>>`select count(*)::int as all,
      count(*) filter (where ${failed})::int as failed
    from report_mailings m where m.company_id = ${companyId} and ${recent}`.execute(db);
  const wanted = state === 'failed' ? sql<SqlBool>`${recent} and ${failed}` : recent;
  const { rows } = await sql<
    Mailings['rows'][number]
  >`${select(companyId, wanted)} limit ${limit} offset ${offset}`.execute(db);
  return { rows, ...counted[0]! };
}

/** The verbs; `make`: the job that makes and sends one. */
export const automaticVerbs = (make: Job<MailingIds>): Verbs<typeof table> => ({
  ...recordVerbs('automatic-reports', automaticReports),
  'GET /automatic-reports/:id/timeline': (ctx, { params }) =>
    activity(ctx, of, params.id, {
      actions: {
        pause: 'ha messo in pausa il rapporto automatico',
        resume: 'ha ripreso il rapporto automatico',
        take: 'ha preso in carico il rapporto automatico',
        assign: 'ha affidato il rapporto automatico',
        send: 'ha inviato il rapporto',
      },
      fields: { owner: ['Di chi', write.text] },
    }),
  'GET /automatic-reports/people': (ctx) => colleagues(ctx, 1000),
  'GET /automatic-reports/mailings': (ctx, { query }) => allMailings(ctx, query),
  'GET /automatic-reports/:id/mailings': (ctx, { params }) => mailingsOf(ctx, params.id),
  'POST /automatic-reports/:id/send': async (ctx, { params, body: { to } }) => {
    const report = await inUse(ctx, params.id);
    if (to === 'me') mayStand(ctx, report);
    await ask(ctx, make, report.id, to === 'me' ? 'test' : 'hand');
    ctx.audit({ action: 'send', entity: of.entity, entityId: report.id, after: { report: report.name } });
  },
  'POST /automatic-reports/:id/pause': async (ctx, { params }) => {
    const report = await inUse(ctx, params.id);
    return report.state === 'active' ? set(ctx, report, 'pause', { pausedAt: ctx.now }) : report;
  },
  'POST /automatic-reports/:id/resume': async (ctx, { params }) => {
    const report = await inUse(ctx, params.id);
    if (report.state === 'left')
      throw new Failure('conflict', 'Chi lo mandava non ha più accesso: prenderlo in carico.');
    return report.state === 'paused' ? set(ctx, report, 'resume', { pausedAt: null }) : report;
  },
  'POST /automatic-reports/:id/take': async (ctx, { params }) => {
    const report = await inUse(ctx, params.id);
    mayStand(ctx, report);
    return set(ctx, report, 'take', { pausedAt: null, ownerId: ctx.user.id });
  },
  'GET /mailed-reports': async (call, { query: { token } }) => {
    const link = await followLink(call, ['report'], token);
    const mail = await call.asCompany(link.companyId, null, (ctx) => readMail(ctx, link.recordId));
    if (!mail?.fileKey || (await refusedNow(call, link.companyId, mail)) !== null) throw gone();
    return { key: mail.fileKey, name: mail.fileName, type: mail.fileType };
  },
});
