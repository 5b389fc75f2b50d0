/** Calls about new cars: figures, prices, moves, sales, papers, the window sheet. */
import { isDeepStrictEqual } from 'node:util';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { Failure, type FieldMessages } from '#domain/errors.ts';
import { integer, money } from '#domain/italian.ts';
import { didOf } from '#domain/record/machine.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { newCarMachine, soldFields } from '#domain/stock/new/rules.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { conversions, isNewSellable, newStates } from '#domain/stock/new-terms.ts';
import { listBatches, undoBatch } from '#backend/lib/records/batches.ts';
import type { VerbOf, Verbs } from '#backend/lib/work/bind.ts';
import { exportFile, list } from '#backend/lib/records/list.ts';
import { carry, moving, take, type Fill } from '#backend/lib/records/move.ts';
import { create } from '#backend/lib/records/make.ts';
import { activity, readOne, spreadsheetColumns, update } from '#backend/lib/records/records.ts';
import { reprice } from '#backend/lib/records/reprice.ts';
import { write, type Vocabulary } from '#backend/lib/records/timeline.ts';
import { newComments } from '../comments.ts';
import { freeCode } from '../keep.ts';
import { drawDocument, readLetterhead } from '#backend/documents/letterhead.ts';
import { paperActions, papersOf } from '../papers.ts';
import { newPriceList, priceList } from '../price-list.ts';
import { pricesOf } from '../prices.ts';
import { free, holding } from '../reserve.ts';
import { saleOf, soldBy } from '../sale.ts';
import { newSummary } from './summary.ts';
import { unsellNew } from './unsell.ts';
import { readStockSettings } from '../settings.ts';
import { layoutInUse } from '#backend/documents/layout.ts';
import { carValues } from '../values.ts';
import { offerAt, windowSheetView } from '../window-sheet.ts';
import { HORSES } from '../shown.ts';
import { standingWords } from '../vocabulary.ts';
import { check, fitted, technicalOf, versions } from './catalog.ts';
import { conversionVerbs } from './convert.ts';
import { exportedBeside, missingOf, nameOf, newCarRowOf, newCars, newCourse, type NewCarRecord } from './records.ts';

const gone: Fill<NewCarRecord> = ({ now }) => ({ columns: { archivedAt: now, ...free } });

/** The moves that people make. */
const moves = moving(newCourse, {
  // The car is in stock from the day in its data, or from today: from then on it costs money to hold it.
  arrive: ({ today }, { arrivedOn }) => {
    const since = arrivedOn ?? today;
    return { columns: { arrivedOn: since }, told: { before: { arrivedOn }, after: { arrivedOn: since } } };
  },
  cancel: gone,
  reopen: () => ({ columns: { archivedAt: null } }),
  deliver: ({ now, today }) => ({ columns: { archivedAt: now, deliveredOn: today } }),
});

type ByHand = 'POST /stock/new/:id/sell' | 'POST /stock/new/:id/unsell';

/** Sales that a person registers when there is no contract. */
const sales: Pick<Verbs<typeof table>, ByHand> = {
  'POST /stock/new/:id/sell': async (ctx, { params, version, body }) => {
    const car = await take(ctx, newCourse, { id: params.id, action: 'sellByHand', version });
    await carry(ctx, newCourse, car, 'sell', soldBy(await saleOf(ctx, car, body)));
    return newCourse.answer(ctx, car.id);
  },
  'POST /stock/new/:id/unsell': async (ctx, { params, version, body }) => {
    const car = await take(ctx, newCourse, { id: params.id, action: 'unsellByHand', version });
    await unsellNew(ctx, car, body);
    return newCourse.answer(ctx, car.id);
  },
};

