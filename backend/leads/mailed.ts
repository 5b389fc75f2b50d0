/** Mails as they come: who sent them, what their parts hold, and what mail servers found out about them. */
import { isUtf8 } from 'node:buffer';
import PostalMime, { addressParser, type Attachment } from 'postal-mime';
import { decodedXml, once } from '../lib/files/encoding.ts';
import { textOf } from '../lib/values/html.ts';
import { adfIn } from './adf.ts';

export interface Mailed {
  /** Who sent it, in lower case. */
  from: string;
  name: string;
  subject: string;
  /** What it says, in each form in which it says it: as text, as a page. At least one. */
  texts: readonly string[];
  /** The ADF documents of its parts. */
  documents: readonly string[];
  /** Its other parts, each with its name and kind, and what it says where that is a text. */
  attachments: readonly string[];
  /** It holds more than is said here: files, or a text that is cut. */
  holdsMore: boolean;
  /** What the source calls it: the id of the message. */
  id: string | null;
  /** When it was sent, in ISO form; null: it does not say so. */
  sentAt: string | null;
  /** What mail servers found out about the sender: the values of Authentication-Results, the topmost first. */
  checks: readonly string[];
  /** The mail names several authors: nobody can vouch for one of them. */
  isOfSeveral: boolean;
  /** The address for answers: of a portal's mail it is the customer's. */
  replyTo: { name: string; address: string } | null;
}

/** The most characters of its text that are read, and of the text of an attachment that are shown. */
const [MOST_TEXT, MOST_SHOWN] = [20_000, 4000];

const isText = ({ mimeType, filename }: Attachment) =>
  /^text\/|[/+](xml|json)$/i.test(mimeType) || /\.(xml|adf|txt|csv|json|html?)$/i.test(filename ?? '');
/** Of a forwarded mail, what it says. */
const isMail = ({ mimeType }: Attachment) => mimeType.toLowerCase() === 'message/rfc822';

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);

function about(attachment: Attachment): string {
  const { filename, mimeType } = attachment;
  const bytes = bytesOf(attachment);
  const head = `Allegato: ${filename || mimeType} (${Math.ceil(bytes.length / 1024)} kB)`;
  return isText(attachment) ? `${head}\n${decodedXml(bytes).slice(0, MOST_SHOWN)}` : head;
}

/** A picture that the text shows, such as the portal's logo, is nothing that somebody attached. */
const isDrawn = ({ mimeType, related }: Attachment) => Boolean(related) && mimeType.startsWith('image/');
/** What is said here of an attachment is all that it holds. */
const isSaid = (attachment: Attachment) =>
  isDrawn(attachment) || (isText(attachment) && decodedXml(bytesOf(attachment)).length <= MOST_SHOWN);

const UTF8 = /charset=["']?utf-?8["']?/gi;

/** Mails within mails are read to this depth: each is read anew. */
const DEPTH = 3;

/** Lines that are read: each takes the reader as long as many letters, and a megabyte can be of ends of lines alone. */
const MOST_LINES = 15_000;
function beginning(whole: Buffer): Buffer {
  let at = -1;
  for (let lines = 0; lines < MOST_LINES; lines += 1) {
    at = whole.indexOf('\n', at + 1);
    if (at < 0) return whole;
  }
  return whole.subarray(0, at + 1);
}

/** Reads a mail with its parts. Throws for what is no mail. */
export async function readMail(whole: Buffer, depth = 0): Promise<Mailed> {
  const raw = beginning(whole);
  const mail = await PostalMime.parse(raw, {
    maxNestingDepth: 20,
    maxHeadersSize: 100_000,
    forceRfc822Attachments: true,
  });
  // A program that says UTF-8 and writes Windows-1252: what it says holds only where the bytes fit.
  if (
    depth === 0 &&
    raw.toString('latin1').search(UTF8) >= 0 &&
    /\uFFFD/.test(`${mail.text}${mail.html}`) &&
    !isUtf8(raw)
  )
    return readMail(Buffer.from(raw.toString('latin1').replace(UTF8, 'charset=windows-1252'), 'latin1'), 1);
  const { from, subject = '', text = '', html = '', messageId, replyTo, headers, date, attachments } = mail;
  const address = from && 'address' in from ? from.address : undefined;
  if (!from || !address) throw new Error('no sender');
  const valuesOf = (wanted: string) => headers.filter(({ key }) => key === wanted).map(({ value }) => value);
  const [answers] = replyTo ?? [];
  const inside = await Promise.all(
    depth < DEPTH ? attachments.filter(isMail).map((one) => readMail(bytesOf(one), depth + 1).catch(() => null)) : [],
  );
  const own = attachments.filter((one) => !isMail(one));
  const page = once(textOf(html));
  const written = [once(text), page, ...inside.flatMap((one) => one?.texts ?? [])];
  const documents = [
    ...own.filter(isText).flatMap((one) => adfIn(decodedXml(bytesOf(one)))),
    ...inside.flatMap((one) => one?.documents ?? []),
  ];
  const body = [text, html, page].map(adfIn).find((found) => found.length > 0) ?? [];
  return {
    from: address.toLowerCase(),
    name: from.name,
    subject,
    texts: written.map((one) => one.trim().slice(0, MOST_TEXT)).filter(Boolean),
    documents: documents.length > 0 ? documents : body,
    attachments: [...own.filter((one) => !isDrawn(one)).map(about), ...inside.flatMap((one) => one?.attachments ?? [])],
    holdsMore:
      raw !== whole ||
      !own.every(isSaid) ||
      written.some((one) => one.trim().length > MOST_TEXT) ||
      inside.some((one) => one?.holdsMore ?? true),
    id: messageId ?? null,
    sentAt: date ?? null,
    checks: valuesOf('authentication-results'),
    isOfSeveral: valuesOf('from').flatMap((value) => addressParser(value, { flatten: true })).length > 1,
    replyTo: answers?.address ? { name: answers.name, address: answers.address.toLowerCase() } : null,
  };
}
