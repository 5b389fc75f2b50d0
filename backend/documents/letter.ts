import { countryWords } from '#domain/countries.ts';
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { addressLine } from '#domain/address.ts';
import type { Whereabouts } from '#domain/companies/places.ts';
import { paymentLines } from '#domain/companies/stated.ts';
import { day, telephone } from '#domain/italian.ts';
import { valuesAround } from './layout.ts';
import { headView, type Company } from './letterhead.ts';
import type { Look } from './look.ts';

/** What every document of a sale contains beside its prices; days `YYYY-MM-DD`. */
export interface Letter {
  /** Printed large behind a draft. */
  watermark?: 'BOZZA';
  look: Look;
  /** Null for a draft. */
  number: string | null;
  revision: number;
  issuedOn: string;
  expiresOn: string | null;
  company: Company;
  seller: { name: string; phone: string | null; email: string };
  /** Where the customer comes, with its hours; absent in documents issued before they were printed. */
  place?: Pick<Whereabouts, 'name' | 'hours'> | null;
  customer: {
    name: string;
    address: string | null;
    cap: string | null;
    city: string | null;
    province: string | null;
    /** Absent in documents older than foreign customers: Italy. */
    country?: string | null;
    taxCode: string | null;
    vatNumber: string | null;
    email: string | null;
    phone: string | null;
  } | null;
  notes: string;
  /** The company's conditions, one paragraph per line. */
  conditions: string;
}

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** When a place is open, for whoever comes there; empty where it says no hours. */
export const placeLine = (place: Letter['place']) =>
  place?.hours.length ? `${place.name}: ${place.hours.join('; ')}` : '';

/** What the variables of a layout are on any letter; it keeps a customer's whole name. */
export const letterValues = ({ customer, company, seller, place, issuedOn }: Omit<Letter, 'look'>) => ({
  Nome: customer?.name ?? '',
  Cognome: '',
  Email: customer?.email ?? '',
  Telefono: customer?.phone ? telephone(customer.phone) : '',
  Indirizzo: customer?.address ?? '',
  CAP: customer?.cap ?? '',
  Città: customer?.city ?? '',
  Provincia: customer?.province ?? '',
  Nazione: countryWords[customer?.country ?? ''] ?? '',
  ...valuesAround({ company: company.name, user: seller.name, place: place?.name, today: issuedOn }),
});

/** The letter as Italian text; `name` is the kind of document. */
export function letterView(data: Letter, name: string) {
  const { company, customer, seller, place, look } = data;
  const number = data.number ?? 'Bozza';
  return {
    ...headView({
      look,
      company,
      number,
      title: `${name} ${number}`,
      revision: data.revision,
      date: data.issuedOn,
      watermark: data.watermark ?? '',
      footerLine: '',
    }),
    seller: {
      name: seller.name,
      lines: [seller.phone ? `Tel. ${telephone(seller.phone)}` : '', seller.email].filter(Boolean),
    },
    customer: customer && {
      name: customer.name,
      lines: [
        addressLine(customer),
        codesLine(customer),
        [customer.phone && `Tel. ${telephone(customer.phone)}`, customer.email].filter(Boolean).join(' · '),
      ].filter(Boolean),
    },
    validity: data.expiresOn ? `Valido fino al ${day(data.expiresOn)}` : 'Bozza senza valore di offerta',
    validityNote: data.expiresOn
      ? 'Salvo venduto: le auto restano in vendita fino all’accettazione.'
      : 'L’offerta riceve numero e scadenza quando viene emessa.',
    place: placeLine(place),
    notes: paragraphs(data.notes),
    conditions: paragraphs(data.conditions),
    payments: paymentLines(company),
    privacy: `I dati personali indicati sono trattati da ${company.name}, titolare del trattamento, solo per preparare e gestire questa offerta (art. 6, par. 1, lett. b, Regolamento UE 2016/679); l’informativa completa è disponibile in sede.`,
  };
}
