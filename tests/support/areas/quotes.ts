import { DEMO_LINK } from '#backend/seed/links.ts';
import type { CallName } from '#domain/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { b2bEndpoints } from '#domain/quotes/b2b/endpoints.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { b2b, stockCar } from './b2b.ts';
import { aChoice } from '../price-sheet.ts';
import { created, nothing, once, type Calls, type Car, type Dealer, type Insert, type Side } from '../area.ts';
import { stagesOf } from './negotiations.ts';
import { commentsOf } from '../comments.ts';

export async function rows(insert: Insert, companyId: number, marker: string) {
  await insert(
    `insert into params (company_id, key, valid_from, value)
     values ($1, 'quotes.roadPreparation', '2020-01-01', '95000'), ($1, 'quotes.footer', '2020-01-01', to_jsonb($2::text))`,
    [companyId, `${marker} condizioni`],
  );
}

/** A draft for the test world's car that can be issued. */
export const draftOf = (car: Car, { customerId }: Dealer, changes: Partial<QuoteDraft> = {}): QuoteDraft => ({
  ...blankOf(quoteFields),
  versionId: car.versionId,
  province: 'MI',
  customer: { id: customerId, name: 'nome dichiarato dal chiamante', type: 'fleet' },
  ...changes,
});

/** A draft with every kind of id that belongs to one compone. */
const draft = (side: Side): QuoteDraft =>
  draftOf(side.car, side, {
    accessoryIds: [side.accessoryId],
    incentiveIds: [side.incentiveId],
    financing: aChoice({ planId: side.planId, months: 60, amount: 10_000_00, protection: false }),
  });
const drafted = (side: Side) => created(side, 'POST /quotes', { body: { ...draft(side), notes: side.marker } });
const moved = async (side: Side, name: CallName, from: { params: { id: number }; version: number }, body?: object) => {
  const answer = await side.call(name, { ...from, body });
  return { params: from.params, version: answer.body.version as number };
};
const issued = async (side: Side) => moved(side, 'POST /quotes/:id/issue', await drafted(side));
const lost = async (side: Side) => moved(side, 'POST /quotes/:id/close', await issued(side), { reason: 'price' });

const revised = async (side: Side) => {
  const { params } = await issued(side);
  return { params: { id: (await side.call('POST /quotes/:id/revise', { params })).body.id as number } };
};

/** Reads the stored settings, because other tests price by them. */
const settings = async (side: Side) => {
  const { version, periods } = (await side.call('GET /quotes/settings')).body;
  return { version: version as number, body: { ...periods[0].values, footer: 'Condizioni', from: '2026-11-20' } };
};
/** An issued quote with a private link. */
async function linked(side: Side) {
  const { params } = await issued(side);
  const { url } = (await side.call('POST /quotes/:id/link', { params, body: {} })).body as { url: string };
  return { params, token: url.slice(url.lastIndexOf('/') + 1) };
}

/** An accepted quote of a car of the stock, which it holds. */
async function holding(side: Side) {
  const body = {
    ...draftOf(side.car, side),
    versionId: 0,
    stockId: await stockCar(side, { retail_price: 1_090_000, kw: 74 }),
  };
  const quote = await created(side, 'POST /quotes', { body });
  const { params } = await moved(side, 'POST /quotes/:id/accept', await moved(side, 'POST /quotes/:id/issue', quote));
  return { params };
}

/** A draft above the discount limit of its seller, by the default settings. */
export const pastCap = (side: Side) =>
  draftOf(side.car, side, { customDiscounts: [{ label: '', amount: null, percent: 20 }] });
const sellerOf = async (side: Side) => {
  const seller = await side.colleague();
  await side.query("update users set role_name = 'Venditore' where id = $1", [seller.id]);
  return seller;
};
const drafting = async (side: Side) => {
  const as = await sellerOf(side);
  // A test may have set other caps.
  await side.query("delete from params where company_id = $1 and valid_from > '2020-01-01'", [side.companyId]);
  const { body } = await side.call('POST /quotes', { body: pastCap(side) }, as);
  return { as, params: { id: body.id as number }, version: body.version as number, body: { reason: 'fleet' as const } };
};
const asked = async (side: Side) => {
  const { as, ...sent } = await drafting(side);
  const { body } = await side.call('POST /quotes/:id/approvals', sent, as);
  return { as, params: { id: body.approval.id as number }, version: body.approval.version as number };
};
const askedOf = async (side: Side) => {
  const { params, version } = await asked(side);
  return { params, version };
};

/** The quote that a call names, by its state. */
const one = {
  drafted: once(drafted),
  issued: once(issued),
  lost: once(lost),
  revised: once(revised),
  linked: once(linked),
  holding: once(holding),
};

