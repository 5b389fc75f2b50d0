import { MANUFACTURER } from '#domain/endpoint.ts';
import type { CallName } from '#domain/endpoints.ts';
import type { homologations as table } from '#domain/homologations/endpoints.ts';
import { homologationFields, type HomologationValues } from '#domain/homologations/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { addDays } from '#domain/dates.ts';
import type { Calls, Side } from '../area.ts';

/** An approval of a version, from 98 to 112 g/km; each of a day of its own, long past. */
export const homologationOf = (
  side: Pick<Side, 'car' | 'next'>,
  changes: Partial<HomologationValues> = {},
): HomologationValues => {
  const n = side.next();
  const on = addDays('2001-01-01', n);
  return {
    ...blankOf(homologationFields),
    versionId: side.car.versionId,
    number: `e3*2018/858*${String(n).padStart(5, '0')}*00`,
    type: 'V1',
    variant: 'VA12',
    edition: '5MHA',
    emissionClass: 'Euro 6e',
    bestCo2: 98,
    worstCo2: 112,
    bestConsumption: 4.3,
    worstConsumption: 5,
    bestMass: 1250,
    worstMass: 1390,
    tyres: '205/55 R16 91V, 225/45 R17 94W',
    validFrom: on,
    validTo: on,
    ...changes,
  };
};

const asMaker = async ({ colleague }: Side) => ({ as: await colleague(MANUFACTURER) });

async function fresh(side: Side) {
  const { as } = await asMaker(side);
  const made = await side.call('POST /network/homologations' as CallName, { body: homologationOf(side) }, as);
  if (made.status !== 201) throw new Error(`homologation: ${made.status} ${JSON.stringify(made.body)}`);
  return { as, params: { id: made.body.id as number }, version: made.body.version as number };
}
const one = async (side: Side) => {
  const { as, params } = await fresh(side);
  return { as, params };
};

export const homologations: Calls<typeof table> = {
  'GET /network/homologations': asMaker,
  'GET /network/homologations/export': async (side) => ({ ...(await asMaker(side)), query: { format: 'csv' } }),
  'GET /network/homologations/:id': one,
  'GET /network/homologations/:id/timeline': one,
  'POST /network/homologations': async (side) => ({ ...(await asMaker(side)), body: homologationOf(side) }),
  'PUT /network/homologations/:id': async (side) => ({ ...(await fresh(side)), body: homologationOf(side) }),
  'POST /network/homologations/bulk': async (side) => {
    const { as, params, version } = await fresh(side);
    return { as, body: { action: 'archive', rows: [{ id: params.id, version }] } };
  },
};
