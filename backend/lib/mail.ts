import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type Transporter } from 'nodemailer';
import type { Config } from '../../config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Milliseconds after which a silent server is given up: mails wait behind one another. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

let transport: { url: string; transporter: Transporter } | undefined;

/** Sends by SMTP_URL, or leaves a readable .eml in DATA_DIR/outbox. Throws when the server refuses: the job tries again. */
export async function sendMail(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>, mail: Mail): Promise<void> {
  const { to, subject, text } = mail;
  if (!config.SMTP_URL) return leaveInOutbox(config, mail);
  if (transport?.url !== config.SMTP_URL)
    transport = {
      url: config.SMTP_URL,
      transporter: nodemailer.createTransport({ url: config.SMTP_URL, ...patience }),
    };
  await transport.transporter.sendMail({ from: config.MAIL_FROM, to, subject: oneLine(subject), text });
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

async function leaveInOutbox(
  { MAIL_FROM, DATA_DIR }: Pick<Config, 'MAIL_FROM' | 'DATA_DIR'>,
  { to, subject, text }: Mail,
) {
  const folder = join(DATA_DIR, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const date = new Date();
  const head = [
    `From: ${oneLine(MAIL_FROM)}`,
    `To: ${oneLine(to)}`,
    `Subject: ${oneLine(subject)}`,
    `Date: ${date.toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  const name = `${date.toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
  await writeFile(join(folder, `.${name}`), `${head.join('\r\n')}\r\n\r\n${text}\r\n`, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
}
