import { blankOf } from '#domain/record/fields.ts';
import type { CallName } from '#domain/endpoints.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { type B2bDraft, b2bFields } from '#domain/quotes/b2b/fields.ts';
import { created, nothing, once, type Calls, type Side } from '../area.ts';
import { commentsOf } from '../comments.ts';

type Owner = Pick<Side, 'companyId' | 'marker' | 'query'>;
/** How many cars were made, in each world. */
const made = new WeakMap<Owner['query'], number>();

/** A car of the stock, bought from a private person, that no other offer contains. */
export async function stockCar(
  { companyId, marker, query }: Owner,
  columns: Record<string, unknown> = {},
): Promise<number> {
  const n = (made.get(query) ?? 0) + 1;
  made.set(query, n);
  const row = {
    company_id: companyId,
    code: `B2B-${n}`,
    state: 'acquired',
    plate: `BB${1000 + n}`,
    maker: marker,
    model: 'Prova',
    body: 'hatchback',
    fuel: 'petrol',
    gearbox: 'manual',
    km: 48_000,
    registered_on: '2021-05-10',
    purchase_type: 'barter',
    seller_kind: 'private',
    market: 'italy',
    regime: 'retail',
    acquired_on: '2026-10-04',
    purchase_cost: 800_000,
    costs_gross: 73_200,
    costs_net: 60_000,
    b2b_price: 1_090_000,
    ...columns,
  };
  const keys = Object.keys(row);
  const values = keys.map((_, i) => `$${i + 1}`);
  const [{ id }] = (await query(
    `insert into used_cars (${keys.join(', ')}) values (${values.join(', ')}) returning id::int`,
    Object.values(row),
  )) as [{ id: number }];
  return id;
}

/** A customer with a VAT number. */
export async function trader({ companyId, marker, query }: Owner): Promise<number> {
  const [{ id }] = (await query(
    `insert into customers (company_id, type, name, company_name, vat_number, email)
     values ($1, 'fleet', $2, $2, '01234567897', 'auto@prova.example.it') returning id::int`,
    [companyId, `${marker} Auto`],
  )) as [{ id: number }];
  return id;
}

/** An offer to a trader at the asked prices, with these cars or with a new one. */
export const b2bDraftOf = async (
  owner: Owner,
  cars?: readonly number[],
  changes: Partial<B2bDraft> = {},
): Promise<B2bDraft> => ({
  ...blankOf(b2bFields),
  customer: { id: await trader(owner), name: 'nome dichiarato dal chiamante', type: 'fleet', country: 'IT' },
  cars: (cars ?? [await stockCar(owner)]).map((carId) => ({ carId, price: 10_900_00, regime: 'margin' })),
  ...changes,
});

const draft = (side: Side) => b2bDraftOf(side, undefined, { notes: side.marker });
export const drafted = async (side: Side) => created(side, 'POST /quotes/b2b', { body: await draft(side) });
const moved = async (side: Side, name: CallName, from: { params: { id: number }; version: number }, body?: object) => {
  const answer = await side.call(name, { ...from, body });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { params: from.params, version: answer.body.version as number };
};
const issued = async (side: Side) => moved(side, 'POST /quotes/b2b/:id/issue', await drafted(side));
const lost = async (side: Side) => moved(side, 'POST /quotes/b2b/:id/close', await issued(side), { reason: 'price' });

/** A draft below the minimum of its car, by a seller who may not approve that alone. */
const pastCap = async (side: Side) => {
  const as = await side.colleague();
  await side.query('update users set privileges = array_remove(privileges, 38) where id = $1', [as.id]);
  const car = await stockCar(side, { min_price: 1_200_000, b2b_price: null });
  const { body } = await side.call('POST /quotes/b2b', { body: await b2bDraftOf(side, [car]) }, as);
  return { as, params: { id: body.id as number }, version: body.version as number, body: { reason: 'fleet' as const } };
};

/** The offer that a call names, by its state. */
const one = {
  drafted: once(drafted),
  issued: once(issued),
  lost: once(lost),
};

export const b2b: Calls<typeof table> = {
  'GET /quotes/b2b': nothing,
  'GET /quotes/b2b/export': () => ({ query: { format: 'csv' } }),
  'GET /quotes/b2b/summary': nothing,
  'GET /quotes/b2b/sellers': nothing,
  'GET /quotes/b2b/start': async (side) => ({ query: { cars: String(await stockCar(side)) } }),
  'GET /quotes/b2b/cars': nothing,
  'POST /quotes/b2b': async (side) => ({ body: await draft(side) }),
  'GET /quotes/b2b/:id': one.issued,
  'PUT /quotes/b2b/:id': async (side) => ({ ...(await one.drafted(side)), body: await draft(side) }),
  'DELETE /quotes/b2b/:id': one.drafted,
  'POST /quotes/b2b/:id/issue': one.drafted,
  'POST /quotes/b2b/:id/accept': one.issued,
  'POST /quotes/b2b/:id/withdraw': async (side) => moved(side, 'POST /quotes/b2b/:id/accept', await issued(side)),
  'POST /quotes/b2b/:id/close': async (side) => ({ ...(await one.issued(side)), body: { reason: 'price' } }),
  'POST /quotes/b2b/:id/reopen': one.lost,
  'POST /quotes/b2b/:id/revise': one.issued,
  'POST /quotes/b2b/:id/duplicate': one.issued,
  'GET /quotes/b2b/:id/sending': one.issued,
  'POST /quotes/b2b/:id/messages': async (side) => ({
    params: (await one.issued(side)).params,
    body: { to: 'auto@prova.example.it', subject: 'Offerta', text: side.marker, link: true },
  }),
  'POST /quotes/b2b/:id/sms': async (side) => ({
    params: (await one.issued(side)).params,
    body: { to: '333 1234567', text: side.marker },
  }),
  'POST /quotes/b2b/:id/messages/:messageId/resend': async (side) => {
    const { params } = await issued(side);
    const body = { to: '+393331234567', text: side.marker };
    const sent = await side.call('POST /quotes/b2b/:id/sms', { params, body });
    await side.query('update messages set sent_at = now() where id = $1', [sent.body.id]);
    return { params: { ...params, messageId: sent.body.id as number } };
  },
  'POST /quotes/b2b/:id/link': async (side) => ({ ...(await one.issued(side)), body: { text: 'Ecco l’offerta' } }),
  'DELETE /quotes/b2b/:id/link': async (side) => {
    const { params } = await issued(side);
    await side.call('POST /quotes/b2b/:id/link', { params, body: {} });
    return { params };
  },
  'POST /quotes/b2b/:id/approvals': pastCap,
  ...commentsOf('quotes/b2b', one.drafted),
  'GET /quotes/b2b/:id/timeline': one.issued,
  'GET /quotes/b2b/:id/document': one.issued,
  'GET /quotes/b2b/:id/preview': one.issued,
  'GET /quotes/b2b/:id/preview/:page': async (side) => ({ params: { ...(await one.issued(side)).params, page: 1 } }),
};
