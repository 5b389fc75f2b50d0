/** The job that makes one mailing: a file for each who sees other columns, and a mail for each who gets it. */
import { dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { day, integer, money } from '#domain/italian.ts';
import { holdsAny } from '#domain/privileges.ts';
import { reachOf } from '#domain/record/rights.ts';
import type { ReportQuery } from '#domain/reports/endpoints.ts';
import type { ReportFormat } from '#domain/reports/formats.ts';
import { UNDATED, type Period } from '#domain/reports/periods.ts';
import { columnsFor } from '#domain/reports/report.ts';
import type { ReportName } from '#domain/reports/reports.ts';
import { nameFiles } from '#backend/lib/files/unnamed.ts';
import type { Reported } from '#backend/lib/ports/reported.ts';
import { Overrun } from '#backend/lib/work/bounds.ts';
import type { Ctx, Job, Person, PublicCtx } from '#backend/lib/work/context.ts';
import { addedOf, readGroups, spanOf, totalOf } from '../read.ts';
import type { MailingIds } from './ask.ts';
import { tellFailed } from './failed.ts';
import { keepFile, type Kept } from './keep-file.ts';
import { sendReport } from './mail.ts';
import { recipientsOf, type Recipient } from './recipients.ts';

/** How often it is tried before its owner is told. */
const MOST_TRIES = 3;
const LATER = 'Non è riuscito per un guasto: si riprova alla prossima ora.';

/** Notes that one more try begins; undefined when there is nothing to make any more. */
async function begin({ db, user }: Ctx, id: number) {
  const mailing = await db
    .updateTable('reportMailings')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('state', '=', 'making')
    .returning(['id', 'reportId', 'how', 'askedBy', 'tries', 'createdAt'])
    .executeTakeFirst();
  if (!mailing) return undefined;
  const report = await db
    .selectFrom('automaticReports')
    .select(['name', 'report', 'period', 'basis', 'groupBy', 'filter', 'locationId', 'format', 'userIds', 'addresses'])
    .select(['marginsOutside', 'ownerId'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', mailing.reportId)
    .executeTakeFirstOrThrow();
  return { ...mailing, ...report, ownerId: report.ownerId! };
}
export type Making = NonNullable<Awaited<ReturnType<typeof begin>>>;

const askedOf = ({ period, basis, groupBy, filter, locationId }: Making): ReportQuery => ({
  period: period as Period,
  basis,
  by: groupBy,
  ...(filter !== null && { only: filter }),
  ...(locationId !== null && { locationId }),
});

/** What tells one's file from another's: the columns, and whose contracts are named. */
const kindOf = ({ report, owned }: Reported, { id, privileges }: Person): string =>
  JSON.stringify([columnsFor(report, privileges), reachOf(owned.machine.rights.see, privileges) === 'all' || id]);

interface Settled {
  state: 'sent' | 'empty' | 'failed';
  fromDay?: string;
  toDay?: string;
  rows?: number;
  bytes?: number;
  failure?: string;
}

/** Ends a mailing; false when another run has ended it. */
async function settle(ctx: Ctx, id: number, to: Settled): Promise<boolean> {
  const done = await ctx.db
    .updateTable('reportMailings')
    .set({ ...to, endedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .where('state', '=', 'making')
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Deletes files that no mail names: nobody would find them any more. */
async function drop({ files: store }: PublicCtx, files: ReadonlyMap<string, Kept>): Promise<void> {
  for (const { key } of files.values()) await store.delete(key);
}

/** One file for all who see the same, by what tells theirs from others'. */
async function keepFiles(
  call: PublicCtx,
  of: Reported,
  recipients: readonly Recipient[],
  wanted: { asked: ReportQuery; format: ReportFormat; by: number },
): Promise<ReadonlyMap<string, Kept>> {
  const files = new Map<string, Kept>();
  try {
    for (const { refused, by: reader } of recipients)
      if (refused === null && !files.has(kindOf(of, reader!)))
        files.set(kindOf(of, reader!), await keepFile(call, of, { ...wanted, as: reader! }));
    return files;
  } catch (error) {
    await drop(call, files);
    throw error;
  }
}

/** What a report comes to, as who sends it sees it, and how many of its rows are news; where none is, it stays. */
async function readSums(ctx: Ctx, of: Reported, asked: ReportQuery) {
  const { report } = of;
  const groups = await readGroups(ctx, of, asked);
  const sent =
    report.sentFor === undefined || asked.only !== undefined
      ? groups
      : await readGroups(ctx, of, { ...asked, only: report.sentFor });
  const total = totalOf(groups, addedOf(report, columnsFor(report, ctx.user.privileges)));
  // A mail that says nothing is soon not read any more; rows without a day would be in each.
  const isEmpty = sent.every(({ key }) => key === UNDATED);
  return { total, rows: isEmpty ? 0 : totalOf(sent, []).count };
}

const rowsText = (rows: number, beside: number): string =>
  `${integer(rows)} ${rows === 1 ? 'riga' : 'righe'}${beside > 0 ? ` e ${integer(beside)} senza contratto` : ''}`;

async function make(call: PublicCtx, { companyId, id }: MailingIds, making: Making, of: Reported): Promise<void> {
  const asked = askedOf(making);
  const { report } = of;
  const by = making.how === 'test' ? making.askedBy! : making.ownerId;
  const { owner, rows, total } = await call.asCompany(companyId, by, async (ctx) => {
    if (!holdsAny(ctx.user.privileges, report.privileges))
      throw new Failure('forbidden', `${ctx.user.name} non può più aprire questo rapporto.`);
    return { owner: ctx.user, ...(await readSums({ ...ctx, today: call.today }, of, asked)) };
  });
  const { from, to } = spanOf(report, asked, call.today);
  const days = { fromDay: from, toDay: to, rows };
  if (rows === 0) return void (await call.asCompany(companyId, null, (ctx) => settle(ctx, id, { state: 'empty', ...days }))); // prettier-ignore
  const recipients = await recipientsOf(call, companyId, making, owner);
  const files = await keepFiles(call, of, recipients, { asked, format: making.format as ReportFormat, by });
  const main = report.columns[report.main]!;
  const sum = total.sums[report.main];
  const summary = [
    `${report.title}, ${from === to ? day(from) : `${day(from)}–${day(to)}`}: ${rowsText(rows, total.count - rows)}`,
    sum === undefined ? '' : `${main.label} ${main.kind === 'money' ? money(sum) : integer(sum)}`,
  ];
  const write = async (ctx: Ctx) => {
    const bytes = Math.max(0, ...[...files.values()].map((file) => file.bytes));
    if (!(await settle(ctx, id, { state: 'sent', ...days, bytes }))) return false;
    await nameFiles(ctx, [...files.values()].map(({ key }) => key)); // prettier-ignore
    for (const { userId, address, refused, by: reader } of recipients) {
      const file = refused === null ? files.get(kindOf(of, reader!)) : undefined;
      const columns = refused === null ? columnsFor(report, reader!.privileges) : [];
      const mail = await ctx.db
        .insertInto('reportMails')
        .values({
          companyId,
          mailingId: id,
          userId,
          address,
          createdAt: ctx.now,
          state: refused === null ? 'waiting' : 'skipped',
          failure: refused,
          columns,
          summary: (columns.includes(report.main) ? summary : summary.slice(0, 1)).filter(Boolean).join('. '),
          ...(file && { fileKey: file.key, fileName: file.name, fileType: file.type, bytes: file.bytes }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (file) await ctx.enqueue(sendReport, { companyId, id: mail.id });
    }
    return true;
  };
  const isWanted = await call.asCompany(companyId, null, write).catch(async (error: unknown) => {
    await drop(call, files);
    throw error;
  });
  if (!isWanted) await drop(call, files);
}

/** Why there is none, in words; null: it is worth another try. */
function reasonOf(error: unknown, { tries }: Making): string | null {
  if (error instanceof Overrun) return 'Troppi dati per un solo file: scegliere meno giorni.';
  if (error instanceof Failure && error.code === 'unauthenticated') return 'Chi lo manda non lavora più qui.';
  if (error instanceof Failure && ['forbidden', 'invalid', 'not_found'].includes(error.code)) return error.message;
  return tries < MOST_TRIES ? null : LATER;
}

/** The job; a second run makes it again unless it ended. `sources`: the SQL of each report. */
export const makeReport = (sources: Readonly<Record<ReportName, Reported>>): Job<MailingIds> => ({
  name: 'automatic-report',
  seconds: 3600,
  atOnce: 2,
  run: async (call, ids) => {
    const making = await call.asCompany(ids.companyId, null, (ctx) => begin(ctx, ids.id));
    if (!making) return;
    const fail = (failure: string) =>
      call.asCompany(ids.companyId, null, async (ctx) => {
        if (await settle(ctx, ids.id, { state: 'failed', failure }))
          await tellFailed(
            ctx,
            { ...making, ownerId: making.how === 'test' ? making.askedBy! : making.ownerId },
            failure,
          );
      });
    // The process ended in the middle of each try: nobody said so.
    if (making.tries > MOST_TRIES) return fail(LATER);
    try {
      // However late it is made, it is about the days beside the one on which its time came.
      const then = { ...call, today: dayInRome(new Date(making.createdAt)) };
      await make(then, ids, making, sources[making.report as ReportName]);
    } catch (error) {
      const failure = reasonOf(error, making);
      if (failure === null) throw error;
      call.log.warn({ err: error, ...ids }, 'automatic report failed');
      await fail(failure);
    }
  },
});
