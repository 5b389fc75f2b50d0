/** Enclosures that the customer of a contract is asked for by a private link: asked, ended, accepted, refused (rules.md §19). */
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { UNDECIDED_DAYS } from '#domain/contracts/enclosure-fields.ts';
import type { contractEnclosureCalls } from '#domain/contracts/enclosure-endpoints.ts';
import { askable } from '#domain/contracts/enclosures.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { contractFields } from '#domain/contracts/fields.ts';
import { isOpen } from '#domain/contracts/facts.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { documentTypes, type DocumentType } from '#domain/contracts/terms.ts';
import { locksOf } from '#domain/record/locks.ts';
import { forget } from '../lib/files/uploads.ts';
import { revokeLinks } from '../lib/people/link.ts';
import { take } from '../lib/records/move.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { named, wayAgain, wayBy, write } from './enclosures-post.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { insertRow } from './rows.ts';
import { raised } from './versions.ts';

type Enclosure = Contract['enclosures'][number];
const { entity } = contractMachine;
const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });

/** The locked contract whose attachments the caller may write; throws `forbidden`, or `conflict` with the reason. */
async function takeWritable(ctx: Ctx, id: number): Promise<ContractRecord> {
  const record = await take(ctx, contractCourse, { id, action: 'save' });
  const why = locksOf(contractMachine, record, { ...ctx.user, today: ctx.today }).attachments;
  if (why) throw new Failure('conflict', why);
  return record;
}

/** Takes back what a contract's customer was asked for, of some types or all; with `all`, what came, too. */
async function takeBack(
  ctx: Ctx,
  contractId: number,
  { all = false, types }: { all?: boolean; types?: readonly DocumentType[] },
): Promise<void> {
  // The row says whether something has come, whatever was read before it was locked.
  const ended = await ctx.db
    .deleteFrom('enclosures')
    .where('companyId', '=', ctx.user.companyId)
    .where('contractId', '=', contractId)
    .$if(!all, (query) => query.where('state', '<>', 'proposed'))
    .$if(types !== undefined, (query) => query.where('type', 'in', types!))
    .returning('uploadIds')
    .execute();
  await forget(
    ctx,
    ended.flatMap(({ uploadIds }) => uploadIds),
  );
}

/**
 * Ends the link of a contract and takes back what it asked for; with `all`, what came and nobody accepted is deleted, too:
 * the sale does not go on, or the customer is another one.
 */
export async function endEnclosures(ctx: Ctx, { id }: { id: number }, { all = false } = {}): Promise<void> {
  await revokeLinks(ctx, 'enclosures', id);
  await takeBack(ctx, id, { all });
}

