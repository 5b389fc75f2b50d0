import { DEMO_PAGE } from '#backend/seed/links.ts';
import { blankOf } from '#domain/record/fields.ts';
import { costFields, usedCarFields } from '#domain/stock/fields.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import type { newStock } from '#domain/stock/new/endpoints.ts';
import { paperFields } from '#domain/stock/paper-fields.ts';
import type { CallName } from '#domain/endpoints.ts';
import { newStockCalls, sale } from './new-stock.ts';
import { changing, waiting } from './preferences.ts';
import { created, nothing, once, type Calls, type Insert, type Side } from '../area.ts';
import { commentsOf } from '../comments.ts';
import { sent } from './uploads.ts';

/** A car of the stock that can be sold. */
export async function rows(insert: Insert, companyId: number, marker: string, locationId: number) {
  const usedCarId = await insert(
    `insert into used_cars (company_id, code, state, plate, maker, model, version_name, body, fuel, gearbox, kw, km, registered_on,
       location_id, purchase_type, seller_kind, market, regime, purchased_on, purchase_cost, acquired_on, retail_price, b2b_price, min_price)
     values ($1, $2 || '-U1', 'acquired', 'HZ 001 ZZ', $2, 'Prova', 'Uno', 'hatchback', 'petrol', 'manual', 74, 48210, '2022-06-14',
       $3, 'barter', 'private', 'italy', 'retail', '2026-10-01', 800000, '2026-10-04', 1090000, 950000, 1050000) returning id`,
    [companyId, marker, locationId],
  );
  return { usedCarId };
}

/** What a person types of a car. */
export const usedCar = {
  ...blankOf(usedCarFields),
  code: 'X-1',
  maker: 'Prova',
  model: 'Due',
  sellerKind: 'private' as const,
  purchaseType: 'barter' as const,
  km: 48_210,
  purchaseCost: 8_000_00,
  retailPrice: 10_900_00,
  plate: 'HZ 002 ZZ',
  purchaseDocument: 'Fattura 1',
  mandateUntil: '2027-03-31',
  consignmentFee: 900_00,
  insuredUntil: '2027-03-31',
};
export const usedCost = { ...blankOf(costFields), kind: 'bodywork' as const, amount: 732_00, expected: 700_00 };

