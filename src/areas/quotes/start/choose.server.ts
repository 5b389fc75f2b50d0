import type { Version } from '#domain/catalog/schema.ts';
import { bodies } from '#domain/catalog/bodies.ts';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { Failure } from '#domain/errors.ts';
import { parseNumber } from '#domain/italian.ts';
import { quotation as words } from '#site/messages/it/quotes-start.ts';
import type { ForContract } from '../another.ts';

/** For the server: reads the addresses of the pages that lead to the builder. */

/** Results per page. */
export const SHOWN = 24;

const idOf = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null);

/** The ids in the path of a page. A value that is not a positive integer is a page that does not exist. */
export function pathIds<K extends string>(
  params: Record<string, string | undefined>,
  ...names: K[]
): Record<K, number> {
  return Object.fromEntries(
    names.map((name) => {
      const id = idOf(params[name]);
      if (id === null) throw new Failure('not_found');
      return [name, id];
    }),
  ) as Record<K, number>;
}

/** Ids in a query, as `ids=1,2,3` or `ids=1&ids=2`: at most `limit`, without duplicates; invalid values are skipped. */
export function queryIds(query: URLSearchParams, name: string, limit = 3): number[] {
  const all = query.getAll(name).flatMap((text) => text.split(','));
  const found = all.flatMap((text) => idOf(text) ?? []);
  return [...new Set(found)].slice(0, limit);
}

/** The contract that gets the car or price of a page; null: none. */
export const contractOf = (query: URLSearchParams): ForContract | null =>
  query.get('contract') === 'new' ? 'new' : (queryIds(query, 'contract', 1)[0] ?? null);

export interface Filters {
  fuel: string;
  gearbox: string;
  kwFrom: string;
  kwTo: string;
  /** In euro, as typed; instalment and deposit likewise. */
  price: string;
  instalment: string;
  deposit: string;
}

/** Cents of a typed amount in euro; 0 when it is empty or invalid. */
export const centsOf = (text: string): number =>
  Math.min(Math.round(Math.max(0, parseNumber(text) ?? 0) * 100), 1_000_000_000);

export function filtersOf(query: URLSearchParams): Filters {
  const get = (name: keyof Filters) => query.get(name)?.trim() ?? '';
  return {
    fuel: get('fuel'),
    gearbox: get('gearbox'),
    kwFrom: get('kwFrom'),
    kwTo: get('kwTo'),
    price: get('price'),
    instalment: get('instalment'),
    deposit: get('deposit'),
  };
}

/** The active filters in words, each with the query that remains without it. */
export function filterChips(filters: Filters): { label: string; href: string }[] {
  const says: Record<keyof Filters, (value: string) => string> = {
    fuel: (value) => `${words.fuel}: ${(fuels as Record<string, string>)[value] ?? value}`,
    gearbox: (value) => `${words.gearbox}: ${(gearboxes as Record<string, string>)[value] ?? value}`,
    kwFrom: (value) => `${words.powerFrom} ${value}`,
    kwTo: (value) => `${words.powerTo} ${value}`,
    price: (value) => `${words.seekFields.price} ${value} €`,
    instalment: (value) => `${words.seekFields.instalment} ${value} €`,
    deposit: (value) => `${words.seekFields.deposit} ${value} €`,
  };
  const given = (Object.entries(filters) as [keyof Filters, string][]).filter(([, value]) => value);
  return given.map(([name, value]) => ({
    label: says[name](value),
    href: `?${new URLSearchParams(given.filter(([other]) => other !== name))}`,
  }));
}

/** The versions that pass the filters; an empty or invalid filter is ignored. */
export function filterVersions(
  versions: readonly Version[],
  { fuel, gearbox, kwFrom, kwTo, price }: Filters,
): Version[] {
  const from = parseNumber(kwFrom) ?? 0;
  const to = parseNumber(kwTo) ?? Infinity;
  const most = (parseNumber(price) ?? Infinity) * 100;
  return versions.filter(
    (one) =>
      (!fuel || one.fuel === fuel) &&
      (!gearbox || one.gearbox === gearbox) &&
      one.kw >= from &&
      one.kw <= to &&
      one.listPrice <= most,
  );
}

/** The search of the start page: as typed, and as the call needs it, with amounts in cents and without empty or invalid values. */
export function seekOf(query: URLSearchParams) {
  const get = (name: string) => query.get(name)?.trim() ?? '';
  const cents = (name: string) => centsOf(get(name));
  const oneOf = (name: string, keys: Record<string, string>) => (Object.hasOwn(keys, get(name)) ? get(name) : '');
  const chosen = { fuel: oneOf('fuel', fuels), gearbox: oneOf('gearbox', gearboxes), body: oneOf('body', bodies) };
  const amounts = { price: cents('price'), instalment: cents('instalment'), deposit: cents('deposit') };
  const given = Object.entries({ ...amounts, ...chosen }).filter(([, value]) => value);
  return {
    typed: { price: get('price'), instalment: get('instalment'), deposit: get('deposit'), ...chosen },
    amounts,
    /** Null when there is nothing to search for. */
    query: given.length > 0 ? (Object.fromEntries(given) as Partial<typeof amounts>) : null,
    offset: SHOWN * Math.min(Math.max(0, (Number(get('page')) || 1) - 1), 1000),
  };
}
