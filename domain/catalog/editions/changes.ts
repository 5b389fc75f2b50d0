/** Changes of catalogue rows: keys, what a list is with them, and their opposites. Pure. */
import { DAY } from './day.ts';
import { catalogTables, retirement, tableOf, undone, type CatalogKind } from './tables.ts';

export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;

/** One row of the catalogue: its changed fields before and after. Before null: it is new; after null: it goes. */
export interface Change {
  kind: CatalogKind;
  /** The values of the key, joined by `:`; a day that the publication gives is `day`. */
  key: string;
  before: Row | null;
  after: Row | null;
}

/** `{ versionId: 12, validFrom: 'day' }` → `12:day`, in the order of the table. */
export const keyOf = (kind: CatalogKind, values: Readonly<Record<string, Value>>): string =>
  Object.keys(tableOf(kind).key)
    .map((part) => String(values[part]))
    .join(':');

const kinds = Object.keys(catalogTables) as CatalogKind[];
/** The parts of the keys of each table with their types, at hand: a list has tens of thousands of keys. */
const partsOfKeys = Object.fromEntries(kinds.map((kind) => [kind, Object.entries(tableOf(kind).key)])) as Record<
  CatalogKind,
  [string, string][]
>;

/** `12:day` → `{ versionId: 12, validFrom: 'day' }`. */
export function valuesOfKey(kind: CatalogKind, key: string): Record<string, string | number> {
  const texts = key.split(':');
  const values: Record<string, string | number> = {};
  let at = 0;
  for (const [part, type] of partsOfKeys[kind]) {
    const text = texts[at++];
    values[part] = type === 'bigint' ? Number(text) : (text ?? '');
  }
  return values;
}

const isDated = (value: Value): boolean => value === DAY;
const datedRow = (row: Row | null, day: string): Row | null =>
  row === null || !Object.values(row).some(isDated)
    ? row
    : Object.fromEntries(Object.entries(row).map(([field, value]) => [field, isDated(value) ? day : value]));

/** The change with the day of its publication in the place of `day`. */
export const datedChange = <C extends Change>(change: C, day: string): C => ({
  ...change,
  key: change.key
    .split(':')
    .map((part) => (part === DAY ? day : part))
    .join(':'),
  before: datedRow(change.before, day),
  after: datedRow(change.after, day),
});

/** What a new row has that nobody said. */
export const initialRow = (kind: CatalogKind): Row =>
  Object.fromEntries(
    Object.entries(tableOf(kind).fields).flatMap(([field, { initial }]) =>
      initial === undefined ? [] : [[field, initial]],
    ),
  );

/** Fields that a row needs and does not have. */
export const lacking = (kind: CatalogKind, row: Row): string[] =>
  Object.keys(tableOf(kind).fields).filter((field) => row[field] === undefined);

/** Rows by key. */
export type Rows = ReadonlyMap<string, Row>;
export type Catalogue = Readonly<Record<CatalogKind, Rows>>;

/** A catalogue of these rows. */
export const catalogueOf = (rows: readonly { kind: CatalogKind; key: string; row: Row }[]): Catalogue =>
  Object.fromEntries(
    kinds.map((kind) => [kind, new Map(rows.filter((one) => one.kind === kind).map(({ key, row }) => [key, row]))]),
  ) as Record<CatalogKind, Map<string, Row>>;

/** The catalogue with these changes, which have their day. */
export function withChanges(catalogue: Catalogue, changes: readonly Change[]): Catalogue {
  const made = Object.fromEntries(kinds.map((kind) => [kind, new Map(catalogue[kind])])) as Record<
    CatalogKind,
    Map<string, Row>
  >;
  for (const { kind, key, after } of changes)
    if (after) made[kind].set(key, { ...made[kind].get(key), ...after });
    else made[kind].delete(key);
  return made;
}

/** Whether a row is sold on a day; one that goes on a later day still is, one that goes with the edition is not. */
export const isSold = ({ retiredOn = null, published }: Row, day: string): boolean =>
  retiredOn === null ? published !== false : retiredOn !== DAY && String(retiredOn) > day;

/** The price in force on a day among rows whose keys end with their first day; null: none yet. */
export function priceOn(rows: Rows, prefix: string, day: string): number | null {
  let [last, price]: [string, number | null] = ['', null];
  for (const [key, row] of rows) {
    const from = key.slice(key.lastIndexOf(':') + 1);
    if (key.slice(0, key.lastIndexOf(':')) === prefix && from <= day && from > last)
      [last, price] = [from, row.price as number];
  }
  return price;
}

/** The field of a row that is no longer what a change saw. */
export interface Moved {
  kind: CatalogKind;
  key: string;
  field: string;
  before: Value;
  now: Value;
  after: Value;
}

/**
 * What of a change's base is not so any more, given the row as it is now (null: there is none). A row that was to be
 * new and is there counts with each of its fields.
 */
export function movedIn({ kind, key, before, after }: Change, now: Row | null): Moved[] {
  const fields = Object.keys(before ?? after!);
  return fields
    .filter((field) => (before?.[field] ?? null) !== (now?.[field] ?? null) || (before === null) !== (now === null))
    .map((field) => ({
      kind,
      key,
      field,
      before: before?.[field] ?? null,
      now: now?.[field] ?? null,
      after: after?.[field] ?? null,
    }));
}

/**
 * The change that takes a published one back, given the row as it is now; null when nothing is left to take back.
 * A field that somebody changed since stays, and is in `stays`. A new row that others may point to is retired instead of deleted.
 */
export function oppositeOf(
  { kind, key, before, after }: Change,
  now: Row | null,
): { change: Change | null; stays: Moved[] } {
  const moved = (field: string): Moved => ({
    kind,
    key,
    field,
    before: after?.[field] ?? null,
    now: now?.[field] ?? null,
    after: before?.[field] ?? null,
  });
  // A row that went comes back whole, if nobody has put another in its place.
  if (after === null)
    return now
      ? { change: null, stays: Object.keys(before!).map(moved) }
      : { change: { kind, key, before: null, after: before }, stays: [] };
  if (now === null) return { change: null, stays: [] };
  const stays = Object.keys(after).filter((field) => (now[field] ?? null) !== after[field]);
  if (before === null && undone.includes(kind))
    return stays.length > 0
      ? { change: null, stays: stays.map(moved) }
      : { change: { kind, key, before: now, after: null }, stays: [] };
  const wanted: Row = before ?? (retirement as Partial<Record<CatalogKind, Row | null>>)[kind] ?? {};
  const fields = Object.keys(wanted).filter((field) => before === null || !stays.includes(field));
  const pick = (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
  const change = fields.length === 0 ? null : { kind, key, before: pick(now), after: pick(wanted) };
  return { change, stays: before === null ? [] : stays.map(moved) };
}

/** The versions of which changes speak; those of an option or a rule are the versions that have it. */
export function versionsIn(changes: readonly Change[]): {
  versions: number[];
  options: number[];
  models: number[];
  makers: number[];
} {
  const found = {
    versions: new Set<number>(),
    options: new Set<number>(),
    models: new Set<number>(),
    makers: new Set<number>(),
  };
  for (const { kind, key } of changes) {
    const { id, versionId, optionId } = valuesOfKey(kind, key) as { id: number; versionId: number; optionId: number };
    if (kind === 'optionRules') found.options.add(optionId);
    else if (versionId) found.versions.add(versionId);
    else found[kind as 'versions' | 'options' | 'models' | 'makers'].add(id);
  }
  return {
    versions: [...found.versions],
    options: [...found.options],
    models: [...found.models],
    makers: [...found.makers],
  };
}
