/** CSV into records of a priced list (priced.ts), with the headers of its export, in any order. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { blankValue, headOf, typed, type Field } from '#domain/fields.ts';
import { parseDay, parseNumber } from '#domain/italian.ts';
import { round } from '#domain/money.ts';
import { pricedFields } from '#domain/priced-fields.ts';
import { readRows } from '#domain/rows-text.ts';
import { fieldMessages, italian } from '#domain/validation.ts';
import type { Ctx, HeavyCtx } from './context.ts';
import { parseCsv } from './csv.ts';
import { unguarded } from './export.ts';
import { columnOf, factsOf, readByIds } from './records.ts';
import type { Cells, Priced, PricedRecords } from './priced.ts';
import { writeWords } from './search.ts';

const CODE = pricedFields.code.label;
const MOST_ROWS = 10_000;
const MOST_COLUMNS = 1000;
const MOST_ERRORS = 500;
/** Rows that are written in one go, and milliseconds of reading: others wait no longer for the process. */
const BATCH = 100;
const TURN_MS = 3;

/** Text without accents and case, as people's headers and names are compared. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

class Unreadable extends Error {}

/** Leaves the row out, with the reason for the person. */
export const refuse = (message: string): never => {
  throw new Unreadable(message);
};

function readCell(field: Field, cell: string): unknown {
  const header = headOf(field);
  const number = (unit = '') => parseNumber(cell, unit) ?? refuse(`${header}: «${cell}» non è un numero`);
  switch (field.kind) {
    case 'money':
      return round(number() * 100);
    case 'number':
      return number(field.suffix);
    case 'percent':
      return number('%');
    case 'day':
      return parseDay(cell) ?? refuse(`${header}: «${cell}» non è una data`);
    case 'flag':
      if (/^(si|s|1|x|true|vero|yes)$/.test(plain(cell))) return true;
      return /^(no|n|0|false|falso)$/.test(plain(cell)) ? false : refuse(`${header}: «${cell}» non è Sì o No`);
    case 'choice': {
      const is = ([value, word]: [string, string]) => cell === value || (word !== value && plain(word) === plain(cell));
      const found = Object.entries(field.words).find(is);
      if (found) return found[0];
      // The check of the field says it in its own sentence.
      return field.invalid ? cell : refuse(`${header}: «${cell}» non è tra ${Object.values(field.words).join(', ')}`);
    }
    case 'many':
      return cell.split(',').map((word) => {
        const is = ([value, label]: [string, string]) => plain(label) === plain(word) || value === word.trim();
        return (
          Object.entries(field.words).find(is)?.[0] ??
          refuse(`${header}: «${word.trim()}» non è tra ${Object.values(field.words).join(', ')}`)
        );
      });
    case 'rows':
      return (
        readRows(field.fields, cell) ?? refuse(`${header}: «${cell}» non si legge; usare la forma dell’esportazione`)
      );
    default:
      return cell;
  }
}

/** May a spreadsheet leave it out for a new record? A number, an amount or a choice would be made up. */
const mayBeAbsent = (field: Field): boolean =>
  headOf(field) === null ||
  field.default !== undefined ||
  field.nullable !== undefined ||
  !['number', 'percent', 'money', 'choice'].includes(field.kind);

