/** How a record comes into being, whichever door it comes by: a form, another area, a file. */
import { sql } from 'kysely';
import type { Ctx } from '../work/context.ts';
import { seen } from './list.ts';
import { columnOf, factsOf, ownOf, readByIds, type Records, type Stored } from './records.ts';
import { writeFirstWords } from './search.ts';

interface Making {
  /** What the audit calls it. */
  action: 'create' | 'import';
  /** Writes what the door knows beside the record, before it is read for the audit. */
  entered?: (ids: readonly number[]) => Promise<void>;
}

/**
 * Makes records: checks them, writes their columns, what stands beside them and their search words, and a row of the
 * audit for each. Returns them in the order of the bodies. Throws `invalid` at the field that does not fit.
 */
export async function makeMany<Row extends Stored>(
  ctx: Ctx,
  of: Records<Row, never>,
  bodies: readonly object[],
  { action, entered }: Making,
): Promise<Row[]> {
  if (bodies.length === 0) return [];
  if (of.check) for (const body of bodies) await of.check(ctx, body);
  const ids = await insert(ctx, of, bodies);
  if (of.beside) for (const [at, id] of ids.entries()) await of.beside.write(ctx, id, bodies[at]!);
  await of.written?.(ctx, ids);
  await entered?.(ids);
  await writeFirstWords(ctx, of.table, ids);
  const read = new Map((await readByIds(ctx, of, ids, false)).map((row) => [row.id, row]));
  const made = ids.map((id) => read.get(id)!);
  ctx.audit(...made.map((row) => ({ action, entity: of.entity, entityId: row.id, after: factsOf(of, row) })));
  return made;
}

/** Makes one record and answers it with the fields that the caller may see. */
export async function create<Row extends Stored>(ctx: Ctx, of: Records<Row, never>, body: object): Promise<Row> {
  const [made] = await makeMany(ctx, of, [body], { action: 'create' });
  return seen(ctx, of.fields, made!);
}

/** Writes the columns of new records; returns their ids in the order of the bodies. */
async function insert(
  ctx: Ctx,
  of: Pick<Records<never, never>, 'table' | 'beside'>,
  bodies: readonly object[],
): Promise<number[]> {
  const values = bodies.map((body) =>
    Object.fromEntries(
      Object.entries<unknown>({ ...ownOf(of, body) })
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [columnOf(key), value]),
    ),
  );
  const columns = sql.join([...new Set(values.flatMap((one) => Object.keys(one)))].map((name) => sql.ref(name)));
  // One parameter for all rows: one for every cell would block the event loop.
  const { rows } = await sql<{
    id: number;
  }>`insert into ${sql.table(of.table)} (company_id, ${columns}, created_at, updated_at)
    select ${ctx.user.companyId}, ${columns}, ${ctx.now}, ${ctx.now}
    from jsonb_populate_recordset(null::${sql.table(of.table)}, ${JSON.stringify(values)}::jsonb)
    returning id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
