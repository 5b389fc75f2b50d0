import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { createContext, useContext } from 'react';
import type { Customer, CustomerInput, Relation } from '#domain/customers/schema.ts';
import { keysOf } from '#domain/machine.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { customer as words } from '#site/messages/it/customers.ts';
import { doubtsOf, follows, wrongCodes } from '#site/parts/customers/customer-form.ts';
import { $places, type Places } from '#site/parts/customers/places.ts';
import type { Named } from '#site/ui/choices.ts';
import type { Issue } from '#site/ui/record/problems.ts';
import { createRecord } from '#site/ui/record/record.ts';
import type { RecordSpec } from '#site/ui/record/spec.ts';
import { sections, sentOf, valuesOf, type CustomerSection, type Person } from './form.ts';

export interface CustomerProps {
  customer: Customer;
  relations: readonly Relation[];
  provinces: readonly { code: string; name: string }[];
  followers: Named;
  /** What the doubts need to know of the places that stand there: known with the page, nothing comes late and moves the rest. */
  places: Places;
  userId: number;
  may: { manage: boolean; quote: boolean; quotes: boolean };
  /** The day in Rome. */
  today: string;
}

const says = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
const spec: RecordSpec<Person, CustomerSection> = {
  sections: keysOf(sections).map((name) => ({
    name,
    label: words.sections[name],
    holds: sections[name],
    done: (person) => (sections[name] as readonly (keyof Person)[]).some((key) => key !== 'type' && says(person[key])),
  })),
  // A field of its own, or one of a row; what is only odd is said below the section.
  ownField: /^\w+(\.\d+\.\w+)?$/,
  words: words.record,
};

/** Everything that the page of one customer knows; made from props, so that nothing is shared between visitors on the server. */
export function createCustomer(props: CustomerProps) {
  const { customer, relations, provinces, followers, places, userId, may, today } = props;
  const $customer = atom<Customer | null>(customer);
  const $value = atom(valuesOf(customer));
  const $relations = atom(relations);
  const $locks = computed($customer, (now) => {
    if (now!.mayChange && !now!.archived) return {};
    const { archived, erasedAt, seller } = now!;
    const closed = erasedAt ? words.erasedLocked : archived && words.archivedLocked;
    const why = closed || t(words.readOnly, { seller: seller ?? words.whoEntered });
    return Object.fromEntries(keysOf(sections).map((name) => [name, why]));
  });
  const $issues = computed([$value, $locks, $places], (value, locks, asked): Issue[] => {
    if (locks.person) return [];
    const wrong = Object.entries(wrongCodes(value as CustomerInput, true));
    const doubts = doubtsOf(value as CustomerInput, { ...places, ...asked });
    return [
      ...wrong.map(([path, message]) => ({ level: 'error' as const, path, message })),
      ...doubts.map(({ field, message }) => ({ level: 'warning' as const, path: `${field}.match`, message })),
    ];
  });
  const record = createRecord<Person, Customer, Customer, CustomerSection>({
    spec,
    opened: customer,
    $value,
    $saved: $customer,
    $locks,
    $issues,
    calls: {
      // It is entered in the list.
      create: (body, key) => call('POST /customers', { body, key }),
      save: (body, { id, version }) => call('PUT /customers/:id', { params: { id }, version, body: sentOf(body) }),
      valueOf: valuesOf,
    },
    copyKey: (id) => `draft:customer:${userId}:${id}`,
  });
  /** What followed from other fields: it may follow again, what a person typed stays. */
  const filled: Record<string, unknown> = {};
  /** Takes in what was typed, and what a code says beside itself. */
  async function type(patch: Partial<Person>) {
    record.change(patch);
    const more = await follows(patch as Partial<CustomerInput>, $value.get() as CustomerInput);
    const now = $value.get() as Record<string, unknown>;
    const open = Object.entries(more).filter(
      ([key, value]) => value !== now[key] && (!says(now[key]) || now[key] === filled[key]),
    );
    if (open.length === 0) return;
    Object.assign(filled, Object.fromEntries(open));
    record.change(Object.fromEntries(open));
  }
  return { ...record, $customer, $relations, type, provinces, followers, userId, may, today };
}
export type CustomerStore = ReturnType<typeof createCustomer>;

export const CustomerContext = createContext<CustomerStore | null>(null);
/** The customer whose page it is. */
export const useCustomer = (): CustomerStore => useContext(CustomerContext)!;
export const useCustomerNow = (): Customer => useStore(useCustomer().$customer)!;

/** Who it is: the name, and what tells homonyms apart. */
export function useAbout(): string[] {
  const { name } = useCustomerNow();
  const { taxCode, vatNumber, city, type } = useStore(useCustomer().$value);
  const code = type === 'private' ? taxCode : (vatNumber ?? taxCode);
  return [name, code ?? city ?? ''].filter(Boolean);
}
