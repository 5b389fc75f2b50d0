import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type Transporter } from 'nodemailer';
import type MimeNode from 'nodemailer/lib/mime-node/index.js';
import type { Config } from '#config';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /**
   * The row from which the mail was written, if it contains a person's words: the kept copy of the mail is deleted
   * together with that row.
   */
  about?: MailSource;
  /** Address for answers; without it there is none. */
  replyTo?: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

/** For example `901-messages-12`: company, table and id of the row. */
export type MailSource = `${number}-${'messages' | 'notifications'}-${number}`;

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

/**
 * Sends a mail by SMTP_URL, or writes a readable .eml to DATA_DIR/outbox. Throws when the server refuses it; the job
 * then tries again.
 */
export async function sendMail(
  { SMTP_URL, MAIL_FROM, DATA_DIR }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  { about, ...mail }: Mail,
): Promise<void> {
  const message = { from: MAIL_FROM, ...mail };
  if (!SMTP_URL) return leaveIn(join(DATA_DIR, 'outbox'), (await composer.sendMail(message)).message as Buffer, about);
  if (server?.url !== SMTP_URL)
    server = { url: SMTP_URL, transporter: nodemailer.createTransport({ url: SMTP_URL, ...patience }) };
  await server.transporter.sendMail(message);
}

async function leaveIn(folder: string, message: Buffer, about?: MailSource) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const end = [randomUUID().slice(0, 8), about].filter(Boolean).join('.');
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${end}.eml`;
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
}

/**
 * Deletes from DATA_DIR/outbox the mails written from these rows, and those that contain any of these words in headers
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
