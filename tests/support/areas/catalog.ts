import type { catalog as table } from '#domain/catalog/endpoints.ts';
import type { CallName } from '#domain/endpoints.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { sent } from './uploads.ts';
import { nothing, type Calls, type Car, type Insert, type Sent, type Side, type TestUser } from '../area.ts';

/** The only car of the test world, on sale for every company. */
export async function makeCar(insert: Insert): Promise<Car> {
  const makerId = await insert("insert into makers (name, cost_percent) values ('Prova Motori', 90) returning id");
  const modelId = await insert("insert into models (maker_id, name, body) values ($1, 'Lampo', 'suv') returning id", [
    makerId,
  ]);
  const versionId = await insert(
    `insert into versions (model_id, code, name, fuel, gearbox, drive, kw, cc, co2, consumption, euro_class)
     values ($1, 'LMP-1', '1.0 Base', 'petrol', 'manual', 'front', 74, 999, 120, 5.2, 'Euro 6e') returning id`,
    [modelId],
  );
  await insert("insert into version_prices values ($1, '2020-01-01', 2490000)", [versionId]);
  const option = async (code: string, name: string, kind: string, standard: boolean, price: number) => {
    const id = await insert('insert into options (maker_id, code, name, kind) values ($1, $2, $3, $4) returning id', [
      makerId,
      code,
      name,
      kind,
    ]);
    await insert('insert into version_options values ($1, $2, $3)', [versionId, id, standard]);
    await insert("insert into version_option_prices values ($1, $2, '2020-01-01', $3)", [versionId, id, price]);
    return id;
  };
  const options = {
    white: await option('C01', 'Bianco', 'colour', true, 0),
    red: await option('C02', 'Rosso', 'colour', false, 70000),
    hook: await option('O01', 'Gancio traino', 'optional', false, 75000),
    winter: await option('P01', 'Pacchetto inverno', 'pack', false, 90000),
  };
  await insert("insert into option_rules values ($1, 'includes', $2)", [options.winter, options.hook]);
  return { makerId, modelId, versionId, options };
}

const input = { name: 'Listino di prova' };
let made = 0;

/** What of the world makes an edition: any caller, and the maker whose option it adds. */
type Making = Pick<Side, 'call'> & { car: Pick<Car, 'makerId'> };

