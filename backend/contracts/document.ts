/** The printed contract: what was agreed, the parties, the plan of payments, the company's clauses, the parts that are signed. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { addressLine } from '#domain/address.ts';
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { paymentLines } from '#domain/companies/stated.ts';
import { day, integer, money, telephone } from '#domain/italian.ts';
import { blocksOf } from '#domain/contracts/blocks.ts';
import { plannedOf } from '#domain/contracts/facts.ts';
import type { LayoutBlock } from '#domain/layouts/terms.ts';
import { customerPayments, paymentMethods } from '#domain/contracts/terms.ts';
import { conclusionText } from '#domain/contracts/withdrawal.ts';
import { signerRoles } from '#domain/signatures/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { placeLine } from '../documents/letter.ts';
import type { Drawing } from '../documents/draw.ts';
import { headView, readCompany, readSeller } from '../documents/letterhead.ts';
import { lookPictures, readLook, type Look } from '../documents/look.ts';
import { countUnkept, laidOut, layoutOf } from '../documents/layout.ts';
import { prints, type Printed } from '../documents/printed.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import type { Ctx } from '../lib/work/context.ts';
import { whereabouts } from '../lib/people/whereabouts.ts';
import type { Laid } from '../lib/ports/laid.ts';
import { list as readList } from '../lib/records/list.ts';
import { listed } from './list.ts';
import { contractHolds, contractValues, deliveryTerm, type ContractDocument } from './values.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { buyerAddress, partiesOf } from './parties.ts';

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const kinds = {
  new: 'Contratto di vendita di auto nuova',
  used: 'Contratto di vendita di auto usata',
  b2b: 'Contratto di vendita tra operatori',
} as const;

function customerView({ record, people }: ContractDocument) {
  const buyer = people.find(({ role }) => role === 'buyer');
  if (!buyer) return null;
  return {
    name: buyer.name,
    lines: [
      buyerAddress(record, buyer),
      buyer.born,
      codesLine(buyer),
      buyer.identity,
      [record.phone && `Tel. ${telephone(record.phone)}`, record.email].filter(Boolean).join(' · '),
    ].filter(Boolean),
  };
}

/** Which cars are sold: the stock says it of those of an offer, and the chassis of a new one as soon as it has one. */
function vehicleView({ record, terms: { vehicle } }: ContractDocument) {
  const known = vehicle.facts.map(([label]) => label);
  const more =
    record.kind === 'b2b'
      ? record.cars.map(({ model, plate, vin, registeredOn, km }) => [
          plate || model || 'Auto',
          [vin && `telaio ${vin}`, registeredOn && `imm. ${day(registeredOn)}`, km !== null && `${integer(km)} km`]
            .filter(Boolean)
            .join(', '),
        ])
      : record.cars.flatMap(({ vin, plate }) => [
          ['Targa', plate],
          ['Telaio', vin],
        ]);
  return {
    ...vehicle,
    facts: [...vehicle.facts, ...more.filter(([label, value]) => value && !known.includes(label!))],
  };
}

const tradeInsView = ({ record }: ContractDocument) =>
  record.agreedTradeIns.map((car, at) => {
    const more = record.tradeIns[at];
    return [
      [
        `${car.description || 'Veicolo'} (${car.type === 'scrapping' ? 'rottamazione' : 'permuta'})`,
        more?.vin && `telaio ${more.vin}`,
      ]
        .filter(Boolean)
        .join(' · '),
      car.plate || '–',
      more?.registeredOn ? day(more.registeredOn) : '–',
      car.km === null ? '–' : integer(car.km),
      money(more?.revaluation ?? car.valuation),
      money(car.residualDebt),
    ];
  });

/** A row of the plan as the customer's page says it, with the car that is taken in, or whose loan it is. */
const paymentsView = ({ record, terms }: ContractDocument) =>
  record.payments.map(({ kind, method, dueOn, amount, note }) => [
    [
      (kind === 'financed' && terms.lender) || customerPayments[kind],
      record.agreedTradeIns.some(({ plate }) => plate !== '' && plate === note) && note,
    ]
      .filter(Boolean)
      .join(' '),
    paymentMethods[method],
    dueOn === null ? '–' : day(dueOn),
    money(amount),
  ]);

/** What the plan adds up to, which a reader compares with what is due; empty without a plan. */
function plannedView({ record }: ContractDocument): string[] {
  const planned = plannedOf(record);
  if (record.payments.length === 0) return [];
  return [planned === record.total ? 'Totale, pari al dovuto' : 'Totale del piano', '', '', money(planned)];
}

const deliveryText = ({ record, today }: ContractDocument): string =>
  [
    deliveryTerm({ record, today }),
    ...(record.promisedOn ? ['Vale la tolleranza indicata nelle condizioni.'] : []),
    conclusionText(record.concluded, record.customerType === 'private'),
  ].join(' ');

