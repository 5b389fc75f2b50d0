/** The spreadsheet of rejected rows, corrected in a spreadsheet and sent back into its import. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../lib/work/context.ts';
import { plain } from '../lib/records/import-rows.ts';
import { reopen, rewrite } from './faults.ts';
import type { FileRead, RowRead } from './read-file.ts';
import type { ImportRecord } from './record.ts';

/** The column that says which row of the file each row of the sheet is. */
export const ROW = 'Riga';

/**
 * Writes the cells of a corrected sheet into the same rows of the import, as far as they are still rejected; columns that
 * the sheet lacks stay as they are. Throws `invalid` at `file` where it is not a sheet of this import.
 */
export async function mendBySpreadsheet(
  ctx: Ctx,
  it: ImportRecord,
  { worksheets, worksheet }: FileRead,
): Promise<void> {
  const wrong = (message: string) => new Failure('invalid', undefined, { fields: { file: message } });
  const { heads, parts } = worksheets[worksheet]!;
  const at = heads.findIndex((head) => plain(head) === plain(ROW));
  const columns = placesOf(it.heads, heads, at);
  if (at < 0 || columns.length === 0)
    throw wrong(`Manca la colonna «${ROW}»: correggere il foglio scaricato da questa importazione`);
  const read = parts.flatMap((part) => JSON.parse(part) as RowRead[]).filter(([, , part]) => part === 'row');
  const texts = new Map(
    read.flatMap(([, cells]) => {
      const row = Number(cells[at]);
      const own = columns.map(({ from, index }) => ({ index, text: cells[from] ?? '' }));
      return Number.isInteger(row) && row > 0 ? [[row, own] as const] : [];
    }),
  );
  const isNamed = sql<boolean>`row = any(${[...texts.keys()]}::int[])`;
  const count = await rewrite(ctx, it, isNamed, (row) => texts.get(row) ?? []);
  if (count === 0) throw wrong('Nessuna riga di questo foglio è ancora da correggere in questa importazione');
  await reopen(ctx, it);
}

/** Where the columns of an import stand in the sheet; of several with the same name the first is the first. */
function placesOf(heads: readonly string[], sheet: readonly string[], rowAt: number) {
  const taken = new Set([rowAt]);
  return heads.flatMap((head, index) => {
    const from = sheet.findIndex((one, place) => !taken.has(place) && plain(one) === plain(head));
    if (from < 0) return [];
    taken.add(from);
    return [{ from, index }];
  });
}
