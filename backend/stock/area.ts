import { didOf } from '#domain/record/machine.ts';
import { stock as used } from '#domain/stock/endpoints.ts';
import { newStock } from '#domain/stock/new/endpoints.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { privileges } from '#domain/privileges.ts';
import { stockRights } from '#domain/stock/rights.ts';
import { type SaleRegime, saleRegimes, usedStates } from '#domain/stock/terms.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { area } from '../lib/ports/area.ts';
import { listBatches, undoBatch } from '../lib/records/batches.ts';
import { viewCounts } from '../lib/records/figures.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { exportFile, list } from '../lib/records/list.ts';
import { take } from '../lib/records/move.ts';
import { activity, readOne, spreadsheetColumns, update } from '../lib/records/records.ts';
import { reprice } from '../lib/records/reprice.ts';
import { write, type Vocabulary } from '../lib/records/timeline.ts';
import { albumVerbs } from './album.ts';
import { usedComments } from './comments.ts';
import { costVerbs } from './costs.ts';
import { usedFigure } from './counted.ts';
import { enterWithDefaults } from './enter.ts';
import { hits } from './hits.ts';
import { stockImports } from './imports.ts';
import { holdEffects } from './hold.ts';
import { feedVerbs } from './feed.ts';
import { byDays, byMargin, byRank, usedCars } from './list.ts';
import { moves, sales, usedCourse } from './moves.ts';
import { newConstraints, newStockVerbs } from './new/verbs.ts';
import { paperActions, papersOf } from './papers.ts';
import { priceList, usedPriceList } from './price-list.ts';
import { pricesOf } from './prices.ts';
import { exportedBeside, usedMissing, type UsedCarRecord } from './records.ts';
import { usedCarRows } from './rows.ts';
import { holding } from './reserve.ts';
import { withSeller } from './seller.ts';
import { soldEffects } from './sold.ts';
import { heldCars } from './legacies.ts';
import { laidSheet, windowSheet } from './window-sheet.ts';
import { shownVerbs } from './shown.ts';
import { settingVerbs } from './settings.ts';
import { averageDays, summary } from './summary.ts';
import { standingWords } from './vocabulary.ts';

/** Words of the activity for what is no field of the car. */
const vocabulary = (ctx: Ctx): Partial<Vocabulary> => ({
  actions: {
    ...didOf(usedCarMachine),
    assign: 'ha passato l’opzione a un collega',
    cost: 'ha inserito un costo',
    cost_changed: 'ha modificato un costo',
    cost_removed: 'ha eliminato un costo',
    ...paperActions,
    photo: 'ha aggiunto una foto',
    album: 'ha cambiato le foto',
  },
  fields: {
    ...standingWords,
    state: ['Stato', write.word(usedStates)],
    saleRegime: ['Regime della vendita', (regime) => saleRegimes[regime as SaleRegime]?.label ?? '—'],
    paper: ['Documento', write.text],
    until: ['Vale fino al', write.day],
    photos: ['Foto', write.text],
    damages: ['Danni', write.text],
    // Only for stock managers, because lines of the ledger name suppliers.
    ...(holds(ctx, privileges.manageStock) && {
      cost: ['Voce', write.text],
      expected: ['Previsto', write.money],
      amount: ['Effettivo', write.money],
    }),
  },
});

const hold = holding<UsedCarRecord, UsedCar>({
  table: 'usedCars',
  entity: usedCarMachine.entity,
  page: '/dealer/stock/used',
  answer: usedCourse.answer,
  take: (ctx, id, action) => take(ctx, usedCourse, { id, action }),
});

const papers = papersOf<UsedCarRecord>({
  table: 'usedCars',
  missing: usedMissing,
  read: (ctx, id) => readOne(ctx, usedCars, id),
  take: (ctx, id) => take(ctx, usedCourse, { id, action: 'paper' }),
});

