import type { Words } from '#domain/record/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import { leadTypes, type LeadType } from '#domain/leads/lead-types.ts';
import { leadSubtypes, subtypesOf } from '#domain/leads/terms.ts';
import { call } from '#site/lib/call.ts';
import { choicesOf, named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { restBelow } from '#site/ui/rest-below.tsx';

const third = { span: 2 } as const;
const half = { span: 3 } as const;
const whole = { span: 6 } as const;

const rest = restBelow(leadFields, 'details');

const customers = async (q: string, signal: AbortSignal) =>
  (await call('GET /customers/matches', { query: { q }, signal })).map(({ id, name, city }) => ({
    id,
    name: [name, city].filter(Boolean).join(' · '),
  }));
const contracts = async (q: string, signal: AbortSignal) =>
  (await call('GET /contracts', { query: { q, limit: 8 }, signal })).rows.map(({ id, number, customer, vehicle }) => ({
    id,
    name: [number, customer, vehicle].filter(Boolean).join(' · '),
  }));

/** Which records of other areas the person may look for. */
export interface Finds {
  customers: boolean;
  contracts: boolean;
}

interface LeadFormOptions {
  finds: Finds;
  /** Types and subtypes that the company uses. */
  terms: LeadTerms;
  /** The lead whose type and subtype are offered even when the company no longer uses them. */
  lead?: Pick<Lead, 'type' | 'subtype'>;
  locations: Named;
  customer?: { id: number; name: string } | null;
  contract?: { id: number; name: string } | null;
}

/** The words that are used, in their order. */
const offered = (words: Words, used: readonly (string | null | undefined)[]) =>
  choicesOf(words).filter(({ value }) => used.includes(value));

/** The form of a lead. */
export const leadForm = ({ finds, terms, lead, locations, customer, contract }: LeadFormOptions) => {
  const used = offered(leadSubtypes, [...terms.subtypes, lead?.subtype]);
  const subtypes = (type: LeadType) => used.filter(({ value }) => subtypesOf[type].some((one) => one === value));
  return formOf(leadFields, {
    name: half,
    phone: { ...half, ...rest('phone') },
    phone2: { ...half, ...rest('phone2') },
    email: { ...half, ...rest('email') },
    vehicle: half,
    source: third,
    sourceName: third,
    type: { ...third, options: offered(leadTypes, [...terms.types, lead?.type]), also: () => ({ subtype: null }) },
    subtype: { ...third, from: { field: 'type', load: async (type) => subtypes(type as LeadType) } },
    vehicleType: third,
    plate: third,
    vin: third,
    tradeIn: half,
    locationId: { ...third, options: named(locations) },
    taxCode: third,
    advert: { span: 4 },
    message: whole,
    details: whole,
    quiet: whole,
    customerId: { ...half, search: customers, known: customer ? [customer] : [] },
    contractId: { ...half, search: contracts, known: contract ? [contract] : [] },
  }).filter(({ name }) => (name !== 'customerId' || finds.customers) && (name !== 'contractId' || finds.contracts));
};
