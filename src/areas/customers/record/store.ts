import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { customerFields as fields, type CustomerSection } from '#domain/customers/fields.ts';
import type { Customer, CustomerInput, LikeCustomer, Relation } from '#domain/customers/schema.ts';
import { typed, type Values } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { customer as words } from '#site/messages/it/customers.ts';
import { customerLayout, doubtsOf, follows, wrongCodes } from '#site/parts/customers/customer-form.ts';
import { $places, type Places } from '#site/parts/customers/places.ts';
import type { Named } from '#site/ui/choices.ts';
import { recordOf } from '#site/ui/record/store/context.ts';
import { createCourse } from '#site/ui/record/store/course.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import type { Issue } from '#site/ui/record/form/problems.ts';
import { heldBy, says, sectionsOf } from '#site/ui/record/form/spec.ts';
import { toast } from '#site/ui/toast.ts';

export type Person = Values<typeof fields>;

/** The sections of a customer's page with their fields. */
export const sections = heldBy<CustomerSection>(fields, words.sections);

/** The fields of a customer that people fill in. */
const valuesOf = (customer: object): Person =>
  Object.fromEntries(typed(fields).map(([key]) => [key, (customer as Record<string, unknown>)[key]])) as Person;

/** The body of a save: it leaves out rows in which nothing is typed yet. */
const sentOf = (person: Person): Person => ({
  ...person,
  documents: person.documents.filter(({ kind: _kind, ...row }) => Object.values(row).some(says)),
  cars: person.cars.filter((row) => Object.values(row).some(says)),
});

export interface CustomerProps {
  customer: Customer;
  relations: readonly Relation[];
  provinces: readonly { code: string; name: string }[];
  followers: Named;
  /** Customers like this one who were not told apart. */
  like: readonly LikeCustomer[];
  /** Places for the doubts, read with the page, so that no doubt appears late and moves the rest. */
  places: Places;
  userId: number;
  may: { manage: boolean; quote: boolean; quotes: boolean };
  /** Today in Rome. */
  today: string;
}

/** The state of the page of one customer. Each island makes one from its props, so that visitors share nothing on the server. */
export function createCustomer(props: CustomerProps) {
  const { customer, relations, provinces, followers, like, places, userId, may, today } = props;
  const $customer = atom<Customer | null>(customer);
  const $value = atom(valuesOf(customer));
  const form = formOf(fields, customerLayout(provinces, followers, customer.id));
  const isOpen = (now: Customer | null) => now!.mayChange && !now!.archived;
  const course = createCourse<Person, Customer, CustomerSection, 'save'>({
    spec: {
      sections: sectionsOf<Person, CustomerSection>(sections, words.sections, {
        person: (person) =>
          sections.person.some((key) => key !== 'type' && key !== 'country' && says(person[key as keyof Person])),
      }),
      // Errors belong to a field or to a field of a row; doubts are shown below the section.
      ownField: /^\w+(\.\d+\.\w+)?$/,
      words: words.record,
    },
    $value,
    $saved: $customer,
    /** The title: the name, and what distinguishes homonyms. */
    $about: computed([$customer, $value], (now, { taxCode, vatNumber, city, type }) => {
      const code = type === 'private' ? taxCode : (vatNumber ?? taxCode);
      return [now!.name, code ?? city ?? ''].filter(Boolean);
    }),
    actionsOf: (now) => (isOpen(now) ? ['save'] : []),
    locksOf(now) {
      if (isOpen(now)) return {};
      const { archived, erasedAt, seller } = now!;
      const closed = erasedAt ? words.erasedLocked : archived && words.archivedLocked;
      const why = closed || t(words.readOnly, { seller: seller ?? words.whoEntered });
      return Object.fromEntries(keysOf(sections).map((name) => [name, why]));
    },
    $issues: computed([$value, $customer, $places], (value, now, asked): Issue[] => {
      if (!isOpen(now)) return [];
      const wrong = Object.entries(wrongCodes(value as CustomerInput, true));
      const doubts = doubtsOf(value as CustomerInput, { ...places, ...asked });
      return [
        ...wrong.map(([path, message]) => ({ level: 'error' as const, path, message })),
        ...doubts.map(({ field, message }) => ({ level: 'warning' as const, path: `${field}.match`, message })),
      ];
    }),
    compared: () => form,
    calls: {
      save: (body, { id, version }) => call('PUT /customers/:id', { params: { id }, version, body: sentOf(body) }),
      valueOf: valuesOf,
    },
    copyKey: (id) => `draft:customer:${userId}:${id}`,
  });
  /** Values filled in automatically: these may be replaced by newer ones, typed values may not. */
  const filled: Record<string, unknown> = {};
  /** Takes a change by the person, and fills in what follows from a code. */
  async function type(patch: Partial<Person>) {
    course.change(patch);
    const more = await follows(patch as Partial<CustomerInput>, $value.get() as CustomerInput);
    const now = $value.get() as Record<string, unknown>;
    const open = Object.entries(more).filter(
      ([key, value]) => value !== now[key] && (!says(now[key]) || now[key] === filled[key]),
    );
    if (open.length === 0) return;
    Object.assign(filled, Object.fromEntries(open));
    course.change(Object.fromEntries(open));
  }

  /** Archives the customer or restores it; for 8 seconds the person can undo it. */
  const setArchived = (archived: boolean): Promise<boolean> =>
    course.attempt(async ({ id, version, name }) => {
      const action = archived ? 'archive' : 'restore';
      const rows = [{ id, version }];
      const { results } = await call('POST /customers/bulk', { body: { action, rows }, key: newKey() });
      const current = await call('GET /customers/:id', { params: { id } });
      if (results[0]?.outcome !== 'done') void toast(words.changedMeanwhile, { kind: 'bad' });
      else
        void toast(t(archived ? words.didArchive : words.didRestore, { name }), {
          kind: 'ok',
          duration: 8000,
          action: { label: words.undo, run: () => void setArchived(!archived) },
        });
      return current;
    });
  return {
    ...course,
    like,
    $customer,
    $relations: atom(relations),
    form,
    /** Whether somebody asked for the country of a customer in Italy. */
    $abroad: atom(false),
    type,
    setArchived,
    may,
    today,
  };
}
export type CustomerStore = ReturnType<typeof createCustomer>;

/** The customer of the surrounding page. */
export const useCustomer = recordOf<CustomerStore>();
export const useCustomerNow = (): Customer => useStore(useCustomer().$customer)!;