/** The window sheet of a new car: asking price and list price, catalogue data, options. */
const windowSheet: VerbOf<typeof table, 'GET /stock/new/:id/sheet'> = async (ctx, { params }) => {
  const { car, technical, head, offer, blocks } = await ctx.inside(async (inner) => {
    const read = await readOne(inner, newCars, params.id);
    return {
      car: read,
      technical: await technicalOf(inner, read),
      head: await readLetterhead(inner),
      offer: await offerAt(inner, { usage: 'new', makerId: read.makerId }, read.price),
      blocks: await layoutInUse(inner, 'stocks'),
    };
  });
  const { kw, cc, co2, euroClass, seats } = technical;
  const name = nameOf(car);
  const said: [string, string | null][] = [
    [
      'Listino',
      car.listPrice === null || car.price === null || car.listPrice <= car.price ? null : money(car.listPrice),
    ],
    ['Alimentazione', fuels[car.fuel]],
    ['Cambio', gearboxes[technical.gearbox]],
    ['Potenza', `${integer(kw)} kW (${integer(Math.round(kw * HORSES))} CV)`],
    ['Cilindrata', cc ? `${integer(cc)} cc` : null],
    ['Classe Euro', euroClass || null],
    ['CO₂', `${integer(co2)} g/km`],
    ['Posti', String(seats)],
    ['Colore', technical.colour],
  ];
  const details = said.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));
  const bytes = await drawDocument(ctx, head, {
    template: 'stock/window-sheet.typ',
    title: name,
    number: car.code,
    pictures: {},
    footerLine: 'Prezzo IVA inclusa, immatricolazione e IPT escluse. Salvo venduto.',
    view: {
      ...windowSheetView({
        name,
        price: car.price,
        offer,
        car: { body: car.body, paint: car.paint ?? technical.colour },
        details,
        equipment: technical.equipment,
        blocks,
        values: carValues(
          { ...car, usage: 'new', version: car.versionName, km: null, colour: technical.colour ?? '', kw },
          { company: head.company.name, userName: ctx.user.name, today: ctx.today, location: car.location ?? '' },
        ),
        holds: ['new', ...(car.price === null ? [] : ['priced' as const])],
      }),
      cover: '',
      qr: '',
    },
  });
  return { bytes, type: 'application/pdf', name: `Scheda ${car.code}.pdf`, inline: true };
};

const hold = holding<NewCarRecord, NewCar>({
  table: 'newCars',
  entity: newCarMachine.entity,
  page: '/dealer/stock/new',
  answer: newCourse.answer,
  take: (ctx, id, action) => take(ctx, newCourse, { id, action }),
});

/** Words of the activity for what is no field of the car. */
const vocabulary: Partial<Vocabulary> = {
  actions: { ...didOf(newCarMachine), assign: 'ha passato l’opzione a un collega', ...paperActions },
  fields: {
    paper: ['Documento', write.text],
    until: ['Vale fino al', write.day],
    ...standingWords,
    state: ['Stato', write.word(newStates)],
    conversion: ['Diventa', write.word(conversions)],
  },
};

const papers = papersOf<NewCarRecord>({
  table: 'newCars',
  missing: missingOf,
  read: (ctx, id) => readOne(ctx, newCars, id),
  take: (ctx, id) => take(ctx, newCourse, { id, action: 'paper' }),
});

export const newStockVerbs: Verbs<typeof table> = {
  'GET /stock/new/summary': newSummary,
  'GET /stock/new': async (ctx, { query }) => {
    const { rows, total, counts } = await list(ctx, newCars, query);
    const borders = await readStockSettings(ctx);
    return { rows: rows.map((row) => newCarRowOf(ctx, row, borders)), total, ...(counts && { counts }) };
  },
  'GET /stock/new/export': (ctx, { query }) =>
    exportFile(ctx, newCars, query, [...spreadsheetColumns<NewCarRecord>(ctx, newCarFields), ...exportedBeside(ctx)]),
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
    return newCourse.answer(ctx, id);
  },
  'GET /stock/new/:id': newCourse.show,
  'PUT /stock/new/:id': async (ctx, { params, version, body }) => {
    const car = await take(ctx, newCourse, { id: params.id, action: 'save', version });
    const changed = soldFields.find((key) => !isDeepStrictEqual(car[key], body[key]));
    if (changed && !isNewSellable(car.state))
      throw new Failure('invalid', undefined, {
        fields: { [changed]: 'L’auto è venduta: resta come è stata venduta' },
      });
    await check(ctx, body);
    await update(ctx, newCars, { params, version, body: { ...body, code: body.code || car.code } });
    return newCourse.answer(ctx, params.id);
  },
  'PUT /stock/new/:id/prices': async (ctx, { params, version, body }) => {
    const car = await take(ctx, newCourse, { id: params.id, action: 'save', version });
    if (!isNewSellable(car.state)) throw new Failure('conflict', 'L’auto è venduta: il prezzo non si cambia più.');
    await update(ctx, newCars, { params, version, body });
    return newCourse.answer(ctx, params.id);
  },
  'GET /stock/new/:id/prices': async (ctx, { params }) => {
    await readOne(ctx, newCars, params.id);
    return pricesOf(ctx, 'newCars', params.id);
  },
  'GET /stock/new/:id/sheet': windowSheet,
  ...newComments,
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

export const newConstraints: Record<string, FieldMessages> = {
  new_cars_code: { code: 'Un’altra auto ha già questo codice' },
  new_cars_vin: { vin: 'Un’altra auto in stock ha già questo telaio' },
  new_cars_order: { orderNumber: 'Un’altra auto in stock ha già questo numero d’ordine' },
  new_cars_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
  new_cars_company_id_reserved_for_fkey: { customerId: 'Scegliere un cliente' },
  used_cars_new_car: { kind: 'L’auto è già passata all’usato' },
};
