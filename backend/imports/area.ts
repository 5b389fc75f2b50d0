import { sql } from 'kysely';
import type { FieldMessages } from '#domain/errors.ts';
import { Failure } from '#domain/errors.ts';
import { imports as table } from '#domain/imports/endpoints.ts';
import type { ImportRow } from '#domain/imports/schema.ts';
import { kindsFor } from '#domain/imports/rights.ts';
import { isAtWork, KEPT_DAYS, type ImportStep } from '#domain/imports/terms.ts';
import { area } from '../lib/ports/area.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import type { Importable } from '../lib/records/importable.ts';
import { chooseList } from './choose-list.ts';
import { details } from './details.ts';
import { faultyRows, mend } from './faults.ts';
import { checkMapping, refuseKeyless, remember } from './mapping.ts';
import { isSmall, readList, receive } from './receive.ts';
import { resultsOf } from './results.ts';
import * as record from './record.ts';
import { mendBySpreadsheet } from './corrected-spreadsheet.ts';
import { errorFile, template } from './spreadsheets.ts';
import { keepMeanings, withMeanings } from './values.ts';
import { uncounted } from './units.ts';
import { advance, begin, workOf } from './work.ts';

const { answer, isKept, readImport, refuseKind, refuseStale, refuseStep, setImport, UNCOUNTED } = record;
const MOST_LISTED = 100;

/** The kinds of lists, what to say for broken constraints, and the job that goes on with a large import. */
interface Ground {
  kinds: record.Kinds;
  constraints: Record<string, FieldMessages>;
  work: ReturnType<typeof workOf>;
}

/** Continues an import: at once when it is small, else by the job. */
async function goOn(ctx: HeavyCtx, { work, ...ground }: Ground, it: record.ImportRecord): Promise<ImportRow> {
  if (isSmall(it)) await advance(ctx.inside, ground, it.id);
  return ctx.inside(async (inner) => {
    const { companyId, id: userId } = inner.user;
    if (!isSmall(it)) await inner.enqueue(work, { companyId, userId, id: it.id });
    return answer(inner, it.id);
  });
}

/** Changes an import that waits for a person, and goes on where it is at work then. */
async function change(
  ctx: HeavyCtx,
  ground: Ground,
  { id, version, step }: { id: number; version: number; step: ImportStep },
  work: (inner: Ctx, now: record.ImportRecord) => Promise<void>,
): Promise<ImportRow> {
  const it = await ctx.inside(async (inner) => {
    const now = await readImport(inner, id, true);
    await refuseStale(inner, now, version);
    refuseStep(step, now);
    await work(inner, now);
    inner.audit({ action: step, entity: 'import', entityId: id, after: record.factsOf(now) });
    return readImport(inner, id);
  });
  return isAtWork(it.state) ? goOn(ctx, ground, it) : ctx.inside((inner) => answer(inner, id));
}

/** Taking a file in, and reading what came of it. */
const reading = ({ kinds }: Ground) =>
  ({
    'GET /imports': async (ctx, { query }) => {
      const own = record
        .listed(ctx)
        .where('i.kind', 'in', query.kind ? [query.kind] : kindsFor(ctx.user.companyId, ctx.user.privileges));
      if (query.kind) refuseKind(ctx, query.kind);
      if (kindsFor(ctx.user.companyId, ctx.user.privileges).length === 0) return [];
      const older = query.before ? own.where('i.id', '<', query.before) : own;
      return (await older.orderBy('i.id', 'desc').limit(MOST_LISTED).execute()) as ImportRow[];
    },
    'POST /imports': async (ctx, { query, body: file }) => {
      const { id } = await receive(ctx, kinds, { ...query, file });
      return ctx.inside((inner) => answer(inner, id));
    },
    'GET /imports/:id': (ctx, { params }) => details(ctx, kinds, params.id),
    'GET /imports/:id/rows': async (ctx, { params, query }) => faultyRows(ctx, await readImport(ctx, params.id), query),
    'GET /imports/:id/results': (ctx, { params, query }) => resultsOf(ctx, kinds, params.id, query),
    'GET /imports/:id/errors': (ctx, { params, query }) => errorFile(ctx, kinds, params.id, query.format),
    'GET /imports/template': (ctx, { query }) => template(ctx, kinds, query),
  }) satisfies Partial<Verbs<typeof table>>;

/** What a person says about the columns and values of a file, until its rows are checked. */
const preparing = (ground: Ground) =>
  ({
    'PUT /imports/:id': async (ctx, { params, version, body }) => {
      return change(ctx, ground, { id: params.id, version, step: 'map' }, async (inner, now) => {
        const kind = ground.kinds.get(now.kind)!;
        checkMapping(kind, now.heads, body);
        await remember(inner, now.kind, now.heads, body.fields);
        await unchecked(inner, now);
        const columns = { fields: JSON.stringify(body.fields), matches: JSON.stringify(body.matches) };
        await setImport(inner, now.id, { ...columns, ...UNCOUNTED, state: 'mapping', version: version + 1 });
      });
    },
    'PUT /imports/:id/list': async (ctx, { params, version, body }) =>
      change(ctx, ground, { id: params.id, version, step: 'map' }, (inner, now) =>
        chooseList(inner, ground.kinds, now, body),
      ),
    'PUT /imports/:id/meanings': async (ctx, { params, version, body }) => {
      return change(ctx, ground, { id: params.id, version, step: 'map' }, async (inner, now) => {
        const kind = ground.kinds.get(now.kind)!;
        const { meanings, defaults, unfixed, units } = withMeanings(
          kind,
          now,
          body,
          (await kind.vocabulary?.(inner)) ?? {},
        );
        await unchecked(inner, now);
        await setImport(inner, now.id, {
          ...UNCOUNTED,
          meanings: JSON.stringify(meanings),
          defaults: JSON.stringify(defaults),
          unfixed: JSON.stringify(unfixed),
          units: JSON.stringify(units),
          state: 'mapping',
          version: version + 1,
        });
      });
    },
    'POST /imports/:id/check': async (ctx, { params, version }) => {
      return change(ctx, ground, { id: params.id, version, step: 'check' }, async (inner, now) => {
        refuseKeyless(ground.kinds.get(now.kind)!, now);
        await keepMeanings(inner, now);
        await unchecked(inner, now);
        const units = JSON.stringify(uncounted(now.units));
        await setImport(inner, now.id, { ...UNCOUNTED, units, state: 'checking', version: version + 1 });
      });
    },
  }) satisfies Partial<Verbs<typeof table>>;