export const stock = area(
  { ...used, ...newStock },
  {
    verbs: {
      'GET /stock/summary': summary,
      'GET /stock/average-days': averageDays,
      'GET /stock/used': async (ctx, { query }) => {
        const listed = query.sort === 'rank' ? await byRank(ctx, query) : byMargin(ctx);
        const { rows, total, counts } = await list(ctx, listed, byDays(query));
        return { rows: await usedCarRows(ctx, rows), total, ...(counts && { counts }) };
      },
      'GET /stock/used/counts': viewCounts(usedFigure, stockRights),
      'GET /stock/used/export': (ctx, { query }) =>
        exportFile(ctx, byMargin(ctx), byDays(query), [
          ...spreadsheetColumns<UsedCarRecord>(ctx, usedCarFields),
          ...exportedBeside(ctx),
        ]),
      'GET /stock/used/price-list': (ctx, { query }) => priceList(ctx, usedCars, query, usedPriceList),
      'GET /stock/used/makers': async (ctx) => {
        const makers = ctx.db.selectFrom('usedCars').select('maker').distinct().where('archivedAt', 'is', null);
        const own = makers.where('companyId', '=', ctx.user.companyId).orderBy('maker');
        return (await own.execute()).map(({ maker }) => maker);
      },
      'POST /stock/used': async (ctx, { body }) =>
        usedCourse.answer(ctx, await enterWithDefaults(ctx, await withSeller(ctx, body))),
      'GET /stock/used/:id': usedCourse.show,
      'PUT /stock/used/:id': async (ctx, { params, version, body }) => {
        const before = await take(ctx, usedCourse, { id: params.id, action: 'save', version });
        const car = { ...(await withSeller(ctx, body, before)), code: body.code || before.code };
        await update(ctx, usedCars, { params, version, body: car });
        return usedCourse.answer(ctx, params.id);
      },
      'PUT /stock/used/:id/prices': async (ctx, { params, version, body }) => {
        await take(ctx, usedCourse, { id: params.id, action: 'save', version });
        await update(ctx, usedCars, { params, version, body });
        return usedCourse.answer(ctx, params.id);
      },
      'GET /stock/used/:id/prices': async (ctx, { params }) => {
        await readOne(ctx, usedCars, params.id);
        return pricesOf(ctx, 'usedCars', params.id);
      },
      'GET /stock/used/:id/timeline': (ctx, { params }) => activity(ctx, usedCars, params.id, vocabulary(ctx)),
      ...moves,
      ...sales,
      'POST /stock/used/:id/reserve': hold.reserve,
      'POST /stock/used/:id/release': hold.release,
      ...albumVerbs,
      ...shownVerbs,
      ...feedVerbs,
      'GET /stock/used/:id/sheet': windowSheet,
      ...costVerbs,
      'POST /stock/used/reprice': (ctx, { body }) => reprice(ctx, usedCars, body),
      'GET /stock/used/batches': (ctx) => listBatches(ctx, usedCars),
      'POST /stock/used/batches/:id/undo': (ctx, { params }) => undoBatch(ctx, usedCars, params.id),
      'GET /stock/used/:id/papers': papers.list,
      'POST /stock/used/:id/papers': papers.add,
      'PUT /stock/used/:id/papers/:paperId': papers.change,
      'DELETE /stock/used/:id/papers/:paperId': papers.remove,
      'GET /stock/used/:id/papers/:paperId/scan': papers.scan,
      ...settingVerbs,
      ...usedComments,
      ...newStockVerbs,
    },
    effects: { ...soldEffects, ...holdEffects },
    laid: [laidSheet],
    legacies: heldCars,
    hits,
    imports: stockImports,
    constraints: {
      ...newConstraints,
      used_cars_code: { code: 'Un’altra auto ha già questo codice' },
      used_cars_plate: { plate: 'Un’altra auto in stock ha già questa targa' },
      used_cars_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
      used_cars_company_id_reserved_for_fkey: { customerId: 'Scegliere un cliente' },
    },
  },
);
