/** The annexes of a sale beside its contract, each by the same template; the packet has those that concern the sale. */
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { day, integer, money, telephone } from '#domain/italian.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import { annexes, annexesOf, revaluedCars, type Annex } from '#domain/contracts/annexes.ts';
import { raisedCars } from '#domain/contracts/revaluation.ts';
import { Failure } from '#domain/errors.ts';
import type { Condition, LayoutBlock } from '#domain/layouts/terms.ts';
import { laidOut, layoutOf } from '../documents/layout.ts';
import { headView } from '../documents/letterhead.ts';
import { lookPictures, readLook, withLogo, type Look } from '../documents/look.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import type { FileAnswer, VerbOf } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import type { Laid } from '../lib/ports/laid.ts';
import type { Drawing } from '../documents/draw.ts';
import { inThread } from '../lib/work/worker.ts';
import { contractLayout, countOpen, laidContract, readDocument } from './document.ts';
import { annexValues, type ContractDocument } from './values.ts';
import { buyerAddress } from './parties.ts';
import { contractCourse, type ContractRecord } from './records.ts';

/** A part of a annex: text, and facts as label and value. */
interface Part {
  title: string;
  paragraphs?: readonly string[];
  facts?: readonly (readonly [string, string])[];
}

const dayOr = (value: string | null) => (value === null ? '' : day(value));

/** Facts as a paper says them: a label without a value says nothing. */
const said = (...facts: [label: string, value: string | undefined][]): NonNullable<Part['facts']> =>
  facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

/** The cars that are sold: a new one is known by what was ordered, a used one by its kilometres, too. */
const carsOf = ({ record: { kind, cars }, terms: { vehicle } }: ContractDocument): Part[] =>
  cars.map(({ maker, model, plate, vin, registeredOn, km }) => {
    const isNew = kind === 'new';
    return {
      title: isNew ? `${vehicle.title} ${vehicle.version}` : [maker, model].filter(Boolean).join(' ') || 'Auto',
      facts: [
        ...said(
          ['Targa', plate],
          ['Telaio', vin],
          ['Prima immatricolazione', dayOr(registeredOn)],
          ['Chilometri', km === null || isNew ? '' : integer(km)],
        ),
        ...(isNew ? vehicle.facts.map(([label = '', value = '']) => [label, value] as const) : []),
      ],
    };
  });

const tradeInsOf = ({ agreedTradeIns, tradeIns }: ContractRecord): Part[] =>
  agreedTradeIns.map(({ description, plate, km, valuation, residualDebt }, at) => {
    const more = tradeIns[at];
    return {
      title: description || 'Auto ritirata',
      facts: said(
        ['Targa', plate],
        ['Telaio', more?.vin],
        ['Chilometri', km === null ? '' : integer(km)],
        ['Prima immatricolazione', dayOr(more?.registeredOn ?? null)],
        ['Intestatario', more?.owner],
        ['Valutazione', money(more?.revaluation ?? valuation)],
        ['Residuo da estinguere', money(residualDebt)],
        ['Finanziaria', more?.lender],
      ),
    };
  });

const revaluationsOf = (record: ContractRecord): Part[] =>
  revaluedCars(record).map(({ car, revaluation, reason }) => ({
    title: car.description || 'Auto ritirata',
    facts: said(
      ['Targa', car.plate],
      ['Valutazione concordata', money(car.valuation)],
      ['Nuova valutazione', money(revaluation)],
      ['Differenza', money(revaluation - car.valuation)],
    ),
    paragraphs: [`Motivo: ${reason}`],
  }));

const deliveryOf = ({ deliveryOn, deliveryAt, deliveryPlace }: ContractRecord): Part['facts'] =>
  said(['Giorno', dayOr(deliveryOn)], ['Ora', deliveryAt], ['Luogo', deliveryPlace]);

/** What an annex lacks before it can be printed; null: nothing. */
function refusalOf(record: ContractRecord, annex: Annex): string | null {
  const missing: Partial<Record<Annex, [boolean, string]>> = {
    confirmation: [record.approvedOn === null, 'La conferma d’ordine si stampa dopo l’approvazione.'],
    addendum: [
      revaluedCars(record).length === 0 || raisedCars(record).length > 0,
      raisedCars(record).length > 0
        ? 'La rivalutazione aspetta il sì di chi valida i contratti.'
        : 'Nessun usato è stato rivalutato.',
    ],
    delivery: [record.deliveryOn === null, 'Manca il giorno di consegna.'],
    trade_in: [record.agreedTradeIns.length === 0, 'Il contratto non ha auto ritirate.'],
    condition: [record.kind === 'new', 'La scheda dello stato d’uso è delle auto usate.'],
  };
  const [isMissing, sentence] = missing[annex] ?? [false, ''];
  return isMissing ? sentence : null;
}

