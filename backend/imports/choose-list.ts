import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { ChosenList } from '#domain/imports/schema.ts';
import { MOST_COLUMNS } from '#domain/imports/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { listAt, type Line, type Part } from './find-list.ts';
import { beginColumns } from './mapping.ts';
import { samplesIn } from './samples.ts';
import { isText, readAs } from './encoding.ts';
import { setImport, UNCOUNTED, type ImportRecord, type Kinds } from './record.ts';

/** The first rows of a worksheet, among which its heading can be chosen. */
export const MOST_FIRST = 30;

const rowsIn = (ctx: Ctx, id: number, worksheet: number) =>
  sql<boolean>`company_id = ${ctx.user.companyId} and import_id = ${id} and worksheet = ${worksheet}`;

/** The first rows of an import's worksheet, titles and heading among them. */
export async function firstLines(ctx: Ctx, id: number, worksheet: number): Promise<{ line: Line; part: Part }[]> {
  const { rows } = await sql<{ row: number; cells: string[]; part: Part }>`select row, cells, part from import_rows
    where ${rowsIn(ctx, id, worksheet)} order by row limit ${MOST_FIRST}`.execute(ctx.db);
  return rows.map(({ row, cells, part }) => ({ line: [row, cells], part }));
}

/**
 * Reads another worksheet of the file, or another row as its heading; the columns are guessed anew. Throws `invalid` where
 * there is no such heading or nothing below it.
 */
export async function chooseList(ctx: Ctx, kinds: Kinds, it: ImportRecord, chosen: ChosenList): Promise<void> {
  const wrong = (field: keyof ChosenList, message: string) =>
    new Failure('invalid', undefined, { fields: { [field]: message } });
  const { worksheet, headRow, headLines, encoding = it.encoding } = chosen;
  if (!it.worksheets[worksheet]) throw wrong('worksheet', 'Il file non ha questo foglio');
  if (encoding !== it.encoding) {
    if (!isText(it)) throw wrong('encoding', 'Solo un file CSV si legge in più modi');
    await readAs(ctx, it, encoding);
  }
  const lines = (await firstLines(ctx, it.id, worksheet)).map(({ line }) => line);
  const at = lines.findIndex(([row]) => row === headRow);
  if (headLines > 0 && at < headLines - 1) throw wrong('headRow', 'Scegliere una delle prime righe del foglio');
  const list = listAt(lines, headRow, headLines);
  const heads = list.heads.slice(0, MOST_COLUMNS);
  const first = headLines > 0 ? lines[at - headLines + 1]![0] : 0;
  await sql`update import_rows set outcome = null, message = null, key = null, part = case
      when row < ${first} then 'above' when row <= ${list.headRow} then 'head' when part = 'total' then part else 'row' end
    where ${rowsIn(ctx, it.id, worksheet)}`.execute(ctx.db);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from import_rows
    where ${rowsIn(ctx, it.id, worksheet)} and part = 'row'`.execute(ctx.db);
  const total = rows[0]!.total;
  if (total === 0) throw wrong('headRow', 'Sotto questa riga non c’è niente da importare');
  const below = lines.flatMap(([row, cells]) => (row > list.headRow ? [cells] : []));
  const columns = await beginColumns(ctx, kinds.get(it.kind)!, heads, samplesIn(heads, below));
  const where = { worksheet, headRow: list.headRow, headLines, encoding };
  await setImport(ctx, it.id, { ...where, ...columns, total, ...UNCOUNTED, version: it.version + 1 });
}
