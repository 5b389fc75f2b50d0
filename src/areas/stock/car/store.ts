import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { createContext, useContext } from 'react';
import { actionsOf, keysOf } from '#domain/machine.ts';
import { plateIssue } from '#domain/plates.ts';
import { regimeIssue } from '#domain/stock/regime.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { Album } from '#domain/stock/album-schema.ts';
import type { Ledger, UsedCar } from '#domain/stock/schema.ts';
import type { CarPapers } from '#domain/stock/papers.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import { call } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import type { Named } from '#site/ui/choices.ts';
import type { Issue } from '#site/ui/record/problems.ts';
import { createRecord } from '#site/ui/record/record.ts';
import type { RecordSpec } from '#site/ui/record/spec.ts';
import { createPapers } from '../papers/papers.ts';
import { createAlbum } from './album.ts';
import { sections, valuesOf, type Car, type CarSection } from './form.ts';

export interface CarProps {
  car: UsedCar;
  album: Album;
  papers: CarPapers;
  /** Null for who may not see costs. */
  /** Null for who sees its sums alone, in the car. */
  ledger: Ledger | null;
  locations: Named;
  user: { id: number; privileges: readonly number[] };
  may: { quote: boolean; b2b: boolean; findCustomers: boolean };
  /** The day in Rome. */
  today: string;
  terms: StockTerms;
  /** Days for which the cars of the stock had been here on average when the page was asked for. */
  averageDays: number | null;
}

const says = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
const spec: RecordSpec<Car, CarSection> = {
  sections: keysOf(sections)
    .filter((name) => name !== 'costs' && name !== 'photos')
    .map((name) => ({
      name,
      label: words.sections[name],
      holds: sections[name],
      done: (car) => (sections[name] as readonly (keyof Car)[]).some((key) => says(car[key])),
    })),
  // What is odd about a plate is said below the section; it is no mistake of the field.
  ownField: /^\w+$/,
  words: words.record,
};
const costs = { name: 'costs' as const, label: words.sections.costs, holds: [], done: () => true };
const photos = { name: 'photos' as const, label: words.sections.photos, holds: [] };

/** Everything that the page of one car knows; made from props, so that nothing is shared between visitors on the server. */
export function createCar({ car, album, papers, ledger, locations, user, may, today, terms, averageDays }: CarProps) {
  const $car = atom<UsedCar | null>(car);
  const $value = atom(valuesOf(car));
  const $ledger = atom(ledger);
  const $actions = computed($car, (now) => actionsOf(usedCarMachine, factsOf(now!), { ...user, today }));
  const editable = (actions: readonly string[]) => actions.includes('save');
  const $locks = computed([$car, $actions], (now, actions) => {
    if (editable(actions)) return {};
    const { refused } = usedCarMachine.acts.save;
    const why = ['sold', 'delivered'].includes(now!.state) ? refused.else : words.readOnly;
    return Object.fromEntries(keysOf(sections).map((name) => [name, why]));
  });
  const $issues = computed([$value, $locks], (value, locks): Issue[] => {
    if (locks.car) return [];
    const regime = regimeIssue(value);
    const plate = plateIssue(value.plate);
    return [
      ...(regime ? [{ level: 'error' as const, path: 'regime', message: regime }] : []),
      ...(plate ? [{ level: 'warning' as const, path: 'plate.format', message: plate }] : []),
    ];
  });
  const record = createRecord<Car, UsedCar, UsedCar, CarSection>({
    spec: {
      ...spec,
      sections: [
        { ...photos, done: () => $car.get()!.photos > 0 },
        ...spec.sections.flatMap((one) => (one.name === 'prices' && car.costs ? [costs, one] : [one])),
      ],
    },
    opened: car,
    $value,
    $saved: $car,
    $locks,
    $issues,
    calls: {
      // It is entered in the list.
      create: (body, key) => call('POST /stock/used', { body, key }),
      save: (body, { id, version }) => call('PUT /stock/used/:id', { params: { id }, version, body }),
      valueOf: valuesOf,
    },
    copyKey: (id) => `draft:stock:${user.id}:${id}`,
  });
  const photosOf = createAlbum(car.id, album, ({ photos: all }) =>
    $car.set({
      ...$car.get()!,
      photos: all.length,
      coverId: all[0]?.uploadId ?? null,
      photosSince: all.length === 0 ? null : ($car.get()!.photosSince ?? new Date().toISOString()),
    }),
  );
  const papersOf = createPapers('used', car.id, papers, (missing) => $car.set({ ...$car.get()!, missing }));
  return {
    ...record,
    papers: papersOf,
    $car,
    $ledger,
    $actions,
    album: photosOf,
    locations,
    user,
    may,
    today,
    terms,
    averageDays,
  };
}
export type CarStore = ReturnType<typeof createCar>;

/** What the machine asks of the car as it is saved. */
export const factsOf = (car: UsedCar) => ({
  ...car,
  purchaseCost: car.purchaseCost ?? null,
  consignor: car.consignor ?? '',
  saleChannel: car.sale?.channel ?? null,
  saleDocument: car.sale?.document ?? '',
  soldByHand: car.sale?.byHand ?? false,
  reservedBy: car.reservation?.byId ?? null,
});

export const CarContext = createContext<CarStore | null>(null);
/** The car whose page it is. */
export const useCar = (): CarStore => useContext(CarContext)!;
export const useCarNow = (): UsedCar => useStore(useCar().$car)!;

/** Which car it is: its name, and its plate or stock number. */
export function useAbout(): string[] {
  const { maker, model, versionName, plate, code } = useStore(useCar().$value);
  return [[maker, model, versionName].filter(Boolean).join(' '), plate || code];
}
