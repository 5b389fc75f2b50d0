/** How the bytes of a CSV file are read: shown by its own words, and chosen by who knows them. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { ImportDetails } from '#domain/imports/schema.ts';
import { encodingNames } from '#domain/imports/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { decodeAs, encodeAs, once } from '../lib/files/encoding.ts';
import type { ImportRecord } from './record.ts';

/** Words that are shown, the rows among which they are looked for, and rows that are read anew in one statement. */
const SHOWN = 5;
const LOOKED = 2000;
const AT_ONCE = 1000;

type Encoded = Pick<ImportRecord, 'id' | 'encoding' | 'worksheet'>;

/** Whether a file is text, in which each byte or more is a sign. */
export const isText = ({ encoding }: Pick<ImportRecord, 'encoding'>): boolean => !/^(XLSX|UTF-16)$/.test(encoding);

const inEncoding = (text: string, from: string, to: string) => once(decodeAs(encodeAs(text, from), to));

const rowsWith = (ctx: Ctx, { id, worksheet }: Encoded) =>
  sql<boolean>`company_id = ${ctx.user.companyId} and import_id = ${id} and worksheet = ${worksheet}
    and cells::text ~ '[^\\x01-\\x7f]'`;

/** The first words with signs beyond ASCII, as each encoding reads them. */
export async function readingsOf(ctx: Ctx, it: Encoded): Promise<ImportDetails['readings']> {
  if (!isText(it)) return [];
  const { rows } = await sql<{ cells: string[] }>`select cells from import_rows
    where ${rowsWith(ctx, it)} order by row limit ${LOOKED}`.execute(ctx.db);
  const words = new Set<string>();
  for (const { cells } of rows)
    for (const word of cells.flatMap((cell) => cell.split(/[\s,.()"]+/)))
      if (words.size < SHOWN && word.length < 30 && /[a-z].*[^\x00-\x7F]|[^\x00-\x7F].*[a-z]/i.test(word))
        words.add(word);
  if (words.size === 0) return [];
  const cells = rows.flatMap((row) => row.cells).filter((cell) => /[^\x00-\x7F]/.test(cell));
  // One in which signs would be lost is none that somebody could choose.
  const whole = encodingNames.filter(
    (to) => to === it.encoding || cells.every((cell) => keepsAll(cell, it.encoding, to)),
  );
  return whole.map((encoding) => ({
    encoding,
    words: [...words].map((word) => (encoding === it.encoding ? word : inEncoding(word, it.encoding, encoding))),
  }));
}

/** Whether a text says all bytes that were read, in either encoding. */
function keepsAll(text: string, from: string, to: string): boolean {
  const bytes = encodeAs(text, from);
  return decodeAs(bytes, from) === text && encodeAs(decodeAs(bytes, to), to).equals(bytes);
}

/** Reads the bytes of all cells in another encoding. Throws `invalid` where some would be lost. */
export async function readAs(ctx: Ctx, it: Encoded, encoding: string): Promise<void> {
  for (let at = -1; ;) {
    const { rows } = await sql<{ row: number; cells: string[] }>`select row, cells from import_rows
      where ${rowsWith(ctx, it)} and row > ${at} order by row limit ${AT_ONCE}`.execute(ctx.db);
    if (rows.length === 0) return;
    if (rows.some(({ cells }) => cells.some((cell) => !keepsAll(cell, it.encoding, encoding))))
      throw new Failure('invalid', undefined, {
        fields: { encoding: 'Letto così il file perderebbe dei caratteri: scegliere un’altra codifica' },
      });
    const read = rows.map(({ row, cells }) => ({
      row,
      cells: cells.map((cell) => inEncoding(cell, it.encoding, encoding)),
    }));
    await sql`update import_rows r set cells = p.cells
      from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as p (row int, cells jsonb)
      where r.company_id = ${ctx.user.companyId} and r.import_id = ${it.id} and r.worksheet = ${it.worksheet}
        and r.row = p.row`.execute(ctx.db);
    at = rows.at(-1)!.row;
  }
}
