/** What a printed contract is made of, what the variables of a layout are on it, and which of its conditions hold. */
import type { Whereabouts } from '#domain/companies/places.ts';
import type { Receipt } from '#domain/contracts/schema.ts';
import { paymentKinds, paymentMethods, preparations } from '#domain/contracts/terms.ts';
import { DELIVERY_DAYS, deliveryUntil } from '#domain/contracts/delivery.ts';
import { atDelivery } from '#domain/contracts/coming.ts';
import { creditOf } from '#domain/contracts/facts.ts';
import { countryWords } from '#domain/countries.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { day, integer, money, telephone } from '#domain/italian.ts';
import type { Condition } from '#domain/layouts/terms.ts';
import type { LayoutValues, layoutVariables } from '#domain/layouts/variables.ts';
import { valuesAround } from '../documents/layout.ts';
import type { Company } from '../documents/letterhead.ts';
import type { Terms } from '../lib/ports/agreed.ts';
import type { Person } from './parties.ts';
import type { ContractRecord } from './records.ts';

/** What a printed contract is made of. */
export interface ContractDocument {
  record: ContractRecord;
  company: Company;
  seller: { name: string; phone: string | null; email: string };
  people: readonly Person[];
  terms: Terms;
  place: Whereabouts | null;
  /** The day of the print. */
  today: string;
}

type Name = keyof (typeof layoutVariables)['contracts'];
const dayOr = (value: string | null) => (value === null ? '' : day(value));

/** Every variable of a contract; what it does not have is empty. */
export function contractValues({ record, company, seller, people, terms, today }: ContractDocument): LayoutValues {
  const buyer = people.find(({ role }) => role === 'buyer');
  const [car] = record.cars;
  const [barter] = record.agreedTradeIns;
  const more = record.tradeIns[0];
  const values: Record<Name, string> = {
    Nome: buyer?.firstName || buyer?.name || '',
    Cognome: buyer?.lastName ?? '',
    Email: record.email || buyer?.email || '',
    Telefono: telephone(record.phone || buyer?.phone || ''),
    Indirizzo: record.address || buyer?.address || '',
    CAP: record.cap,
    Città: record.city,
    Provincia: record.province,
    Nazione: countryWords[buyer?.country ?? ''] ?? '',
    ...valuesAround({ company: company.name, user: seller.name, place: record.location, today }),
    'Tipo veicolo': record.kind === 'new' ? 'Nuovo' : 'Usato',
    Targa: car?.plate ?? '',
    Telaio: car?.vin ?? '',
    Marchio: car?.maker ?? '',
    Modello: car?.model ?? '',
    Versione: terms.vehicle.version,
    Anno: car?.registeredOn?.slice(0, 4) ?? '',
    Chilometraggio: car?.km == null ? '' : integer(car.km),
    'Numero documento': record.number,
    'Data documento': day(dayInRome(new Date(record.createdAt))),
    'Consegna prevista': dayOr(record.promisedOn),
    Totale: money(record.total),
    Incassato: money(record.received),
    'Saldo alla consegna': money(atDelivery(record)),
    'Auto in permuta': barter?.description ?? '',
    'Targa permuta': barter?.plate ?? '',
    'Chilometri permuta': barter?.km == null ? '' : integer(barter.km),
    'Valutazione permuta': barter ? money(more?.revaluation ?? barter.valuation) : '',
    'Residuo da estinguere': barter ? money(barter.residualDebt) : '',
    'Valore permute': money(creditOf(record)),
    'Importo finanziato': money(record.financed),
    Rata: terms.debit,
  };
  return values;
}

/** Until when the car is delivered, always with a day; before the contract is concluded with that of today. */
export function deliveryTerm({ record, today }: Pick<ContractDocument, 'record' | 'today'>): string {
  const until = deliveryUntil(record);
  if (record.promisedOn !== null) return `Consegna entro il ${day(record.promisedOn)}.`;
  const law = record.customerType === 'private' ? ' (art. 61 del Codice del consumo)' : '';
  const term = `${DELIVERY_DAYS} giorni dalla conclusione del contratto${law}`;
  return until !== null
    ? `Consegna entro il ${day(until)}, ${term}.`
    : `Consegna entro ${term}: entro il ${day(addDays(today, DELIVERY_DAYS))}, se si conclude il ${day(today)}.`;
}

const line = '______________________________';

/** Every variable of an annex. */
export function annexValues(data: ContractDocument): LayoutValues {
  const { record } = data;
  const more: Record<Exclude<keyof (typeof layoutVariables)['annexes'], Name>, string> = {
    'Approvato il': dayOr(record.approvedOn),
    'Termine di consegna': deliveryTerm(data),
    'Giorno di consegna': dayOr(record.deliveryOn),
    'Ora di consegna': record.deliveryAt,
    'Luogo di consegna': record.deliveryPlace,
    Preparazione: record.preparation.map((one) => preparations[one]).join(', ') || '–',
    Annotazioni: record.deliveryNotes || `Annotazioni: ${line}`,
    Note: record.notes || line,
  };
  return { ...contractValues(data), ...more };
}

/** Every variable of a receipt. */
export function receiptValues(data: ContractDocument, receipt: Receipt): LayoutValues {
  const more: Record<Exclude<keyof (typeof layoutVariables)['receipts'], Name>, string> = {
    'Numero ricevuta': receipt.number,
    'Data ricevuta': day(receipt.receivedOn),
    Importo: money(Math.abs(receipt.amount)),
    Voce: paymentKinds[receipt.kind],
    Metodo: paymentMethods[receipt.method],
    Riferimento: receipt.reference,
  };
  return { ...contractValues(data), ...more };
}

export function contractHolds({ record }: ContractDocument): Condition[] {
  const isConsumer = record.customerType === 'private';
  const isUsed = record.kind !== 'new';
  const all: [Condition, boolean][] = [
    ['trade_in', record.agreedTradeIns.length > 0],
    ['financed', record.financed > 0],
    ['new', !isUsed],
    ['used', isUsed],
    ['b2b', record.kind === 'b2b'],
    ['consumer', isConsumer],
    ['used_consumer', isUsed && isConsumer],
    ['distance', record.concluded !== 'premises'],
    ['noted', record.notes !== ''],
  ];
  return all.flatMap(([name, holds]) => (holds ? [name] : []));
}
