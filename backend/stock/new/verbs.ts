import { isDeepStrictEqual } from 'node:util';
import { Failure, type FieldMessages } from '#domain/errors.ts';
import { didOf } from '#domain/machine.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { newCarMachine, soldFields } from '#domain/stock/new/rules.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { conversions, isNewSellable, newStates } from '#domain/stock/new/terms.ts';
import { listBatches, undoBatch } from '#backend/lib/batches.ts';
import type { Verbs } from '#backend/lib/bind.ts';
import { exportFile, list } from '#backend/lib/list.ts';
import { take } from '#backend/lib/move.ts';
import { activity, create, readOne, sheetOf, update } from '#backend/lib/records.ts';
import { reprice } from '#backend/lib/reprice.ts';
import { write, type Vocabulary } from '#backend/lib/timeline.ts';
import { freeCode } from '../keep.ts';
import { paperActions, papersOf } from '../papers.ts';
import { newPriceList, priceList } from '../price-list.ts';
import { pricesOf } from '../prices.ts';
import { holding } from '../reserve.ts';
import { readStockSettings } from '../settings.ts';
import { standingWords, word } from '../vocabulary.ts';
import { check, fitted, versions } from './catalog.ts';
import { conversionVerbs } from './convert.ts';
import { newCars } from './list.ts';
import { answer, kept, moves, sales } from './moves.ts';
import { exportedBeside, missingOf, newCarRowOf, type NewCarRecord } from './records.ts';
import { newSheet } from './sheet.ts';
import { newSummary } from './summary.ts';

const hold = holding<NewCarRecord, NewCar>({
  table: 'newCars',
  entity: newCarMachine.entity,
  answer,
  take: (ctx, id, action) => take(ctx, kept, { id, action }),
});

/** What the activity says of a car beside its fields. */
const vocabulary: Partial<Vocabulary> = {
  actions: { ...didOf(newCarMachine), ...paperActions },
  fields: {
    paper: ['Documento', write.text],
    until: ['Vale fino al', write.day],
    ...standingWords,
    state: word('Stato', newStates),
    conversion: word('Diventa', conversions),
  },
};

const papers = papersOf<NewCarRecord>({
  table: 'newCars',
  missing: missingOf,
  read: (ctx, id) => readOne(ctx, newCars, id),
  take: (ctx, id) => take(ctx, kept, { id, action: 'paper' }),
});

/** What calls about new cars do. */
export const newStockVerbs: Verbs<typeof table> = {
  'GET /stock/new/summary': newSummary,
  'GET /stock/new': async (ctx, { query }) => {
    const { rows, total, counts } = await list(ctx, newCars, query);
    const borders = await readStockSettings(ctx);
    return { rows: rows.map((row) => newCarRowOf(ctx, row, borders)), total, ...(counts && { counts }) };
  },
  'GET /stock/new/export': (ctx, { query }) =>
    exportFile(ctx, newCars, query, [...sheetOf<NewCarRecord>(ctx, newCarFields), ...exportedBeside(ctx)]),
  'GET /stock/new/price-list': (ctx, { query }) => priceList(ctx, newCars, query, newPriceList),
  'GET /stock/new/makers': (ctx) =>
    ctx.db
      .selectFrom('newCars as r')
      .innerJoin('versions as v', 'v.id', 'r.versionId')
      .innerJoin('models as o', 'o.id', 'v.modelId')
      .innerJoin('makers as m', 'm.id', 'o.makerId')
      .select(['m.id', 'm.name'])
      .distinct()
      .where('r.companyId', '=', ctx.user.companyId)
      .where('r.archivedAt', 'is', null)
      .orderBy('m.name')
      .execute(),
  'GET /stock/new/versions': versions,
  'GET /stock/new/versions/:id': fitted,
  'POST /stock/new': async (ctx, { body }) => {
    await check(ctx, body);
    const { id } = await create(ctx, newCars, { ...body, code: body.code || (await freeCode(ctx, 'newCars')) });
    return answer(ctx, id);
  },
  'GET /stock/new/:id': (ctx, { params }) => answer(ctx, params.id),
  'PUT /stock/new/:id': async (ctx, { params, version, body }) => {
    const car = await take(ctx, kept, { id: params.id, action: 'save', version });
    const changed = soldFields.find((key) => !isDeepStrictEqual(car[key], body[key]));
    if (changed && !isNewSellable(car.state))
      throw new Failure('invalid', undefined, {
        fields: { [changed]: 'L’auto è venduta: resta come è stata venduta' },
      });
    await check(ctx, body);
    await update(ctx, newCars, { params, version, body: { ...body, code: body.code || car.code } });
    return answer(ctx, params.id);
  },
  'PUT /stock/new/:id/prices': async (ctx, { params, version, body }) => {
    const car = await take(ctx, kept, { id: params.id, action: 'save', version });
    if (!isNewSellable(car.state)) throw new Failure('conflict', 'L’auto è venduta: il prezzo non si cambia più.');
    await update(ctx, newCars, { params, version, body });
    return answer(ctx, params.id);
  },
  'GET /stock/new/:id/prices': async (ctx, { params }) => {
    await readOne(ctx, newCars, params.id);
    return pricesOf(ctx, 'newCars', params.id);
  },
  'GET /stock/new/:id/sheet': newSheet,
  'GET /stock/new/:id/timeline': (ctx, { params }) => activity(ctx, newCars, params.id, vocabulary),
  ...moves,
  ...sales,
  ...conversionVerbs,
  'GET /stock/new/:id/papers': papers.list,
  'POST /stock/new/:id/papers': papers.add,
  'PUT /stock/new/:id/papers/:paperId': papers.change,
  'DELETE /stock/new/:id/papers/:paperId': papers.remove,
  'GET /stock/new/:id/papers/:paperId/scan': papers.scan,
  'POST /stock/new/:id/reserve': hold.reserve,
  'POST /stock/new/:id/release': hold.release,
  'POST /stock/new/reprice': (ctx, { body }) => reprice(ctx, newCars, body),
  'GET /stock/new/batches': (ctx) => listBatches(ctx, newCars),
  'POST /stock/new/batches/:id/undo': (ctx, { params }) => undoBatch(ctx, newCars, params.id),
};

/** What a broken constraint means to the person. */
export const newConstraints: Record<string, FieldMessages> = {
  new_cars_code: { code: 'Un’altra auto ha già questo codice' },
  new_cars_vin: { vin: 'Un’altra auto in stock ha già questo telaio' },
  new_cars_order: { orderNumber: 'Un’altra auto in stock ha già questo numero d’ordine' },
  new_cars_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
  new_cars_company_id_reserved_for_fkey: { customerId: 'Scegliere un cliente' },
  used_cars_new_car: { kind: 'L’auto è già passata all’usato' },
};