const typed = ({ marker, next, locationId }: Side) => {
  const n = next();
  return { ...usedCar, code: `${marker}-${n}`, plate: `HZ ${n}`, model: marker, consignor: marker, locationId };
};
const entered = (side: Side) => created(side, 'POST /stock/used', { body: typed(side) });
const moved = async (side: Side, name: CallName, from: Awaited<ReturnType<typeof entered>>, body?: object) => {
  const answer = await side.call(name, { ...from, body });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { params: from.params, version: answer.body.version as number };
};
const arrived = async (side: Side) => moved(side, 'POST /stock/used/:id/arrive', await entered(side));
const consigned = async (side: Side) => moved(side, 'POST /stock/used/:id/consign', await entered(side));
/** A car whose restoration can end. */
const restored = async (side: Side) => {
  const { params, version } = await moved(side, 'POST /stock/used/:id/restore', await arrived(side));
  await side.query(`update used_cars set ready_on = '2026-11-20', photos = 1 where id = $1`, [params.id]);
  return { params, version };
};
/** A service car that can come back. */
const serving = async (side: Side) => {
  const { params, version } = await moved(side, 'POST /stock/used/:id/lend', await arrived(side));
  await side.query('update used_cars set service_end_km = service_start_km + 40 where id = $1', [params.id]);
  return { params, version };
};
const reason = { reason: 'other' as const, note: 'Prova' };
/** As a wholesale offer does. */
const sold = async (side: Side) => {
  const { params, version } = await arrived(side);
  await side.query(
    `update used_cars set state = 'sold', sale_channel = 'b2b', sale_price = 1000000, sold_on = '2026-11-20', buyer = $2 where id = $1`,
    [params.id, side.marker],
  );
  return { params, version };
};
const reserving = { until: '2026-11-22T17:00:00Z' };
const reserved = async (side: Side) => {
  const { params } = await arrived(side);
  await side.call('POST /stock/used/:id/reserve', { params, body: { ...reserving, customerId: side.customerId } });
  return { params };
};
const withCost = async (side: Side) => {
  const { params } = await arrived(side);
  const body = { ...usedCost, note: side.marker };
  const made = await created(side, 'POST /stock/used/:id/costs', { params, body });
  return { params: { id: params.id, costId: made.params.id }, version: made.version };
};
/** A car with a photo, and its album under another note. */
const photographed = async (side: Side) => {
  const { params } = await arrived(side);
  const made = await side.call('POST /stock/used/:id/photos', { params, body: { uploadId: await sent(side) } });
  if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
  const { version, photos } = made.body;
  return { params, version, body: { photos: [{ id: photos[0].id, note: side.marker, marks: [] }] } };
};
/** The public page of a car, and a photo on it. */
const onShow = async (side: Side) => {
  const { params } = await photographed(side);
  const car = await side.call('GET /stock/used/:id', { params });
  const album = await side.call('GET /stock/used/:id/photos', { params });
  return { token: (car.body.page as string).slice('/auto/'.length), photo: album.body.photos[0].uploadId as number };
};
/** A car with a scanned paper, and the call to change it. */
const withPaper = async (side: Side) => {
  const { params } = await arrived(side);
  const body = { ...blankOf(paperFields), kind: 'road_tax' as const, note: side.marker, until: '2027-01-31' };
  const scan = await sent(side, 'stock_paper');
  const made = await side.call('POST /stock/used/:id/papers', { params, body: { ...body, uploadId: scan } });
  const { id: paperId, version } = made.body as { id: number; version: number };
  return { params: { id: params.id, paperId }, version, body };
};
const only = async (made: Promise<{ params: { id: number } }>) => ({ params: (await made).params });
const repricing = async (side: Side) => ({ body: { ids: [(await entered(side)).params.id], percent: 5 } });

/** The car that a call names, by its state. */
const one = {
  entered: once(entered),
  arrived: once(arrived),
  consigned: once(consigned),
  restored: once(restored),
  serving: once(serving),
  sold: once(sold),
  reserved: once(reserved),
  withCost: once(withCost),
  photographed: once(photographed),
  onShow: once(onShow),
  withPaper: once(withPaper),
};

