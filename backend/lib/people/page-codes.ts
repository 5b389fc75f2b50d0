/** Codes by which somebody confirms that the address or number in their form is theirs. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '#config';
import { Failure } from '#domain/errors.ts';
import { isMobile } from '#domain/phones.ts';
import { CODE_HOURS, HOLD_MINUTES, MOST_CODES, MOST_TRIES, type HeldForm } from '#domain/public-pages.ts';
import { readDealer } from '#backend/documents/letterhead.ts';
import type { Ctx, PublicCtx } from '../work/context.ts';
import { mailCustomer, type Dealer } from './mail.ts';
import type { PageForm } from './page-forms.ts';
import { keyedHash, keyedHashes } from '../work/seal.ts';
import { sendSms } from './sms.ts';
import { countTry, waitOf } from './throttle.ts';

const PURPOSE = 'page-code';
const HOUR = 3_600_000;
/** Milliseconds within which the same form brings no second code. */
const AGAIN = 60_000;
/** SMS of a company in an hour; who writes after them needs an e-mail, or is called. */
const SMS_AN_HOUR = 60;

/** How who sent a form names it: its id, which nobody else can make up. */
export const nameOf = (config: Config, id: number): string =>
  `${id.toString(36)}.${keyedHash(config, 'page-form', String(id)).subarray(0, 16).toString('base64url')}`;

/** The id in the name of a form. Throws `not_found` for a name that was not given. */
export function idIn(config: Config, name: string): number {
  const id = parseInt(name.split('.')[0]!, 36);
  const given = keyedHashes(config, 'page-form', String(id)).map(
    (hash) => `${id.toString(36)}.${hash.subarray(0, 16).toString('base64url')}`,
  );
  if (!given.includes(name)) throw new Failure('not_found');
  return id;
}

/** A code that is to be sent, and where. */
export interface NewCode {
  formId: number;
  code: string;
  email: string | null;
  phone: string | null;
  /** What it confirms, in Italian: nothing that a stranger typed. */
  what: string;
  /** The page that takes it. */
  url: string;
  isHeld: boolean;
  dealer: Dealer;
}

/** Makes the code of a form, of which only the keyed hash is stored; null when none is to be sent now. */
export async function newCode(
  ctx: Ctx,
  formId: number,
  {
    before,
    changed,
    ...more
  }: Pick<NewCode, 'email' | 'phone' | 'what' | 'isHeld'> & {
    before: PageForm<unknown> | undefined;
    /** Where it goes, or what it is about, is not what it was. */
    changed: boolean;
    url: (code: string) => string;
  },
): Promise<NewCode | null> {
  const sent = before?.codeAt ? Date.parse(before.codeAt) : 0;
  if (before && ((!changed && sent + AGAIN > ctx.now.getTime()) || before.codes >= MOST_CODES)) return null;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await ctx.db
    .updateTable('pageForms')
    .set((eb) => ({
      codeHash: keyedHash(ctx.config, PURPOSE, `${formId} ${code}`),
      codeAt: ctx.now,
      codeTries: 0,
      codes: eb('codes', '+', 1),
    }))
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', formId)
    .execute();
  return { ...more, url: more.url(code), formId, code, dealer: await readDealer(ctx) };
}

/** Takes one of the SMS of a number (three a day) and of the company (sixty an hour); false: none is left. */
async function takeSms(call: PublicCtx, companyId: number, formId: number, phone: string): Promise<boolean> {
  if ((await call.briefly((db) => waitOf(db, 'sms', phone, call.now))) > 0) return false;
  const isFree = await call.asCompany(companyId, null, async ({ db, now }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${companyId}`}, 0))`.execute(db);
    const { rows } = await sql`update page_forms set sms_at = ${now} where company_id = ${companyId} and id = ${formId}
      and (select count(*) from page_forms where company_id = ${companyId}
        and sms_at > ${new Date(now.getTime() - HOUR)}) < ${SMS_AN_HOUR} returning id`.execute(db);
    return rows.length > 0;
  });
  if (isFree) await call.briefly((db) => countTry(db, 'sms', phone, call.now));
  return isFree;
}

/**
 * Sends a code outside of any transaction: it is never stored, so nothing can send it later. It goes to the e-mail, which
 * later messages use, and to the mobile number where there is no e-mail. Returns how it went; null: it could not be sent.
 */
export async function sendCode(
  call: PublicCtx,
  companyId: number,
  { formId, code, email, phone, what, url, isHeld, dealer }: NewCode,
): Promise<HeldForm['by']> {
  const held = isHeld ? `L’orario resta riservato per ${HOLD_MINUTES} minuti.` : '';
  try {
    if (email) {
      const lines = [
        'Buongiorno,',
        `per confermare ${what} inserire nella pagina il codice ${code}, oppure aprire questo indirizzo e premere «Conferma»:`,
        url,
        held,
        'Chi non ha chiesto nulla può ignorare questo messaggio: senza conferma non succede nulla.',
        dealer.name,
      ];
      const subject = `${dealer.name}: ${code} è il codice per confermare`;
      await mailCustomer(call.config, dealer, { to: email, subject, text: lines.filter(Boolean).join('\n\n') });
      return 'mail';
    }
    if (!phone || !isMobile(phone) || !(await takeSms(call, companyId, formId, phone))) return null;
    await sendSms(call.config, { to: phone, text: `${dealer.name}: ${code} è il codice per confermare ${what}.` });
    return 'sms';
  } catch (error) {
    call.log.error({ err: error, form: formId }, 'page code');
    return null;
  }
}

/** Why a code does not confirm this form, in Italian; null: it does. A wrong one is counted. */
export async function tryCode(ctx: Ctx, form: PageForm<unknown>, code: string): Promise<string | null> {
  const { id, codeHash, codeTries, createdAt } = form;
  if (Date.parse(createdAt) + CODE_HOURS * HOUR <= ctx.now.getTime())
    return 'Il codice è scaduto: inviare di nuovo il modulo.';
  if (codeTries >= MOST_TRIES) return `Il codice è stato sbagliato ${MOST_TRIES} volte: inviare di nuovo il modulo.`;
  const hashes = keyedHashes(ctx.config, PURPOSE, `${id} ${code}`);
  if (codeHash && hashes.some((hash) => timingSafeEqual(hash, codeHash))) return null;
  await ctx.db
    .updateTable('pageForms')
    .set({ codeTries: codeTries + 1 })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  return 'Il codice non è quello dell’ultimo messaggio.';
}
