import type { FieldMessages } from '#domain/errors.ts';
import { inSavepoint } from '../lib/work/savepoint.ts';
import { typedOf, writeMany, type KeptRow } from '../lib/records/batches.ts';
import type { Ctx } from '../lib/work/context.ts';
import { asFailure } from '../lib/work/failures.ts';
import type { Importable } from '../lib/records/importable.ts';
import { makeMany } from '../lib/records/make.ts';
import type { Stored } from '../lib/records/records.ts';
import { writeWords } from '../lib/records/search.ts';
import { columnsFrom, type Written } from './decide.ts';

/** The result for a row that was to be written: the record after the import, or why it was rejected. */
export type Fate = { row: number } & (KeptRow | { refused: string });

/**
 * Writes new and changed rows all together; if the database refuses them, each half by itself, so that one bad row does
 * not keep out the others.
 */
export async function write(
  ctx: Ctx,
  kind: Importable,
  constraints: Record<string, FieldMessages>,
  rows: readonly Written[],
): Promise<Fate[]> {
  if (rows.length === 0) return [];
  try {
    return await inSavepoint(ctx, (inner) => writeAll(inner, kind, rows));
  } catch (error) {
    const failure = asFailure(error, constraints);
    if (failure.code === 'internal' || failure.code === 'unavailable') throw error;
    if (rows.length === 1) {
      const { fields = {} } = failure.detail;
      return [{ row: rows[0]!.row, refused: Object.values(fields).join('; ') || failure.message }];
    }
    const half = Math.ceil(rows.length / 2);
    return [
      ...(await write(ctx, kind, constraints, rows.slice(0, half))),
      ...(await write(ctx, kind, constraints, rows.slice(half))),
    ];
  }
}

async function writeAll(ctx: Ctx, kind: Importable, rows: readonly Written[]): Promise<Fate[]> {
  const changes = rows.flatMap(({ old, ...row }) => (old ? [{ ...row, old }] : []));
  const changed = await change(ctx, kind, changes);
  const fresh = rows.filter(({ old }) => !old);
  const made = await make(ctx, kind, fresh);
  return [
    ...changes.map(({ row, old }, at) => {
      const { id, version } = changed[at]!;
      return { row, id, version, before: columnsFrom(kind, typedOf(kind.of, old)!) };
    }),
    ...fresh.map(({ row }, at) => ({ row, id: made[at]!.id, version: made[at]!.version, before: null })),
  ];
}

/** Writes what rows say of records that are there; returns these in the order of the rows. */
async function change(
  ctx: Ctx,
  { of, entered, told }: Importable,
  rows: readonly (Written & { old: Stored })[],
): Promise<Stored[]> {
  if (rows.length === 0) return [];
  if (of.check) for (const { input } of rows) await of.check(ctx, input);
  const changed = await writeMany(ctx, of, rows.map(({ old, input }) => ({ row: old, values: input })), 'import'); // prettier-ignore
  await entered?.(
    ctx,
    rows.map(({ old, cells }) => ({ id: old.id, cells, old })),
  );
  await writeWords(
    ctx,
    of.table,
    changed.map(({ id }) => id),
  );
  await told?.(
    ctx,
    changed.map((after, at) => ({ before: rows[at]!.old, after })),
  );
  return changed;
}

/** Makes the records of rows that name none; returns them in the order of the rows. */
async function make(ctx: Ctx, { of, fresh, entered }: Importable, rows: readonly Written[]): Promise<Stored[]> {
  const made = await fresh?.(ctx);
  const bodies: object[] = [];
  for (const { input } of rows) bodies.push(made ? await made(input) : input);
  return makeMany(ctx, of, bodies, {
    action: 'import',
    entered: async (ids) =>
      entered?.(
        ctx,
        rows.map(({ cells }, at) => ({ id: ids[at]!, cells, old: undefined })),
      ),
  });
}
