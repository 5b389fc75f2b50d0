import type { ReactNode } from 'react';
import { eventFields, repeatFields, scopeFields, timeFields } from '#domain/calendars/fields.ts';
import type { EventRecord, ShownCalendar } from '#domain/calendars/schema.ts';
import { calendarKinds } from '#domain/calendars/event-terms.ts';
import type { Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';

const half = { span: 3 } as const;
const third = { span: 2 } as const;

const customers = async (q: string, signal: AbortSignal) =>
  (await call('GET /customers/matches', { query: { q }, signal })).map(({ id, name, city }) => ({
    id,
    name: [name, city].filter(Boolean).join(' · '),
  }));
const leads = async (q: string, signal: AbortSignal) =>
  (await call('GET /leads', { query: { q, limit: 8 }, signal })).rows.map(({ id, number, name }) => ({
    id,
    name: [number, name].filter(Boolean).join(' · '),
  }));
const contracts = async (q: string, signal: AbortSignal) =>
  (await call('GET /contracts', { query: { q, limit: 8 }, signal })).rows.map(({ id, number, customer }) => ({
    id,
    name: [number, customer].filter(Boolean).join(' · '),
  }));

/** Which records of other areas the person may look for. */
export interface Finds {
  customers: boolean;
  leads: boolean;
  contracts: boolean;
}

interface Known {
  customer?: { id: number; name: string } | null;
  lead?: { id: number; name: string } | null;
  contract?: { id: number; name: string } | null;
}

const given = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });
/** The records of other areas that an event names. */
export const knownOf = (of: EventRecord): Known => ({
  customer: given(of.customerId, of.customer),
  lead: given(of.leadId, of.lead),
  contract: given(of.contractId, of.contract),
});

const aboutLayout = ({ customer, lead, contract }: Known = {}) =>
  ({
    kind: half,
    title: half,
    customerId: { span: 6, search: customers, known: customer ? [customer] : [] },
    leadId: { ...half, search: leads, known: lead ? [lead] : [] },
    contractId: { ...half, search: contracts, known: contract ? [contract] : [] },
    isPrivate: half,
    note: { span: 6 },
    checklist: { look: 'table', layout: { text: { span: 4 }, done: third } },
    licence: half,
    licenceUntil: half,
    kmOut: half,
    kmIn: half,
    fuelOut: half,
    fuelIn: half,
    damage: { span: 6 },
  }) as const;

type Times = Values<typeof timeFields>;
/** Draws how the time suits the chosen calendars, below them. */
type Below<V> = (values: V, fill: (change: Partial<V>) => void) => ReactNode;
/** The most calendars that are listed at once. */
const LISTED = 60;

export const timeLayout = <V extends Times>(calendars: readonly ShownCalendar[], below: Below<V>) => {
  const all = calendars.map(({ id, name, kind }) => ({ id, name: `${name} · ${calendarKinds[kind]}` }));
  const known = calendars.map(({ id, name }) => ({ id, name }));
  const search = async (text: string) =>
    all.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).slice(0, LISTED);
  return {
    day: third,
    time: third,
    minutes: third,
    calendarIds: { span: 6, search, letters: 0, known, below },
  } as const;
};

const repeatLayout = { every: half, interval: half, weekdays: { span: 6 }, until: half, times: half } as const;
const scopeLayout = { scope: { span: 6, look: 'switch' } } as const;

/** The person may look for what the field holds. */
const findable =
  (finds: Finds) =>
  ({ name }: { name: string }) =>
    (name !== 'customerId' || finds.customers) &&
    (name !== 'leadId' || finds.leads) &&
    (name !== 'contractId' || finds.contracts);

const { kind, title, customerId, ...details } = eventFields;
/** A new event: whom and what, when, how often; the rest below. */
const repeat = { label: 'Ripetizione', kind: 'group', fields: repeatFields } as const;
export const newFields = { kind, title, customerId, ...timeFields, repeat, ...details } as const;
export type New = Values<typeof newFields>;
export const newForm = (
  finds: Finds,
  calendars: readonly ShownCalendar[],
  known: Known | undefined,
  below: Below<New>,
) =>
  formOf(newFields, {
    ...aboutLayout(known),
    ...timeLayout(calendars, below),
    repeat: { layout: repeatLayout },
  }).filter(findable(finds));

export const editFields = { ...eventFields, ...scopeFields } as const;
/** What an event is about; of a series also which events. */
export const editForm = (finds: Finds, known: Known, isSeries: boolean) =>
  formOf(editFields, { ...aboutLayout(known), ...scopeLayout })
    .filter(findable(finds))
    .filter(({ name }) => name !== 'scope' || isSeries);

export const whenFields = { ...timeFields, ...scopeFields } as const;
/** When an event is and what it takes; of a series also which events. */
export const whenForm = (
  calendars: readonly ShownCalendar[],
  isSeries: boolean,
  below: Below<Values<typeof whenFields>>,
) =>
  formOf(whenFields, { ...timeLayout(calendars, below), ...scopeLayout }).filter(
    ({ name }) => name !== 'scope' || isSeries,
  );
