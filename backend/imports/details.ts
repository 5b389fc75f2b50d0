import { sql } from 'kysely';
import { fixes, fixNames, type Fix } from '#domain/imports/fixes.ts';
import type { ImportChange, ImportDetails } from '#domain/imports/schema.ts';
import { isAtWork } from '#domain/imports/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { changesOf } from '../lib/records/import-rows.ts';
import type { Importable } from '../lib/records/importable.ts';
import { firstLines } from './choose-list.ts';
import { decide, nameIn } from './decide.ts';
import { readingsOf } from './encoding.ts';
import { blankGroups, faultGroups } from './faults.ts';
import { columnsOf } from './guess.ts';
import { keysOf, targetsOf } from './mapping.ts';
import { compare, readRows } from './prepare.ts';
import { answer, isKept, listed, readImport, rowsOf, type ImportRecord, type Kinds } from './record.ts';
import { samplesIn } from './samples.ts';
import { mixedIn } from './units.ts';
import { defaultsOf, valuesOf } from './values.ts';

/** Values shown of a column, and the rows among which they are looked for. */
const SAMPLES = 5;
const MOST_LINE = 160;
const LOOKED = 60;
const MOST_ERRORS = 500;
const MOST_SHOWN = 20;

/** One import with its columns and values, what is wrong and, before it starts, the first of its changes. */
export async function details(ctx: Ctx, kinds: Kinds, id: number): Promise<ImportDetails> {
  const it = await readImport(ctx, id);
  const kind = kinds.get(it.kind)!;
  const samples = await samplesOf(ctx, it);
  const first = await firstLines(ctx, id, it.worksheet);
  const vocabulary = (await kind.vocabulary?.(ctx)) ?? {};
  const isQuiet = isAtWork(it.state);
  const isOpen = it.state === 'mapping' || it.state === 'ready';
  return {
    ...(await answer(ctx, id)),
    encoding: it.encoding,
    readings: isOpen ? await readingsOf(ctx, it) : [],
    worksheets: it.worksheets.map(({ name, headRow, headLines }) => ({ name, headRow, headLines })),
    worksheet: it.worksheet,
    headRow: it.headRow,
    headLines: it.headLines,
    first: first.map(({ line: [row, cells] }) => ({ row, text: lineText(cells) })),
    below: await totalsOf(ctx, it),
    columns: it.heads.map((head, index) => ({ head, samples: samples[index]!, field: it.fields[index] ?? null })),
    matches: it.matches,
    keys: keysOf(kind),
    targets: targetsOf(kind),
    values: isOpen ? [...(await valuesOf(ctx, kind, it, vocabulary)), ...mixedIn(kind, it)] : [],
    defaults: await defaultsOf(ctx, kind, it, vocabulary),
    fixes: fixesOf(kind, it),
    faults: isQuiet ? [] : await faultGroups(ctx, it),
    blanks: isQuiet ? [] : await blankGroups(ctx, it),
    errors: isQuiet ? [] : await errorsOf(ctx, it),
    changes: it.state === 'ready' ? await firstChanges(ctx, kind, it) : [],
    twin: isOpen ? await twinOf(ctx, it) : null,
    isKept: isKept(ctx, it),
  };
}

/** The first rejected rows, each with why. */
async function errorsOf(ctx: Ctx, it: ImportRecord): Promise<ImportDetails['errors']> {
  const { rows } = await sql<{ row: number; message: string }>`select row, message from import_rows
    where ${rowsOf(ctx, it)} and outcome = 'refused' order by row limit ${MOST_ERRORS}`.execute(ctx.db);
  return rows;
}

/** What is set right in files of a kind; names, CAP and telephones only where it has a column for them. */
function fixesOf(kind: Importable, it: ImportRecord): ImportDetails['fixes'] {
  const columns = columnsOf(kind);
  const own: Partial<Record<Fix, boolean>> = {
    names: kind.names !== undefined,
    caps: columns.cap !== undefined,
    phones: Object.values(columns).some((field) => field.kind === 'text' && field.phone),
  };
  return fixNames
    .map((fix) => ({ fix, label: fixes[fix], isOn: !it.unfixed.includes(fix), count: it.fixed[fix] ?? 0 }))
    .filter(({ fix, isOn, count }) => (own[fix] ?? true) || count > 0 || !isOn);
}

const lineText = (cells: readonly string[]) => cells.filter(Boolean).join(' · ').slice(0, MOST_LINE);

/** The rows below the list that are left out. */
async function totalsOf(ctx: Ctx, it: ImportRecord): Promise<ImportDetails['below']> {
  const { rows } = await sql<{ row: number; cells: string[] }>`select row, cells from import_rows
    where company_id = ${ctx.user.companyId} and import_id = ${it.id} and worksheet = ${it.worksheet} and part = 'total'
    order by row`.execute(ctx.db);
  return rows.map(({ row, cells }) => ({ row, text: lineText(cells) }));
}

/** The last import of the same file that was written and not taken back. */
async function twinOf(ctx: Ctx, it: ImportRecord): Promise<ImportDetails['twin']> {
  if (it.digest === '') return null;
  const found = await listed(ctx)
    .where('i.kind', '=', it.kind)
    .where('i.digest', '=', it.digest)
    .where('i.id', '<>', it.id)
    .where('i.state', 'in', ['running', 'stopped', 'done'])
    .orderBy('i.id', 'desc')
    .executeTakeFirst();
  return found ? { id: found.id, at: String(found.at), who: found.who } : null;
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
  const compared = await compare(ctx, kind, it, await readRows(ctx, kind, it, read));
  const decided = await decide({ ...compared, earlier: new Map(), isChecked: false });
  return decided.flatMap((one) => {
    if (one.outcome !== 'created' && one.outcome !== 'updated') return [];
    const name = one.key ? nameIn([one.key]) : `riga ${one.row}`;
    return [{ name, isNew: !one.old, changes: changesOf(ctx, kind.of, one.cells, one) }];
  });
}
