/** The one-time code of somebody who signs: made and tried by the rules, stored as a keyed hash, sent outside of any transaction. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { Failure } from '#domain/errors.ts';
import {
  CODE_DIGITS,
  CODE_TRIES,
  refusalToSend,
  refusalToTry,
  sentToday,
  wrongCode,
  type Codes,
} from '#domain/signatures/code.ts';
import type { CodeChannel } from '#domain/signatures/terms.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { mailCustomer, type Dealer } from '../lib/people/mail.ts';
import { keyedHash, keyedHashes } from '../lib/work/seal.ts';
import { sendSms } from '../lib/people/sms.ts';

const PURPOSE = 'signature-code';

/** What a row keeps of somebody's codes. */
export interface CodeRow {
  codeHash: Buffer | null;
  codeAt: string | null;
  codeTries: number;
  codes: number;
  codesOn: string | null;
}

/** The codes of a signer, as the rules read them. */
export const codesOf = ({ codeAt, codes, codesOn, codeTries, codeHash }: CodeRow): Codes => ({
  sentAt: codeAt === null ? null : new Date(codeAt),
  sent: codes,
  sentOn: codesOn,
  tries: codeTries,
  live: codeHash !== null,
});

/** A new code and the columns that keep it for a subject; throws `too_many` when one may not be sent now. */
export function drawCode({ config, now, today }: Ctx, row: CodeRow, subject: string) {
  const codes = codesOf(row);
  const refusal = refusalToSend(codes, now, today);
  if (refusal) throw new Failure('too_many', refusal.sentence, refusal.wait ? { retryAfter: refusal.wait } : {});
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const columns = {
    codeHash: keyedHash(config, PURPOSE, `${subject} ${code}`),
    codeAt: now,
    codeTries: 0,
    codes: sentToday(codes, today) + 1,
    codesOn: today,
  };
  return { code, columns };
}

/** Why a code is not the last one of a subject, in Italian, and whether that was a try that counts; null: it is. */
export function refusalOfCode({ config, now }: Ctx, row: CodeRow, subject: string, code: string) {
  const refusal = refusalToTry(codesOf(row), now);
  if (refusal) return { sentence: refusal, counts: false };
  const hashes = keyedHashes(config, PURPOSE, `${subject} ${code}`);
  if (hashes.some((hash) => timingSafeEqual(hash, row.codeHash!))) return null;
  return { sentence: wrongCode(CODE_TRIES - row.codeTries - 1), counts: true };
}

export interface NewCode {
  code: string;
  to: string;
  channel: CodeChannel;
  /** Who signs with it: several may read the same telephone. */
  name: string;
  title: string;
  dealer: Dealer;
}

/** Sends a code, which is stored nowhere, so that nothing can send it later. Throws `unavailable` when it does not leave. */
export async function sendCode(
  { config }: Pick<PublicCtx, 'config'>,
  { code, to, channel, name, title, dealer }: NewCode,
): Promise<void> {
  const subject = `${code} è il codice per firmare`;
  const text = `${code} è il codice con cui ${name} firma «${title}». Vale dieci minuti. Non va detto a nessuno, nemmeno al venditore.`;
  try {
    if (channel === 'sms') await sendSms(config, { to, text });
    else await mailCustomer(config, dealer, { to, subject, text });
  } catch (cause) {
    throw new Failure('unavailable', 'Il codice non parte: riprovare tra un minuto o chiamare il venditore.', {
      cause,
    });
  }
}
