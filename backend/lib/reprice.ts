/** Prices of many records changed at once, and taken back while nobody changed them since. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { textOf } from '#domain/field-text.ts';
import { seenFields, shortOf, typed } from '#domain/fields.ts';
import type { Repricing } from '#domain/priced-calls.ts';
import { fieldMessages, italian } from '#domain/validation.ts';
import type { Ctx } from './context.ts';
import type { Priced, PricedRecords } from './priced.ts';
import { columnOf, factsOf, readByIds } from './records.ts';

/** Rows that a preview shows. */
const MOST_SHOWN = 100;
/** Days for which a change can be taken back. */
const KEPT_DAYS = 30;

type Of<Row extends Priced> = PricedRecords<Row, never>;
/** A record with what becomes of some of its fields. */
interface Change<Row> {
  row: Row;
  values: Partial<Row>;
}

/** Changes the price of the chosen records by a percentage, each amount rounded once to the cent; all or none. A dry run only tells. */
export async function reprice<Row extends Priced>(
  ctx: Ctx,
  of: Of<Row>,
  { ids, percent, dryRun }: { ids: number[]; percent: number; dryRun?: boolean | undefined },
): Promise<Repricing> {
  const wanted = [...new Set(ids)];
  const found = await readByIds(ctx, of, wanted);
  if (found.length < wanted.length) throw new Failure('not_found');
  const changes = found
    .map((row) => ({ row, values: of.repriced(row, percent) }))
    .filter(({ row, values }) => keysOf(values).some((key) => !same(row[key], values[key])));
  for (const change of changes) assertFits(of, change);
  const told = { changed: changes.length, rows: changes.slice(0, MOST_SHOWN).map((change) => tell(ctx, of, change)) };
  if (dryRun || changes.length === 0) return { ...told, batch: null };
  await write(ctx, of, changes, 'reprice');
  await sql`delete from batches where company_id = ${ctx.user.companyId}
    and created_at < ${ctx.now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(ctx.db);
  const rows = changes.map(({ row, values }) => ({
    ...{ id: row.id, version: row.version + 1 },
    before: Object.fromEntries(keysOf(values).map((key) => [key, row[key]])),
  }));
  const { id } = await ctx.db
    .insertInto('batches')
    .values({
      ...{ companyId: ctx.user.companyId, kind: of.table, userId: ctx.user.id, rows: JSON.stringify(rows) },
      createdAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...told, batch: id };
}

/** Takes a price change back on the records that are still as it left them. Throws `conflict` when it was taken back already. */
export async function undoReprice<Row extends Priced>(ctx: Ctx, of: Of<Row>, batchId: number) {
  const batch = await ctx.db
    .selectFrom('batches')
    .select(['rows', 'undoneAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('kind', '=', of.table)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (!batch) throw new Failure('not_found');
  if (batch.undoneAt) throw new Failure('conflict', 'La variazione è già stata annullata.');
  const changed = batch.rows as unknown as { id: number; version: number; before: Partial<Row> }[];
  const before = new Map(changed.map((row) => [row.id, row]));
  const found = await readByIds(ctx, of, [...before.keys()]);
  const changes = found
    .filter((row) => row.version === before.get(row.id)!.version)
    .map((row) => ({ row, values: before.get(row.id)!.before }));
  await write(ctx, of, changes, 'unprice');
  await ctx.db
    .updateTable('batches')
    .set({ undoneAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', batchId)
    .execute();
  return { restored: changes.length, kept: changed.length - changes.length };
}

const keysOf = <Row extends object>(values: Partial<Row>) => Object.keys(values) as (keyof Row & string)[];
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Throws where a changed record is none that a person could have typed, such as one with too large an amount. */
function assertFits<Row extends Priced>({ fields, input }: Of<Row>, { row, values }: Change<Row>): void {
  const after = { ...row, ...values };
  const sent = Object.fromEntries(typed(fields).map(([key]) => [key, after[key as keyof Row]]));
  const parsed = input.safeParse(sent, { error: italian });
  if (parsed.success) return;
  const [why] = Object.values(fieldMessages(parsed.error));
  throw new Failure('invalid', undefined, { fields: { percent: `${row.code}: ${why}` } });
}

function tell<Row extends Priced>({ user }: Ctx, { fields }: Of<Row>, { row, values }: Change<Row>) {
  const seen = seenFields(fields, user.privileges);
  const changes = keysOf(values).flatMap((key) => {
    const field = seen[key];
    if (!field || same(row[key], values[key])) return [];
    return [{ field: shortOf(field), from: textOf(field, row[key]), to: textOf(field, values[key]) }];
  });
  return { id: row.id, code: row.code, changes };
}

/** Writes the values of many records in one statement, each with its audit row. */
async function write<Row extends Priced>(ctx: Ctx, of: Of<Row>, changes: readonly Change<Row>[], action: string) {
  if (changes.length === 0) return;
  const columns = keysOf(changes[0]!.values).map((key) => [key, columnOf(key)] as const);
  const rows = changes.map(({ row, values }) => ({
    id: row.id,
    ...Object.fromEntries(columns.map(([key, column]) => [column, values[key]])),
  }));
  const set = columns.map(([, column]) => sql`${sql.ref(column)} = p.${sql.ref(column)}`);
  await sql`update ${sql.table(of.table)} r set ${sql.join(set)}, version = r.version + 1, updated_at = ${ctx.now}
    from jsonb_populate_recordset(null::${sql.table(of.table)}, ${JSON.stringify(rows)}::jsonb) p
    where r.company_id = ${ctx.user.companyId} and r.id = p.id`.execute(ctx.db);
  await of.written?.(
    ctx,
    changes.map(({ row }) => row.id),
  );
  ctx.audit(
    ...changes.map(({ row, values }) => ({
      ...{ action, entity: of.entity, entityId: row.id },
      ...{ before: factsOf(of, row), after: factsOf(of, { ...row, ...values }) },
    })),
  );
}
