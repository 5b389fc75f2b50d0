import { sql } from 'kysely';
import { inSavepoint } from '../lib/work/savepoint.ts';
import { takeBack, type KeptRow } from '../lib/records/batches.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Importable } from '../lib/records/importable.ts';
import { CHUNK } from './prepare.ts';
import { readImport, rowsAt, rowsOf, type ImportRecord } from './record.ts';

type Row = KeptRow & { row: number };
type Fate = Row & { fate: string };

/** Undoes the next rows of an import, except those changed since; null when there are none left. */
export async function takeRowsBack(ctx: Ctx, kind: Importable, { id }: ImportRecord): Promise<true | null> {
  const now = await readImport(ctx, id, true);
  const { rows } = await sql<Row>`select row, record_id as id, version, before from import_rows
    where ${rowsOf(ctx, now)} and row > ${now.atRow} and record_id is not null and outcome in ('created', 'updated')
    order by row limit ${CHUNK}`.execute(ctx.db);
  if (now.state !== 'undoing' || rows.length === 0) return null;
  const done = await back(ctx, kind, rows);
  const count = (fate: string) => done.filter((one) => one.fate === fate).length;
  await sql`update import_rows r set outcome = p.fate from jsonb_to_recordset(${JSON.stringify(
    done.map(({ row, fate }) => ({ row, fate })),
  )}::jsonb) as p (row int, fate text) where ${rowsAt(ctx, now)}`.execute(ctx.db);
  await sql`update imports set at_row = ${rows.at(-1)!.row}, done = done + ${rows.length}, restored = restored + ${count('restored')},
    removed = removed + ${count('removed')}, kept = kept + ${count('kept')}
    where company_id = ${ctx.user.companyId} and id = ${id}`.execute(ctx.db);
  return true;
}

/**
 * Undoes all together; if a record cannot be deleted because something refers to it, each half by itself, and that record stays.
 */
async function back(ctx: Ctx, kind: Importable, rows: readonly Row[]): Promise<Fate[]> {
  try {
    const fates = await inSavepoint(ctx, (inner) => takeBack(inner, kind.of, rows, 'unimport', kind.told));
    return rows.map((row) => ({ ...row, fate: fates.get(row.id)! }));
  } catch (error) {
    if (!/^23/.test((error as { code?: string }).code ?? '')) throw error;
    if (rows.length === 1) return [{ ...rows[0]!, fate: 'kept' }];
    const half = Math.ceil(rows.length / 2);
    return [...(await back(ctx, kind, rows.slice(0, half))), ...(await back(ctx, kind, rows.slice(half)))];
  }
}
