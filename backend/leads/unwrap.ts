/** Finds the leads in documents and mails that other systems sent. */
import { createHash } from 'node:crypto';
import { MOST_INBOUND } from '#domain/leads/schema.ts';
import type { LeadSettings } from '#domain/leads/setting-fields.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Ctx } from '../lib/work/context.ts';
import { leadHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import { readAdf, type Sent } from './adf.ts';
import { checkedBy } from './authentication.ts';
import { readLeadSettings } from './in-force.ts';
import { leadIn, readMail, type Mailed } from './mailed.ts';

export type Format = 'json' | 'adf' | 'mail' | 'page';
export interface Intake {
  id: number;
  source: string;
  raw: string;
  format: Format;
  receivedAt: string;
}

interface Unwrapped {
  leads: readonly Readonly<Record<string, unknown>>[];
  source: string;
  /** Why it cannot be read, in Italian; null when it can. */
  why: string | null;
  /** The text that is stored; a mail loses its attachments. */
  rest: string;
}

/** A lead without an id of its source is recognised by its content. */
const marked = (lead: Sent): Sent => ({
  ...lead,
  id: lead.id?.slice(0, 80) || createHash('sha256').update(JSON.stringify(lead)).digest('hex').slice(0, 32),
});

function fromAdf(xml: string): { leads: Sent[]; why: string | null } {
  try {
    const leads = readAdf(xml, MOST_INBOUND).map(marked);
    return { leads, why: leads.length === 0 ? 'Nessun lead nel documento ADF' : null };
  } catch {
    return { leads: [], why: 'XML non leggibile: incompleto, o con DOCTYPE o entità proprie' };
  }
}

/** The row of the settings that lets a sender in: its address, or its domain. */
const senderOf = ({ senders }: LeadSettings, from: string) =>
  senders.find(({ address }) => {
    const wanted = address.trim().toLowerCase();
    return wanted.startsWith('@') ? from.endsWith(wanted) : from === wanted;
  });

/**
 * Keeps an answer with its lead, when number and address are those of a lead; returns whether it was one. It is the
 * customer's word only where the company's mail server has verified the sender.
 */
async function keepAnswer(ctx: Ctx, { subject, from, name, text }: Mailed, verified: boolean): Promise<boolean> {
  const number = /\[(L-\d{4}-\d{1,9})\]/.exec(subject)?.[1];
  if (!number) return false;
  const { companyId } = ctx.user;
  const lead = await ctx.db
    .selectFrom('leads')
    .select(['id', 'assigneeId', 'email', 'mergedInto'])
    .where('companyId', '=', companyId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!lead || lead.email?.toLowerCase() !== from) return false;
  const row = { companyId, entity: leadMachine.entity, recordId: lead.id, direction: 'in', channel: 'mail' };
  await ctx.db
    .insertInto('messages')
    .values({
      ...row,
      address: name || from,
      subject: subject.slice(0, 300),
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
  return true;
}

async function fromMail(ctx: Ctx, intake: Intake): Promise<Unwrapped> {
  const none = { leads: [], source: intake.source };
  let mail: Mailed;
  try {
    mail = await readMail(Buffer.from(intake.raw, 'latin1'));
  } catch {
    return { ...none, why: 'Non è una mail leggibile', rest: intake.raw.slice(0, 20_000) };
  }
  const rest = Buffer.from(`Da: ${mail.from}\nOggetto: ${mail.subject}\n\n${mail.text}`).toString('latin1');
  const refuse = (why: string) => ({ ...none, why, rest });
  const settings = await readLeadSettings(ctx);
  const checked = mail.isOfSeveral ? 'unverified' : checkedBy(mail.checks, settings.mailServer, mail.from);
  if (checked === 'forged') return refuse(`Il server di posta dice che ${mail.from} non è il mittente`);
  const isVerified = checked === 'verified';
  if (await keepAnswer(ctx, mail, isVerified)) return { ...none, why: null, rest };
  const sender = senderOf(settings, mail.from);
  if (!sender) return refuse(`Mittente non ammesso: ${mail.from}. Si ammette in Preferenze, Lead`);
  const source = sender.name;
  const all = (leads: readonly Sent[]) => (isVerified ? leads : leads.map((one) => ({ ...one, unverified: true })));
  const adf = mail.text.indexOf('<adf');
  if (adf >= 0) {
    const { leads, why } = fromAdf(mail.text.slice(adf));
    return { leads: all(leads), why, source, rest };
  }
  const lead: Sent = {
    source: sender.source,
    ...(mail.sentAt !== null && { askedAt: mail.sentAt }),
    ...leadIn(mail),
  };
  return { leads: all([marked({ ...(mail.id && { id: mail.id }), ...lead })]), source, why: null, rest };
}

/** Finds the leads in an ADF document or a mail. */
export async function unwrap(ctx: Ctx, intake: Intake): Promise<Unwrapped> {
  if (intake.format === 'mail') return fromMail(ctx, intake);
  return {
    ...fromAdf(Buffer.from(intake.raw, 'latin1').toString()),
    source: intake.source,
    rest: intake.raw,
  };
}
