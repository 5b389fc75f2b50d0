import { seesStats } from '#domain/stats/figures.ts';
import { stats as table } from '#domain/stats/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { changesFile, readChanges } from '../lib/records/figure-changes.ts';
import { drill, drillFile } from '../lib/records/figures.ts';
import { readDaily } from './daily.ts';
import type { Figures } from './figures.ts';
import { dailyFile } from './sheet.ts';
import { readAims } from './targets/aims.ts';
import { targetsFile } from './targets/file.ts';
import { proposing } from './targets/propose.ts';
import { readTargets } from './targets/read.ts';
import { begin, discard, force, save } from './targets/sheets.ts';

/** Statistics count everybody's records. */
const rights = { see: seesStats };

/** Statistics over what the areas count. */
export const stats = (figures: Figures) =>
  area(table, {
    verbs: {
      'GET /stats/targets': (ctx, { query }) => readTargets(ctx, figures, query),
      'GET /stats/targets/export': (ctx, { query: { format, ...query } }) => targetsFile(ctx, figures, query, format),
      'GET /stats/targets/aims': readAims,
      'POST /stats/targets': begin,
      'PUT /stats/targets/:id': save,
      'GET /stats/targets/:id/proposal': proposing(figures),
      'POST /stats/targets/:id/force': force,
      'POST /stats/targets/:id/discard': discard,
      'GET /stats/daily': (ctx, { query }) => readDaily(ctx, figures, query),
      'GET /stats/daily/export': (ctx, { query: { format, ...query } }) => dailyFile(ctx, figures, query, format),
      'GET /stats/rows': (ctx, { query: { figure, ...query } }) => drill(ctx, figures[figure], { ...query, rights }),
      'GET /stats/rows/export': (ctx, { query: { figure, ...query } }) =>
        drillFile(ctx, figures[figure], { ...query, rights }),
      'GET /stats/changes': (ctx, { query }) => readChanges(ctx, figures.contracts, { ...query, rights }),
      'GET /stats/changes/export': (ctx, { query }) => changesFile(ctx, figures.contracts, { ...query, rights }),
    },
  });
