import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { Failure, type FieldMessages } from '#domain/errors.ts';
import { importKinds, importPath, isAtWork } from '#domain/imports/terms.ts';
import { integer } from '#domain/italian.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import type { Fault } from '../lib/records/import-rows.ts';
import { readByIds } from '../lib/records/records.ts';
import { timeServed } from '../lib/work/lanes.ts';
import { notify } from '../lib/people/notify.ts';
import { decide, type Decision, type Prepared, type Written } from './decide.ts';
import { findByKeys, marksOf, prepare } from './prepare.ts';
import { addKeys, noKeys, type SeenKeys } from './seen-keys.ts';
import { addFixed } from './reading.ts';
import { addUnits } from './units.ts';
import { factsOf, readImport, rowsAt, rowsOf, setImport, UNCOUNTED, type ImportRecord, type Kinds } from './record.ts';
import { takeRowsBack } from './undo.ts';
import { write, type Fate } from './write.ts';

/** The records that rows were compared with. */
const idsIn = (found: Prepared['found']) => [...new Set([...found.values()].flatMap((all) => all.map(({ id }) => id)))];

type Inside = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>;
export interface Ground {
  kinds: Kinds;
  constraints: Record<string, FieldMessages>;
}
type Row = {
  row: number;
  key: string | null;
  outcome: string;
  message: string | null;
  faults?: readonly Fault[];
  joinedTo?: number;
  /** The record that the row is about, where there is one. */
  foundId?: number | undefined;
  recordId?: number;
  version?: number;
  before?: object | null;
};

/** Milliseconds for which a job works at one import before others have their turn. */
const SLICE_MS = 4000;

/**
 * Works at an import, some rows in each transaction, until it is finished or `until` is reached; returns whether it is
 * finished. Committed rows stay: after a restart the work continues behind them, and of two workers at once the second
 * finds the rows done. Between its steps it rests as long as people's calls have taken meanwhile, at most half as long as
 * it has worked: neighbours have their turns, and whoever only looks how far it is does not slow it down.
 */
export async function advance(inside: Inside, ground: Ground, id: number, until = Infinity): Promise<boolean> {
  const seen = noKeys();
  for (;;) {
    const [begun, served] = [performance.now(), timeServed()];
    if (await step(inside, ground, id, seen)) return true;
    const ended = performance.now();
    if (ended > until) return false;
    await setTimeout(Math.min((ended - begun) / 2, timeServed() - served));
  }
}

