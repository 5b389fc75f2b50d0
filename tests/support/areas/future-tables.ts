import { MANUFACTURER } from '#domain/endpoint.ts';
import type { futureTables as table } from '#domain/financials/tables/endpoints.ts';
import { futureTableFields, type FutureTableValues } from '#domain/financials/tables/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { Calls, Side } from '../area.ts';

/** Where the page of a table opens in the demo world. */
export const pages = { '/fms/futurevalue/{id}': '/fms/futurevalue/1' };

/** The table of the reference: 10, 15 and 20 thousand kilometres a year. */
export const example = Object.entries({
  12: [74, 72, 69],
  24: [64, 61, 57],
  36: [56, 52, 47],
  48: [49, 45, 40],
  60: [43, 39, 34],
}).flatMap(([months, row]) =>
  row.map((percent, at) => ({ months: Number(months), kmPerYear: [10_000, 15_000, 20_000][at]!, percent })),
);

export const tableOf = (lender: string, changes: Partial<FutureTableValues> = {}): FutureTableValues => ({
  ...blankOf(futureTableFields),
  name: 'Tabella di prova',
  lender,
  validFrom: '2026-12-01',
  cells: example,
  ...changes,
});

const asMaker = async ({ colleague }: Side) => ({ as: await colleague(MANUFACTURER) });

async function fresh(side: Side) {
  const { as } = await asMaker(side);
  const made = await side.call('POST /future-tables', { body: tableOf(`Prova ${side.next()}`) }, as);
  if (made.status !== 201) throw new Error(`future table: ${made.status} ${JSON.stringify(made.body)}`);
  return { as, params: { id: made.body.id as number }, version: made.body.version as number };
}

async function published(side: Side) {
  const { as, ...sent } = await fresh(side);
  const { body } = await side.call('POST /future-tables/:id/publish', sent, as);
  return { as, params: sent.params, version: body.version as number };
}

/** In force today. */
async function running(side: Side) {
  const { as, params, version } = await published(side);
  await side.query('update future_tables set valid_from = $2 where id = $1', [params.id, '2026-11-01']);
  return { as, params, version };
}

const one = async (side: Side) => {
  const { as, params } = await fresh(side);
  return { as, params };
};

export const futureTables: Calls<typeof table> = {
  'GET /future-tables': asMaker,
  'GET /future-tables/choices': asMaker,
  'GET /future-tables/export': async (side) => ({ ...(await asMaker(side)), query: { format: 'csv' } }),
  'GET /future-tables/:id': one,
  'GET /future-tables/:id/page': one,
  'GET /future-tables/:id/timeline': one,
  'POST /future-tables': async (side) => ({ ...(await asMaker(side)), body: tableOf(`Prova ${side.next()}`) }),
  'PUT /future-tables/:id': async (side) => ({ ...(await fresh(side)), body: tableOf('Altra') }),
  'POST /future-tables/bulk': async (side) => {
    const { as, params, version } = await fresh(side);
    return { as, body: { action: 'archive', rows: [{ id: params.id, version }] } };
  },
  'POST /future-tables/:id/edition': async (side) => {
    const { as, params } = await published(side);
    return { as, params };
  },
  'POST /future-tables/:id/publish': fresh,
  'POST /future-tables/:id/withdraw': published,
  'POST /future-tables/:id/end': async (side) => ({ ...(await running(side)), body: { validTo: '2027-03-31' } }),
};