export const stock: Calls<typeof table & typeof newStock> = {
  ...newStockCalls,
  'GET /stock/summary': nothing,
  'GET /stock/average-days': nothing,
  'GET /stock/used': nothing,
  'GET /stock/used/counts': () => ({ query: { views: '' } }),
  'GET /stock/used/export': () => ({ query: { format: 'csv' } }),
  'GET /stock/used/makers': nothing,
  'GET /stock/used/price-list': nothing,
  'POST /stock/used': (side) => ({ body: typed(side) }),
  'GET /stock/used/:id': ({ usedCarId }) => ({ params: { id: usedCarId } }),
  'PUT /stock/used/:id': async (side) => ({ ...(await one.entered(side)), body: typed(side) }),
  'PUT /stock/used/:id/prices': async (side) => ({
    ...(await one.entered(side)),
    body: { retailPrice: 10_500_00, b2bPrice: 9_000_00, minPrice: null },
  }),
  'GET /stock/used/:id/prices': (side) => only(one.entered(side)),
  ...commentsOf('stock/used', one.entered),
  'GET /stock/used/:id/timeline': (side) => only(one.entered(side)),
  'POST /stock/used/:id/arrive': one.entered,
  'POST /stock/used/:id/cancel': async (side) => ({ ...(await one.entered(side)), body: reason }),
  'POST /stock/used/:id/reopen': async (side) =>
    moved(side, 'POST /stock/used/:id/cancel', await entered(side), reason),
  'POST /stock/used/:id/consign': one.entered,
  'POST /stock/used/:id/adopt': one.consigned,
  'POST /stock/used/:id/giveBack': async (side) => ({ ...(await one.consigned(side)), body: reason }),
  'POST /stock/used/:id/takeBack': async (side) =>
    moved(side, 'POST /stock/used/:id/giveBack', await consigned(side), reason),
  'POST /stock/used/:id/restore': one.arrived,
  'POST /stock/used/:id/finish': one.restored,
  'POST /stock/used/:id/lend': one.arrived,
  'POST /stock/used/:id/recall': one.serving,
  'POST /stock/used/:id/deliver': one.sold,
  'POST /stock/used/:id/sell': async (side) => ({ ...(await one.arrived(side)), body: sale }),
  'POST /stock/used/:id/unsell': async (side) => ({
    ...(await moved(side, 'POST /stock/used/:id/sell', await arrived(side), sale)),
    body: { reason: 'withdrawn' },
  }),
  'POST /stock/used/:id/reserve': async (side) => ({
    ...(await only(one.arrived(side))),
    body: { ...reserving, customerId: side.customerId },
  }),
  'POST /stock/used/:id/release': one.reserved,
  'GET /stock/shown': async (side) => ({ query: { token: (await one.onShow(side)).token } }),
  'GET /stock/shown/photo': async (side) => ({ query: await one.onShow(side) }),
  'GET /stock/used/:id/sheet': (side) => only(one.photographed(side)),
  'GET /stock/feed': nothing,
  'GET /stock/feed/file': () => ({ query: { format: 'xml' } }),
  'GET /stock/used/:id/photos': (side) => only(one.photographed(side)),
  'POST /stock/used/:id/photos': async (side) => ({
    ...(await only(one.arrived(side))),
    body: { uploadId: await sent(side) },
  }),
  'PUT /stock/used/:id/photos': one.photographed,
  'GET /stock/used/:id/costs': async (side) => ({ params: { id: (await one.withCost(side)).params.id } }),
  'POST /stock/used/:id/costs': async (side) => ({ ...(await only(one.arrived(side))), body: usedCost }),
  'PUT /stock/used/:id/costs/:costId': async (side) => ({ ...(await one.withCost(side)), body: usedCost }),
  'DELETE /stock/used/:id/costs/:costId': one.withCost,
  'GET /stock/terms': nothing,
  'GET /stock/valuation-terms': nothing,
  'GET /stock/settings': nothing,
  'PUT /stock/settings': (side) => changing(side, 'GET /stock/settings', '2026-11-20'),
  'POST /stock/settings/unschedule': (side) =>
    // Never the standard 60: a value that changes nothing plans nothing.
    waiting(side, 'GET /stock/settings', 'PUT /stock/settings', { expiryDays: 1 + (side.next() % 50) }),
  'GET /stock/settings/timeline': nothing,
  'GET /stock/used-settings': nothing,
  'PUT /stock/used-settings': (side) => changing(side, 'GET /stock/used-settings', '2026-11-20'),
  'POST /stock/used-settings/unschedule': (side) =>
    waiting(side, 'GET /stock/used-settings', 'PUT /stock/used-settings', { minMargin: side.next() }),
  'GET /stock/used-settings/timeline': nothing,
  'GET /stock/used/:id/papers': async (side) => ({ params: { id: (await one.withPaper(side)).params.id } }),
  'POST /stock/used/:id/papers': async (side) => {
    const { params, body } = await one.withPaper(side);
    return { params: { id: params.id }, body };
  },
  'PUT /stock/used/:id/papers/:paperId': one.withPaper,
  'DELETE /stock/used/:id/papers/:paperId': async (side) => {
    const { params, version } = await one.withPaper(side);
    return { params, version };
  },
  'GET /stock/used/:id/papers/:paperId/scan': async (side) => ({ params: (await one.withPaper(side)).params }),
  'POST /stock/used/reprice': repricing,
  'GET /stock/used/batches': nothing,
  'POST /stock/used/batches/:id/undo': async (side) => {
    const done = await side.call('POST /stock/used/reprice', await repricing(side));
    return { params: { id: done.body.batch as number } };
  },
};

export const pages = {
  '/auto/{token}': `/auto/${DEMO_PAGE}`,
};
