import type { customers as table } from '#domain/customers/endpoints.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { colleaguesWith } from '../lib/people/people.ts';
import { create } from '../lib/records/make.ts';
import { readOne, update } from '../lib/records/records.ts';
import { stale } from '../lib/records/stale.ts';
import { askAlike, refuseDuplicate } from './duplicates.ts';
import { keepScans } from './scans.ts';
import { columnsOf, customerOf, customers, lockCustomer } from './records.ts';

type Table = typeof table;

/** Active colleagues who make quotes: those who may follow customers. */
export const followers = ((ctx) => colleaguesWith(ctx, [p.createQuotes])) satisfies VerbOf<
  Table,
  'GET /customers/followers'
>;

export const provinces = (({ db, today }: Ctx) =>
  db
    .selectFrom('provinces')
    .select(['code', 'name'])
    .where('validFrom', '<=', today)
    .where((eb) => eb.or([eb('validTo', 'is', null), eb('validTo', '>=', today)]))
    .orderBy('name')
    .orderBy('code')
    .execute()) satisfies VerbOf<Table, 'GET /customers/provinces'>;

const answer = async (ctx: Ctx, id: number) => customerOf(ctx, await readOne(ctx, customers, id));

/** Creates a customer; a seller who enters one follows it unless another is named. */
export const createCustomer: VerbOf<Table, 'POST /customers'> = async (ctx, { body }) => {
  const { distinctFrom, ...input } = body;
  await refuseDuplicate(ctx, input);
  const columns = columnsOf(input);
  const remember = distinctFrom && (await askAlike(ctx, columns, distinctFrom));
  const { id: me } = ctx.user;
  const sellerId = body.sellerId ?? (holds(ctx, p.createQuotes) ? me : null);
  const { id } = await create(ctx, customers, { ...columns, sellerId, createdBy: me || null });
  await keepScans(ctx, id, [], body.documents);
  await remember?.(id);
  return answer(ctx, id);
};

/** Saves a customer; other areas are told of a new name. Throws `stale` with the current customer. */
export const saveCustomer: VerbOf<Table, 'PUT /customers/:id'> = async (ctx, { params, version, body }) => {
  const before = await lockCustomer(ctx, params.id);
  if (before.version !== version) throw await stale(ctx, 'customer', params.id, customerOf(ctx, before));
  await refuseDuplicate(ctx, body, params.id);
  await update(ctx, customers, { params, version, body: columnsOf(body) });
  await keepScans(ctx, params.id, before.documents, body.documents);
  const saved = await answer(ctx, params.id);
  const { id, name, type, country } = saved;
  if (name !== before.name || type !== before.type || country !== before.country)
    await ctx.emit('customer.renamed', { id, name, type, country });
  await ctx.emit('customer.saved', { ids: [id] });
  return saved;
};
