/** Finds the leads in documents and mails that other systems sent. */
import { createHash } from 'node:crypto';
import type { LeadInput } from '#domain/leads/schema.ts';
import { leadFields } from '#domain/leads/fields.ts';
import type { LeadSettings } from '#domain/leads/setting-fields.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Ctx } from '../lib/work/context.ts';
import { leadHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import { decodedXml } from '../lib/files/encoding.ts';
import { Crowded, readAdf, type Sent } from './adf.ts';
import { checkedBy } from './authentication.ts';
import { readLeadSettings } from './in-force.ts';
import { gathered, guessed, readLabelled, writerIn } from './labels.ts';
import { readMail, type Mailed } from './mailed.ts';
import { flat } from './nested.ts';
import { readLead } from './values.ts';

/** The most characters of what nobody can read that are shown. */
const MOST_SHOWN = 20_000;

export type Format = 'json' | 'adf' | 'mail' | 'page';
export interface Intake {
  id: number;
  source: string;
  raw: string;
  format: Format;
  receivedAt: string;
  /** The document that it stood in. */
  cameIn: number | null;
}

export interface Unwrapped {
  leads: readonly Sent[];
  source: string;
  /** Why something of it cannot be read, in Italian; null when all can. */
  why: string | null;
  /** What it says, as a person reads it. */
  shown: string;
  /** What was found in it that may be a lead's, for the person who reads it. */
  found: Partial<LeadInput>;
  /** Who sent a mail whose sender is not admitted. */
  sender: string | null;
  /** The lead whose customer answers with it. */
  answers: number | null;
  /** It holds more than its leads say: it is kept until somebody has looked. */
  holdsMore: boolean;
}

/** Documents of one mail that are read: a megabyte can be of their beginnings alone. */
const MOST_DOCUMENTS = 500;
const MANY = 'Più di 500 richieste in una mail: registrare a mano le altre';
const CROWDED = 'Una richiesta con troppe persone o troppe auto: registrare a mano';

/** The leads of documents, each read for itself: one that cannot be read keeps no other back. */
function fromAdf(documents: readonly string[]): { leads: Sent[]; why: string | null } {
  const leads: Sent[] = [];
  const faults: string[] = [];
  if (documents.length > MOST_DOCUMENTS) faults.push(MANY);
  for (const xml of documents.slice(0, MOST_DOCUMENTS))
    try {
      const found = readAdf(xml);
      leads.push(...found);
      if (found.length === 0) faults.push('Nessun lead nel documento ADF');
    } catch (error) {
      const isCrowded = error instanceof Crowded;
      faults.push(isCrowded ? CROWDED : 'XML non leggibile: incompleto, o con DOCTYPE o entità proprie');
    }
  return { leads, why: faults[0] ?? null };
}

/** What stands behind the document is not of it: a mail's footer, for example. */
function untilEnd(xml: string): string {
  const end = xml.toLowerCase().lastIndexOf('</adf');
  const whole = end < 0 ? xml : xml.slice(0, xml.indexOf('>', end) + 1 || undefined);
  // One that only names the format defines nothing of its own.
  // A line of HTML is one of the text.
  return whole.replace(/<!DOCTYPE\s+adf\b[^[\]<>]*>/i, '').replace(/<[bh]r\s*\/?>/gi, '\n');
}

/** A text that the database holds: no NUL, no half character. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const stored = (lead: Sent): Sent =>
  Object.fromEntries(Object.entries(lead).map(([key, text]) => [key, storable(text)]));

/** Whether a lead may be told more than it has room for. */
const isLong = (lead: Sent): boolean => Object.values(lead).join('').length > leadFields.details.maxLength;

/** The row of the settings that lets a sender in: its address, or its domain. */
const senderOf = ({ senders }: LeadSettings, from: string) =>
  senders.find(({ address }) => {
    const wanted = address.trim().toLowerCase();
    return wanted.startsWith('@') ? from.endsWith(wanted) : from === wanted;
  });

/**
 * Keeps an answer with its lead, when number and address are those of a lead; returns that lead, or null. It is the
 * customer's word only where the company's mail server has verified the sender.
 */
async function keepAnswer(
  ctx: Ctx,
  { subject, from, name, texts, attachments }: Mailed,
  verified: boolean,
): Promise<number | null> {
  const number = /\[(L-\d{4}-\d{1,9})\]/.exec(subject)?.[1];
  if (!number) return null;
  const { companyId } = ctx.user;
  const text = storable([texts[0] ?? '', ...attachments].join('\n').trim());
  const lead = await ctx.db
    .selectFrom('leads')
    .select(['id', 'assigneeId', 'email', 'mergedInto'])
    .where('companyId', '=', companyId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!lead || lead.email?.toLowerCase() !== from) return null;
  const row = { companyId, entity: leadMachine.entity, recordId: lead.id, direction: 'in', channel: 'mail' };
  await ctx.db
    .insertInto('messages')
    .values({
      ...row,
      address: storable(name) || from,
      subject: storable(subject).slice(0, 300),
      body: text,
      verified,
      createdAt: ctx.now,
      sentAt: ctx.now,
    })
    .execute();
  const goesOn = lead.mergedInto ?? lead.id;
  await ctx.db
    .updateTable('leads')
    .set({ unverified: !verified })
    .where('companyId', '=', companyId)
    .where('id', '=', goesOn)
    .execute();
  await notify(ctx, lead.assigneeId === null ? [] : [lead.assigneeId], {
    kind: 'lead_assigned',
    title: verified ? `${number}: il cliente ha risposto` : `${number}: risposta con mittente non verificato`,
    text: text.slice(0, 200),
    href: leadHref(goesOn),
  });
  // Verified or not, somebody looks at it.
  await ctx.emit('lead.wrote', { leadId: lead.id });
  ctx.audit({ action: verified ? 'answered' : 'answeredUnverified', entity: leadMachine.entity, entityId: lead.id });
  return lead.id;
}

/** Addresses that nobody reads. */
const NOBODYS = /^(?:no|do|non)[._-]?(?:not[._-]?)?(?:reply|risp)/;

/** Mailboxes of a firm; by an address of signs the portal passes answers on to the customer. */
const OFFICES =
  /^(?:info|leads?|contatt[io]|contact|clienti|customer|support[o]?|assistenza|servizi[o]?|service|help|admin|amministrazione|commerciale|vendite|sales|marketing|team|portale|dealers?|concessionar[io]|business|notifiche|notifications?|mailer|posta|ufficio)\b/;
/** What belongs together among addresses of one firm: the end of the domain. */
const firmOf = (address: string) => address.split(/[@.]/).slice(-2).join('.');

/** The address for answers, where it is the customer's: not the sender's own, nor another mailbox of theirs or of another portal. */
function askerOf(
  { replyTo, from, name }: Pick<Mailed, 'replyTo' | 'from' | 'name'>,
  settings: LeadSettings,
): { name: string; address: string } | null {
  if (!replyTo || replyTo.address === from || NOBODYS.test(replyTo.address) || senderOf(settings, replyTo.address))
    return null;
  if (firmOf(replyTo.address) === firmOf(from) && OFFICES.test(replyTo.address)) return null;
  return { ...replyTo, name: replyTo.name === name ? '' : replyTo.name };
}

/** Who wrote what an admitted sender passes on, a site or a colleague; never another mailbox of a firm. */
function forwardedIn({ texts, ...mail }: Mailed, settings: LeadSettings): { name: string; address: string } | null {
  const writer = senderOf(settings, mail.from) ? writerIn(texts.join('\n')) : null;
  return writer && !OFFICES.test(writer.address) ? askerOf({ ...mail, replyTo: writer }, settings) : null;
}

/** What a mail says whose text is an object of JSON alone; null: it is none. */
function objectIn(text: string): Sent | null {
  if (!/^\{[^]*\}$/.test(text)) return null;
  try {
    const said = flat(JSON.parse(text) as Record<string, unknown>);
    return Object.fromEntries(Object.entries(said).map(([key, value]) => [key, String(value ?? '')]));
  } catch {
    return null;
  }
}

/** What a portal's mail says in lines of a label and a value, in that of its forms that says most. */
function saidIn(mail: Mailed, settings: LeadSettings): Sent {
  const { texts, subject } = mail;
  const object = objectIn(texts[0] ?? '');
  if (object) return object;
  const asker = askerOf(mail, settings) ?? forwardedIn(mail, settings);
  const [best] = texts
    .map((text) => readLabelled(text, mail.name))
    .toSorted((one, other) => Object.keys(other.found).length - Object.keys(one.found).length);
  const { found, rest = '' } = best ?? { found: {} };
  const lead = gathered(found);
  const name = lead.name ?? asker?.name;
  const email = lead.email ?? asker?.address;
  const details = [lead.details, lead.message !== undefined && rest].filter(Boolean).join('\n');
  return {
    ...lead,
    ...(name && { name }),
    ...(email && { email }),
    message: lead.message ?? [subject, rest].filter(Boolean).join('\n'),
    ...(details && { details }),
  };
}

/** The key by which a mail that comes twice is known: what it is called and what it says. */
const keyOf = (id: string, lead: Sent) =>
  `${id} ${createHash('sha256').update(JSON.stringify(lead)).digest('hex').slice(0, 16)}`;

async function fromMail(ctx: Ctx, intake: Intake): Promise<Unwrapped> {
  const none = { leads: [], source: intake.source, found: {}, sender: null, answers: null, holdsMore: false };
  let mail: Mailed;
  try {
    mail = await readMail(Buffer.from(intake.raw, 'latin1'));
  } catch {
    const shown = Buffer.from(intake.raw.slice(0, MOST_SHOWN), 'latin1').toString();
    return { ...none, why: 'Non è una mail leggibile', shown, found: readLead(guessed(shown), ctx.now).found };
  }
  const shown = [`Da: ${mail.from}`, `Oggetto: ${mail.subject}`, '', mail.texts[0] ?? '', ...mail.attachments].join(
    '\n',
  );
  const settings = await readLeadSettings(ctx);
  const sender = senderOf(settings, mail.from);
  const refuse = (why: string): Unwrapped => {
    const [first] = fromAdf(mail.documents.slice(0, 1)).leads;
    const written = first ?? { ...guessed(mail.texts.join('\n')), ...saidIn(mail, settings) };
    const { found } = readLead({ ...(!sender && { name: mail.name, email: mail.from }), ...written }, ctx.now);
    return { ...none, why, shown, found, sender: sender ? null : mail.from };
  };
  const checked = mail.isOfSeveral ? 'unverified' : checkedBy(mail.checks, settings.mailServer, mail.from);
  if (checked === 'forged') return refuse(`Il server di posta dice che ${mail.from} non è il mittente`);
  const isVerified = checked === 'verified';
  const { holdsMore } = mail;
  const answers = await keepAnswer(ctx, mail, isVerified);
  if (answers !== null) return { ...none, why: null, shown, answers, holdsMore };
  if (!sender) return refuse(`Mittente non ammesso: ${mail.from}. Si ammette in Preferenze, Lead`);
  const adf = fromAdf(mail.documents);
  const attached = mail.attachments.join('\n');
  const leads = mail.documents.length > 0 ? adf.leads : [saidIn(mail, settings)];
  const all = leads.map((lead): Sent => ({
    source: sender.source,
    ...(mail.sentAt !== null && { askedAt: mail.sentAt }),
    ...lead,
    ...(mail.documents.length === 0 && attached && { details: [lead.details, attached].filter(Boolean).join('\n') }),
    ...(lead.id === undefined && mail.id && { id: keyOf(mail.id, lead) }),
    ...(!isVerified && { unverified: 'true' }),
  }));
  if (mail.documents.length === 0) {
    const { why } = readLead(all[0]!, ctx.now);
    if (why !== null) return { ...refuse(why), source: sender.name };
  }
  return { ...none, leads: all, source: sender.name, why: adf.why, shown, holdsMore };
}

async function fromDocument(ctx: Ctx, intake: Intake): Promise<Unwrapped> {
  const shown = decodedXml(Buffer.from(intake.raw, 'latin1'));
  const read = fromAdf([untilEnd(shown)]);
  const found = read.why === null ? {} : readLead(guessed(shown), ctx.now).found;
  return { ...read, source: intake.source, shown, found, sender: null, answers: null, holdsMore: false };
}

/** Finds the leads in an ADF document or a mail. */
export async function unwrap(ctx: Ctx, intake: Intake): Promise<Unwrapped> {
  const { leads, shown, holdsMore, ...found } = await (intake.format === 'mail' ? fromMail : fromDocument)(ctx, intake);
  return {
    ...found,
    leads: leads.map(stored),
    shown: storable(shown).slice(0, MOST_SHOWN),
    holdsMore: holdsMore || leads.some(isLong),
  };
}
