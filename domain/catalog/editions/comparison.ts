/** Two price lists side by side. Pure. */
import { valuesOfKey, type Catalogue, type Change, type Row } from './changes.ts';
import { DAY } from './day.ts';

/** A version on a list: its price in cents with VAT, and of each option by its id; null: standard. */
export interface ListedCar {
  id: number;
  makerId: number;
  modelId: number;
  maker: string;
  model: string;
  name: string;
  code: string;
  price: number;
  options: Readonly<Record<string, number | null>>;
}

export const comparisonStates = {
  changed: 'Cambiata',
  added: 'Aggiunta',
  gone: 'Ritirata',
  same: 'Uguale',
} as const;
export type ComparisonState = keyof typeof comparisonStates;

/** What of two lists may be shown alone: the cars of a state, or those with a price that went up or down. */
export const comparisonViews = {
  changed: comparisonStates.changed,
  raised: 'Aumentata',
  lowered: 'Ribassata',
  added: comparisonStates.added,
  gone: comparisonStates.gone,
  same: comparisonStates.same,
} as const;
export type ComparisonView = keyof typeof comparisonViews;

export interface ComparedCar extends Pick<
  ListedCar,
  'id' | 'makerId' | 'modelId' | 'maker' | 'model' | 'name' | 'code'
> {
  state: ComparisonState;
  before: number | null;
  after: number | null;
  /** Signed cents; null where one list has no price. */
  difference: number | null;
  /** The same in percent of the former price, to two digits. */
  percent: number | null;
  /** Options that came, went, or have another price. */
  options: number;
}

/** What the rows of a price say on a day; what was in force before that day stands under `day` in the place of it. */
const priceIn = (rows: Catalogue['versionPrices'], of: string, day: string): number | null =>
  ((rows.get(`${of}:${day}`) ?? rows.get(`${of}:${DAY}`))?.price as number | undefined) ?? null;

const isOn = ({ since = null, retiredOn = null }: Row, day: string): boolean =>
  (since === null || since <= day) && (retiredOn === null || retiredOn > day);

const isSold = (row: Row, day: string): boolean => row.published === true || (row.retiredOn != null && isOn(row, day));

/**
 * The cars of these rows that are on the list of a day (ISO): on sale, of a make and a model on sale, with a price; the
 * options that they have as standard or for a price. Prices that were in force before the day have `day` in their keys.
 */
export function listedIn(catalogue: Catalogue, day: string): ListedCar[] {
  const options = new Map<number, Record<string, number | null>>();
  for (const [key, row] of catalogue.versionOptions) {
    const { versionId, optionId } = valuesOfKey('versionOptions', key) as { versionId: number; optionId: number };
    const price = row.standard === true ? null : priceIn(catalogue.versionOptionPrices, key, day);
    if (!isOn(row, day) || (row.standard !== true && price === null)) continue;
    const own = options.get(versionId) ?? {};
    own[optionId] = price;
    options.set(versionId, own);
  }
  return [...catalogue.versions].flatMap(([key, version]) => {
    const model = catalogue.models.get(String(version.modelId));
    const maker = model && catalogue.makers.get(String(model.makerId));
    const price = priceIn(catalogue.versionPrices, key, day);
    if (!model || !maker || ![version, model, maker].every((row) => isSold(row, day)) || price === null) return [];
    const [id, modelId, makerId] = [Number(key), Number(version.modelId), Number(model.makerId)];
    const named = { maker: String(maker.name), model: String(model.name), name: String(version.name), code: String(version.code) }; // prettier-ignore
    return [{ id, makerId, modelId, ...named, price, options: options.get(id) ?? {} }];
  });
}

/**
 * A car of a list with prices that are changed; null where these changes are more than prices of what the list has of
 * it: that only its rows say.
 */
