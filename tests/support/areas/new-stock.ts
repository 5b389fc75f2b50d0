import { blankOf } from '#domain/record/fields.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { paperFields } from '#domain/stock/paper-fields.ts';
import type { CallName } from '#domain/endpoints.ts';
import { sent } from './uploads.ts';
import { created, nothing, once, type Calls, type Car, type Side } from '../area.ts';
import { commentsOf } from '../comments.ts';

/** A sale entered by hand, to a person who is not a customer yet. */
export const sale = {
  customerId: null,
  buyer: 'Prova Rossi',
  channel: 'retail' as const,
  price: 10_500_00,
  soldOn: '2026-11-20',
  document: 'F 12',
};
/** The typed values of a new car: red, with a tow bar. */
export const newCarOf = ({ versionId, options }: Pick<Car, 'versionId' | 'options'>) => ({
  ...blankOf(newCarFields),
  code: 'N-1',
  versionId,
  optionIds: [options.red, options.hook],
  orderedOn: '2026-10-01',
  purchaseCost: 20_000_00,
  price: 24_400_00,
});

const typed = ({ marker, next, car, locationId }: Side) => {
  const n = next();
  const vin = `ZZ9NEWCA${String(n).padStart(9, '0')}`;
  const registered = { plate: `HN ${n}`, registeredOn: '2026-11-19', arrivedOn: '2026-11-02' };
  return {
    ...newCarOf(car),
    code: `${marker}-N${n}`,
    orderNumber: `O-${n}`,
    vin,
    notes: marker,
    locationId,
    ...registered,
  };
};
const entered = (side: Side) => created(side, 'POST /stock/new', { body: typed(side) });
type Seen = Awaited<ReturnType<typeof entered>>;
const moved = async (side: Side, name: CallName, from: Seen, body?: object): Promise<Seen> => {
  const answer = await side.call(name, { ...from, body });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { params: from.params, version: answer.body.version as number };
};
const arrived = async (side: Side) => moved(side, 'POST /stock/new/:id/arrive', await entered(side));
const sold = async (side: Side) => moved(side, 'POST /stock/new/:id/sell', await arrived(side), sale);
const reason = { reason: 'other' as const, note: 'Prova' };
/** A car with a scanned document, and the call that changes it. */
const withPaper = async (side: Side) => {
  const { params } = await entered(side);
  const body = { ...blankOf(paperFields), kind: 'road_tax' as const, note: side.marker, until: '2027-01-31' };
  const scan = await sent(side, 'stock_paper');
  const made = await side.call('POST /stock/new/:id/papers', { params, body: { ...body, uploadId: scan } });
  const { id: paperId, version } = made.body as { id: number; version: number };
  return { params: { id: params.id, paperId }, version, body };
};
const only = async (made: Promise<Seen>) => ({ params: (await made).params });
const reserving = { until: '2026-11-22T17:00:00Z' };
const repricing = async (side: Side) => ({ body: { ids: [(await entered(side)).params.id], percent: 5 } });

/** The car that a call names, by its state. */
const one = {
  entered: once(entered),
  arrived: once(arrived),
  sold: once(sold),
  withPaper: once(withPaper),
};

export const newStockCalls: Calls<typeof table> = {
  'GET /stock/new/summary': nothing,
  'GET /stock/new': nothing,
  'GET /stock/new/export': () => ({ query: { format: 'csv' } }),
  'GET /stock/new/makers': nothing,
  'GET /stock/new/price-list': async (side) => {
    await one.entered(side);
    return {};
  },
  'GET /stock/new/versions': nothing,
  'GET /stock/new/versions/:id': ({ car }) => ({ params: { id: car.versionId } }),
  'POST /stock/new': (side) => ({ body: typed(side) }),
  'GET /stock/new/:id': (side) => only(one.entered(side)),
  'PUT /stock/new/:id': async (side) => ({ ...(await one.entered(side)), body: typed(side) }),
  'GET /stock/new/:id/prices': (side) => only(one.entered(side)),
  'PUT /stock/new/:id/prices': async (side) => ({
    ...(await one.entered(side)),
    body: { price: 23_000_00, b2bPrice: null, minPrice: 22_000_00 },
  }),
  'GET /stock/new/:id/sheet': (side) => only(one.entered(side)),
  ...commentsOf('stock/new', one.entered),
  'GET /stock/new/:id/timeline': (side) => only(one.entered(side)),
  'POST /stock/new/:id/ship': one.entered,
  'POST /stock/new/:id/arrive': one.entered,
  'POST /stock/new/:id/cancel': async (side) => ({ ...(await one.entered(side)), body: reason }),
  'POST /stock/new/:id/reopen': async (side) => moved(side, 'POST /stock/new/:id/cancel', await entered(side), reason),
  'POST /stock/new/:id/register': one.sold,
  'POST /stock/new/:id/deliver': async (side) => moved(side, 'POST /stock/new/:id/register', await sold(side)),
  'POST /stock/new/:id/sell': async (side) => ({ ...(await one.arrived(side)), body: sale }),
  'POST /stock/new/:id/unsell': async (side) => ({ ...(await one.sold(side)), body: { reason: 'withdrawn' } }),
  'GET /stock/new/:id/registration': (side) => only(one.arrived(side)),
  'POST /stock/new/:id/convert': async (side) => ({ ...(await one.arrived(side)), body: converting(side.next()) }),
  'POST /stock/new/:id/reserve': async (side) => ({
    ...(await only(one.arrived(side))),
    body: { ...reserving, customerId: side.customerId },
  }),
  'POST /stock/new/:id/release': async (side) => {
    const { params } = await arrived(side);
    await side.call('POST /stock/new/:id/reserve', { params, body: { ...reserving, customerId: side.customerId } });
    return { params };
  },
  'GET /stock/new/:id/papers': async (side) => ({ params: { id: (await one.withPaper(side)).params.id } }),
  'POST /stock/new/:id/papers': async (side) => {
    const { params, body } = await one.withPaper(side);
    return { params: { id: params.id }, body };
  },
  'PUT /stock/new/:id/papers/:paperId': one.withPaper,
  'DELETE /stock/new/:id/papers/:paperId': async (side) => {
    const { params, version } = await one.withPaper(side);
    return { params, version };
  },
  'GET /stock/new/:id/papers/:paperId/scan': async (side) => ({ params: (await one.withPaper(side)).params }),
  'POST /stock/new/reprice': repricing,
  'GET /stock/new/batches': nothing,
  'POST /stock/new/batches/:id/undo': async (side) => {
    const done = await side.call('POST /stock/new/reprice', await repricing(side));
    return { params: { id: done.body.batch as number } };
  },
};

/** A conversion to "Km 0", registered on the day before. */
export const converting = (n: number) => ({
  kind: 'km0' as const,
  plate: `HK ${n}`,
  registeredOn: '2026-11-19',
  km: 10,
  registration: 480_98,
  price: 21_900_00,
});
