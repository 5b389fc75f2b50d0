/** A new version that begins with the options and prices of one that is there. */
import { withChanges } from '#domain/catalog/editions/changes.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readCatalogue } from './problems.ts';
import type { StoredChange } from './records.ts';
import type { Sent } from './sent.ts';

const KINDS = ['versionOptions', 'versionPrices', 'versionOptionPrices'] as const;

/**
 * The rows by which the new version among `rows` has what version `from` has: what is in force with the edition's
 * changes, without what it retires. On the server, because a version may have more options than one call may name.
 * Throws `invalid` at `copyOf` where no row is a new version.
 */
export async function copiedRows(
  ctx: Ctx,
  from: number,
  { rows, stored }: { rows: readonly Sent[]; stored: readonly StoredChange[] },
): Promise<Sent[]> {
  const made = rows.find(({ kind, key }) => kind === 'versions' && key.startsWith('-'));
  if (!made) throw new Failure('invalid', undefined, { fields: { copyOf: 'Nessuna versione nuova' } });
  const own = stored.filter(({ kind, key }) => KINDS.some((one) => one === kind) && key.startsWith(`${from}:`));
  const after = withChanges(await readCatalogue(ctx, [from]), own);
  const gone = new Set(
    [...after.versionOptions].flatMap(([key, row]) => ((row.retiredOn ?? null) === null ? [] : [key])),
  );
  return KINDS.flatMap((kind) =>
    [...after[kind]]
      .filter(([key]) => key.startsWith(`${from}:`) && !gone.has(key.replace(/:day$/, '')))
      .map(([key, { since: _since, retiredOn: _retiredOn, ...values }]) => ({
        kind,
        key: key.replace(String(from), made.key),
        version: 0,
        values,
      })),
  );
}
