import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type Transporter } from 'nodemailer';
import type MimeNode from 'nodemailer/lib/mime-node/index.js';
import type { Config } from '#config';
import { unlinked } from '../files/unlinked.ts';
import { Refused } from '../work/refused.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same text is sent as HTML, too. */
  formatted?: boolean;
  /** Name of the sender; without it the name in MAIL_FROM. */
  fromName?: string;
  /**
   * The row from which the mail was written, if it contains a person's words: the kept copy of the mail is deleted
   * together with that row.
   */
  about?: MailSource;
  /** Address for answers; without it there is none. */
  replyTo?: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /**
   * A person of the company has written or chosen the words and stands for their links. In any other text a link is only
   * what leads to this product, or is named by `keeps`: names and free texts are often a stranger's.
   */
  written?: boolean;
  keeps?: readonly string[];
}

/** For example `901-messages-12`: company, table and id of the row. */
export type MailSource = `${number}-${'messages' | 'notifications' | 'report_mails'}-${number}`;

/** Timeouts in milliseconds for a silent server, because mails wait behind one another. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

let server: { url: string; transporter: Transporter } | undefined;

/** Composes the same message that a server would get. */
const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
// The files are also opened in an editor and searched: quoted-printable would break their links and words.
composer.use('stream', ({ message }, done) => {
  plain(message);
  done();
});
function plain(part: MimeNode): void {
  if (/^(text|multipart)[/]/.test(String(part.getHeader('Content-Type')))) part.getTransferEncoding = () => '8bit';
  part.childNodes.forEach(plain);
}

type Sending = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'PUBLIC_ORIGIN'>;

/**
 * Sends a mail by SMTP_URL, or writes a readable .eml to DATA_DIR/outbox. Throws `Refused` when the server refuses it for
 * good, another error when it may be tried again.
 */
export async function sendMail(
  { SMTP_URL, MAIL_FROM, DATA_DIR, PUBLIC_ORIGIN }: Sending,
  { about, fromName, written = false, keeps = [], formatted = false, ...mail }: Mail,
): Promise<void> {
  const shown = (text: string) => (written ? text : unlinked(text, { origin: PUBLIC_ORIGIN, keeps }));
  const message = {
    from: fromName ? { name: fromName, address: addressIn(MAIL_FROM) } : MAIL_FROM,
    ...(about && { messageId: `<${nameOf(about, mail)}@${new URL(PUBLIC_ORIGIN).hostname}>` }),
    ...mail,
    subject: shown(mail.subject),
    text: shown(mail.text),
    ...(formatted && { html: htmlOf(shown(mail.text)) }),
  };
  if (!SMTP_URL) {
    const written = (await composer.sendMail(message)).message as Buffer;
    return leaveInOutbox({ DATA_DIR }, written, { ending: 'eml', about });
  }
  if (server?.url !== SMTP_URL)
    server = { url: SMTP_URL, transporter: nodemailer.createTransport({ url: SMTP_URL, ...patience }) };
  await server.transporter.sendMail(message).catch((error: Answered) => {
    throw isForGood(error) ? new Refused(error.message, { cause: error }) : error;
  });
}

/**
 * A try whose end nobody heard may have arrived: by its name servers and programs know the next one as the same letter, as
 * long as it says the same, with the same link.
 */
const nameOf = (about: MailSource, { to, subject, text }: Pick<Mail, 'to' | 'subject' | 'text'>): string =>
  createHash('sha256')
    .update(JSON.stringify([about, to, subject, text]))
    .digest('hex')
    .slice(0, 40);

/** What the mail server answered, and to which command. */
type Answered = Error & { responseCode?: number; command?: string; response?: string };

/**
 * Whether the server refuses this address or this letter for good (RFC 5321: 5xx). Before these commands, and where its
 * rules forbid us to send (RFC 3463: X.7.x, Exchange's 5.2.252), it refuses us: wrong settings are mended by whoever
 * runs the server, and the mails then go out.
 */
const isForGood = ({ responseCode = 0, command = '', response = '' }: Answered): boolean =>
  responseCode >= 500 &&
  responseCode <= 599 &&
  /^(RCPT TO|DATA)/.test(command) &&
  !/\b5\.(7\.\d+|2\.252)\b/.test(response);

/** The address in a sender such as `Volante Business <noreply@example.it>`. */
const addressIn = (sender: string): string => /<([^<>]+)>/.exec(sender)?.[1] ?? sender;

/** The dealer who writes to a customer: as the customer knows them, their address for answers, and how they sign. */
export interface Dealer {
  name: string;
  email: string;
  signature: string;
}

/**
 * Sends a mail to a dealer's customer: it comes from the dealer by way of this product, answers go to the dealer, and
 * the text is also sent as HTML. `replyTo` of the mail counts only for a dealer without an address.
 */
export const mailCustomer = (
  config: Sending,
  { name, email, signature }: Dealer,
  mail: Omit<Mail, 'fromName' | 'formatted'>,
): Promise<void> => {
  const text = signature ? `${mail.text}\n\n${signature}` : mail.text;
  return sendMail(config, {
    ...mail,
    text,
    ...(email && { replyTo: email }),
    keeps: [name, signature, ...(mail.keeps ?? [])],
    fromName: `${name} via Volante`,
    formatted: true,
  });
};

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const;
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => escaped[sign as keyof typeof escaped]);

/** A plain text as HTML: its paragraphs, lines and addresses, and nothing that the text could bring along. */
function htmlOf(text: string): string {
  const linked = (line: string) =>
    line
      .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
      .map((part, i) => (i % 2 ? `<a href="${escape(part)}">${escape(part)}</a>` : escape(part)))
      .join('');
  const paragraphs = text.split(/\n{2,}/).map((lines) => `<p>${lines.split('\n').map(linked).join('<br>\n')}</p>`);
  const look = 'font: 16px/1.5 sans-serif; max-width: 40em; margin: 1.5em auto; padding: 0 1em';
  return `<!doctype html>\n<html lang="it"><head><meta charset="utf-8"></head><body style="${look}">\n${paragraphs.join('\n')}\n</body></html>\n`;
}

/** Writes a message that no server takes to DATA_DIR/outbox; `ending` of its name: eml or sms. */
export async function leaveInOutbox(
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  message: Buffer,
  { ending, about }: { ending: string; about?: MailSource | undefined },
): Promise<void> {
  const folder = join(DATA_DIR, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const end = [randomUUID().slice(0, 8), about].filter(Boolean).join('.');
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${end}.${ending}`;
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
}

/**
 * Deletes from DATA_DIR/outbox the messages written from these rows, and those that contain any of these words in headers
 * or text, whatever their case: used when a person's data is erased.
 */
export async function forgetMail(
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  words: readonly string[],
  sources: readonly MailSource[] = [],
): Promise<void> {
  const folder = join(DATA_DIR, 'outbox');
  const own = new Set<string>(sources);
  const said = words.map((word) => word.toLowerCase());
  for (const name of await readdir(folder).catch(() => [])) {
    const text = (await readFile(join(folder, name), 'utf8').catch(() => '')).toLowerCase();
    if (own.has(name.split('.')[1]!) || said.some((word) => text.includes(word)))
      await rm(join(folder, name), { force: true });
  }
}
