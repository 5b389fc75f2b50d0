/** What other systems sent and nobody could read: it waits with all that it holds, until a person makes a lead of it or settles it. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { senderFields, type LeadSettings } from '#domain/leads/setting-fields.ts';
import { schemaOf } from '#domain/record/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { parse } from '../lib/work/parse.ts';
import { readIntakes } from './inbound.ts';
import { create } from './make.ts';
import { fileOf, findOriginal } from './originals.ts';
import { leadCourse } from './records.ts';
import { leadSettings } from './settings.ts';

type Table = typeof table;

/** Characters of a text that the list shows. */
const SHOWN = 4000;

/** What could not be read and nobody has seen to. */
export const waiting: VerbOf<Table, 'GET /leads/inbound'> = async ({ db, user }) => {
  const rows = await db
    .selectFrom('leadIntakes')
    .select(['id', 'source', 'receivedAt', 'why', 'format', 'sender', 'found'])
    .select(sql<string>`left(coalesce(shown, raw), ${SHOWN})`.as('text'))
    .select(sql<boolean>`length(coalesce(shown, raw)) > ${SHOWN}`.as('isCut'))
    .select(sql<boolean>`shown is null`.as('isOld'))
    .where('companyId', '=', user.companyId)
    .where('why', 'is not', null)
    .where('settledAt', 'is', null)
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map(({ why, format, text, isCut, isOld, found, ...one }) => ({
    ...one,
    // What waited before texts were kept beside it holds a byte in each character.
    raw: isOld && (format === 'adf' || format === 'mail') ? Buffer.from(text, 'latin1').toString() : text,
    why: why ?? '',
    found: found as Record<string, unknown>,
    hasFile: isCut || (!isOld && format === 'mail'),
  }));
};

/** One that waits, locked. Throws `not_found`, and `conflict` of one that a colleague has settled. */
async function take({ db, user }: Ctx, intakeId: number) {
  const row = await db
    .selectFrom('leadIntakes')
    .select(['source', 'sender', 'settledAt', 'raw', 'format', 'shown'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', intakeId)
    .where('why', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return row;
}

/** Somebody has seen to it: what it says of a person is not kept a second time. */
const close = (ctx: Ctx, intakeId: number, leadId: number | null) =>
  ctx.db
    .updateTable('leadIntakes')
    .set({ settledAt: ctx.now, leadId, raw: '', shown: null, found: sql`'{}'::jsonb`, sender: null, why: '' })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', intakeId)
    .execute();

export const settle: VerbOf<Table, 'POST /leads/inbound/:intakeId/settle'> = async (ctx, { params: { intakeId } }) => {
  const { source, settledAt } = await take(ctx, intakeId);
  if (settledAt === null) await close(ctx, intakeId, null);
  ctx.audit({ action: 'settle', entity: leadMachine.entity, after: { source } });
};

/** What waits, as it came: a mail with its attachments, a document in full. */
export const original: VerbOf<Table, 'GET /leads/inbound/:intakeId/file'> = async (ctx, { params: { intakeId } }) => {
  const { format, raw, settledAt } = await take(ctx, intakeId);
  if (settledAt !== null) throw new Failure('not_found');
  return fileOf({ id: intakeId, format, raw });
};

/** What holds more than the lead that was made of it says. */
export const leadOriginal: VerbOf<Table, 'GET /leads/:id/originals/:intakeId'> = async (ctx, { params }) => {
  await leadCourse.read(ctx, params.id);
  return fileOf(await findOriginal(ctx, params.id, params.intakeId));
};

/** Somebody has looked at it: it is kept no longer. */
export const dropOriginal: VerbOf<Table, 'DELETE /leads/:id/originals/:intakeId'> = async (ctx, { params }) => {
  const { id } = await leadCourse.read(ctx, params.id);
  const { id: intakeId } = await findOriginal(ctx, id, params.intakeId);
  await ctx.db
    .updateTable('leadIntakes')
    .set({ raw: '' })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', intakeId)
    .execute();
  ctx.audit({ action: 'looked', entity: leadMachine.entity, entityId: id });
  return leadCourse.answer(ctx, id);
};

/** Makes a lead by hand of what waits, which is settled by that. */
export const enterByHand: VerbOf<Table, 'POST /leads/inbound/:intakeId/enter'> = async (ctx, input) => {
  const { intakeId } = input.params;
  const { settledAt } = await take(ctx, intakeId);
  if (settledAt !== null) throw new Failure('conflict', 'Nel frattempo un collega lo ha già visto.');
  const lead = await create(ctx, { ...input, params: {} });
  await close(ctx, intakeId, lead.id);
  return lead;
};

const MOST_SENDERS = 40;

/** Lets the sender of a mail in from today on, in what is planned for later as well; all mails of theirs that wait are read again. */
export const admit: VerbOf<Table, 'POST /leads/inbound/:intakeId/admit'> = async (ctx, { params, body }) => {
  const { sender } = await take(ctx, params.intakeId);
  if (sender === null) throw new Failure('conflict', 'Il mittente è già ammesso.');
  const added = parse(schemaOf(senderFields), { address: sender, ...body }, ctx.today);
  const { periods } = await leadSettings.read(ctx);
  for (const { from, values } of periods) {
    const { senders } = values as LeadSettings;
    if (senders.some(({ address }) => address.toLowerCase() === sender)) continue;
    if (senders.length >= MOST_SENDERS) throw new Failure('conflict', `Al massimo ${MOST_SENDERS} mittenti ammessi.`);
    const { version } = await leadSettings.read(ctx);
    const day = from === null || from < ctx.today ? ctx.today : from;
    await leadSettings.save(ctx, { version, body: { ...values, senders: [...senders, added], from: day } });
  }
  const { companyId } = ctx.user;
  await ctx.db
    .updateTable('leadIntakes')
    .set({ why: null, sender: null, shown: null })
    .where('companyId', '=', companyId)
    .where('sender', '=', sender)
    .where('settledAt', 'is', null)
    .execute();
  await ctx.enqueue(readIntakes, { companyId });
};
