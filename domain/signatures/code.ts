import { networkOf } from '../auth/rules.ts';

/**
 * The one-time code of a signature (rules.md §14): six digits for ten minutes, three tries, a new one after a minute,
 * five a day. Pure rules over what is stored; the code itself is never stored, only its keyed hash.
 */

export const CODE_DIGITS = 6;
const MINUTES = 10;
export const CODE_TRIES = 3;
const RESEND_SECONDS = 60;
export const CODES_A_DAY = 5;

/** What is stored of a signer's codes. */
export interface Codes {
  /** When the last code was sent; null: none was. */
  sentAt: Date | null;
  /** Codes sent on `sentOn`, a day in Rome. */
  sent: number;
  sentOn: string | null;
  /** Wrong tries of the last code. */
  tries: number;
  /** False once the code was used or replaced by nothing. */
  live: boolean;
}

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

/** Until when a code of this moment is tried. */
export const codeUntil = (sentAt: Date): Date => after(sentAt, MINUTES * 60);

/** Codes that were sent today. */
export const sentToday = ({ sent, sentOn }: Codes, today: string): number => (sentOn === today ? sent : 0);

/** Why no new code may be sent now, in Italian, with the seconds to wait where waiting helps; null: it may. */
export function refusalToSend(codes: Codes, now: Date, today: string): { sentence: string; wait?: number } | null {
  if (sentToday(codes, today) >= CODES_A_DAY)
    return { sentence: `Oggi sono già stati inviati ${CODES_A_DAY} codici: riprovare domani o chiamare il venditore.` };
  const next = codes.sentAt && after(codes.sentAt, RESEND_SECONDS);
  if (!next || next <= now) return null;
  const wait = Math.ceil((next.getTime() - now.getTime()) / 1000);
  return { sentence: `Un nuovo codice si può chiedere tra ${wait} secondi.`, wait };
}

/** Why the last code cannot be tried, in Italian; null: it can. */
export function refusalToTry({ sentAt, tries, live }: Codes, now: Date): string | null {
  if (!sentAt || !live) return 'Chiedere prima un codice.';
  if (tries >= CODE_TRIES) return 'Il codice è stato sbagliato tre volte: chiederne uno nuovo.';
  if (codeUntil(sentAt) <= now) return 'Il codice è scaduto dopo dieci minuti: chiederne uno nuovo.';
  return null;
}

/** What is said after a wrong code. */
export const wrongCode = (triesLeft: number): string =>
  triesLeft > 0
    ? `Codice sbagliato: ${triesLeft === 1 ? 'resta un tentativo' : `restano ${triesLeft} tentativi`}.`
    : 'Codice sbagliato per la terza volta: chiederne uno nuovo.';

/** `+39 333 •••• 567` for a number, `a••••@posta.it` for an address: enough to recognise, too little to use. */
export function masked(address: string): string {
  const [name, host] = address.split('@') as [string, string?];
  if (host !== undefined) return `${name.slice(0, 1)}••••@${host}`;
  const digits = address.replace(/[^\d+]/g, '');
  return `${digits.slice(0, -7)} •••• ${digits.slice(-3)}`;
}

/** `93.41.x.x` for the address of a device, `2a01:e11:x` for one of IPv6: enough to know one's own provider. */
export function maskedNetwork(ip: string): string {
  const network = networkOf(ip);
  return network.includes(':')
    ? `${network.split(':').slice(0, 2).join(':')}:x`
    : `${network.split('.').slice(0, 2).join('.')}.x.x`;
}
