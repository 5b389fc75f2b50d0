/** Sends one mail of a report: tried for three days while no mail server takes it; a second run finds it sent. */
import { MOST_ATTACHED, FILE_DAYS } from '#domain/reports/automatic/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { fileSize } from '#domain/file-size.ts';
import { day } from '#domain/italian.ts';
import { openLink, revokeLinks } from '#backend/lib/people/link.ts';
import { sendMail } from '#backend/lib/people/mail.ts';
import type { Ctx, Job } from '#backend/lib/work/context.ts';
import { Refused } from '#backend/lib/work/refused.ts';
import { tellFailed } from './failed.ts';
import { readMail, refusedNow, type MadeMail } from './recipients.ts';

const DAY = 86_400_000;

const mark = ({ db, user }: Ctx, id: number, columns: object) =>
  db.updateTable('reportMails').set(columns).where('companyId', '=', user.companyId).where('id', '=', id).execute();

/** A link to a large file; the database knows only hashes of links, so each try makes its own. */
async function linkTo(ctx: Ctx, { id, bytes }: MadeMail, origin: string) {
  if (bytes <= MOST_ATTACHED) return null;
  const expiresAt = new Date(ctx.now.getTime() + FILE_DAYS * DAY);
  const link = await openLink(ctx, { purpose: 'report', recordId: id, expiresAt });
  return { id: link.id, address: `${origin}/api/mailed-reports?token=${link.token}`, until: dayInRome(expiresAt) };
}

async function fail(ctx: Ctx, mail: MadeMail, linkId: number | undefined, error: unknown): Promise<void> {
  if (linkId !== undefined) await revokeLinks(ctx, 'report', mail.id, linkId);
  const isFinal = error instanceof Refused;
  const why = isFinal
    ? 'Il suo indirizzo lo rifiuta: correggerlo.'
    : 'La posta non lo prende: si riprova da solo per tre giorni.';
  // People read it in the history; what the server said stands in the log of the job.
  await mark(ctx, mail.id, { failure: why, ...(isFinal && { state: 'failed' }) });
  await tellFailed(ctx, mail, `${mail.address}: ${why}`);
}

export const sendReport: Job<{ companyId: number; id: number }> = {
  name: 'automatic-report-mail',
  pace: 'mail',
  run: async (call, { companyId, id }) => {
    const { config } = call;
    const mail = await call.asCompany(companyId, null, (ctx) => readMail(ctx, id));
    if (mail?.state !== 'waiting') return;
    const refused = await refusedNow(call, companyId, mail);
    const ready = await call.asCompany(companyId, null, async (ctx) => {
      if (refused !== null) return void (await mark(ctx, id, { state: 'skipped', failure: refused }));
      return { link: await linkTo(ctx, mail, config.PUBLIC_ORIGIN), company: ctx.user.companyName };
    });
    if (!ready) return;
    const { link, company } = ready;
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
