import { blankOf } from '#domain/record/fields.ts';
import type { valuations as table } from '#domain/valuations/endpoints.ts';
import { valuationFields } from '#domain/valuations/fields.ts';
import type { QuotationInput, ValuationInput } from '#domain/valuations/schema.ts';
import { created, nothing, type Calls, type Side, type TestUser } from '../area.ts';
import type { World } from '../world.ts';
import { draftOf } from './quotes.ts';
import { sent } from './uploads.ts';

/** A customer's car as a seller types it. */
export const valuationOf = (changes: Partial<ValuationInput> = {}): ValuationInput => ({
  ...blankOf(valuationFields),
  maker: 'Ventor',
  model: 'Nido',
  versionName: '1.2',
  registeredOn: '2021-06-12',
  km: 48_210,
  base: 9_000_00,
  ...changes,
});

/** A question to a source about a car that nobody asked for yet. */
export const questionOf = (changes: Partial<QuotationInput> = {}): QuotationInput => ({
  source: 'EUR',
  question: 'simple',
  plate: '',
  maker: 'Ventor',
  model: 'Nido',
  versionName: '1.2',
  versionCode: '',
  registeredOn: '2021-06-12',
  ...changes,
});

const OFFER = { offer: 8_500_00, offerUntil: '2027-06-30', offerKm: null };

const makeValuation = (side: Side, changes: Partial<ValuationInput> = {}) =>
  created(side, 'POST /valuations', { body: valuationOf({ notes: side.marker, ...changes }) });

const stepped = async (
  side: Side,
  name: Parameters<Side['call']>[0],
  from: Awaited<ReturnType<typeof makeValuation>>,
  body?: object,
) => {
  const answer = await side.call(name, { ...from, ...(body && { body }) });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { params: from.params, version: answer.body.version as number };
};
const asked = async (side: Side) =>
  stepped(side, 'POST /valuations/:id/ask', await makeValuation(side), { specialistId: null, question: side.marker });
const offered = async (side: Side) => stepped(side, 'POST /valuations/:id/offer', await makeValuation(side), OFFER);
const scheduled = async (side: Side) =>
  stepped(side, 'POST /valuations/:id/schedule', await offered(side), { expectedOn: null });
const closed = async (side: Side) =>
  stepped(side, 'POST /valuations/:id/close', await makeValuation(side), { reason: 'kept' });
const drafted = async (side: Side) =>
  (await created(side, 'POST /quotes', { body: draftOf(side.car, side) })).params.id;

let quoteId = 0;
let plates = 0;
/** A valuation of the owner, and a draft of the owner's that may take the car in. */
export async function readyValuation({ call, alfa, draft }: World, owner: TestUser): Promise<number> {
  const { body: quote } = await call(owner, 'POST /quotes', { body: draft(alfa) });
  quoteId = quote.id as number;
  // Each its own: the stock holds a plate once.
  const plate = `HX${String(++plates).padStart(3, '0')}VV`;
  const { body } = await call(owner, 'POST /valuations', { body: valuationOf({ plate }) });
  return body.id as number;
}

/** What the machine reads of a valuation. */
export const valuationFacts = `state, made_by::int as "madeBy", specialist_id::int as "specialistId", km,
  registered_on::text as "registeredOn", offer_until::text as "offerUntil", version`;

export const valuationTakes = (move: string): object =>
  ({
    ask: { specialistId: null, question: '' },
    offer: OFFER,
    barter: { quoteId },
    schedule: { expectedOn: null },
  })[move] ?? {};

export const valuations: Calls<typeof table> = {
  'GET /valuations': nothing,
  'GET /valuations/counts': () => ({ query: { views: '' } }),
  'GET /valuations/export': () => ({ query: { format: 'csv' } }),
  'GET /valuations/specialists': nothing,
  'GET /valuations/counters': nothing,
  'GET /valuations/offers': () => ({ query: { plate: 'HZ811VV' } }),
  'POST /valuations/quotations': (side) => ({
    body: questionOf({ versionName: `1.2 ${side.next()}` }),
  }),
  'POST /valuations': () => ({ body: valuationOf() }),
  'GET /valuations/:id': (side) => makeValuation(side),
  'PUT /valuations/:id': async (side) => ({
    ...(await makeValuation(side)),
    body: valuationOf({ notes: `${side.marker} bis` }),
  }),
  'POST /valuations/:id/ask': async (side) => ({
    ...(await makeValuation(side)),
    body: { specialistId: null, question: side.marker },
  }),
  'POST /valuations/:id/sendBack': async (side) => ({ ...(await asked(side)), body: { reason: 'photos' } }),
  'POST /valuations/:id/offer': async (side) => ({ ...(await makeValuation(side)), body: OFFER }),
  'POST /valuations/:id/revalue': offered,
  'POST /valuations/:id/use': async (side) => {
    const { params } = await offered(side);
    return { params, body: { quoteId: await drafted(side) } };
  },
  'POST /valuations/:id/barter': async (side) => ({
    ...(await offered(side)),
    body: { quoteId: await drafted(side) },
  }),
  'POST /valuations/:id/schedule': async (side) => ({ ...(await offered(side)), body: { expectedOn: null } }),
  'POST /valuations/:id/release': scheduled,
  'POST /valuations/:id/close': async (side) => ({ ...(await makeValuation(side)), body: { reason: 'kept' } }),
  'POST /valuations/:id/reopen': closed,
  'GET /valuations/:id/photos/:uploadId': async (side) => {
    const uploadId = await sent(side, 'valuation_photo');
    const damage = {
      place: 'rear',
      kind: 'scratch',
      note: '',
      amount: 250_00,
      x: 500,
      y: 950,
      photos: [uploadId],
    } as const;
    const { params } = await makeValuation(side, { damages: [{ ...damage, photos: [uploadId] }] });
    return { params: { ...params, uploadId } };
  },
  'GET /valuations/:id/timeline': (side) => makeValuation(side),
  'GET /valuations/:id/document': (side) => makeValuation(side),
};
