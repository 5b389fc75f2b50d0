/** CSV into records of a priced list (priced.ts), with the headers of its export, in any order. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { headOf } from '#domain/fields.ts';
import { pricedFields } from '#domain/priced-fields.ts';
import { keepBatch, typedOf, type KeptRow } from './batches.ts';
import type { Ctx, HeavyCtx } from './context.ts';
import { parseCsv } from './csv.ts';
import { unguarded } from './export.ts';
import { changesOf, isChanged, plain, readRow, refuse, Unreadable } from './import-rows.ts';
import { columnOf, factsOf, readByIds } from './records.ts';
import type { Cells, Priced, PricedRecords } from './priced.ts';
import { writeWords } from './search.ts';

const CODE = pricedFields.code.label;
const MOST_ROWS = 10_000;
const MOST_COLUMNS = 1000;
const MOST_ERRORS = 500;
const MOST_SHOWN = 20;
/** Rows that are written in one go, and milliseconds of reading: others wait no longer for the process. */
const BATCH = 100;
const TURN_MS = 3;

interface Fine<Row> {
  code: string;
  input: object;
  old: Row | undefined;
  cells: Cells;
}

/**
 * Imports a CSV; `Codice` decides whether a row is new. Rows that cannot be read are reported by their line in the file with all that
 * is wrong with them, and left out; the others are saved together, those that say nothing new stay as they are. A dry run saves
 * nothing. Throws `invalid` at `csv` for a file that is no such table.
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
    const code = cellsOf(line)(CODE);
    const twice = seen.has(code) ? [`Codice già presente alla riga ${seen.get(code)}`] : [];
    try {
      // An amount such as 12,50 between commas: everything behind it would be read in the wrong column.
      if (line.slice(head.length).some(Boolean))
        refuse('Più valori che colonne: mettere tra virgolette quelli con il separatore');
      const old = existing.get(code);
      const input = readRow(of, cellsOf(line), old, finish, twice);
      seen.set(code, row);
      fine.push({ code, input, old, cells: cellsOf(line) });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      errors.push({ row, message: error.message });
    }
  }
  const changed = fine.filter(({ old, input }) => !old || isChanged(old, input));
  const updated = changed.flatMap(({ old }) => old ?? []);
  const kept = dryRun ? [] : await saveAll(ctx, of, changed);
  return {
    created: changed.length - updated.length,
    updated: updated.length,
    unchanged: fine.length - changed.length,
    archived: updated.filter((row) => row.archived).length,
    refused: errors.length,
    errors: errors.slice(0, MOST_ERRORS),
    ignored: head.filter((header, index) => header && !columns[index]),
    // What changes comes first: of what is new nothing was there before.
    rows: changed
      .toSorted((a, b) => Number(!a.old) - Number(!b.old))
      .slice(0, MOST_SHOWN)
      .map((one) => ({ code: one.code, isNew: !one.old, changes: changesOf(ctx, of, one.cells, one) })),
    batch: kept.length > 0 ? await keepBatch(ctx, of.table, 'import', kept) : null,
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

/** Writes new and changed rows together, each with its audit row; answers what is needed to take them back. */
async function saveAll<Row extends Priced>(ctx: Ctx, of: PricedRecords<Row, never>, rows: readonly Fine<Row>[]) {
  const done: KeptRow[] = [];
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
    for (const { id, code, version } of records) done.push({ id, version, before: typedOf(of, before.get(code)) });
  }
  return done;
}
