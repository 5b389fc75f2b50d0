/** Leads that come as mails: who sent them, what they say, and which of them answer a message of ours. */
import PostalMime, { addressParser } from 'postal-mime';

export interface Mailed {
  /** Who sent it, in lower case. */
  from: string;
  name: string;
  subject: string;
  text: string;
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

/** The most characters of its text that are kept. */
const MOST_TEXT = 20_000;

const plain = (html: string) =>
  html
    .slice(0, 4 * MOST_TEXT)
    .replace(/<(br|\/p|\/div|\/tr|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/[^\S\n]+/g, ' ');

/** Reads a mail; attachments are dropped, nested ones unread. Throws for what is no mail. */
export async function readMail(raw: Buffer): Promise<Mailed> {
  const mail = await PostalMime.parse(raw, {
    maxNestingDepth: 20,
    maxHeadersSize: 100_000,
    forceRfc822Attachments: true,
  });
  const { from, subject = '', text, html, messageId, replyTo, headers, date } = mail;
  const address = from && 'address' in from ? from.address : undefined;
  if (!from || !address) throw new Error('no sender');
  const valuesOf = (wanted: string) => headers.filter(({ key }) => key === wanted).map(({ value }) => value);
  const [answers] = replyTo ?? [];
  return {
    from: address.toLowerCase(),
    name: from.name,
    subject,
    text: (text?.trim() || plain(html ?? '')).slice(0, MOST_TEXT),
    id: messageId ?? null,
    sentAt: date ?? null,
    checks: valuesOf('authentication-results'),
    isOfSeveral: valuesOf('from').flatMap((value) => addressParser(value, { flatten: true })).length > 1,
    replyTo: answers?.address ? { name: answers.name, address: answers.address.toLowerCase() } : null,
  };
}

/** Words before a colon, and the field of a lead that follows them. */
const heads: Readonly<Record<string, string>> = {
  nome: 'name',
  'nome e cognome': 'name',
  cliente: 'name',
  name: 'name',
  cognome: 'surname',
  telefono: 'phone',
  cellulare: 'phone',
  tel: 'phone',
  phone: 'phone',
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  auto: 'vehicle',
  veicolo: 'vehicle',
  vehicle: 'vehicle',
  targa: 'plate',
  annuncio: 'advert',
  link: 'advert',
  messaggio: 'message',
  richiesta: 'message',
  note: 'message',
};

/** What the lines of a portal's mail say, as a lead; a message goes on to the end. */
export function leadIn({ text, subject, replyTo }: Mailed): Record<string, string> {
  const lead: Record<string, string> = {};
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const colon = line.indexOf(':');
    const key = colon < 0 ? undefined : heads[line.slice(0, colon).trim().toLowerCase()];
    if (!key) continue;
    const value = line.slice(colon + 1).trim();
    if (key === 'message') {
      lead.message = [value, ...lines.slice(at + 1)].join('\n').trim().slice(0, 4000);
      break;
    }
    if (value) lead[key] ??= value;
  }
  const { surname, ...rest } = lead;
  const name = [rest.name, surname].filter(Boolean).join(' ') || replyTo?.name;
  const email = rest.email ?? replyTo?.address;
  return {
    ...rest,
    ...(name && { name }),
    ...(email && { email }),
    message: rest.message ?? [subject, text].join('\n').slice(0, 4000),
  };
}
