import { isDeepStrictEqual } from 'node:util';
import { sql, type Updateable } from 'kysely';
import { customerFields } from '#domain/customers/fields.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { textOf } from '#domain/record/field-text.ts';
import { shortOf, typed, type Field } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { persons as table } from '#domain/persons/endpoints.ts';
import type { Merge } from '#domain/persons/schema.ts';
import type { Customers } from '../db/types.gen.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { userNames } from '../lib/people/people.ts';
import { columnsFrom } from '../lib/records/records.ts';
import { writeWords } from '../lib/records/search.ts';
import { readCustomers, type Customer } from './customers.ts';
import { forgetTold, tellApartToo } from './apart.ts';
import { candidatesOf } from './duplicates.ts';
import { refs, type Ref } from './held.ts';
import { joins, mergedOf, nameOf } from './join.ts';
import { dropClashing, restore, type Relation } from './relations.ts';

type Table = typeof table;
/** Days for which a merge can be undone. */
const UNDO_DAYS = 7;
/** Ids of rows by table and column. */
type Moved = Record<string, number[]>;
const keyOf = ({ table: name, column }: Ref) => `${name}.${column}`;
const fieldKeys = typed(customerFields).map(([key]) => key);

/** Query for the rows of a customer in a table with the alias `r`. */
const ofCustomer = ({ user }: Ctx, { column, where }: Ref, customerId: number) =>
  sql`r.company_id = ${user.companyId} and ${sql.ref(`r.${column}`)} = ${customerId} ${where ? sql.raw(`and ${where}`) : sql``}`;

/** Throws `conflict` when the two may not be merged. */
function check(kept: Customer, gone: Customer): void {
  if (kept.id === gone.id) throw new Failure('invalid', 'Scegliere due clienti diversi.');
  for (const { name, archivedAt, mergedInto } of [kept, gone])
    if (mergedInto !== null || archivedAt !== null)
      throw new Failure('conflict', `${name} è archiviato o già unito a un altro cliente.`);
}

async function write(ctx: Ctx, id: number, columns: Updateable<Customers>): Promise<void> {
  await ctx.db
    .updateTable('customers')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
}

/** Updates the copies of their names and their search words. */
async function follow(ctx: Ctx, ...ids: number[]): Promise<void> {
  for (const { id, name, type, country } of await readCustomers(ctx, ids))
    await ctx.emit('customer.renamed', { id, name, type, country });
  await ctx.emit('customer.saved', { ids });
  await writeWords(ctx, 'customers', ids);
}

