/** What signers are told by mail, or by SMS where they have no address: where to sign, that it is still open, that it is signed, that it is void. */
import { randomUUID } from 'node:crypto';
import { addDays } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { PAGE_DAYS } from '#domain/signatures/terms.ts';
import { readDealer } from '../documents/letterhead.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { openLink, revokeLinks } from '../lib/people/link.ts';
import { mailCustomer } from '../lib/people/mail.ts';
import { sendSms } from '../lib/people/sms.ts';
import { Doubtful } from '../lib/work/refused.ts';
import { readRound, type Round, type SignerRow } from './records.ts';

/** Why somebody is written to. */
type Why = 'ask' | 'remind' | 'signed' | 'refused' | 'voided';
interface Payload {
  companyId: number;
  id: number;
  why: Why;
  /** Names this message; of one that was written by a version before it, absent. */
  sending?: string;
}

type Said = (round: Round, link: string) => { subject: string; lines: string[] };
const texts: Record<Why, Said> = {
  ask: ({ title, signBy }, link) => ({
    subject: `${title}: da firmare`,
    lines: [
      `da questa pagina può leggere e firmare «${title}»:`,
      link,
      `Alla firma riceverà un codice, da non dire a nessuno. Si può firmare fino al ${day(signBy)}.`,
    ],
  }),
  remind: ({ title, signBy }, link) => ({
    subject: `${title}: manca la sua firma`,
    lines: [
      `«${title}» aspetta ancora la sua firma, entro il ${day(signBy)}:`,
      link,
      'Il collegamento di prima non vale più.',
    ],
  }),
  signed: ({ title, number }, link) => ({
    subject: `${title}: firmato da tutti`,
    lines: [
      `«${title}» è firmato. La copia con l’evidenza ${number} si legge e si scarica qui, dove può seguire anche i prossimi passi:`,
      link,
    ],
  }),
  refused: ({ title }) => ({
    subject: `${title}: la firma è stata rifiutata`,
    lines: [`un altro firmatario non firma «${title}»: anche la sua firma resta senza effetto.`],
  }),
  voided: ({ title, reason }) => ({
    subject: `${title}: le firme sono annullate`,
    lines: [
      `le firme di «${title}» non valgono più: ${reason ?? ''}`,
      'Se serve una nuova firma riceverà un altro collegamento.',
    ],
  }),
};

/**
 * A new private link of a signer; its token can never be read again. It ends those before until the document is signed:
 * the page on which somebody has signed stays open to them.
 */
export async function linkOf(ctx: Ctx, signerId: number, why: Why): Promise<string> {
  if (why !== 'signed') await revokeLinks(ctx, 'signature', signerId);
  const expiresAt = new Date(`${addDays(ctx.today, PAGE_DAYS)}T23:00:00Z`);
  const { token } = await openLink(ctx, { purpose: 'signature', recordId: signerId, expiresAt });
  return `${ctx.config.PUBLIC_ORIGIN}/firma/${token}`;
}

const signerOf = ({ db, user }: Ctx, id: number) =>
  db
    .selectFrom('signatureSigners')
    .selectAll()
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Marks how the last message to a signer went. */
export const setSigner = ({ db, user }: Ctx, id: number, columns: Partial<Record<keyof SignerRow, unknown>>) =>
  db
    .updateTable('signatureSigners')
    .set(columns as object)
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();

/** Whether the message is still true: nobody is asked to sign a round that has ended meanwhile. */
const holds = (why: Why, round: Round, signer: SignerRow): boolean =>
  why === 'ask' || why === 'remind' ? round.state === 'open' && signer.state === 'asked' : round.state === why;

/**
 * Writes to one signer with a link of its own; the link of a failed try opens nothing. That an SMS leaves is noted before it
 * does: one that a process began to send and did not end may have arrived, its link stays open, and a person sends the next.
 */
export const signatureMail: Job<Payload> = {
  name: 'signature-mail',
  pace: 'mail',
  run: async ({ config, asCompany }, { companyId, id, why, sending = null }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const mail = await inside(async (ctx) => {
      const signer = await signerOf(ctx, id);
      const to = signer?.email ?? signer?.phone;
      if (!signer || !to) return null;
      const round = await readRound(ctx, signer.signatureId);
      if (!holds(why, round, signer)) return null;
      const isBegun = sending !== null && signer.sending === sending;
      const link = isBegun || why === 'voided' || why === 'refused' ? '' : await linkOf(ctx, id, why);
      if (!to.includes('@')) await setSigner(ctx, id, { sending });
      return { to, link, isBegun, name: signer.name, dealer: await readDealer(ctx), ...texts[why](round, link) };
    });
    if (!mail) return;
    const { to, link, isBegun, name, dealer, subject, lines } = mail;
    const text = [`Gentile ${name},`, ...lines, dealer.name].join('\n\n');
    try {
      if (isBegun) throw new Doubtful('SMS: its sender stood still');
      if (to.includes('@')) await mailCustomer(config, dealer, { to, subject, text });
      else await sendSms(config, { to, text: [`${dealer.name}: ${subject}`, link].filter(Boolean).join(' ') });
    } catch (error) {
      const failure =
        error instanceof Doubtful
          ? 'Il gestore degli SMS non ha risposto: chiedere se è arrivato, prima di mandarlo di nuovo.'
          : 'Il messaggio non parte: controllare il recapito.';
      await inside((ctx) => setSigner(ctx, id, { failure, sending: null }));
      throw error;
    }
    await inside((ctx) =>
      setSigner(ctx, id, { failure: null, sending: null, ...(why === 'ask' && { askedAt: ctx.now }) }),
    );
  },
};

/** Tells signers how their round went on. */
export async function tell(ctx: Ctx, ids: readonly number[], why: Why): Promise<void> {
  for (const id of ids) {
    const isSms = (await signerOf(ctx, id))?.email === null;
    const sending = randomUUID();
    await ctx.enqueue(signatureMail, { companyId: ctx.user.companyId, id, why, sending }, isSms ? { pace: 'sms' } : {});
  }
}
/** Asks one signer, by a link of their own. */
export const sendAsk = (ctx: Ctx, id: number) => tell(ctx, [id], 'ask');
