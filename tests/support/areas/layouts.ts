import { blankOf } from '#domain/record/fields.ts';
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

const callsOf = <const Kind extends LayoutKind>(kind: Kind, record = once(records[kind])) =>
  under(`layouts/${kind}`, {
    GET: nothing,
    PUT: (side: Side) => draft(side, kind),
    'POST /publish': (side: Side) => saved(side, kind),
    'GET /versions': () => ({ query: { number: 0 } }),
    'GET /records': nothing,
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
