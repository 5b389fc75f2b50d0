/** Keeps what a write changes of months that are over, so that each says what was entered after its end. */
import { sql } from 'kysely';
import { changesOf, type CountedContract } from '#domain/contracts/changes.ts';
import { columnOf } from '../lib/records/records.ts';
import type { Ctx } from '../lib/work/context.ts';

const columns = [
  'signedOn',
  'approvedOn',
  'billedOn',
  'registeredOn',
  'deliveredOn',
  'canceledAt',
  'withdrawnAt',
  'total',
  'marginSecond',
  'sellerId',
] as const satisfies (keyof CountedContract)[];

/** Whether a write of these columns can change what a month has counted. */
export const isCounted = (written: object): boolean => columns.some((column) => column in written);

async function counted({ db, user }: Ctx, ids: readonly number[]): Promise<Map<number, CountedContract>> {
  const rows = await db
    .selectFrom('contracts')
    .select(['id', ...columns])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, ...contract }) => [id, contract]));
}

async function keep(ctx: Ctx, before: ReadonlyMap<number, CountedContract>, ids: readonly number[]): Promise<void> {
  const after = await counted(ctx, ids);
  const changes = [...before].flatMap(([contractId, was]) =>
    changesOf(was, after.get(contractId)!, ctx.today).map((change) => {
      const entries = Object.entries({ contractId, ...change });
      return Object.fromEntries(entries.map(([key, value]) => [columnOf(key), value]));
    }),
  );
  if (changes.length === 0) return;
  const own = sql.join(Object.keys(changes[0]!).map((column) => sql.ref(column)));
  // One parameter for all of them: as many contracts pass to a colleague at once as a list counts. With a word on conflicts a
  // cluster sends the whole of it to the company's node; there are none.
  await sql`insert into contract_changes (company_id, at, user_id, ${own})
    select ${ctx.user.companyId}, ${ctx.now}, ${ctx.user.id || null}, ${own}
    from jsonb_populate_recordset(null::contract_changes, ${JSON.stringify(changes)}::jsonb) on conflict do nothing`.execute(
    ctx.db,
  );
}

/** Writes locked contracts and keeps what it changes of months that are over, with who asked for it. */
export async function noting<T>(ctx: Ctx, ids: readonly number[], write: () => Promise<T>): Promise<T> {
  const before = await counted(ctx, ids);
  const written = await write();
  await keep(ctx, before, ids);
  return written;
}

/** The same of contracts that were written already; `was`: what was otherwise until now. */
export async function noteSince(ctx: Ctx, ids: readonly number[], was: Partial<CountedContract>): Promise<void> {
  if (ids.length === 0) return;
  const now = await counted(ctx, ids);
  await keep(ctx, new Map([...now].map(([id, contract]) => [id, { ...contract, ...was }])), ids);
}