/** Mending rows, writing them, and taking all of it back. */
const working = (ground: Ground) =>
  ({
    'PUT /imports/:id/rows': async (ctx, { params, version, body }) => {
      return change(ctx, ground, { id: params.id, version, step: 'mend' }, async (inner, now) => {
        refuseGone(inner, now);
        await tryAgain(inner, now, await mend(inner, now, body));
      });
    },
    'POST /imports/:id/errors': async (ctx, { params, version, body: file }) => {
      await ctx.inside((inner) => readImport(inner, params.id));
      const read = await readList(file);
      return change(ctx, ground, { id: params.id, version, step: 'mend' }, async (inner, now) => {
        refuseGone(inner, now);
        await mendBySpreadsheet(inner, now, read);
        await tryAgain(inner, now);
      });
    },
    'POST /imports/:id/start': async (ctx, { params, version }) => {
      const it = await ctx.inside(async (inner) => {
        const now = await readImport(inner, params.id, true);
        await refuseStale(inner, now, version);
        refuseStep('start', now);
        refuseGone(inner, now);
        await begin(inner, now);
        return now;
      });
      return goOn(ctx, ground, it);
    },
    'POST /imports/:id/stop': async (ctx, { params }) => {
      const it = await readImport(ctx, params.id, true);
      refuseStep('stop', it);
      await setImport(ctx, it.id, { state: it.state === 'checking' ? 'mapping' : 'stopped' });
      ctx.audit({ action: 'stop', entity: 'import', entityId: it.id, after: record.factsOf(it) });
      return answer(ctx, it.id);
    },
    'POST /imports/:id/undo': async (ctx, { params }) => {
      const it = await ctx.inside(async (inner) => {
        const now = await readImport(inner, params.id, true);
        refuseStep('undo', now);
        if (!isKept(inner, now))
          throw new Failure('conflict', `Dopo ${KEPT_DAYS} giorni una importazione non si annulla più.`);
        await setImport(inner, now.id, { state: 'undoing', atRow: 0, done: 0 });
        inner.audit({ action: 'undo', entity: 'import', entityId: now.id, after: record.factsOf(now) });
        return now;
      });
      return goOn(ctx, ground, it);
    },
    'DELETE /imports/:id': async (ctx, { params }) => {
      const it = await readImport(ctx, params.id, true);
      refuseStep('remove', it);
      const own = { company_id: ctx.user.companyId, id: it.id };
      await sql`delete from import_rows where company_id = ${own.company_id} and import_id = ${own.id}`.execute(ctx.db);
      await sql`delete from imports where company_id = ${own.company_id} and id = ${own.id}`.execute(ctx.db);
      ctx.audit({ action: 'delete', entity: 'import', entityId: it.id, before: record.factsOf(it) });
    },
  }) satisfies Partial<Verbs<typeof table>>;

/**
 * The area of imports for the records that the areas declare importable. `constraints`: messages for broken
 * constraints.
 */
export const imports = (importables: readonly Importable[], constraints: Record<string, FieldMessages>) => {
  const kinds: record.Kinds = new Map(importables.map((one) => [one.kind, one]));
  const work = workOf({ kinds, constraints });
  const ground = { kinds, constraints, work };
  return area(table, {
    verbs: { ...reading(ground), ...preparing(ground), ...working(ground) },
    jobs: [work],
    schedules: [retention],
  });
};

/** Throws `conflict` when the rows of the import are no longer kept. */
function refuseGone(ctx: Ctx, it: record.ImportRecord): void {
  if (!isKept(ctx, it)) throw new Failure('conflict', `Dopo ${KEPT_DAYS} giorni le righe non sono più conservate.`);
}

/** The rows that were rejected, or so many of them, are looked at again, and written where the others were. */
const tryAgain = (ctx: Ctx, { id, version, state, total, refused }: record.ImportRecord, again = refused) =>
  setImport(ctx, id, {
    state: state === 'done' ? 'running' : 'checking',
    atRow: 0,
    done: total - again,
    refused: refused - again,
    version: version + 1,
  });

/** What an earlier check found is forgotten. */
const unchecked = (ctx: Ctx, it: record.ImportRecord) =>
  sql`update import_rows set key = null, outcome = null, message = null, faults = null, joined_to = null
    where ${record.rowsOf(ctx, it)} and outcome is not null`.execute(ctx.db);

/** Deletes the rows of imports after `KEPT_DAYS`. */
const retention: Schedule = {
  name: 'imports-retention',
  at: ['03:41'],
  run: async ({ db, user, now }) => {
    const own = sql<boolean>`company_id = ${user.companyId}`;
    const { rows: old } = await sql<{ id: number }>`select id from imports where ${own}
      and created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(db);
    const ids = old.map(({ id }) => id);
    await sql`delete from import_rows where ${own} and import_id = any(${ids}::bigint[])`.execute(db);
  },
};
