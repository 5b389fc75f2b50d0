import { sql } from 'kysely';
import type { ImportChange, ImportDetails } from '#domain/imports/schema.ts';
import type { Ctx } from '../lib/context.ts';
import { changesOf } from '../lib/import-rows.ts';
import type { Importable } from '../lib/importable.ts';
import { firstLines } from './choose-list.ts';
import { decide, keyOf } from './decide.ts';
import { keysOf, targetsOf } from './mapping.ts';
import { compare } from './prepare.ts';
import { samplesIn } from './samples.ts';
import { answer, isKept, readImport, rowsOf, type ImportRecord, type Kinds } from './record.ts';

/** Values shown of a column, and the rows among which they are looked for. */
const SAMPLES = 5;
const LOOKED = 60;
const MOST_ERRORS = 500;
const MOST_SHOWN = 20;

/** One import with its columns, its errors and, before it starts, the first of its changes. */
export async function details(ctx: Ctx, kinds: Kinds, id: number): Promise<ImportDetails> {
  const it = await readImport(ctx, id);
  const kind = kinds.get(it.kind)!;
  const samples = await samplesOf(ctx, it);
  const first = await firstLines(ctx, id, it.worksheet);
  const { rows: errors } = await sql<{ row: number; message: string }>`select row, message from import_rows
    where ${rowsOf(ctx, it)} and outcome = 'refused' order by row limit ${MOST_ERRORS}`.execute(ctx.db);
  const isQuiet = it.state === 'checking' || it.state === 'running';
  return {
    ...(await answer(ctx, id)),
    encoding: it.encoding,
    worksheets: it.worksheets.map(({ name, headRow, headLines }) => ({ name, headRow, headLines })),
    worksheet: it.worksheet,
    headRow: it.headRow,
    headLines: it.headLines,
    first: first.map(({ line: [row, cells] }) => ({ row, text: cells.filter(Boolean).join(' · ').slice(0, 160) })),
    columns: it.heads.map((head, index) => ({
      head,
      samples: samples[index]!,
      field: it.fields[index] ?? null,
    })),
    match: it.match,
    keys: keysOf(kind),
    targets: targetsOf(kind),
    errors: isQuiet ? [] : errors,
    changes: it.state === 'ready' ? await firstChanges(ctx, kind, it) : [],
    isKept: isKept(ctx, it),
  };
}

/** The first different values of each column, from the first rows. */
async function samplesOf(ctx: Ctx, it: ImportRecord): Promise<string[][]> {
  const { rows } = await sql<{ cells: string[] }>`select cells from import_rows where ${rowsOf(ctx, it)}
    order by row limit ${LOOKED}`.execute(ctx.db);
  const cells = rows.map((row) => row.cells);
  return samplesIn(it.heads, cells).map((values) => values.slice(0, SAMPLES));
}

/** Changed records come before new ones, because only they have former values. */
async function firstChanges(ctx: Ctx, kind: Importable, it: ImportRecord): Promise<ImportChange[]> {
  const { rows: read } = await sql<{ row: number; cells: string[] }>`select row, cells from import_rows
    where ${rowsOf(ctx, it)} and outcome in ('updated', 'created') order by outcome desc, row limit ${MOST_SHOWN}`.execute(
    ctx.db,
  );
  if (read.length === 0) return [];
  const { fields, match } = it;
  const rows = read.map((one) => ({ ...one, key: keyOf({ kind, fields, match }, one.cells) }));
  const compared = await compare(ctx, kind, it, rows);
  const decided = await decide({ kind, fields, match, rows, ...compared, earlier: new Map() });
  return decided.flatMap((one) => {
    if (one.outcome === 'refused' || one.outcome === 'unchanged') return [];
    return [{ name: one.key, isNew: !one.old, changes: changesOf(ctx, kind.of, one.cells, one) }];
  });
}