/** The customer of a contract is another one: who was asked before sends nothing into it, and nothing written to them stays with it. */
export async function forgetAsked(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await endEnclosures(ctx, { id }, { all: true });
  await ctx.db
    .deleteFrom('messages')
    .where('companyId', '=', ctx.user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', id)
    .execute();
}

/** Ends the link by which nothing is wanted any more. */
async function endIdle(ctx: Ctx, contractId: number): Promise<void> {
  const left = await ctx.db
    .selectFrom('enclosures')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('contractId', '=', contractId)
    .limit(1)
    .executeTakeFirst();
  if (!left) await revokeLinks(ctx, 'enclosures', contractId);
}

/** A colleague has attached what was asked for: it is wanted no more; what came of it is still to be decided. */
export async function endAttached(ctx: Ctx, contractId: number, types: readonly DocumentType[]): Promise<void> {
  if (types.length === 0) return;
  await takeBack(ctx, contractId, { types });
  await endIdle(ctx, contractId);
}

const remove = ({ db, user }: Ctx, id: number) =>
  db.deleteFrom('enclosures').where('companyId', '=', user.companyId).where('id', '=', id).execute();

/** Deletes what nobody has decided on for a month after the link's last day. */
export const undecidedEnclosures: Schedule = {
  name: 'undecided-enclosures',
  at: ['00:20'],
  run: async (ctx) => {
    const gone = await ctx.db
      .deleteFrom('enclosures')
      .where('companyId', '=', ctx.user.companyId)
      .where('until', '<', addDays(ctx.today, -UNDECIDED_DAYS))
      .returning('uploadIds')
      .execute();
    await forget(
      ctx,
      gone.flatMap(({ uploadIds }) => uploadIds),
    );
  },
};

/**
 * An enclosure that came, with its contract, both locked. Throws `not_found`, and `conflict` for one that was decided or
 * of which other pages than these have come.
 */
async function takeProposed(
  ctx: Ctx,
  { id, enclosureId }: { id: number; enclosureId: number },
  seen: readonly number[],
) {
  const record = await takeWritable(ctx, id);
  const row = await ctx.db
    .selectFrom('enclosures')
    .select(['id', 'type', 'state', 'uploadIds'])
    .where('companyId', '=', ctx.user.companyId)
    .where('contractId', '=', id)
    .where('id', '=', enclosureId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  if (row.state !== 'proposed') throw new Failure('conflict', 'Il cliente non ha ancora mandato questo documento.');
  if (seen.join() !== row.uploadIds.join())
    throw new Failure('conflict', 'Il cliente ha mandato altre pagine: guardarle prima di decidere.');
  return { record, enclosure: { ...row, type: row.type as DocumentType, pages: row.uploadIds } };
}

/** Its pages become attachments after those that are there. */
async function attach(
  ctx: Ctx,
  record: ContractRecord,
  { type, pages }: Pick<Enclosure, 'type' | 'pages'>,
): Promise<void> {
  const { attachments } = record;
  const most = contractFields.attachments.most;
  if (attachments.length + pages.length > most)
    throw new Failure('conflict', `Gli allegati sono al massimo ${most}: toglierne prima.`);
  for (const [at, uploadId] of pages.entries()) {
    const note = pages.length > 1 ? `Pagina ${at + 1} di ${pages.length}` : '';
    const place = attachments.length + at;
    await insertRow(ctx, 'contractAttachments', record.id, { type, uploadId, expiresOn: null, note, place });
  }
  await contractCourse.write(ctx, record, { versions: raised(record, ['attachments']) });
}

/** What was sent was not accepted: the customer reads why, by a new link for all that is wanted. */
async function askAgain(
  ctx: Ctx,
  record: ContractRecord,
  { id, type }: Pick<Enclosure, 'id' | 'type'>,
  reason: string,
): Promise<void> {
  await ctx.db
    .updateTable('enclosures')
    .set({ state: 'refused', reason, uploadIds: [] })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  const open = record.enclosures.filter((one) => one.id === id || one.state !== 'proposed');
  const types = open.map((one) => one.type);
  await write(ctx, record, await wayAgain(ctx, record), { types, refused: { type, reason } });
}

export const enclosureVerbs: Omit<
  Verbs<typeof contractEnclosureCalls>,
  'GET /links/enclosures' | 'POST /links/enclosures' | 'DELETE /links/enclosures'
> = {
  'POST /contracts/:id/enclosures': async (ctx, { params: { id }, body: { types, channel } }) => {
    const record = await takeWritable(ctx, id);
    const may = askable(record, ctx.today);
    const odd = types.find((type) => !may.includes(type));
    if (odd) throw wrong('types', `«${documentTypes[odd]}» non si può chiedere adesso al cliente`);
    const way = await wayBy(ctx, record.customerId!, channel);
    const dropped = record.enclosures.map(({ type }) => type).filter((type) => !types.includes(type));
    if (dropped.length > 0) await takeBack(ctx, id, { types: dropped });
    await write(ctx, record, way, { types });
    ctx.audit({ action: 'enclosures_asked', entity, entityId: id, before: {}, after: { enclosures: named(types) } });
    return contractCourse.answer(ctx, id);
  },
  'DELETE /contracts/:id/enclosures': async (ctx, { params: { id } }) => {
    await endEnclosures(ctx, await takeWritable(ctx, id));
    ctx.audit({ action: 'enclosures_ended', entity, entityId: id });
    return contractCourse.answer(ctx, id);
  },
  'POST /contracts/:id/enclosures/:enclosureId/accept': async (ctx, { params, body }) => {
    const { record, enclosure } = await takeProposed(ctx, params, body.pages);
    await attach(ctx, record, enclosure);
    await remove(ctx, enclosure.id);
    await endIdle(ctx, record.id);
    const after = { enclosures: named([enclosure.type]) };
    ctx.audit({ action: 'enclosure_accepted', entity, entityId: record.id, before: {}, after });
    return contractCourse.answer(ctx, record.id);
  },
  'POST /contracts/:id/enclosures/:enclosureId/refuse': async (ctx, { params, body: { reason, pages } }) => {
    const { record, enclosure } = await takeProposed(ctx, params, pages);
    await forget(ctx, enclosure.pages);
    // Once the sale has no step ahead nothing is wanted any more.
    await (isOpen(record) ? askAgain(ctx, record, enclosure, reason) : remove(ctx, enclosure.id));
    const after = { enclosures: named([enclosure.type]), note: reason };
    ctx.audit({ action: 'enclosure_refused', entity, entityId: record.id, before: {}, after });
    return contractCourse.answer(ctx, record.id);
  },
};