async function step(inside: Inside, { kinds, constraints }: Ground, id: number, seen: SeenKeys): Promise<boolean> {
  const begun = await inside(async (ctx) => {
    const it = await readImport(ctx, id);
    const kind = kinds.get(it.kind)!;
    if (!isAtWork(it.state)) return null;
    if (it.state === 'undoing') return { it, kind, next: await takeRowsBack(ctx, kind, it) };
    return { it, kind, next: await prepare(ctx, kind, it, seen) };
  });
  if (!begun) return true;
  const { it, kind, next } = begun;
  if (next === true) return false;
  if (!next) return inside((ctx) => end(ctx, it));
  const decided = await decide(next);
  const kept = await inside(async (ctx) => {
    const now = await readImport(ctx, id, true);
    const isSame = now.state === it.state && now.atRow === it.atRow && now.version === it.version;
    if (!isSame) return null;
    const isRun = now.state === 'running';
    if (isRun) {
      // Without the lock two imports of the same new codes would both create them.
      const lock = `import ${kind.of.table} ${ctx.user.companyId}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(ctx.db);
      // Somebody changed one of the records since they were read: they are read again. From here on nobody else does.
      await readByIds(ctx, kind.of, idsIn(next.found));
      if (marksOf(await findByKeys(ctx, kind, next.rows)) !== next.marks) return null;
    }
    const changed = decided.filter((one): one is Written => one.outcome === 'created' || one.outcome === 'updated');
    const fates = isRun ? await write(ctx, kind, constraints, changed) : [];
    const rows = rowsAfter(decided, fates, isRun);
    await keepRows(ctx, now, rows, decided);
    return rows;
  });
  if (kept) addKeys(seen, it, kept);
  return false;
}

/** What is stored about each row. */
function rowsAfter(decided: readonly Decision[], fates: readonly Fate[], isRun: boolean): Row[] {
  const by = new Map(fates.map((fate) => [fate.row, fate]));
  return decided.map((one) => {
    const { row, outcome } = one;
    const key = one.key || null;
    if (one.outcome === 'refused')
      return { row, key: null, outcome, message: one.message, faults: one.faults, foundId: one.old?.id };
    if (one.outcome === 'joined') return { row, key: null, outcome, message: null, joinedTo: one.to };
    const faults = one.blanks;
    const foundId = one.old?.id;
    const fate = by.get(row);
    // A row that says what its record says is done with, and not read again when others are mended.
    if (!fate) return { row, key, outcome, message: null, faults, foundId, ...(isRun && { recordId: foundId }) };
    if ('refused' in fate)
      return { row, key: null, outcome: 'refused', message: fate.refused, faults: [['', fate.refused, key ?? '']], foundId }; // prettier-ignore
    return {
      row,
      key,
      outcome,
      message: null,
      faults,
      foundId: fate.id,
      recordId: fate.id,
      version: fate.version,
      before: fate.before,
    };
  });
}

async function keepRows(ctx: Ctx, it: ImportRecord, rows: readonly Row[], decided: readonly Decision[]) {
  const [first, last] = [rows[0]!.row, rows.at(-1)!.row];
  await sql`update import_rows r set key = p.key, outcome = p.outcome, message = p.message, faults = p.faults,
      joined_to = p."joinedTo", found_id = p."foundId", record_id = p."recordId", version = p.version, before = p.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (row int, key text, outcome text, message text, faults jsonb,
      "joinedTo" int, "foundId" bigint, "recordId" bigint, version int, before jsonb)
    where ${rowsAt(ctx, it)} and r.row between ${first} and ${last}`.execute(ctx.db);
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  const fixed = it.state === 'checking' ? addFixed(it.fixed, decided) : it.fixed;
  const units = it.state === 'checking' ? addUnits(it.units, decided) : it.units;
  const archived = decided.filter((one) => one.outcome === 'updated' && one.old!.archived).length;
  await sql`update imports set at_row = ${last}, done = done + ${rows.length}, created = created + ${count('created')},
    updated = updated + ${count('updated')}, unchanged = unchanged + ${count('unchanged')}, refused = refused + ${count('refused')},
    joined = joined + ${count('joined')}, archived = archived + ${archived}, fixed = ${JSON.stringify(fixed)}::jsonb,
    units = ${JSON.stringify(units)}::jsonb where company_id = ${ctx.user.companyId} and id = ${it.id}`.execute(ctx.db);
}

/** Ends the current step of the import: no rows are left. */
async function end(ctx: Ctx, { id, state, atRow }: ImportRecord): Promise<boolean> {
  const now = await readImport(ctx, id, true);
  if (now.state !== state || now.atRow !== atRow) return false;
  const next = state === 'checking' ? 'ready' : state === 'undoing' ? 'undone' : 'done';
  const counts = state === 'undoing' ? {} : await countsOf(ctx, now);
  await setImport(ctx, id, { ...counts, state: next, endedAt: state === 'checking' ? null : ctx.now, done: now.total });
  return true;
}

/** What became of the rows: corrected ones were looked at twice. */
async function countsOf(ctx: Ctx, it: ImportRecord) {
  const { rows } = await sql<{ outcome: string; count: number }>`select outcome, count(*)::int as count from import_rows
    where ${rowsOf(ctx, it)} group by outcome`.execute(ctx.db);
  const count = (outcome: string) => rows.find((one) => one.outcome === outcome)?.count ?? 0;
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    joined: count('joined'),
  };
}

/** Begins to write, or continues after an interruption. Rejected rows stay counted: only the others are read again. */
export async function begin(ctx: Ctx, it: ImportRecord): Promise<void> {
  const left = it.refused + it.joined;
  const goesOn =
    it.state === 'stopped'
      ? {}
      : { ...UNCOUNTED, refused: it.refused, joined: it.joined, done: left, fixed: JSON.stringify(it.fixed) };
  await setImport(ctx, it.id, { ...goesOn, state: 'running' });
  if (it.state !== 'stopped')
    await sql`update import_rows set key = null where ${rowsOf(ctx, it)} and key is not null`.execute(ctx.db);
  ctx.audit({ action: 'start', entity: 'import', entityId: it.id, after: factsOf(it) });
}

/** The job that works at an import in slices: after each it queues again behind the others. */
export function workOf(ground: Ground): Job<{ companyId: number; userId: number; id: number }> {
  const job: Job<{ companyId: number; userId: number; id: number }> = {
    name: 'import',
    seconds: 60,
    run: async ({ asCompany }, { companyId, userId, id }) => {
      const inside: Inside = (work) => asCompany(companyId, userId, work);
      try {
        const isOver = await advance(inside, ground, id, performance.now() + SLICE_MS);
        await inside((ctx) => (isOver ? tell(ctx, id) : ctx.enqueue(job, { companyId, userId, id })));
      } catch (error) {
        // The user who began it was disabled or lost the privilege, or what it writes to is shut: a colleague may continue.
        if (
          !(error instanceof Failure) ||
          !['unauthenticated', 'forbidden', 'not_found', 'conflict'].includes(error.code)
        )
          throw error;
        await asCompany(companyId, null, (ctx) => setImport(ctx, id, { state: 'stopped' }).then(() => {}));
      }
    },
  };
  return job;
}

/** Notifies the user who began it that it is finished. */
async function tell(ctx: Ctx, id: number): Promise<void> {
  const it = await readImport(ctx, id);
  if (it.state !== 'done') return;
  const { label } = importKinds[it.kind as keyof typeof importKinds];
  const counts = [
    `${integer(it.created)} creati`,
    `${integer(it.updated)} aggiornati`,
    `${integer(it.refused)} da correggere`,
  ];
  await notify(ctx, [it.userId], {
    kind: 'import_done',
    title: `Importazione conclusa: ${label}`,
    text: `${it.name}: ${counts.join(', ')}`,
    href: importPath(it.kind as ImportKind, id),
    once: `import ${id}`,
  });
}
