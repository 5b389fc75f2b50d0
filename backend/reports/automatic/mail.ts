/** Sends one mail of a report: tried for three days while no mail server takes it, and never sent twice. */
import { MOST_ATTACHED, FILE_DAYS } from '#domain/reports/automatic/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { day, fileSize } from '#domain/italian.ts';
import { openLink, revokeLinks } from '#backend/lib/people/link.ts';
import { sendMail } from '#backend/lib/people/mail.ts';
import type { Ctx, Job } from '#backend/lib/work/context.ts';
import { Refused } from '#backend/lib/work/refused.ts';
import { tellFailed } from './failed.ts';

const DAY = 86_400_000;

const waiting = ({ db, user }: Ctx, id: number) =>
  db
    .selectFrom('reportMails as m')
    .innerJoin('reportMailings as g', (on) =>
      on.onRef('g.companyId', '=', 'm.companyId').onRef('g.id', '=', 'm.mailingId'),
    )
    .innerJoin('automaticReports as r', (on) =>
      on.onRef('r.companyId', '=', 'g.companyId').onRef('r.id', '=', 'g.reportId'),
    )
    .innerJoin('users as o', (on) => on.onRef('o.companyId', '=', 'r.companyId').onRef('o.id', '=', 'r.ownerId'))
    // A colleague who left meanwhile gets nothing any more.
    .leftJoin('users as u', (on) => on.onRef('u.companyId', '=', 'm.companyId').onRef('u.id', '=', 'm.userId'))
    .select('u.archivedAt as leftAt')
    .select(['m.id', 'm.address', 'm.fileKey', 'm.fileName', 'm.fileType', 'm.bytes', 'm.summary'])
    .select(['r.id as reportId', 'r.name', 'o.id as ownerId', 'o.name as owner', 'o.email as replyTo', 'g.how'])
    .where('m.companyId', '=', user.companyId)
    .where('m.id', '=', id)
    .where('m.state', '=', 'waiting')
    .executeTakeFirst();
type Waiting = NonNullable<Awaited<ReturnType<typeof waiting>>>;

const mark = ({ db, user }: Ctx, id: number, columns: object) =>
  db.updateTable('reportMails').set(columns).where('companyId', '=', user.companyId).where('id', '=', id).execute();

/** A link to a large file; the database knows only hashes of links, so each try makes its own. */
async function linkTo(ctx: Ctx, { id, bytes }: Waiting, origin: string) {
  if (bytes <= MOST_ATTACHED) return null;
  const expiresAt = new Date(ctx.now.getTime() + FILE_DAYS * DAY);
  const link = await openLink(ctx, { purpose: 'report', recordId: id, expiresAt });
  return { id: link.id, address: `${origin}/api/mailed-reports?token=${link.token}`, until: dayInRome(expiresAt) };
}

async function fail(ctx: Ctx, mail: Waiting, linkId: number | undefined, error: unknown): Promise<void> {
  if (linkId !== undefined) await revokeLinks(ctx, 'report', mail.id, linkId);
  const isFinal = error instanceof Refused;
  await mark(ctx, mail.id, { failure: String(error).slice(0, 500), ...(isFinal && { state: 'failed' }) });
  const why = isFinal
    ? 'Il suo indirizzo lo rifiuta: correggerlo.'
    : 'La posta non lo prende: si riprova da solo per tre giorni.';
  await tellFailed(ctx, mail, `${mail.address}: ${why}`);
}

export const sendReport: Job<{ companyId: number; id: number }> = {
  name: 'automatic-report-mail',
  pace: 'mail',
  run: async (call, { companyId, id }) => {
    const { config } = call;
    const ready = await call.asCompany(companyId, null, async (ctx) => {
      const mail = await waiting(ctx, id);
      if (mail?.leftAt) return void (await mark(ctx, id, { state: 'skipped', failure: 'non lavora più qui' }));
      return mail && { mail, link: await linkTo(ctx, mail, config.PUBLIC_ORIGIN), company: ctx.user.companyName };
    });
    if (!ready) return;
    const { mail, link, company } = ready;
    const content = link === null && mail.fileKey !== null ? await call.files.get(mail.fileKey) : null;
    const file = link
      ? `Il file è grande (${fileSize(mail.bytes)}): si scarica fino al ${day(link.until)} da\n${link.address}`
      : 'Il file è allegato.';
    try {
      if (link === null && content === null) throw new Refused('The file was deleted');
      await sendMail(config, {
        about: `${companyId}-report_mails-${id}`,
        to: mail.address,
        fromName: `${company} via Volante`,
        replyTo: mail.replyTo,
        subject: `${mail.how === 'test' ? 'Prova: ' : ''}${mail.name}`,
        text: [mail.summary, file, `Rapporto automatico di ${mail.owner}, ${company}.`].join('\n\n'),
        ...(content && { attachments: [{ filename: mail.fileName, content: Buffer.from(content), contentType: mail.fileType }] }), // prettier-ignore
      });
    } catch (error) {
      await call.asCompany(companyId, null, (ctx) => fail(ctx, mail, link?.id, error));
      throw error;
    }
    await call.asCompany(companyId, null, (ctx) => mark(ctx, id, { state: 'sent', sentAt: ctx.now, failure: null }));
  },
};
