/** A new version that begins with the options, prices and pictures of one that is there. */
import { withChanges, type Row } from '#domain/catalog/editions/changes.ts';
import type { CatalogKind } from '#domain/catalog/editions/tables.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readCatalogue } from './problems.ts';
import type { StoredChange } from './records.ts';
import type { Sent } from './sent.ts';

const KINDS = ['versionOptions', 'versionPrices', 'versionOptionPrices', 'versionImages'] as const;

/**
 * The rows by which the new version among `rows` has what version `from` has: what is in force with the edition's
 * changes, without what it retires and pictures that are not shown. On the server, because a version may have more options than one call may name.
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
  // A picture and an option may have the same id.
  const isKept = (kind: CatalogKind, key: string, { shown = true }: Row) =>
    kind === 'versionImages' ? shown : !gone.has(key.replace(/:day$/, ''));
  return KINDS.flatMap((kind) =>
    [...after[kind]]
      .filter(([key, row]) => key.startsWith(`${from}:`) && isKept(kind, key, row))
      .map(([key, { since: _since, retiredOn: _retiredOn, ...values }]) => ({
        kind,
        key: key.replace(String(from), made.key),
        version: 0,
        values,
      })),
  );
}
