import type { baskets as table } from '#domain/baskets/endpoints.ts';
import { basketFields, networkBasketFields, type NetworkBasketValues } from '#domain/baskets/fields.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { CallName } from '#domain/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import { created, nothing, type Calls, type Side } from '../area.ts';
import { recordCalls } from '../priced.ts';

/** A dealer's basket of one model. */
export const basketOf = (name: string, { car }: Pick<Side, 'car'>) => ({
  ...blankOf(basketFields),
  name,
  modelIds: [car.modelId],
});

/** A basket of the manufacturer, of one model unless something else is said. */
export const networkBasketOf = (
  name: string,
  side: Pick<Side, 'car'>,
  changes: Partial<NetworkBasketValues> = {},
): NetworkBasketValues => ({ ...blankOf(networkBasketFields), ...basketOf(name, side), ...changes });

const asMaker = async ({ colleague }: Side) => ({ as: await colleague(MANUFACTURER) });

async function fresh(side: Side) {
  const { as } = await asMaker(side);
  const body = networkBasketOf(`Rete ${side.next()}`, side);
  const made = await side.call('POST /network/baskets' as CallName, { body }, as);
  if (made.status !== 201) throw new Error(`basket: ${made.status} ${JSON.stringify(made.body)}`);
  return { as, params: { id: made.body.id as number }, version: made.body.version as number };
}
const one = async (side: Side) => {
  const { as, params } = await fresh(side);
  return { as, params };
};

const own = (side: Side) => created(side, 'POST /baskets', { body: basketOf(`${side.marker} ${side.next()}`, side) });

export const baskets: Calls<typeof table> = {
  ...recordCalls('baskets', (name, side) => basketOf(name, side)),
  'GET /baskets/choices': nothing,
  'GET /baskets/:id/page': async (side) => ({ params: (await own(side)).params }),
  'POST /baskets/preview': (side) => ({ body: { id: null, values: basketOf('Prova', side) } }),
  'GET /network/baskets': asMaker,
  'GET /network/baskets/choices': asMaker,
  'GET /network/baskets/export': async (side) => ({ ...(await asMaker(side)), query: { format: 'csv' } }),
  'GET /network/baskets/:id': one,
  'GET /network/baskets/:id/page': one,
  'GET /network/baskets/:id/timeline': one,
  'POST /network/baskets': async (side) => ({
    ...(await asMaker(side)),
    body: networkBasketOf(`Prova ${side.next()}`, side),
  }),
  'POST /network/baskets/preview': async (side) => ({
    ...(await asMaker(side)),
    body: { id: null, values: networkBasketOf('Prova', side) },
  }),
  'PUT /network/baskets/:id': async (side) => ({
    ...(await fresh(side)),
    body: networkBasketOf(`Altro ${side.next()}`, side),
  }),
  'POST /network/baskets/bulk': async (side) => {
    const { as, params, version } = await fresh(side);
    return { as, body: { action: 'archive', rows: [{ id: params.id, version }] } };
  },
};