export const preview: VerbOf<Table, 'GET /persons/merges/preview'> = async (ctx, { query: { keptId, goneId } }) => {
  const [kept, gone] = (await readCustomers(ctx, [keptId, goneId])) as [Customer, Customer];
  check(kept, gone);
  const both = await candidatesOf(ctx, [keptId, goneId]);
  const shown = (id: number) => both.find((one) => one.id === id)!;
  const sellers = await userNames(ctx, [Number(kept.sellerId ?? 0), Number(gone.sellerId ?? 0)]);
  const written = (key: string, field: Field, value: unknown) =>
    textOf(field, key === 'sellerId' ? (sellers.get(Number(value)) ?? null) : value);
  const fields = typed(customerFields)
    .filter(([key]) => !isDeepStrictEqual(kept[key], gone[key]))
    .map(([key, field]) => ({
      key,
      label: shortOf(field),
      joins: joins(field),
      kept: written(key, field, kept[key]),
      gone: written(key, field, gone[key]),
    }));
  const moves: { what: string; count: number }[] = [];
  for (const ref of refs) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(ref.table)} r
      where ${ofCustomer(ctx, ref, goneId)}`.execute(ctx.db);
    if (rows[0]!.count > 0) moves.push({ what: ref.what, count: rows[0]!.count });
  }
  return { kept: shown(keptId), gone: shown(goneId), fields, moves };
};

export const mergeCustomers: VerbOf<Table, 'POST /persons/merges'> = async (ctx, { body }) => {
  const { keptId, goneId, take } = body;
  const [kept, gone] = (await readCustomers(ctx, [keptId, goneId], true)) as [Customer, Customer];
  check(kept, gone);
  if (kept.version !== body.keptVersion || gone.version !== body.goneVersion)
    throw new Failure('conflict', 'Uno dei due clienti è stato modificato nel frattempo: ricontrollare il confronto.');
  const values = mergedOf(kept, gone, take);
  const name = nameOf(values);
  if (!name) throw new Failure('invalid', 'Con questa scelta il cliente resta senza nome.');
  const moved: Moved = {};
  const dropped = await dropClashing(ctx, keptId, goneId);
  const told = await tellApartToo(ctx, keptId, goneId);
  for (const ref of refs) {
    const { rows } = await sql<{ id: number }>`update ${sql.table(ref.table)} r set ${sql.ref(ref.column)} = ${keptId}
      where ${ofCustomer(ctx, ref, goneId)} returning r.id`.execute(ctx.db);
    if (rows.length > 0) moved[keyOf(ref)] = rows.map(({ id }) => id);
  }
  const before = Object.fromEntries([...fieldKeys, 'name'].map((key) => [key, kept[key]]));
  const after = { ...values, name };
  await write(ctx, keptId, { ...columnsFrom(customerFields, values), name });
  await write(ctx, goneId, { archivedAt: ctx.now, mergedInto: keptId });
  const { companyId, id: userId } = ctx.user;
  const { id } = await ctx.db
    .insertInto('customerMerges')
    .values({
      companyId,
      keptId,
      goneId,
      userId,
      createdAt: ctx.now,
      fields: JSON.stringify([before, after]),
      moved: JSON.stringify({ ...moved, dropped, told }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await follow(ctx, keptId, goneId);
  ctx.audit(
    { action: 'merge', entity: 'customer', entityId: keptId, before, after: { ...after, merged: gone.name } },
    { action: 'merged', entity: 'customer', entityId: goneId, after: { into: name } },
  );
  return (await merges(ctx, id))[0]!;
};

/** Merges of recent days that were not undone, or the one with `id`. */
export async function merges(ctx: Ctx, id?: number): Promise<Merge[]> {
  const { rows } =
    await sql<Merge>`select m.id, m.kept_id, k.name as kept, g.name as gone, m.created_at as at, u.name as who
    from customer_merges m join customers k on k.company_id = m.company_id and k.id = m.kept_id
      join customers g on g.company_id = m.company_id and g.id = m.gone_id
      left join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${ctx.user.companyId} and m.undone_at is null and m.fields is not null
      and m.created_at >= ${addDays(ctx.today, -UNDO_DAYS)} ${id === undefined ? sql`` : sql`and m.id = ${id}`}
    order by m.id desc limit 100`.execute(ctx.db);
  return rows.map((row) => ({ ...row, until: addDays(dayInRome(new Date(row.at)), UNDO_DAYS) }));
}

export const undoMerge: VerbOf<Table, 'POST /persons/merges/:id/undo'> = (ctx, { params }) =>
  undo(ctx, params.id, addDays(ctx.today, -UNDO_DAYS));

/**
 * Undoes a merge: moved rows return if they are still where the merge put them, and fields that nobody changed since
 * get their former values. `since`: an older merge is not undone.
 */
export async function undo(ctx: Ctx, id: number, since = ''): Promise<void> {
  const row = await ctx.db
    .selectFrom('customerMerges')
    .selectAll()
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  if (row.undoneAt) throw new Failure('conflict', 'L’unione è già stata annullata.');
  if (!row.fields || dayInRome(new Date(row.createdAt)) < since)
    throw new Failure('conflict', `Un’unione si annulla entro ${UNDO_DAYS} giorni.`);
  const { keptId, goneId } = row;
  const [kept, gone] = (await readCustomers(ctx, [keptId, goneId], true)) as [Customer, Customer];
  if (kept.mergedInto !== null)
    throw new Failure('conflict', `${kept.name} è stato unito a un altro cliente: annullare prima quella unione.`);
  if (gone.mergedInto !== keptId) throw new Failure('conflict', 'L’unione non è più in piedi.');
  const {
    dropped = [],
    told = [],
    ...moved
  } = row.moved as {
    dropped?: Relation[];
    told?: number[];
    [key: string]: unknown;
  };
  for (const ref of refs) {
    const ids = (moved as Moved)[keyOf(ref)] ?? [];
    if (ids.length > 0)
      await sql`update ${sql.table(ref.table)} set ${sql.ref(ref.column)} = ${goneId}
        where company_id = ${ctx.user.companyId} and id = any(${ids}::bigint[]) and ${sql.ref(ref.column)} = ${keptId}`.execute(
        ctx.db,
      );
  }
  await restore(ctx, dropped);
  await forgetTold(ctx, keptId, told);
  const [before, after] = row.fields as [Record<string, unknown>, Record<string, unknown>];
  const back = keysOf(before).filter((key) => isDeepStrictEqual(kept[key] ?? null, after[key] ?? null));
  const values = Object.fromEntries(back.map((key) => [key, before[key]]));
  await write(ctx, keptId, columnsFrom(customerFields, values));
  await write(ctx, goneId, { archivedAt: null, mergedInto: null });
  await ctx.db
    .updateTable('customerMerges')
    .set({ undoneAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', row.id)
    .execute();
  await follow(ctx, keptId, goneId);
  const old = Object.fromEntries(back.map((key) => [key, kept[key]]));
  ctx.audit(
    { action: 'unmerge', entity: 'customer', entityId: keptId, before: old, after: values },
    { action: 'unmerge', entity: 'customer', entityId: goneId, after: { from: kept.name } },
  );
}
