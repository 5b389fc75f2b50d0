/** The keys of the rows that an import has looked at, with the first row of each: read once, not with every chunk. */
import { sql } from 'kysely';
import type { Ctx } from '../lib/work/context.ts';
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
    const { rows } = await sql<{ key: string; row: number }>`select key, min(row) as row from import_rows
      where ${rowsOf(ctx, it)} and key is not null group by key`.execute(ctx.db);
    seen.keys = new Map(rows.map(({ key, row }) => [key, row]));
    seen.at = placeOf(it);
  }
  return seen.keys;
}

/** Adds the keys of the chunk that this worker has just kept. */
export function addKeys(seen: SeenKeys, it: ImportRecord, rows: readonly { row: number; key: string | null }[]): void {
  for (const { row, key } of rows) if (key !== null && !(seen.keys.get(key)! < row)) seen.keys.set(key, row);
  seen.at = placeOf({ ...it, atRow: rows.at(-1)!.row });
}
