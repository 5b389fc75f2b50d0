import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type Transporter } from 'nodemailer';
import type { Config } from '#config';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Where an answer goes; without it to nobody. */
  replyTo?: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

/** Milliseconds after which a silent server is given up: mails wait behind one another. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

let server: { url: string; transporter: Transporter } | undefined;

/** Composes the same message as for a server. */
const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
// The files are also opened in an editor: quoted-printable would break their links.
composer.use('stream', ({ message }, done) => {
  message.getTransferEncoding = () => '8bit';
  done();
});

/** Sends by SMTP_URL, or leaves a readable .eml in DATA_DIR/outbox. Throws when the server refuses: the job tries again. */
export async function sendMail(
  { SMTP_URL, MAIL_FROM, DATA_DIR }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  mail: Mail,
): Promise<void> {
  const message = { from: MAIL_FROM, ...mail };
  if (!SMTP_URL) return leaveIn(join(DATA_DIR, 'outbox'), (await composer.sendMail(message)).message as Buffer);
  if (server?.url !== SMTP_URL)
    server = { url: SMTP_URL, transporter: nodemailer.createTransport({ url: SMTP_URL, ...patience }) };
  await server.transporter.sendMail(message);
}

async function leaveIn(folder: string, message: Buffer) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
}

/** Mails that were left in DATA_DIR/outbox and say any of these words, in heads or text: they go with the person whose words they are. */
export async function forgetMail({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, words: readonly string[]): Promise<void> {
  const folder = join(DATA_DIR, 'outbox');
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    if (words.some((word) => text.includes(word))) await rm(join(folder, name), { force: true });
  }
}
