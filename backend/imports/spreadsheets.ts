import { sql } from 'kysely';
import { isSeen } from '#domain/record/fields.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { importKinds, NOTE } from '#domain/imports/terms.ts';
import type { FileAnswer } from '../lib/work/bind.ts';
import type { HeavyCtx } from '../lib/work/context.ts';
import type { Fault } from '../lib/records/import-rows.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import { targetsOf } from './mapping.ts';
import { ROW } from './corrected-spreadsheet.ts';
import { readImport, refuseKind, rowsOf, type Kinds } from './record.ts';

type Format = 'csv' | 'xlsx';
interface Row {
  row: number;
  cells: string[];
  message: string;
  faults: Fault[] | null;
}

const named = (kind: ImportKind) => importKinds[kind].label.toLowerCase().replaceAll(' ', '-');

/** An empty spreadsheet with the columns of a kind. */
export async function template(
  ctx: HeavyCtx,
  kinds: Kinds,
  { kind, format }: { kind: ImportKind; format: Format },
): Promise<FileAnswer> {
  refuseKind(ctx, kind);
  const own = targetsOf(kinds.get(kind)!).filter(({ field }) => field !== NOTE);
  const columns = own.map(({ label }): Column<never> => ({
    header: label,
    kind: 'text',
    value: () => null,
  }));
  return asFile(`modello-${named(kind)}`, format, await contentsOf(columns, []));
}

/**
 * The rejected rows as they stood in the file, with their errors. In a colleague's file, only columns of fields that
 * the caller may see.
 */
export async function errorFile(ctx: HeavyCtx, kinds: Kinds, id: number, format: Format): Promise<FileAnswer> {
  const { it, rows } = await ctx.inside(async (inner) => {
    const found = await readImport(inner, id);
    const read = sql<Row>`select row, cells, message, faults from import_rows where ${rowsOf(inner, found)} and outcome = 'refused' order by row`;
    return { it: found, rows: (await read.execute(inner.db)).rows };
  });
  const { fields } = kinds.get(it.kind)!.of;
  const columns = it.heads.flatMap((header, index): Column<Row>[] => {
    const key = it.fields[index];
    const isOpen = it.userId === ctx.user.id || (key && isSeen(fields[key] ?? {}, ctx.user.privileges));
    return isOpen
      ? [
          {
            header,
            kind: 'text',
            value: ({ cells }) => cells[index] ?? '',
            isMarked: ({ faults }) => (faults ?? []).some(([field]) => field === key),
          },
        ]
      : [];
  });
  const place: Column<Row> = { header: ROW, kind: 'number', value: ({ row }) => row };
  const problem: Column<Row> = { header: 'Problema', kind: 'text', value: ({ message }) => message };
  return asFile(
    `da-correggere-${named(it.kind as ImportKind)}`,
    format,
    await contentsOf([place, ...columns, problem], [rows]),
  );
}
