import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { seenFields, typed, valuesIn, type Values } from '#domain/record/fields.ts';
import { type ActionOf, actionsOf, keysOf } from '#domain/record/machine.ts';
import { plateIssue } from '#domain/plates.ts';
import type { Album } from '#domain/stock/album-schema.ts';
import { usedCarFields as fields } from '#domain/stock/fields.ts';
import type { CarPapers } from '#domain/stock/papers.ts';
import { regimeIssue, regimeOf } from '#domain/stock/regime.ts';
import { usedCarMachine as machine } from '#domain/stock/rules.ts';
import type { Ledger, UsedCar } from '#domain/stock/schema.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import { isOpenWork, type SellerKind, type UsedState } from '#domain/stock/terms.ts';
import { call } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { recordOf } from '#site/ui/record/store/context.ts';
import { createCourse } from '#site/ui/record/store/course.ts';
import { formOf, type Layout } from '#site/ui/record/form/form-of.ts';
import { createMoves } from '#site/ui/record/store/moves.ts';
import type { Issue } from '#site/ui/record/form/problems.ts';
import { sectionsOf } from '#site/ui/record/form/spec.ts';
import { move, soldAndHeld } from '../calls.ts';
import { createPapers } from '../papers/papers.ts';
import { createAlbum } from './album.ts';

export type Car = Values<typeof fields>;

/** Fields that apply only to a car owned by somebody else. */
const consigned = ['consignor', 'mandateUntil', 'consignmentFee'] as const;

/** The sections of a car's page with their fields. Photos and costs have no fields here: they are kept in the album and the ledger. */
export const sections = {
  photos: [],
  car: [
    ...(['plate', 'vin', 'maker', 'model', 'versionName', 'body', 'fuel', 'gearbox', 'category', 'payload'] as const),
    ...(['kw', 'cc', 'co2', 'euroClass', 'seats', 'doors', 'colour', 'registeredOn', 'km', 'owners'] as const),
    'inspectionUntil',
  ],
  place: ['code', 'externalCode', 'locationId', 'spot', 'keys', 'keyTag', 'readyOn', 'insuredUntil', 'serviceEndKm'],
  purchase: [
    ...(['purchaseType', 'sellerKind', 'sellerId', 'seller', 'market', 'regime', 'purchasedOn'] as const),
    ...(['purchaseCost', 'purchaseTaxRate', 'purchaseDocument', 'expectedOn', 'acquiredOn'] as const),
    ...consigned,
  ],
  costs: [],
  prices: ['retailPrice', 'b2bPrice', 'minPrice'],
  equipment: ['warrantyKind', 'warrantyMonths', 'equipment'],
  papers: ['papers'],
  expenses: ['retailExpense', 'b2bExpense', 'exportExpense'],
  notes: ['notes'],
} as const satisfies Record<string, readonly (keyof Car)[]>;
export type CarSection = keyof typeof sections;

const third = { span: 2 } as const;
const thirds = Object.fromEntries(typed(fields).map(([key]) => [key, third])) as Record<keyof Car, { span: 2 }>;

/** The kind of seller decides the VAT regime of the purchase (rules.md §2). */
const bySeller = (kind: SellerKind): Partial<Car> => ({
  regime: regimeOf(kind),
  purchaseTaxRate: kind === 'vat' ? 22 : 0,
});

/** Keeps customer and name of the seller together: choosing a customer fills in the name, typing another name removes the customer. */
function sellerOf({ sellerId, seller }: Pick<Car, 'sellerId' | 'seller'>) {
  const names = new Map<unknown, string>();
  const search = async (query: string, signal: AbortSignal) =>
    (await import('../find.ts')).findNamed(query, signal, names);
  const also = (id: unknown): Partial<Car> => (names.has(id) ? { seller: names.get(id)! } : {});
  const known = sellerId ? [{ id: sellerId, name: seller }] : [];
  return {
    sellerId: { span: 2, search, known, also },
    seller: { span: 2, also: () => ({ sellerId: null }) },
  } as const;
}

export const layout = (locations: Named, car: Pick<Car, 'sellerId' | 'seller'>): Layout<typeof fields> => ({
  ...thirds,
  ...sellerOf(car),
  purchaseCost: { span: 3 },
  purchaseTaxRate: { span: 3 },
  sellerKind: { span: 2, also: bySeller },
  locationId: { span: 2, options: named(locations) },
  equipment: { span: 6 },
  papers: { span: 6 },
  notes: { span: 6 },
});

/** Fields that apply only in some states. */
const appliesIn: { readonly [K in keyof Car]?: readonly UsedState[] } = {
  ...Object.fromEntries(consigned.map((key) => [key, ['scheduled', 'consignment', 'returned']])),
  readyOn: ['acquired', 'restoring'],
  insuredUntil: ['acquired', 'restoring', 'service_vehicle'],
  serviceEndKm: ['service_vehicle'],
};
/** Whether the form of a car in this state has the field. */
export const isAsked = (name: string, state: UsedState): boolean =>
  appliesIn[name as keyof Car]?.includes(state) ?? true;

const valuesOf = (car: object): Car => valuesIn(fields, car);

