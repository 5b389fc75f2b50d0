/** The printed contract: what was agreed, the parties, the plan of payments, the company's clauses, the parts that are signed. */
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { addressLine } from '#domain/address.ts';
import { day, integer, money, telephone } from '#domain/italian.ts';
import { blocksOf } from '#domain/contracts/blocks.ts';
import { creditOf } from '#domain/contracts/facts.ts';
import { conclusions, paymentKinds, paymentMethods } from '#domain/contracts/terms.ts';
import { signerRoles } from '#domain/signatures/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import type { Whereabouts } from '#domain/companies/places.ts';
import { placeLine } from '../documents/letter.ts';
import { headView, readCompany, readSeller, type Company } from '../documents/letterhead.ts';
import { lookPictures, readLook, type Look } from '../documents/look.ts';
import { prints, type Printed } from '../documents/printed.ts';
import type { Sources, Terms } from '../lib/agreed.ts';
import type { Ctx } from '../lib/context.ts';
import { whereabouts } from '../lib/whereabouts.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { partiesOf, type Person } from './parties.ts';

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What a printed contract is made of. */
export interface ContractDocument {
  record: ContractRecord;
  company: Company;
  seller: { name: string; phone: string | null; email: string };
  people: readonly Person[];
  terms: Terms;
  place: Whereabouts | null;
}

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
      addressLine(record),
      buyer.born,
      codesLine(buyer),
      [record.phone && `Tel. ${telephone(record.phone)}`, record.email].filter(Boolean).join(' · '),
    ].filter(Boolean),
  };
}

const tradeInsView = ({ record }: ContractDocument) =>
  record.agreedTradeIns.map((car, at) => {
    const more = record.tradeIns[at];
    return [
      [`${car.description || 'Veicolo'} (${car.type === 'scrapping' ? 'rottamazione' : 'permuta'})`, more?.vin]
        .filter(Boolean)
        .join(' · '),
      car.plate,
      car.km === null ? '–' : integer(car.km),
      money(more?.revaluation ?? car.valuation),
      money(car.residualDebt),
    ];
  });

const paymentsView = ({ record }: ContractDocument) =>
  record.payments.map(({ kind, method, dueOn, amount }) => [
    paymentKinds[kind],
    paymentMethods[method],
    dueOn === null ? '–' : day(dueOn),
    money(amount),
  ]);

const deliveryText = ({ record }: ContractDocument): string =>
  [
    record.promisedOn
      ? `Consegna promessa entro il ${day(record.promisedOn)}, con la tolleranza indicata nelle condizioni.`
      : 'Il termine di consegna si concorda per iscritto.',
    `Contratto concluso: ${conclusions[record.concluded].toLowerCase()}.`,
  ].join(' ');

/** All contents as Italian text: the template only places strings. */
export function contractView(data: ContractDocument, look: Look) {
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
      footerLine: [company.name, company.vatNumber && `P. IVA ${company.vatNumber}`].filter(Boolean).join(' · '),
    }),
    kind: kinds[record.kind],
    seller: {
      name: seller.name,
      lines: [seller.phone ? `Tel. ${telephone(seller.phone)}` : '', seller.email, placeLine(place)].filter(Boolean),
    },
    customer: customerView(data),
    persons: people
      .filter(({ role }) => role !== 'buyer')
      .map(({ role, name, codes }) => [signerRoles[role], [name, codes].filter(Boolean).join(' · ')]),
    vehicle: terms.vehicle,
    rows: terms.rows,
    total: money(record.total),
    priceNote: terms.priceNote,
    tradeIns: tradeInsView(data),
    tradeInNote: `Valore complessivo ${money(creditOf(record))}, al netto dei residui. La valutazione vale per lo stato dichiarato: alla consegna l’auto si ricontrolla e una differenza si concorda per iscritto.`,
    payments: paymentsView(data),
    financing: terms.financing,
    delivery: deliveryText(data),
    warranty: terms.warranty,
    notes: paragraphs(record.notes),
    clauses: paragraphs(record.settings.clauses),
    blocks: blocksOf(record, terms.warranty),
    signers: people.map(({ name, role }) => `${name} · ${signerRoles[role].toLowerCase()}`),
    acceptance: `La proposta è irrevocabile per dieci giorni; il contratto è concluso quando ${company.name} la accetta per iscritto.`,
  };
}

/** Where what was agreed came from. */
export const sourceOf = (sources: Sources, { kind }: Pick<ContractRecord, 'kind'>) =>
  kind === 'b2b' ? sources.offer : sources.quote;

/** Everything that the printed contract says, read in a transaction. */
export async function readDocument(ctx: Ctx, record: ContractRecord, sources: Sources): Promise<ContractDocument> {
  return {
    record,
    seller: await readSeller(ctx, record.sellerId),
    company: await readCompany(ctx),
    people: await partiesOf(ctx, record),
    place: await whereabouts(ctx, record.locationId),
    terms: await sourceOf(sources, record).terms(ctx, { draft: record.draft, snapshot: record.snapshot }),
  };
}

/** The contract as a document. */
export const printedContract = (sources: Sources): Printed => ({
  entity: 'contract',
  async read(ctx, id) {
    const record = await contractCourse.read(ctx, id);
    const data = await readDocument(ctx, record, sources);
    return {
      name: `Contratto ${record.number}`,
      kind: 'contract',
      revision: record.economicVersion,
      // What is signed is frozen with its signature; before that it is drawn anew.
      isFinal: false,
      look: await readLook(ctx),
      drawing: (look) => ({
        template: 'contracts/contract.typ',
        view: contractView(data, look),
        pictures: lookPictures(look),
      }),
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