/** One row as somebody could have typed it in the form. What the file leaves out keeps its value, or starts from the default. */
function readRow<Row extends Priced>(
  of: PricedRecords<Row, never>,
  cells: Cells,
  old: Row | undefined,
  finish: ((cells: Cells, old: Row | undefined) => object) | undefined,
): object {
  const input: Record<string, unknown> = {};
  for (const [key, field] of typed(of.fields)) {
    const header = headOf(field);
    // What another record stands for is read by the area.
    const cell = header === null || ['lookup', 'lookups'].includes(field.kind) ? '' : cells(header);
    if (cell) input[key] = readCell(field, cell);
    else if (old) input[key] = old[key as keyof Row];
    else input[key] = mayBeAbsent(field) ? blankValue(field) : refuse(`${header}: manca`);
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
 * out; the others are saved together. A dry run saves nothing. Throws `invalid` at `csv` for a file that is no such table.
 */
export async function importCsv<Row extends Priced>(
  ctx: HeavyCtx,
  of: PricedRecords<Row, never>,
  { csv, dryRun }: { csv: string; dryRun: boolean },
) {
  const wrong = (message: string) => new Failure('invalid', undefined, { fields: { csv: message } });
  const [head = [], ...lines] = await parseCsv(csv);
  if (head.length > MOST_COLUMNS) throw wrong('Al massimo 1.000 colonne');
  const names = Object.values(of.fields).flatMap((field) => headOf(field) ?? []);
  const columns = head.map((header) => names.find((name) => plain(name) === plain(header)));
  const twice = names.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  if (!columns.includes(CODE)) throw wrong(`Manca la colonna «${CODE}». Colonne ammesse: ${names.join(', ')}`);
  if (twice) throw wrong(`La colonna «${twice}» c’è due volte`);
  if (lines.length > MOST_ROWS) throw wrong('Al massimo 10.000 righe: dividere il file');

  return ctx.inside((inner) => importLines(inner, of, { head, columns, lines, dryRun }));
}

interface Lines {
  head: string[];
  /** The field of each column of the file; undefined: none of ours. */
  columns: (string | undefined)[];
  lines: string[][];
  dryRun: boolean;
}

async function importLines<Row extends Priced>(
  ctx: Ctx,
  of: PricedRecords<Row, never>,
  { head, columns, lines, dryRun }: Lines,
) {
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
  let since = performance.now();
  for (const [index, line] of lines.entries()) {
    // Other requests have their turn.
    if (performance.now() - since > TURN_MS) {
      await setImmediate();
      since = performance.now();
    }
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

async function readByCodes<Row extends Priced>(ctx: Ctx, of: PricedRecords<Row, never>, codes: readonly string[]) {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(of.table)}
    where company_id = ${ctx.user.companyId} and code = any(${codes}::text[]) order by id`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  const found = new Map<string, Row>();
  for (let start = 0; start < ids.length; start += BATCH)
    for (const row of await readByIds(ctx, of, ids.slice(start, start + BATCH))) found.set(row.code, row);
  return found;
}

const columnsOf = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [columnOf(key), value as unknown]));

/** Writes new and changed rows together, each with its audit row. */
async function saveAll<Row extends Priced>(ctx: Ctx, of: PricedRecords<Row, never>, rows: readonly Fine<Row>[]) {
  const before = new Map(rows.map(({ code, old }) => [code, old]));
  const names = Object.keys(rows[0]?.input ?? {}).map((key) => sql.ref(columnOf(key)));
  const columns = sql.join(names);
  const changed = sql.join(names.map((name) => sql`${name} = excluded.${name}`));
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map(({ input }) => columnsOf(input));
    // One value for all rows: one for every cell would hold the event loop.
    const { rows: written } = await sql<{ id: number }>`insert into ${sql.table(of.table)} as r
        (company_id, ${columns}, created_at, updated_at)
      select ${ctx.user.companyId}, ${columns}, ${ctx.now}, ${ctx.now}
      from jsonb_populate_recordset(null::${sql.table(of.table)}, ${JSON.stringify(batch)}::jsonb)
      on conflict (company_id, code) do update set ${changed}, updated_at = excluded.updated_at, version = r.version + 1
      returning id`.execute(ctx.db);
    const ids = written.map(({ id }) => id);
    await writeWords(ctx, of.table, ids);
    await of.written?.(ctx, ids);
    const records = await readByIds(ctx, of, ids);
    ctx.audit(
      ...records.map((after) => {
        const old = before.get(after.code);
        const facts = { ...(old && { before: factsOf(of, old) }), after: factsOf(of, after) };
        return { action: 'import', entity: of.entity, entityId: after.id, ...facts };
      }),
    );
  }
}