export interface CarProps {
  car: UsedCar;
  album: Album;
  papers: CarPapers;
  /** Null when the person sees only the sums, which are in the car. */
  ledger: Ledger | null;
  locations: Named;
  user: { id: number; privileges: readonly number[] };
  may: { quote: boolean; b2b: boolean; value: boolean; findCustomers: boolean };
  /** Today in Rome. */
  today: string;
  terms: StockTerms;
  /** Average days of the stock when the page was rendered. */
  averageDays: number | null;
}

/** The facts that the state machine needs about the saved car, and what its company asks for. */
const factsFor = (car: UsedCar, { finishAsks }: StockTerms) => ({
  ...car,
  finishAsks,
  purchaseDocument: car.purchaseDocument ?? '',
  mandateUntil: car.mandateUntil ?? null,
  consignmentFee: car.consignmentFee ?? null,
  purchaseCost: car.purchaseCost ?? null,
  consignor: car.consignor ?? '',
  ...soldAndHeld(car),
});

/** The state of the page of one car. Each island makes one from its props, so that visitors share nothing on the server. */
export function createCar({ car, album, papers, ledger, locations, user, may, today, terms, averageDays }: CarProps) {
  const actor = { ...user, today };
  const $car = atom<UsedCar | null>(car);
  const $value = atom(valuesOf(car));
  const $ledger = atom(ledger);
  const paperStore = createPapers('used', car.id, papers, (missing) =>
    $car.set({ ...$car.get()!, missing, paperKinds: paperStore.$rows.get().map(({ kind }) => kind) }),
  );
  // Whoever manages the stock sees the ledger, which may have changed since the car was read.
  const factsOf = (now: UsedCar) =>
    factsFor({ ...now, openWorks: $ledger.get()?.rows.filter(isOpenWork).length ?? now.openWorks }, terms);
  const actionsNow = (now: UsedCar | null) => actionsOf(machine, factsOf(now!), actor);
  const shown = keysOf(sections).filter((name) => name !== 'costs' || car.costs);
  /** The fields that this person may see. Choosing the seller needs the right to find customers. */
  const form = () => {
    const all = formOf(seenFields(fields, user.privileges) as typeof fields, layout(locations, $value.get()));
    return all.filter(({ name }) => name !== 'sellerId' || may.findCustomers);
  };
  const course = createCourse<Car, UsedCar, CarSection, ActionOf<typeof machine>>({
    spec: {
      sections: sectionsOf<Car, CarSection>(sections, words.sections, {
        photos: () => $car.get()!.photos > 0,
        costs: () => true,
      }).filter(({ name }) => shown.includes(name)),
      // A doubt about the plate is shown below the section, because it is no error of the field.
      ownField: /^\w+$/,
      words: words.record,
    },
    $value,
    $saved: $car,
    /** The title: the name of the car, and its plate or stock number. */
    $about: computed($value, ({ maker, model, versionName, plate, code }) => [
      [maker, model, versionName].filter(Boolean).join(' '),
      plate || code,
    ]),
    actionsOf: actionsNow,
    locksOf(now, actions) {
      if (actions.includes('save')) return {};
      const why = ['sold', 'delivered'].includes(now!.state) ? machine.acts.save.refused.else : words.readOnly;
      return Object.fromEntries(keysOf(sections).map((name) => [name, why]));
    },
    $issues: computed([$value, $car], (value, now): Issue[] => {
      if (!actionsNow(now).includes('save')) return [];
      const regime = regimeIssue(value);
      const plate = plateIssue(value.plate);
      return [
        ...(regime ? [{ level: 'error' as const, path: 'regime', message: regime }] : []),
        ...(plate ? [{ level: 'warning' as const, path: 'plate.format', message: plate }] : []),
      ];
    }),
    compared: () =>
      formOf(fields, layout(locations, $value.get())).map((field) =>
        // The next field shows the name, so a mark is enough here.
        field.name === 'sellerId' ? { ...field, show: (id: unknown) => (id === null ? '—' : '✓') } : field,
      ),
    calls: {
      save: (body, { id, version }) => call('PUT /stock/used/:id', { params: { id }, version, body }),
      valueOf: valuesOf,
    },
    copyKey: (id) => `draft:stock:${user.id}:${id}`,
  });
  const { stepOf, mayGo } = createMoves(course, {
    machine,
    actor,
    factsOf,
    make: move,
    back: { cancel: 'reopen', giveBack: 'takeBack' },
    // Who held the car holds it no longer.
    loses: (_, { reservation }) => reservation !== null,
    why: { title: words.why },
  });
  return {
    ...course,
    kind: 'used' as const,
    $car,
    $ledger,
    stepOf,
    mayGo,
    form,
    papers: paperStore,
    album: createAlbum(car.id, album, ({ photos: all }) =>
      $car.set({
        ...$car.get()!,
        photos: all.length,
        coverId: all[0]?.uploadId ?? null,
        photosSince: all.length === 0 ? null : ($car.get()!.photosSince ?? new Date().toISOString()),
      }),
    ),
    user,
    may,
    today,
    terms,
    averageDays,
  };
}
export type CarStore = ReturnType<typeof createCar>;

/** The car of the surrounding page. */
export const useCar = recordOf<CarStore>();
export const useCarNow = (): UsedCar => useStore(useCar().$car)!;
