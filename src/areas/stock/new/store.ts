import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { createContext, useContext } from 'react';
import { actionsOf, keysOf } from '#domain/machine.ts';
import { isSeen, type Field } from '#domain/fields.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { newCarMachine, soldFields } from '#domain/stock/new/rules.ts';
import type { Fitted, NewCar } from '#domain/stock/new/schema.ts';
import { isNewSellable } from '#domain/stock/new/terms.ts';
import type { CarPapers } from '#domain/stock/papers.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import { call } from '#site/lib/call.ts';
import { newCar as words } from '#site/messages/it/new-cars.ts';
import { car as common } from '#site/messages/it/used-cars.ts';
import type { Named } from '#site/ui/choices.ts';
import type { Issue } from '#site/ui/record/problems.ts';
import { createRecord } from '#site/ui/record/record.ts';
import type { RecordSpec } from '#site/ui/record/spec.ts';
import { createPapers } from '../papers/papers.ts';
import { sections, valuesOf, type NewCarValues, type NewSection } from './form.ts';

export interface NewCarProps {
  car: NewCar;
  /** What can be on its version. */
  fitted: readonly Fitted[];
  papers: CarPapers;
  locations: Named;
  user: { id: number; privileges: readonly number[] };
  may: { quote: boolean; findCustomers: boolean };
  /** The day in Rome. */
  today: string;
  terms: StockTerms;
}

const says = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
/** Sections of which this person sees a field. */
const seenBy = (held: readonly number[]) =>
  keysOf(sections).filter((name) => sections[name].some((key) => isSeen(newCarFields[key] as Field, held)));
const specFor = (names: readonly NewSection[]): RecordSpec<NewCarValues, NewSection> => ({
  sections: names.map((name) => ({
    name,
    label: words.sections[name],
    holds: sections[name],
    done: (car) => (sections[name] as readonly (keyof NewCarValues)[]).some((key) => says(car[key])),
  })),
  ownField: /^\w+$/,
  words: common.record,
});
/** Nothing is wrong here that the server does not say. */
const noIssues: readonly Issue[] = [];

/** Everything that the page of one car knows; made from props, so that nothing is shared between visitors on the server. */
export function createNewCar({ car, papers, fitted, locations, user, may, today, terms }: NewCarProps) {
  const $car = atom<NewCar | null>(car);
  const $value = atom(valuesOf(car));
  const names = seenBy(user.privileges);
  const $actions = computed($car, (now) => actionsOf(newCarMachine, factsOf(now!), { ...user, today }));
  const $locks = computed([$car, $actions], (now, actions) => {
    const open = actions.includes('save');
    const sold = !isNewSellable(now!.state);
    const why = !open && sold ? newCarMachine.acts.save.refused.else : common.readOnly;
    const isSold = (name: NewSection) => sold && sections[name].every((key) => soldFields.includes(key as 'price'));
    return Object.fromEntries(
      names.flatMap((name): [string, string][] =>
        open ? (isSold(name) ? [[name, words.soldAs]] : []) : [[name, why]],
      ),
    );
  });
  const record = createRecord<NewCarValues, NewCar, NewCar, NewSection>({
    spec: specFor(names),
    opened: car,
    $value,
    $saved: $car,
    $locks,
    $issues: atom(noIssues),
    calls: {
      // It is entered in the list.
      create: (body, key) => call('POST /stock/new', { body, key }),
      save: (body, { id, version }) => call('PUT /stock/new/:id', { params: { id }, version, body }),
      valueOf: valuesOf,
    },
    copyKey: (id) => `draft:new-stock:${user.id}:${id}`,
  });
  let running = false;
  /** Something done with the whole car: what was typed is saved first; false where it was not done. */
  async function attempt(work: (seen: { id: number; version: number }) => Promise<NewCar>): Promise<string | null> {
    if (running) return '';
    running = true;
    try {
      if (record.autosave.unsaved() && !(await record.autosave.flush())) return '';
      record.adopt(await work($car.get()!));
      return null;
    } catch (error) {
      const current = (error as { body?: { current?: NewCar } }).body?.current;
      if (current) record.adopt(current);
      return (error as Error).message;
    } finally {
      running = false;
    }
  }
  const papersOf = createPapers('new', car.id, papers, (missing) => $car.set({ ...$car.get()!, missing }));
  return {
    ...record,
    $car,
    $actions,
    attempt,
    papers: papersOf,
    names,
    fitted,
    locations,
    user,
    may,
    today,
    terms,
  };
}
export type NewCarStore = ReturnType<typeof createNewCar>;

/** What the machine asks of the car as it is saved. */
export const factsOf = (car: NewCar) => ({
  ...car,
  purchaseCost: car.purchaseCost ?? null,
  saleChannel: car.sale?.channel ?? null,
  saleDocument: car.sale?.document ?? '',
  soldByHand: car.sale?.byHand ?? false,
  reservedBy: car.reservation?.byId ?? null,
});

export const NewCarContext = createContext<NewCarStore | null>(null);
/** The car whose page it is. */
export const useNewCar = (): NewCarStore => useContext(NewCarContext)!;
export const useNewCarNow = (): NewCar => useStore(useNewCar().$car)!;

/** Which car it is: its name, and its chassis or stock number. */
export function useAbout(): string[] {
  const { maker, model, versionName, code, vin } = useNewCarNow();
  return [[maker, model, versionName].join(' '), vin ? vin.slice(-8) : code];
}