export function repriced(car: ListedCar, changes: readonly Change[]): ListedCar | null {
  const options: Record<string, number | null> = { ...car.options };
  let { price } = car;
  for (const { kind, key, after } of changes) {
    const now = after?.price;
    const optionId = key.split(':')[1]!;
    if (typeof now !== 'number') return null;
    if (kind === 'versionPrices') price = now;
    else if (kind !== 'versionOptionPrices' || !Object.hasOwn(options, optionId)) return null;
    // What is standard has no price.
    else if (options[optionId] !== null) options[optionId] = now;
  }
  return { ...car, price, options };
}

function changedOptions(before: ListedCar['options'], after: ListedCar['options']): number {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].filter((id) => Object.hasOwn(before, id) !== Object.hasOwn(after, id) || before[id] !== after[id])
    .length;
}

function compared(before: ListedCar | undefined, after: ListedCar | undefined): ComparedCar {
  const { id, makerId, modelId, maker, model, name, code } = (after ?? before)!;
  const options = before && after ? changedOptions(before.options, after.options) : 0;
  const difference = before && after ? after.price - before.price : null;
  return {
    id,
    makerId,
    modelId,
    maker,
    model,
    name,
    code,
    options,
    difference,
    state: !before ? 'added' : !after ? 'gone' : difference === 0 && options === 0 ? 'same' : 'changed',
    before: before?.price ?? null,
    after: after?.price ?? null,
    percent: difference === null || !before?.price ? null : Math.round((difference / before.price) * 10_000) / 100,
  };
}

/** Every version of either list, by maker, model and name. */
export function compareLists(before: readonly ListedCar[], after: readonly ListedCar[]): ComparedCar[] {
  const [first, second] = [before, after].map((list) => new Map(list.map((car) => [car.id, car])));
  const ids = new Set([...first!.keys(), ...second!.keys()]);
  const order = ({ maker, model, name, code }: ComparedCar) => `${maker}\n${model}\n${name}\n${code}`;
  return [...ids]
    .map((id) => compared(first!.get(id), second!.get(id)))
    .map((car) => ({ car, by: order(car) }))
    .toSorted((one, other) => (one.by < other.by ? -1 : Number(one.by > other.by)))
    .map(({ car }) => car);
}

/** What all compared cars come to. */
export interface ComparedFigures {
  /** How many cars each state has. */
  states: Record<ComparisonState, number>;
  raised: number;
  lowered: number;
  /** Cars with the same price and other options. */
  onlyOptions: number;
  /** By how many percent the prices of cars on both lists differ together, to two digits. */
  percent: number;
}

/** Cars that are the same on both lists and are only counted: their number and the sum of their prices in cents. */
export interface Uncompared {
  cars: number;
  price: number;
}

/** Whether a compared car belongs to a view. */
export function isInView({ state, difference }: Pick<ComparedCar, 'state' | 'difference'>, view: ComparisonView) {
  if (view === 'raised') return (difference ?? 0) > 0;
  return view === 'lowered' ? (difference ?? 0) < 0 : state === view;
}

/** How many cars a view has. */
export const countIn = ({ states, raised, lowered }: ComparedFigures, view: ComparisonView): number =>
  ({ ...states, raised, lowered })[view];

/** Counts and the mean change of compared cars, and of others that are the same on both lists. */
export function comparedFigures(cars: readonly ComparedCar[], others: Uncompared): ComparedFigures {
  const states = { changed: 0, added: 0, gone: 0, same: others.cars };
  const found = { raised: 0, lowered: 0, onlyOptions: 0 };
  let [all, more] = [others.price, 0];
  for (const { state, before, difference, options } of cars) {
    states[state]++;
    if (difference === null) continue;
    all += before!;
    more += difference;
    if (difference > 0) found.raised++;
    else if (difference < 0) found.lowered++;
    else if (options > 0) found.onlyOptions++;
  }
  return { states, ...found, percent: all === 0 ? 0 : Math.round((more / all) * 10_000) / 100 };
}