/** An edition that adds one option to the catalogue: nothing else is touched by it. */
export async function addingEdition({ call, car }: Making, as: TestUser): Promise<number> {
  const send = async (name: CallName, sent: Sent) => {
    const { status, body } = await call(name, sent, as);
    if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const { id } = await send('POST /catalog/editions', { body: input });
  made += 1;
  const values = { makerId: car.makerId, code: `T${process.pid}-${made}`, name: 'Tappetini', kind: 'optional' };
  await send('POST /catalog/editions/:id/rows', {
    params: { id },
    body: { rows: [{ kind: 'options', key: '-1', version: 0, values }] },
  });
  return id;
}

/** The same, brought to a state by these moves. */
const editionAfter =
  (...moves: ('ready' | 'publish')[]) =>
  async (side: Side) => {
    const as = await side.colleague(MANUFACTURER);
    const params = { id: await addingEdition(side, as) };
    let { version } = (await side.call('GET /catalog/editions/:id', { params }, as)).body.edition;
    for (const move of moves)
      ({ version } = (await side.call(`POST /catalog/editions/:id/${move}`, { params, version }, as)).body);
    return { as, params, version: version as number };
  };
const draft = editionAfter();
const sampleOf = (car: Pick<Car, 'versionId' | 'options'>) => ({
  name: 'Privato di Milano',
  versionId: car.versionId,
  optionIds: [car.options.red],
  customer: 'private' as const,
  province: 'MI',
  deposit: 500_000,
  months: 36,
  tan: 5,
});
/** A picture that a draft gives to the car. */
async function pictured(side: Side, as: TestUser): Promise<number> {
  const id = await sent(side, 'catalog_image', { as });
  const { body: edition } = await side.call('POST /catalog/editions', { body: input }, as);
  const row = { kind: 'versionImages', key: `${side.car.versionId}:${id}`, version: 0, values: { place: 1 } };
  const params = { id: edition.id };
  await side.call('POST /catalog/editions/:id/rows', { params, body: { rows: [row] } }, as);
  return id;
}
const raising = ({ car }: Side) => ({ modelId: car.modelId, prices: 'all', percent: 2, rounding: '10' }) as const;
const row = async (side: Side) => {
  const { as, params } = await draft(side);
  const [{ kind, key }] = (await side.call('GET /catalog/editions/:id/changes', { params }, as)).body;
  return { as, params, row: { kind, key } };
};

/** Where the pages of the catalogue open in the demo world. */
export const pages = {
  '/fms/catalog/{makerId}': '/fms/catalog/1',
  '/fms/catalog/{makerId}/{modelId}': '/fms/catalog/1/1',
  '/fms/catalog/{makerId}/{modelId}/{myId}': '/fms/catalog/1/1/1',
};

export const catalog: Calls<typeof table> = {
  'GET /catalog/lists': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /catalog/lists/makers/:id': async ({ colleague, car }) => ({
    as: await colleague(MANUFACTURER),
    params: { id: car.makerId },
  }),
  'GET /catalog/lists/makers/:id/options': async ({ colleague, car }) => ({
    as: await colleague(MANUFACTURER),
    params: { id: car.makerId },
  }),
  'GET /catalog/lists/models/:id': async ({ colleague, car }) => ({
    as: await colleague(MANUFACTURER),
    params: { id: car.modelId },
  }),
  'GET /catalog/lists/models/:id/grid': async ({ colleague, car }) => ({
    as: await colleague(MANUFACTURER),
    params: { id: car.modelId },
  }),
  'GET /catalog/images/:id': async (side) => {
    const as = await side.colleague(MANUFACTURER);
    return { as, params: { id: await pictured(side, as) } };
  },
  'GET /catalog/lists/versions/:id': async ({ colleague, car }) => ({
    as: await colleague(MANUFACTURER),
    params: { id: car.versionId },
  }),
  'GET /catalog/lists/versions/:id/choice': async ({ colleague, car }) => ({
    as: await colleague(MANUFACTURER),
    params: { id: car.versionId },
    query: { chosen: String(car.options.red), press: car.options.winter },
  }),
  'GET /catalog/comparison': async ({ colleague }) => ({
    as: await colleague(MANUFACTURER),
    query: { from: '2026-01-01', to: '2026-11-20' },
  }),
  'GET /catalog/comparison/export': async ({ colleague }) => ({
    as: await colleague(MANUFACTURER),
    query: { from: '2026-01-01', to: '2026-11-20', format: 'xlsx' },
  }),
  'GET /catalog/editions': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'POST /catalog/editions': async ({ colleague }) => ({ as: await colleague(MANUFACTURER), body: input }),
  'GET /catalog/editions/:id': draft,
  'PUT /catalog/editions/:id': async (side) => ({ ...(await draft(side)), body: { name: 'Listino nuovo' } }),
  'DELETE /catalog/editions/:id': draft,
  'GET /catalog/editions/:id/changes': draft,
  'GET /catalog/editions/:id/versions': draft,
  'GET /catalog/editions/:id/presence': async (side) => ({
    ...(await draft(side)),
    query: { version: side.car.versionId },
  }),
  'GET /catalog/editions/:id/quotes': draft,
  'POST /catalog/editions/:id/rows': async (side) => {
    const { as, params, row: one } = await row(side);
    return { as, params, body: { rows: [{ ...one, version: 1, values: { name: 'Tappetini neri' } }] } };
  },
  'GET /catalog/editions/:id/raise': async (side) => ({ ...(await draft(side)), query: raising(side) }),
  'POST /catalog/editions/:id/raise': async (side) => {
    const { as, params } = await draft(side);
    const { sum } = (await side.call('GET /catalog/editions/:id/raise', { params, query: raising(side) }, as)).body;
    return { as, params, body: { ...raising(side), seen: sum } };
  },
  'POST /catalog/editions/:id/rebase': async (side) => {
    const { as, params, row: one } = await row(side);
    const { seen } = (await side.call('GET /catalog/editions/:id', { params }, as)).body;
    return { as, params, body: { seen, rows: [one] } };
  },
  'GET /catalog/editions/:id/opposite': editionAfter('ready', 'publish'),
  'POST /catalog/editions/:id/ready': draft,
  'POST /catalog/editions/:id/reopen': editionAfter('ready'),
  'POST /catalog/editions/:id/schedule': async (side) => ({
    ...(await editionAfter('ready')(side)),
    body: { day: '2030-01-01' },
  }),
  'POST /catalog/editions/:id/publish': editionAfter('ready'),
  'POST /catalog/editions/:id/roll_back': async (side) => ({
    ...(await editionAfter('ready', 'publish')(side)),
    body: { reason: 'wrong_price' },
  }),
  'GET /catalog/samples': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'POST /catalog/samples': async ({ colleague, car }) => ({ as: await colleague(MANUFACTURER), body: sampleOf(car) }),
  'DELETE /catalog/samples/:id': async ({ call, colleague, car }) => {
    const as = await colleague(MANUFACTURER);
    const { id, version } = (await call('POST /catalog/samples', { body: sampleOf(car) }, as)).body;
    return { as, params: { id }, version };
  },
  'GET /catalog/simulation': async ({ colleague }) => ({
    as: await colleague(MANUFACTURER),
    query: { list: '2026-11-20' },
  }),
  'GET /catalog/makers': nothing,
  'GET /catalog/makers/:id': ({ car }) => ({ params: { id: car.makerId } }),
  'GET /catalog/models/:id': ({ car }) => ({ params: { id: car.modelId } }),
};