interface Readied {
  data: ContractDocument;
  /** The layout of annexes. */
  annexBlocks: readonly LayoutBlock[];
  look: Look;
  today: string;
}

/** What an annex says, as Italian text; throws `conflict` while the contract cannot print it. */
export function annexView({ data, annexBlocks, today, look }: Readied, annex: Annex) {
  const { record, company, seller, people } = data;
  const refusal = refusalOf(record, annex);
  if (refusal !== null) throw new Failure('conflict', refusal);
  const { label } = annexes[annex];
  const buyer = people.find(({ role }) => role === 'buyer');
  const hasCars = annex === 'confirmation' || annex === 'condition' || annex === 'delivery';
  return {
    ...headView({
      look,
      company,
      title: `${label} ${record.number}`,
      number: record.number,
      revision: 1,
      date: today,
      watermark: '',
      footerLine: '',
    }),
    is: 'annex',
    kind: label,
    seller: {
      name: seller.name,
      lines: [seller.phone ? `Tel. ${telephone(seller.phone)}` : '', seller.email].filter(Boolean),
    },
    customer: buyer
      ? { name: buyer.name, lines: [buyerAddress(record, buyer), codesLine(buyer), buyer.identity].filter(Boolean) }
      : null,
    cars: hasCars ? carsOf(data) : [],
    tradeIns: annex === 'trade_in' ? tradeInsOf(record) : [],
    revaluations: annex === 'addendum' ? revaluationsOf(record) : [],
    delivery: annex === 'delivery' ? deliveryOf(record) : [],
    signers: [company.name, ...people.map(({ name }) => name)],
    layout: laidOut(annexBlocks, annexValues(data), [`annex_${annex}`]),
  };
}

/** Some documents of a contract, one after the other. */
export const drawingTogether = (look: Look, parts: readonly object[]): Drawing => ({
  template: 'contracts/annexes.typ',
  view: { parts },
  pictures: lookPictures(look),
});

/** Draws some documents of a contract as one PDF, outside of transactions. */
export const drawTogether = (look: Look, name: string, parts: readonly object[]): Promise<FileAnswer> =>
  inThread<Uint8Array>('documents/draw.ts', 'drawPdf', drawingTogether(look, parts)).then((bytes) => ({
    bytes,
    type: 'application/pdf',
    name: `${name}.pdf`,
    inline: true,
  }));

/** Everything that the documents of a contract say, read in a transaction; what is kept keeps its layouts. */
export const readPrints = async (ctx: Ctx, id: number, sources: Sources, how?: { keep: boolean }) =>
  printsOf(ctx, await contractCourse.read(ctx, id), sources, how);

/** The same of a contract that was read, whoever may see it. */
export async function printsOf(ctx: Ctx, record: ContractRecord, sources: Sources, how = { keep: true }) {
  const print = { id: record.id, revision: record.economicVersion };
  return {
    data: await readDocument(ctx, record, sources),
    blocks: await contractLayout(ctx, record, how),
    annexBlocks: await layoutOf(ctx, 'annexes', print, how),
    look: await readLook(ctx),
    today: ctx.today,
  };
}

/** An annex as PDF of what `read` reads in a transaction. */
export async function drawAnnex(
  outside: Pick<HeavyCtx, 'files' | 'inside'>,
  read: (ctx: Ctx) => ReturnType<typeof printsOf>,
  annex: Annex,
): Promise<FileAnswer> {
  const { look: unread, ...prints } = await outside.inside(read);
  const look = await withLogo(outside, unread);
  const name = `${annexes[annex].label} ${prints.data.record.number}`;
  return drawTogether(look, name, [annexView({ ...prints, look }, annex)]);
}

export const annexBy =
  (sources: Sources): VerbOf<typeof table, 'GET /contracts/:id/annex'> =>
  (call, { params, query: { annex } }) =>
    drawAnnex(call, (ctx) => readPrints(ctx, params.id, sources), annex);

/** All annexes that a contract can print now, as layouts print them. */
export const laidAnnexes = (sources: Sources): Laid => ({
  kind: 'annexes',
  newest: laidContract(sources).newest,
  changing: (ctx) => countOpen(ctx, 'annexes'),
  async read(ctx, id) {
    const { data, look, today } = await readPrints(ctx, id, sources, { keep: false });
    const shown = annexesOf(data.record);
    return {
      look,
      values: annexValues(data),
      holds: shown.map((annex): Condition => `annex_${annex}`),
      drawing: (found, annexBlocks) =>
        drawingTogether(
          found,
          shown.map((annex) => annexView({ data, annexBlocks, look: found, today }, annex)),
        ),
    };
  },
});