export const quotes: Calls<typeof table & typeof b2bEndpoints> = {
  'GET /quotes': nothing,
  'GET /quotes/export': () => ({ query: { format: 'csv' } }),
  'GET /quotes/summary': nothing,
  'GET /quotes/sellers': nothing,
  'GET /quotes/assignees': nothing,
  'POST /quotes/assign': async (side) => {
    const { params, version } = await drafted(side);
    return { body: { rows: [{ id: params.id, version, sellerId: (await side.colleague()).id }] } };
  },
  'GET /quotes/desk': nothing,
  'GET /quotes/versions': () => ({ query: { instalment: '30000', deposit: '500000' } }),
  'GET /quotes/versions/known': nothing,
  'GET /approvals': nothing,
  'GET /approvals/:id': async (side) => ({ params: (await asked(side)).params }),
  'POST /quotes/:id/approvals': drafting,
  'POST /approvals/:id/grant': askedOf,
  'POST /approvals/:id/refuse': async (side) => ({ ...(await askedOf(side)), body: { reason: 'margin' } }),
  'POST /approvals/:id/withdraw': asked,
  'GET /quotes/settings': nothing,
  'GET /quotes/start': nothing,
  'PUT /quotes/settings': settings,
  'POST /quotes/settings/unschedule': async (side) => {
    const sent = await settings(side);
    const from = '2027-03-01';
    const { body } = await side.call('PUT /quotes/settings', { ...sent, body: { ...sent.body, expiryDays: 9, from } });
    return { version: body.version as number, body: { from } };
  },
  'GET /quotes/settings/timeline': nothing,
  'GET /quotes/sheets/:versionId': ({ car }) => ({ params: { versionId: car.versionId } }),
  'GET /quotes/new-cars': () => ({ query: { like: '0' } }),
  'GET /quotes/used-cars': nothing,
  'GET /quotes/used-cars/:stockId': ({ usedCarId }) => ({ params: { stockId: usedCarId } }),
  'GET /quotes/used-sheets/:stockId': ({ usedCarId }) => ({ params: { stockId: usedCarId } }),
  'POST /quotes': (side) => ({ body: draft(side) }),
  'GET /quotes/:id': one.issued,
  'GET /quotes/:id/sheet': one.issued,
  'GET /quotes/relist': async (side) => ({ query: { ids: String((await one.drafted(side)).params.id) } }),
  'POST /quotes/:id/relist': (side) => one.drafted(side),
  'DELETE /quotes/:id/relist': async (side) => moved(side, 'POST /quotes/:id/relist', await drafted(side)),
  'PUT /quotes/:id': async (side) => ({ ...(await one.drafted(side)), body: draft(side) }),
  'DELETE /quotes/:id': one.drafted,
  'POST /quotes/:id/issue': async (side) => {
    const sent = await drafted(side);
    const { body } = await side.call('GET /quotes/:id/sheet', { params: sent.params });
    return { ...sent, body: { sheet: body.hash as string } };
  },
  'POST /quotes/:id/revise': async (side) => ({ params: (await one.issued(side)).params, body: { list: 'today' } }),
  'POST /quotes/:id/duplicate': one.issued,
  'POST /quotes/:id/accept': one.issued,
  'POST /quotes/:id/withdraw': async (side) => moved(side, 'POST /quotes/:id/accept', await issued(side)),
  'GET /quotes/:id/sending': one.issued,
  'POST /quotes/:id/messages': async (side) => ({
    params: (await one.issued(side)).params,
    body: { to: 'cliente@prova.example.it', subject: 'Preventivo', text: side.marker, link: true },
  }),
  'POST /quotes/:id/sms': async (side) => ({
    params: (await one.issued(side)).params,
    body: { to: '333 1234567', text: side.marker },
  }),
  'POST /quotes/:id/messages/:messageId/resend': async (side) => {
    const { params } = await issued(side);
    const body = { to: '+393331234567', text: side.marker };
    const sent = await side.call('POST /quotes/:id/sms', { params, body });
    await side.query('update messages set sent_at = now() where id = $1', [sent.body.id]);
    return { params: { ...params, messageId: sent.body.id as number } };
  },
  'POST /quotes/:id/link': async (side) => ({ ...(await one.issued(side)), body: { text: 'Ecco il preventivo' } }),
  'DELETE /quotes/:id/link': one.linked,
  'GET /offers': async (side) => ({ query: { token: (await one.linked(side)).token } }),
  'GET /offers/document': async (side) => ({ query: { token: (await one.linked(side)).token } }),
  'POST /offers/opened': async (side) => ({ body: { token: (await one.linked(side)).token } }),
  'POST /offers/question': async (side) => ({ body: { token: (await one.linked(side)).token, text: side.marker } }),
  'POST /offers/accept': async (side) => ({ body: { token: (await one.linked(side)).token, name: 'Mario Rossi' } }),
  'POST /quotes/:id/close': async (side) => ({ ...(await one.issued(side)), body: { reason: 'price' } }),
  'POST /quotes/:id/reopen': one.lost,
  'GET /quotes/comparison': async (side) => ({ query: { ids: String((await one.issued(side)).params.id) } }),
  ...commentsOf('quotes', one.drafted),
  ...stagesOf('quotes', 'quote', issued),
  'GET /quotes/:id/timeline': one.issued,
  'GET /quotes/:id/next-step': one.holding,
  'POST /quotes/:id/hold': one.holding,
  'DELETE /quotes/:id/hold': one.holding,
  'GET /quotes/:id/difference': one.revised,
  'GET /quotes/:id/today': one.issued,
  'GET /quotes/:id/document': one.issued,
  'GET /quotes/:id/preview': one.issued,
  ...b2b,
  'GET /quotes/:id/preview/:page': async (side) => ({ params: { ...(await one.issued(side)).params, page: 1 } }),
};

export const pages = {
  '/offer/{token}': `/offer/${DEMO_LINK}`,
  '/quotation/new/{makerid}': '/quotation/new/1',
  '/quotation/new/{makerid}/{modelid}': '/quotation/new/1/1',
  '/quotation/new/{makerid}/{modelid}/{carid}': '/quotation/new/1/2/8',
  '/quotation/used/{stockid}': '/quotation/used/1',
  '/quotation/stock': '/quotation/stock?from=1',
  '/quotation/comparison': '/quotation/comparison?ids=1,2,3',
};
