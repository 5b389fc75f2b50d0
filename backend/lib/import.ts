/** CSV into records of a reference area (reference.ts), with the headers of its export, in any order. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { round } from '#domain/money.ts';
import { fieldMessages, italian } from '#domain/validation.ts';
import type { Ctx } from './context.ts';
import { parseCsv, parseDay, parseDecimal } from './csv.ts';
import { unguarded } from './export.ts';
import { factsOf, readByIds, type Cells, type Field, type Reference, type Stored } from './reference.ts';

const CODE = 'Codice';
const MOST_ROWS = 10_000;
const MOST_COLUMNS = 1000;
const MOST_ERRORS = 500;

/** Text without accents and case, as people's headers and names are compared. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

class Unreadable extends Error {}

/** Leaves the row out, with the reason for the person. */
export const refuse = (message: string): never => {
  throw new Unreadable(message);
};

function readCell<Row>({ header, kind, words }: Field<Row>, cell: string): unknown {
  const number = (text = cell) => parseDecimal(text) ?? refuse(`${header}: «${cell}» non è un numero`);
  if (words) {
    const found = Object.entries(words).find(([value, word]) => [value, word].map(plain).includes(plain(cell)));
    return found ? found[0] : refuse(`${header}: «${cell}» non è tra ${Object.values(words).join(', ')}`);
  }
  switch (kind) {
    case 'money':
      return round(number() * 100);
    case 'number':
      return number();
    case 'percent':
      return number(cell.replace('%', ''));
    case 'day':
      return parseDay(cell) ?? refuse(`${header}: «${cell}» non è una data`);
    case 'flag':
      if (/^(si|s|1|x|true|vero|yes)$/.test(plain(cell))) return true;
      return /^(no|n|0|false|falso)$/.test(plain(cell)) ? false : refuse(`${header}: «${cell}» non è Sì o No`);
    case 'text':
      return cell;
  }
}

/** One row as somebody could have typed it in the form. What the file leaves out keeps its value, or starts from the default. */
function readRow<Row extends Stored>(
  of: Reference<Row, never>,
  cells: Cells,
  old: Row | undefined,
  finish: ((cells: Cells, old: Row | undefined) => object) | undefined,
): object {
  const input = { ...(old ?? of.blank) } as Record<string, unknown>;
  for (const field of of.fields) {
    if (field.derived) continue;
    const cell = cells(field.header);
    if (cell) input[field.key] = readCell(field, cell);
    else if (!(field.key in input)) refuse(`${field.header}: manca`);
  }
  const parsed = of.input.safeParse({ ...input, ...finish?.(cells, old) }, { error: italian });
  return parsed.success ? (parsed.data as object) : refuse(Object.values(fieldMessages(parsed.error)).join('; '));
}

interface Fine<Row> {
  code: string;
  input: object;
  old: Row | undefined;
}

/**
 * Imports a CSV; `Codice` decides whether a row is new. Rows that cannot be read are reported by their line in the file and left
 * out; the others are saved together. A dry run saves nothing. Throws `invalid` at `csv` for a file that is no such sheet.
 */
export async function importCsv<Row extends Stored>(
  ctx: Ctx,
  of: Reference<Row, never>,
  { csv, dryRun }: { csv: string; dryRun: boolean },
) {
  const wrong = (message: string) => new Failure('invalid', undefined, { fields: { csv: message } });
  const [head = [], ...lines] = parseCsv(csv);
  if (head.length > MOST_COLUMNS) throw wrong('Al massimo 1.000 colonne');
  const names = of.fields.map(({ header }) => header);
  const columns = head.map((header) => names.find((name) => plain(name) === plain(header)));
  const twice = names.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  if (!columns.includes(CODE)) throw wrong(`Manca la colonna «${CODE}». Colonne ammesse: ${names.join(', ')}`);
  if (twice) throw wrong(`La colonna «${twice}» c’è due volte`);
  if (lines.length > MOST_ROWS) throw wrong('Al massimo 10.000 righe: dividere il file');

  const cellsOf =
    (line: string[]): Cells =>
    (header) =>
      unguarded(line[columns.indexOf(header)] ?? '');
  // Two imports of the same new codes would both call them created, the one over the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${of.table} ${ctx.user.companyId}`}, 0))`.execute(
    ctx.db,
  );
  const existing = await readByCodes(
    ctx,
    of,
    lines.map((line) => cellsOf(line)(CODE)),
  );
  const finish = await of.finish?.(ctx);
  const errors: { row: number; message: string }[] = [];
  const seen = new Map<string, number>();
  const fine: Fine<Row>[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.every((cell) => cell === '')) continue;
    const row = index + 2;
    try {
      // An amount such as 12,50 between commas: everything behind it would be read in the wrong column.
      if (line.slice(head.length).some(Boolean))
        refuse('Più valori che colonne: mettere tra virgolette quelli con il separatore');
      const code = cellsOf(line)(CODE);
      const old = existing.get(code);
      const input = readRow(of, cellsOf(line), old, finish);
      if (seen.has(code)) refuse(`Codice già presente alla riga ${seen.get(code)}`);
      seen.set(code, row);
      fine.push({ code, input, old });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      errors.push({ row, message: error.message });
    }
  }
  if (!dryRun) await saveAll(ctx, of, fine);
  const updated = fine.filter(({ old }) => old).length;
  return {
    created: fine.length - updated,
    updated,
    refused: errors.length,
    errors: errors.slice(0, MOST_ERRORS),
    ignored: head.filter((header, index) => header && !columns[index]),
  };
}

async function readByCodes<Row extends Stored>(ctx: Ctx, of: Reference<Row, never>, codes: readonly string[]) {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(of.table)}
    where company_id = ${ctx.user.companyId} and code = any(${codes}::text[])`.execute(ctx.db);
  const records = await readByIds(
    ctx,
    of,
    rows.map(({ id }) => id),
  );
  return new Map(records.map((row) => [row.code, row]));
}

/** Writes new and changed rows together, each with its audit row. */
async function saveAll<Row extends Stored>(ctx: Ctx, of: Reference<Row, never>, rows: readonly Fine<Row>[]) {
  const stamp = { companyId: ctx.user.companyId, createdAt: ctx.now, updatedAt: ctx.now };
  const table = of.table as 'accessories';
  const before = new Map(rows.map(({ code, old }) => [code, old]));
  const columns = Object.keys(rows[0]?.input ?? {}) as 'description'[];
  const saved: number[] = [];
  for (let start = 0; start < rows.length; start += 1000) {
    const batch = rows.slice(start, start + 1000).map(({ input }) => ({ ...input, ...stamp }));
    const written = await ctx.db
      .insertInto(table)
      .values(batch as never)
      .onConflict((on) =>
        on.columns(['companyId', 'code']).doUpdateSet((eb) => ({
          ...Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)])),
          updatedAt: ctx.now,
          version: eb(`${table}.version`, '+', 1),
        })),
      )
      .returning('id')
      .execute();
    saved.push(...written.map(({ id }) => id));
  }
  const records = await readByIds(ctx, of, saved);
  await ctx.audit(
    ...records.map((after) => {
      const old = before.get(after.code);
      const facts = { ...(old && { before: factsOf(of, old) }), after: factsOf(of, after) };
      return { action: 'import', entity: of.entity, entityId: after.id, ...facts };
    }),
  );
}
