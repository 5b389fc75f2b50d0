import { sql } from 'kysely';
import type { FieldMessages } from '#domain/errors.ts';
import { Failure } from '#domain/errors.ts';
import { imports as table } from '#domain/imports/endpoints.ts';
import type { ImportRow } from '#domain/imports/schema.ts';
import { KEPT_DAYS, kindsFor } from '#domain/imports/terms.ts';
import { area } from '../lib/area.ts';
import { forEachCompany } from '../lib/companies.ts';
import type { HeavyCtx, Job } from '../lib/context.ts';
import type { Importable } from '../lib/importable.ts';
import { chooseList } from './choose-list.ts';
import { details } from './details.ts';
import { checkMapping, remember } from './mapping.ts';
import { isSmall, receive } from './receive.ts';
import * as record from './record.ts';
import { errorFile, template } from './spreadsheets.ts';
import { advance, begin, workOf } from './work.ts';

const { answer, isKept, readImport, refuseKind, refuseStale, refuseStep, setImport, UNCOUNTED } = record;
const MOST_LISTED = 100;

/**
 * The area of imports for the records that the areas declare importable. `constraints`: messages for broken
 * constraints.
 */
export const imports = (importables: readonly Importable[], constraints: Record<string, FieldMessages>) => {
  const kinds: record.Kinds = new Map(importables.map((one) => [one.kind, one]));
  const ground = { kinds, constraints };
  const work = workOf(ground);

  /** Continues an import: at once when it is small, else by the job. */
  async function goOn(ctx: HeavyCtx, it: record.ImportRecord): Promise<ImportRow> {
    if (isSmall(it)) await advance(ctx.inside, ground, it.id);
    return ctx.inside(async (inner) => {
      const { companyId, id: userId } = inner.user;
      if (!isSmall(it)) await inner.enqueue(work, { companyId, userId, id: it.id });
      return answer(inner, it.id);
    });
  }

  return area(table, {
    verbs: {
      'GET /imports': async (ctx, { query }) => {
        const own = record.listed(ctx).where('i.kind', 'in', query.kind ? [query.kind] : kindsFor(ctx.user.privileges));
        if (query.kind) refuseKind(ctx, query.kind);
        if (kindsFor(ctx.user.privileges).length === 0) return [];
        const older = query.before ? own.where('i.id', '<', query.before) : own;
        return (await older.orderBy('i.id', 'desc').limit(MOST_LISTED).execute()) as ImportRow[];
      },
      'POST /imports': async (ctx, { query, body: file }) => goOn(ctx, await receive(ctx, kinds, { ...query, file })),
      'GET /imports/:id': (ctx, { params }) => details(ctx, kinds, params.id),
      'PUT /imports/:id': async (ctx, { params, version, body }) => {
        const it = await ctx.inside(async (inner) => {
          const now = await readImport(inner, params.id, true);
          await refuseStale(inner, now, version);
          refuseStep('map', now);
          checkMapping(kinds.get(now.kind)!, now.heads, body);
          await remember(inner, now.kind, now.heads, body.fields);
          await sql`update import_rows set key = null, outcome = null, message = null where ${record.rowsOf(inner, now)}`.execute(
            inner.db,
          );
          const columns = { fields: JSON.stringify(body.fields), match: body.match };
          await setImport(inner, now.id, { ...columns, ...UNCOUNTED, state: 'checking', version: version + 1 });
          inner.audit({ action: 'map', entity: 'import', entityId: now.id, after: record.factsOf(now) });
          return now;
        });
        return goOn(ctx, it);
      },
      'PUT /imports/:id/list': async (ctx, { params, version, body }) => {
        const it = await ctx.inside(async (inner) => {
          const now = await readImport(inner, params.id, true);
          await refuseStale(inner, now, version);
          refuseStep('map', now);
          await chooseList(inner, kinds, now, body);
          return readImport(inner, params.id);
        });
        return goOn(ctx, it);
      },
      'POST /imports/:id/start': async (ctx, { params, version }) => {
        const it = await ctx.inside(async (inner) => {
          const now = await readImport(inner, params.id, true);
          await refuseStale(inner, now, version);
          refuseStep('start', now);
          if (!isKept(inner, now))
            throw new Failure('conflict', `Dopo ${KEPT_DAYS} giorni le righe non sono più conservate.`);
          await begin(inner, now);
          return now;
        });
        return goOn(ctx, it);
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
        return goOn(ctx, it);
      },
      'GET /imports/:id/errors': (ctx, { params, query }) => errorFile(ctx, kinds, params.id, query.format),
      'GET /imports/template': (ctx, { query }) => template(ctx, kinds, query),
    },
    jobs: [work, retention],
  });
};

/** Deletes the rows of imports after `KEPT_DAYS`. */
const retention: Job<Record<string, never>> = {
  name: 'imports-retention',
  cron: '41 3 * * *',
  run: (call) =>
    forEachCompany(call, async (ctx) => {
      const { db, user, now } = ctx;
      const ago = (days: number) => sql<boolean>`created_at < ${now}::timestamptz - make_interval(days => ${days})`;
      const own = sql<boolean>`company_id = ${user.companyId}`;
      const { rows: old } = await sql<{
        id: number;
      }>`select id from imports where ${own} and ${ago(KEPT_DAYS)}`.execute(db);
      const ids = old.map(({ id }) => id);
      await sql`delete from import_rows where ${own} and import_id = any(${ids}::bigint[])`.execute(db);
    }),
};
