import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { isSeen, seenFields, typed, valuesIn, type Field, type Values } from '#domain/record/fields.ts';
import { money } from '#domain/italian.ts';
import { type ActionOf, actionsOf, keysOf } from '#domain/record/machine.ts';
import { newCarFields as fields } from '#domain/stock/new/fields.ts';
import { newCarMachine as machine, soldFields } from '#domain/stock/new/rules.ts';
import type { Fitted, NewCar } from '#domain/stock/new/schema.ts';
import { isNewSellable } from '#domain/stock/new-terms.ts';
import type { CarPapers } from '#domain/stock/papers.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import { call } from '#site/lib/call.ts';
import { newCar as words } from '#site/messages/it/new-cars.ts';
import { car as common } from '#site/messages/it/used-cars.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { recordOf } from '#site/ui/record/store/context.ts';
import { createCourse } from '#site/ui/record/store/course.ts';
import type { Choices } from '#site/ui/record/form/form.ts';
import { formOf, type Layout } from '#site/ui/record/form/form-of.ts';
import { createMoves } from '#site/ui/record/store/moves.ts';
import { sectionsOf } from '#site/ui/record/form/spec.ts';
import { moveNew, soldAndHeld } from '../calls.ts';
import type { Found } from '../find.ts';
import { createPapers } from '../papers/papers.ts';

export type NewCarValues = Values<typeof fields>;

export const sections = {
  car: ['versionId', 'optionIds', 'vin', 'orderNumber', 'code'],
  arrival: ['externalCode', 'orderedOn', 'expectedOn', 'arrivedOn', 'locationId', 'spot', 'keys', 'keyTag'],
  costs: ['purchaseCost', 'purchaseTaxRate', 'otherCosts', 'invoice'],
  prices: ['price', 'minPrice', 'b2bPrice'],
  registration: ['plate', 'registeredOn', 'papers'],
  notes: ['notes'],
} as const satisfies Record<string, readonly (keyof NewCarValues)[]>;
export type NewSection = keyof typeof sections;

/** The options of a version, in groups. Standard equipment is not among them. */
const choicesOf = (fitted: readonly Fitted[]): Choices =>
  fitted.map(({ id, name, kind, price }) => ({
    value: id,
    group: words.kinds[kind as keyof typeof words.kinds],
    label: price ? `${name} · ${money(price)}` : name,
  }));

const load = async (versionId: unknown): Promise<Choices> =>
  versionId ? choicesOf(await call('GET /stock/new/versions/:id', { params: { id: versionId as number } })) : [];

const third = { span: 2 } as const;
const thirds = Object.fromEntries(typed(fields).map(([key]) => [key, third])) as Record<
  keyof NewCarValues,
  { span: 2 }
>;

export const layout = (
  locations: Named,
  { version, options }: { version: readonly Found[]; options: Choices } = { version: [], options: [] },
): Layout<typeof fields> => ({
  ...thirds,
  // Another version has other options.
  versionId: {
    span: 6,
    search: async (...asked) => (await import('../find.ts')).findVersions(...asked),
    known: version,
    also: () => ({ optionIds: [] }),
  },
  optionIds: { span: 6, ...(options.length > 0 ? { options } : {}), from: { field: 'versionId', load } },
  locationId: { span: 2, options: named(locations) },
  purchaseCost: { span: 4 },
  papers: { span: 6 },
  notes: { span: 6 },
});

const valuesOf = (car: object): NewCarValues => valuesIn(fields, car);

/** The facts that the state machine needs about the saved car. */
const factsOf = (car: NewCar) => ({
  ...car,
  purchaseCost: car.purchaseCost ?? null,
  ...soldAndHeld(car),
});

export interface NewCarProps {
  car: NewCar;
  /** The options of its version. */
  fitted: readonly Fitted[];
  papers: CarPapers;
  locations: Named;
  user: { id: number; privileges: readonly number[] };
  may: { quote: boolean; findCustomers: boolean };
  /** Today in Rome. */
  today: string;
  terms: StockTerms;
}

/** True for a field that describes what was sold: it locks when the car is sold, while the rest of its section stays editable. */
export const isSoldAs = ({ state }: NewCar, key: string): boolean =>
  !isNewSellable(state) && (soldFields as readonly string[]).includes(key);

/** The state of the page of one car. Each island makes one from its props, so that visitors share nothing on the server. */
export function createNewCar({ car, papers, fitted, locations, user, may, today, terms }: NewCarProps) {
  const actor = { ...user, today };
  const $car = atom<NewCar | null>(car);
  const { privileges: held } = user;
  const { versionId, maker, model, versionName } = car;
  /** The sections with at least one field that this person may see. */
  const names = keysOf(sections).filter((name) => sections[name].some((key) => isSeen(fields[key] as Field, held)));
  const version = [{ id: versionId, name: [maker, model, versionName].join(' ') }];
  const form = formOf(
    seenFields(fields, held) as typeof fields,
    layout(locations, { version, options: choicesOf(fitted) }),
  );
  const course = createCourse<NewCarValues, NewCar, NewSection, ActionOf<typeof machine>>({
    spec: {
      sections: sectionsOf<NewCarValues, NewSection>(sections, words.sections).filter(({ name }) =>
        names.includes(name),
      ),
      ownField: /^\w+$/,
      words: common.record,
    },
    $value: atom(valuesOf(car)),
    $saved: $car,
    /** The title: the name of the car, and its chassis or stock number. */
    $about: computed($car, (now) => {
      const { vin, code } = now!;
      return [[now!.maker, now!.model, now!.versionName].join(' '), vin ? vin.slice(-8) : code];
    }),
    actionsOf: (now) => actionsOf(machine, factsOf(now!), actor),
    locksOf(now, actions) {
      const isOpen = actions.includes('save');
      const why = !isOpen && !isNewSellable(now!.state) ? machine.acts.save.refused.else : common.readOnly;
      const locked = isOpen ? names.filter((name) => sections[name].every((key) => isSoldAs(now!, key))) : names;
      return Object.fromEntries(locked.map((name) => [name, isOpen ? words.soldAs : why]));
    },
    compared: () => form,
    calls: {
      save: (body, { id, version: over }) => call('PUT /stock/new/:id', { params: { id }, version: over, body }),
      valueOf: valuesOf,
    },
    copyKey: (id) => `draft:new-stock:${user.id}:${id}`,
  });
  const { stepOf, mayGo } = createMoves(course, {
    machine,
    actor,
    factsOf,
    make: moveNew,
    back: { cancel: 'reopen' },
    // Who held the car holds it no longer.
    loses: (_, { reservation }) => reservation !== null,
    why: { title: common.why },
  });
  return {
    ...course,
    kind: 'new' as const,
    $car,
    stepOf,
    mayGo,
    form,
    papers: createPapers('new', car.id, papers, (missing) => $car.set({ ...$car.get()!, missing })),
    names,
    user,
    may,
    today,
    terms,
  };
}
export type NewCarStore = ReturnType<typeof createNewCar>;

/** The car of the surrounding page. */
export const useNewCar = recordOf<NewCarStore>();
export const useNewCarNow = (): NewCar => useStore(useNewCar().$car)!;
