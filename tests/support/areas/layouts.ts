import { blankOf } from '#domain/record/fields.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { networkLayouts as networkTable } from '#domain/layouts/network/endpoints.ts';
import type { layouts as table } from '#domain/layouts/endpoints.ts';
import { sectionFields } from '#domain/layouts/section-fields.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import type { LayoutKind } from '#domain/layouts/terms.ts';
import type { CallName } from '#domain/endpoints.ts';
import { under } from '#domain/record/under.ts';
import { nothing, once, type Calls, type Side } from '../area.ts';
import { recordCalls } from '../priced.ts';
import { usedCar } from './stock.ts';
import { draftOf } from './quotes.ts';
import { madeBy, received } from './contracts.ts';
import { drafted } from './b2b.ts';

const text = (said: string) => ({
  id: 'prova',
  kind: 'text',
  title: '',
  text: said,
  when: 'always' as const,
  hidden: false,
  sectionId: null,
});

/** The draft with one text more than the standard, which no draft of before has. */
const draft = async (side: Side, kind: LayoutKind) => {
  const { version } = (await side.call(`GET /layouts/${kind}`)).body;
  const blocks = [...standardLayouts[kind], text(`${side.marker} ${side.next()}`)];
  return { version: version as number, body: { blocks } };
};

const saved = async (side: Side, kind: LayoutKind) => {
  const { body } = await side.call(`PUT /layouts/${kind}` as CallName, await draft(side, kind));
  return { version: body.version as number };
};

const records: Record<LayoutKind, (side: Side) => Promise<number>> = {
  contracts: async (side) => (await madeBy(side, side.as)).params.id,
  annexes: async (side) => (await madeBy(side, side.as)).params.id,
  receipts: async (side) => (await received(side)).params.receiptId,
  offers: async (side) => (await drafted(side)).params.id,
  quotes: async (side) => (await side.call('POST /quotes', { body: draftOf(side.car, side) })).body.id,
  stocks: async (side) =>
    (await side.call('POST /stock/used', { body: { ...usedCar, code: '', plate: `LY ${100 + side.next()} ZZ` } })).body
      .id,
};

const asMaker = async ({ colleague }: Pick<Side, 'colleague'>) => ({ as: await colleague(MANUFACTURER) });

/** A draft of the manufacturer with one text more than the standard. */
export async function networkDraft(side: Side, kind: LayoutKind = 'quotes') {
  const { as } = await asMaker(side);
  // A list has room for so many.
  await side.query(`update network_layouts set withdrawn = true where edition = 0 and name like 'Prova %'`);
  const name = `Prova ${side.companyId} ${side.next()}`;
  const { status, body } = await side.call('POST /network/layouts', { body: { kind, name } }, as);
  if (status !== 201) throw new Error(`layout: ${status} ${JSON.stringify(body)}`);
  const params = { id: body.id as number };
  const blocks = [...standardLayouts[kind], text(`Rete ${side.next()}`)];
  const saved = await side.call('PUT /network/layouts/:id', { params, version: 1, body: { name, blocks } }, as);
  return { as, params, version: saved.body.version as number, name, blocks };
}
const drafted10 = async (side: Side) => {
  const { as, params, version } = await networkDraft(side);
  return { as, params, version };
};

/** An edition that dealers are offered. */
export async function networkEdition(side: Side, kind: LayoutKind = 'quotes') {
  const { as, params, version, ...draft } = await networkDraft(side, kind);
  const sent = { params, version, body: { note: 'Nuova privacy' } };
  const { body } = await side.call('POST /network/layouts/:id/publish', sent, as);
  return { as, params, version: body.version as number, ...draft };
}
/** An edition that all companies are offered: what it is belongs to none of them. */
async function sharedEdition({ query }: Side, kind: LayoutKind): Promise<number> {
  const blocks = JSON.stringify([...standardLayouts[kind], text('Di rete')]);
  await query(
    `insert into network_layouts (kind, name, blocks, edition, created_at, updated_at)
     values ($1, 'Di rete', $2, 1, now(), now()) on conflict do nothing`,
    [kind, blocks],
  );
  const [row] = await query(`select id::int as id from network_layouts where kind = $1 and name = 'Di rete'`, [kind]);
  await query(
    `insert into network_layout_editions (layout_id, edition, kind, name, note, blocks, published_at)
     values ($1, 1, $2, 'Di rete', 'Prova', $3, now()) on conflict do nothing`,
    [row!.id, kind, blocks],
  );
  return Number(row!.id);
}
async function taking(side: Side, kind: LayoutKind) {
  const layoutId = await sharedEdition(side, kind);
  const { version } = (await side.call(`GET /layouts/${kind}`)).body;
  return { version: version as number, body: { layoutId, edition: 1 } };
}
const readMade = async (side: Side) => {
  const { as, params } = await networkDraft(side);
  return { as, params };
};

export const networkLayouts: Calls<typeof networkTable> = {
  'GET /network/layouts': asMaker,
  'POST /network/layouts': async (side) => {
    const { as } = await networkDraft(side);
    return { as, body: { kind: 'stocks', name: `Prova ${side.companyId} ${side.next()}` } };
  },
  'GET /network/layouts/:id': readMade,
  'GET /network/layouts/:id/timeline': readMade,
  'PUT /network/layouts/:id': async (side) => {
    const { as, params, version, name, blocks } = await networkDraft(side);
    return { as, params, version, body: { name: `${name} bis`, blocks } };
  },
  'POST /network/layouts/:id/publish': async (side) => ({
    ...(await drafted10(side)),
    body: { note: 'Nuova privacy' },
  }),
  'POST /network/layouts/:id/withdraw': async (side) => {
    const { as, params, version } = await networkEdition(side);
    return { as, params, version, body: { withdrawn: true } };
  },
};

const callsOf = <const Kind extends LayoutKind>(kind: Kind, record = once(records[kind])) =>
  under(`layouts/${kind}`, {
    GET: nothing,
    PUT: (side: Side) => draft(side, kind),
    'POST /publish': (side: Side) => saved(side, kind),
    'GET /offered': nothing,
    'POST /adopt': (side: Side) => taking(side, kind),
    'POST /copy': (side: Side) => taking(side, kind),
    'GET /versions': () => ({ query: { number: 0 } }),
    'GET /records': nothing,
    'GET /changing': nothing,
    'GET /trial': async (side: Side) => ({ query: { record: await record(side) } }),
    'GET /preview': async (side: Side) => ({ query: { record: await record(side), page: 1 } }),
  });

export const layouts: Calls<typeof table> = {
  ...callsOf('contracts'),
  ...callsOf('annexes'),
  ...callsOf('receipts'),
  ...callsOf('quotes'),
  ...callsOf('offers'),
  ...callsOf('stocks'),
  ...recordCalls('layout-sections', (name) => ({ ...blankOf(sectionFields), name, text: 'Una frase per {Nome}.' })),
};