/** All contents as Italian text: the template only places strings. */
export function contractView(data: ContractDocument, look: Look, blocks: readonly LayoutBlock[]) {
  const { record, company, seller, people, terms, place } = data;
  const made = dayInRome(new Date(record.createdAt));
  return {
    ...headView({
      look,
      company,
      title: `Contratto ${record.number}`,
      number: record.number,
      revision: record.economicVersion,
      date: made,
      watermark: '',
      footerLine: '',
    }),
    kind: kinds[record.kind],
    seller: {
      name: seller.name,
      lines: [seller.phone ? `Tel. ${telephone(seller.phone)}` : '', seller.email, placeLine(place)].filter(Boolean),
    },
    customer: customerView(data),
    persons: people
      .filter(({ role }) => role !== 'buyer')
      .map(({ role, ...person }) => [
        signerRoles[role],
        person.name,
        [addressLine(person), person.codes, person.identity].filter(Boolean).join(' · '),
      ]),
    vehicle: vehicleView(data),
    rows: terms.rows,
    total: money(record.total),
    priceNote: terms.priceNote,
    tradeIns: tradeInsView(data),
    payments: paymentsView(data),
    planned: plannedView(data),
    howToPay: paymentLines(company),
    financing: terms.financing,
    delivery: deliveryText(data),
    warranty: terms.warranty,
    notes: paragraphs(record.notes),
    clauses: paragraphs(record.settings.clauses),
    blocks: blocksOf(record, terms.warranty),
    signers: people.map(({ name, role }) => `${name} · ${signerRoles[role].toLowerCase()}`),
    layout: laidOut(blocks, contractValues(data), contractHolds(data)),
  };
}

/** The quote or offer from which the contract was made. */
export const sourceOf = (sources: Pick<Sources, 'quote' | 'offer'>, { kind }: Pick<ContractRecord, 'kind'>) =>
  kind === 'b2b' ? sources.offer : sources.quote;

const FORMER = 'Il contratto viene dal sistema precedente: il documento è quello di allora.';

/** Everything that the printed contract says, read in a transaction. Throws `conflict` for one of a former system. */
export async function readDocument(
  ctx: Ctx,
  record: ContractRecord,
  sources: Pick<Sources, 'quote' | 'offer'>,
): Promise<ContractDocument> {
  if (record.origin === 'history') throw new Failure('conflict', FORMER);
  return {
    record,
    today: ctx.today,
    seller: await readSeller(ctx, record.sellerId),
    company: await readCompany(ctx),
    people: await partiesOf(ctx, record),
    place: await whereabouts(ctx, record.locationId),
    terms: await sourceOf(sources, record).terms(ctx, { draft: record.draft, snapshot: record.snapshot }),
  };
}

const drawingOf =
  (data: ContractDocument) =>
  (look: Look, blocks: readonly LayoutBlock[]): Drawing => ({
    template: 'contracts/contract.typ',
    view: contractView(data, look, blocks),
    pictures: lookPictures(look),
  });

/** By which layout an economic version of a contract is printed. */
export const contractLayout = (ctx: Ctx, record: ContractRecord, how?: { keep: boolean }) =>
  layoutOf(ctx, 'contracts', { id: record.id, revision: record.economicVersion }, how);

/** Contracts that go on and keep no version of a layout yet. */
export const countOpen = (ctx: Ctx, kind: 'contracts' | 'annexes') =>
  countUnkept(ctx, kind, {
    table: 'contracts',
    revision: sql`r.economic_version`,
    where: sql`r.state <> 'completed' and r.canceled_at is null and r.withdrawn_at is null`,
  });

/** Contracts as layouts print them. */
export const laidContract = (sources: Sources): Laid => ({
  kind: 'contracts',
  newest: async (ctx, most) => {
    const { rows } = await readList(ctx, listed, { limit: most, offset: 0, sort: 'createdAt', dir: 'desc' });
    return rows.map(({ id, number, customer, vehicle }) => ({
      id,
      label: [number, customer, vehicle].filter(Boolean).join(' · '),
    }));
  },
  changing: (ctx) => countOpen(ctx, 'contracts'),
  async read(ctx, id) {
    const data = await readDocument(ctx, await contractCourse.read(ctx, id), sources);
    return {
      look: await readLook(ctx),
      values: contractValues(data),
      holds: contractHolds(data),
      drawing: drawingOf(data),
    };
  },
});

/** The contract as a document. */
export const printedContract = (sources: Sources): Printed => ({
  entity: 'contract',
  async read(ctx, id, how) {
    const record = await contractCourse.read(ctx, id);
    const data = await readDocument(ctx, record, sources);
    const blocks = await contractLayout(ctx, record, how);
    return {
      name: `Contratto ${record.number}`,
      kind: 'contract',
      revision: record.economicVersion,
      // What is signed is frozen with its signature; before that it is drawn anew.
      isFinal: false,
      look: await readLook(ctx),
      drawing: (look) => drawingOf(data)(look, blocks),
    };
  },
});

export const contractPrints = (sources: Sources) => {
  const { document, pages, page } = prints(printedContract(sources));
  return {
    'GET /contracts/:id/document': document,
    'GET /contracts/:id/preview': pages,
    'GET /contracts/:id/preview/:page': page,
  };
};
