/** Messages about enclosures that the customer of a contract is asked for: where they go, what they say, with which link. */
import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import { Failure } from '#domain/errors.ts';
import { day } from '#domain/italian.ts';
import { ENCLOSURE_DAYS, type EnclosureChannel } from '#domain/contracts/enclosure-fields.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { documentTypes, type DocumentType } from '#domain/contracts/terms.ts';
import { isMobile } from '#domain/phones.ts';
import { leaves, sender } from '../documents/sender.ts';
import { readDealer } from '../documents/letterhead.ts';
import { openLink, revokeLinks } from '../lib/people/link.ts';
import { contractHref } from '../lib/records/links.ts';
import type { Ctx } from '../lib/work/context.ts';
import { contractCourse, type ContractRecord } from './records.ts';

const { entity } = contractMachine;
export const named = (types: readonly DocumentType[]): string => types.map((type) => documentTypes[type]).join(', ');

/** Where the customer's own record says that they are reached; null: it does not. */
async function addressesOf({ db, user }: Ctx, customerId: number): Promise<Record<EnclosureChannel, string | null>> {
  const { email, phone, phone2 } = await db
    .selectFrom('customers')
    .select(['email', 'phone', 'phone2'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return { mail: email || null, sms: [phone, phone2].find((one) => one !== null && isMobile(one)) ?? null };
}

/** By which way a message goes, and to what address or number. */
interface Way {
  channel: EnclosureChannel;
  to: string;
}

/** The way that a colleague has chosen; throws `invalid` where the customer is not reached by it. */
export async function wayBy(ctx: Ctx, customerId: number, channel: EnclosureChannel): Promise<Way> {
  const to = (await addressesOf(ctx, customerId))[channel];
  if (to) return { channel, to };
  const what = channel === 'mail' ? 'un’e-mail' : 'un cellulare';
  throw new Failure('invalid', undefined, {
    fields: { channel: `Nella scheda del cliente manca ${what}: inserirlo, o scegliere l’altra via` },
  });
}

/** Which way the last message about a contract's enclosures went. */
async function lastChannel({ db, user }: Ctx, contractId: number): Promise<EnclosureChannel> {
  const last = await db
    .selectFrom('enclosures as e')
    .innerJoin('messages as m', (on) => on.onRef('m.companyId', '=', 'e.companyId').onRef('m.id', '=', 'e.messageId'))
    .select('m.channel')
    .where('e.companyId', '=', user.companyId)
    .where('e.contractId', '=', contractId)
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.channel === 'sms' ? 'sms' : 'mail';
}

/** The way of the last message about a contract's enclosures, or the other one; throws `conflict` where there is none. */
export async function wayAgain(ctx: Ctx, { id, customerId }: ContractRecord): Promise<Way> {
  const addresses = await addressesOf(ctx, customerId!);
  const last = await lastChannel(ctx, id);
  const channel = addresses[last] ? last : last === 'mail' ? 'sms' : 'mail';
  const to = addresses[channel];
  if (to) return { channel, to };
  throw new Failure('conflict', 'Nella scheda del cliente mancano e-mail e cellulare: il motivo non gli arriva.');
}

/** What the customer reads; `refused`: the enclosure that was not accepted, with the reason. */
async function textOf(
  ctx: Ctx,
  { customer, number, vehicle }: ContractRecord,
  wanted: { types: readonly DocumentType[]; until: string; refused?: { type: DocumentType; reason: string } },
  channel: EnclosureChannel,
): Promise<{ subject: string; body: string }> {
  const { name } = await readDealer(ctx);
  const { types, until, refused } = wanted;
  const last = day(until);
  if (channel === 'sms')
    return {
      subject: '',
      body: refused
        ? `${name}: serve di nuovo «${documentTypes[refused.type]}» (${refused.reason.slice(0, 120)}), da mandare qui entro il ${last} ${LINK_PLACE}`
        : `${name}: per il suo contratto mancano dei documenti, li può fotografare e mandare qui entro il ${last} ${LINK_PLACE}`,
    };
  const why = refused
    ? `non abbiamo potuto accettare «${documentTypes[refused.type]}»: ${refused.reason}`
    : `per il contratto ${number} (${vehicle}) ci servono ancora: ${named(types)}.`;
  const how = `Da questa pagina li può fotografare con il telefono o mandare come PDF, fino al ${last}:`;
  const lines = [`Gentile ${customer},`, why, ...(refused ? [`Ci servono: ${named(types)}.`] : []), how, LINK_PLACE];
  return { subject: `${name}: documenti per il contratto ${number}`, body: [...lines, name].join('\n\n') };
}

/** Writes the message with a new link for what is wanted; it ends the link before. */
export async function write(
  ctx: Ctx,
  record: ContractRecord,
  { channel, to: address }: Way,
  wanted: { types: readonly DocumentType[]; refused?: { type: DocumentType; reason: string } },
): Promise<void> {
  const { companyId, id: userId } = ctx.user;
  const until = addDays(ctx.today, ENCLOSURE_DAYS);
  await revokeLinks(ctx, 'enclosures', record.id);
  const text = await textOf(ctx, record, { ...wanted, until }, channel);
  const { id: messageId } = await ctx.db
    .insertInto('messages')
    .values({
      companyId,
      entity,
      recordId: record.id,
      direction: 'out',
      channel,
      userId: userId || null,
      address,
      createdAt: ctx.now,
      ...text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into enclosures (company_id, contract_id, type, until, message_id, asked_by, created_at)
    select ${companyId}, ${record.id}, type, ${until}, ${messageId}, ${userId || null}::bigint, ${ctx.now}
    from unnest(${[...wanted.types]}::text[]) type
    on conflict (company_id, contract_id, type) do nothing`.execute(ctx.db);
  await ctx.db
    .updateTable('enclosures')
    .set({ until, messageId })
    .where('companyId', '=', companyId)
    .where('contractId', '=', record.id)
    .execute();
  await leaves(ctx, enclosuresPost, { id: messageId, channel });
}

/** Sends the newest message about a contract's enclosures, while one of them is wanted. */
export const enclosuresPost = sender('enclosures-post', async (ctx, message) => {
  const { id: messageId, recordId, body, sendingAt, userId } = message;
  const { number } = await contractCourse.find(ctx, recordId);
  const toldTo = (id: number | null) => ({
    userIds: id === null ? [] : [id],
    about: number,
    href: contractHref(recordId),
  });
  const enclosure = await ctx.db
    .selectFrom('enclosures')
    .select(['until', 'askedBy'])
    .where('companyId', '=', ctx.user.companyId)
    .where('contractId', '=', recordId)
    .where('messageId', '=', messageId)
    .where('state', '<>', 'proposed')
    .where('until', '>=', ctx.today)
    .limit(1)
    .executeTakeFirst();
  if (!enclosure) return { over: 'no enclosure is wanted by it any more', told: toldTo(userId) };
  // A link of a former try opens nothing once there is another; that of an SMS which may have arrived stays.
  if (sendingAt === null) await revokeLinks(ctx, 'enclosures', recordId);
  const expiresAt = new Date(`${enclosure.until}T23:00:00Z`);
  const { id, token } = await openLink(ctx, { purpose: 'enclosures', recordId, expiresAt });
  const url = `${ctx.config.PUBLIC_ORIGIN}/documenti/${token}`;
  return {
    text: body.replaceAll(LINK_PLACE, url),
    link: { id, purpose: 'enclosures' },
    told: toldTo(enclosure.askedBy),
  };
});
