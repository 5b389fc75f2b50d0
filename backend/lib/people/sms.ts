import type { Config } from '#config';
import { Doubtful, Refused } from '../work/refused.ts';
import { leaveInOutbox, type MailSource } from './mail.ts';

export interface Sms {
  /** A mobile number in E.164. */
  to: string;
  text: string;
  /** The row from which it was written, as of a mail; a code stands in none. */
  about?: MailSource;
}

/** Longer than a connection may take to open (10 s): a timeout then says that the SMS was on its way. */
const PATIENCE_MS = 20_000;

/** Failures after the SMS was on its way, and answers of a gateway that did not hear how it went. */
const LOST = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
const UNHEARD = [502, 504];

const isLost = (error: Error): boolean =>
  error.name === 'TimeoutError' || LOST.includes((error.cause as { code?: string } | undefined)?.code ?? '');

/**
 * Sends an SMS by a POST to SMS_URL, `{ from, to, text }` as JSON with SMS_TOKEN as bearer, or writes it to
 * DATA_DIR/outbox. Throws `Refused` when the provider refuses it for good, `Doubtful` when nobody knows whether it
 * left, another error when it may be tried again.
 */
export async function sendSms(
  { SMS_URL, SMS_TOKEN, SMS_FROM, DATA_DIR }: Pick<Config, 'SMS_URL' | 'SMS_TOKEN' | 'SMS_FROM' | 'DATA_DIR'>,
  { to, text, about }: Sms,
): Promise<void> {
  if (!SMS_URL) {
    const message = Buffer.from(`From: ${SMS_FROM}\r\nTo: ${to}\r\n\r\n${text}\r\n`);
    return leaveInOutbox({ DATA_DIR }, message, { ending: 'sms', about });
  }
  const { ok, status } = await fetch(SMS_URL, {
    method: 'POST',
    // A connection that was kept may be gone when it is used again: then nobody would know whether this SMS left.
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      ...(SMS_TOKEN && { authorization: `Bearer ${SMS_TOKEN}` }),
    },
    body: JSON.stringify({ from: SMS_FROM, to, text }),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: Error) => {
    throw isLost(error) ? new Doubtful('SMS: no answer', { cause: error }) : error;
  });
  if (ok) return;
  if (UNHEARD.includes(status)) throw new Doubtful(`SMS: ${status}`);
  const forGood = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
  throw forGood ? new Refused(`SMS: ${status}`) : new Error(`SMS: ${status}`);
}
