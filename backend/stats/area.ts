import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { reachOf } from '#domain/record/rights.ts';
import { seesRows, seesStats } from '#domain/stats/figures.ts';
import { readFilters } from '#domain/stats/parts.ts';
import { stats as table } from '#domain/stats/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { ReceptionRules } from '../lib/ports/reception.ts';
import { changesFile, readChanges } from '../lib/records/figure-changes.ts';
import { drill, drillFile } from '../lib/records/figures.ts';
import { accessesFile } from './accesses-sheet.ts';
import { readAccesses } from './accesses.ts';
import { readDaily } from './daily.ts';
import type { Figures } from './figures.ts';
import { readSellers, type SellersOver } from './sellers.ts';
import { sellersFile } from './sellers-sheet.ts';
import { dailyFile } from './sheet.ts';
import { readAims } from './targets/aims.ts';
import { targetsFile } from './targets/spreadsheet.ts';
import { proposing } from './targets/propose.ts';
import { readMonth } from './targets/now.ts';
import { readTargets } from './targets/read.ts';
import { begin, discard, force, save } from './targets/editions.ts';

type RowsQuery = Pick<z.output<(typeof table)['GET /stats/rows']['query']>, 'figure' | 'filters' | 'personId'>;

/** Statistics count everybody's records. */
const rights = { see: seesStats };

/** Which rows are asked for, and whose the caller sees; throws `forbidden`, and `invalid` for filters that are none of the figure. */
function partOf({ user }: Pick<Ctx, 'user'>, { figure, filters: text, personId }: RowsQuery) {
  const see = seesRows[figure];
  const reach = reachOf(see, user.privileges);
  if (reach === 'none') throw new Failure('forbidden');
  const filters = readFilters(figure, text);
  if (!filters) throw new Failure('invalid', undefined, { fields: { filters: 'Questi filtri non ci sono' } });
  // A seller's are those that count as the own, not all that they may open.
  return { filters, rights: { see }, personId: reach === 'own' ? user.id : personId };
}

interface Beside {
  showsPersons: SellersOver['showsPersons'];
  reception: ReceptionRules;
}

/** Statistics over what the areas count. */
export const stats = (figures: Figures, { showsPersons, reception }: Beside) =>
  area(table, {
    verbs: {
      'GET /stats/sellers': (ctx, { query }) => readSellers(ctx, { figures, showsPersons }, query),
      'GET /stats/sellers/export': (ctx, { query: { format, ...query } }) =>
        sellersFile(ctx, { figures, showsPersons }, query, format),
      'GET /stats/targets': (ctx, { query }) => readTargets(ctx, figures, query),
      'GET /stats/targets/export': (ctx, { query: { format, ...query } }) => targetsFile(ctx, figures, query, format),
      'GET /stats/targets/month': (ctx, { query: { locationId } }) => readMonth(ctx, figures, locationId),
      'GET /stats/targets/aims': readAims,
      'POST /stats/targets': begin,
      'PUT /stats/targets/:id': save,
      'GET /stats/targets/:id/proposal': proposing(figures),
      'POST /stats/targets/:id/force': force,
      'POST /stats/targets/:id/discard': discard,
      'GET /stats/accesses': (ctx, { query }) => readAccesses(ctx, { figures, reception }, query),
      'GET /stats/accesses/export': (ctx, { query: { format, ...query } }) =>
        accessesFile(ctx, { figures, reception }, query, format),
      'GET /stats/daily': (ctx, { query }) => readDaily(ctx, figures, query),
      'GET /stats/daily/export': (ctx, { query: { format, ...query } }) => dailyFile(ctx, figures, query, format),
      'GET /stats/rows': (ctx, { query }) => drill(ctx, figures[query.figure], { ...query, ...partOf(ctx, query) }),
      'GET /stats/rows/export': (ctx, { query }) =>
        drillFile(ctx, figures[query.figure], { ...query, ...partOf(ctx, query) }),
      'GET /stats/changes': (ctx, { query }) => readChanges(ctx, figures.contracts, { ...query, rights }),
      'GET /stats/changes/export': (ctx, { query }) => changesFile(ctx, figures.contracts, { ...query, rights }),
    },
  });
