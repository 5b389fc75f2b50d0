/** Prices of many records changed at once. */
import { Failure } from '#domain/errors.ts';
import { textOf } from '#domain/record/field-text.ts';
import { seenFields, shortOf, typed } from '#domain/record/fields.ts';
import type { Repricing } from '#domain/record/priced-calls.ts';
import { fieldMessages, italian } from '#domain/validation.ts';
import type { Ctx } from '../work/context.ts';
import type { Priced, PricedRecords } from './priced.ts';
import { keepBatch, keysOf, writeMany, type Change } from './batches.ts';
import { readByIds } from './records.ts';

/** The most rows of a preview. */
const MOST_SHOWN = 100;

type Of<Row extends Priced> = PricedRecords<Row, never>;

/**
 * Changes the price of the chosen records by a percentage, each amount rounded once to the cent; either all or none. A
 * dry run changes nothing and returns what would change.
 */
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
  await writeMany(ctx, of, changes, 'reprice');
  const kept = changes.map(({ row, values }) => ({
    id: row.id,
    version: row.version + 1,
    before: Object.fromEntries(keysOf(values).map((key) => [key, row[key]])),
  }));
  return { ...told, batch: await keepBatch(ctx, of.table, 'reprice', kept) };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Throws when a changed record would be invalid as input, for example with too large an amount. */
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
