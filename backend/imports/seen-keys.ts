/** The keys of the rows that an import has looked at and the records that they change, with the first row of each: read once, not with every chunk. */
import { sql } from 'kysely';
import type { Ctx } from '../lib/work/context.ts';
import { recordKey } from './decide.ts';
import { rowsOf, type ImportRecord } from './record.ts';

export interface SeenKeys {
  /** Where the import stood when they were right. */
  at: string;
  keys: Map<string, number>;
}

export const noKeys = (): SeenKeys => ({ at: '', keys: new Map() });

const placeOf = ({ version, state, atRow }: Pick<ImportRecord, 'version' | 'state' | 'atRow'>) =>
  `${version} ${state} ${atRow}`;

/** The keys of the rows looked at so far; read anew where the import no longer stands where this worker left it. */
export async function keysSeen(ctx: Ctx, it: ImportRecord, seen: SeenKeys): Promise<ReadonlyMap<string, number>> {
  if (seen.at !== placeOf(it)) {
    const { rows } = await sql<{ key: string; row: number }>`select k as key, min(row) as row
      from import_rows, unnest(array[key, case outcome when 'updated' then '#' || found_id end]) k
      where ${rowsOf(ctx, it)} and key is not null and k is not null group by k`.execute(ctx.db);
    seen.keys = new Map(rows.map(({ key, row }) => [key, row]));
    seen.at = placeOf(it);
  }
  return seen.keys;
}

/** Adds the keys of the chunk that this worker has just kept. */
export function addKeys(
  seen: SeenKeys,
  it: ImportRecord,
  rows: readonly { row: number; key: string | null; outcome: string; foundId?: number | undefined }[],
): void {
  const keysOf = ({ key, outcome, foundId }: (typeof rows)[number]) =>
    key === null ? [] : outcome === 'updated' ? [key, recordKey(foundId!)] : [key];
  for (const one of rows)
    for (const key of keysOf(one)) if (!(seen.keys.get(key)! < one.row)) seen.keys.set(key, one.row);
  seen.at = placeOf({ ...it, atRow: rows.at(-1)!.row });
}
