/**
 * Figures: what is counted and added up of the records of a kind, by which days, and in which list its records stand.
 * Data that the browser may know; how it is read stands in the backend (backend/lib/records/figures.ts).
 */
import { addDays, addMonths, daysBetween } from '../dates.ts';
import { integer } from '../italian.ts';
import { COUNT_LIMIT } from './list.ts';
import { reachOf, type Right } from './rights.ts';

/** A number of a figure: cents, a count, or minutes. */
export interface Measure {
  label: string;
  unit: 'count' | 'money' | 'minutes';
  /** Any of these privileges sees it; absent: whoever sees the figure. Nobody else finds it in any answer. */
  seenWith?: readonly number[];
}

/** The days by which a figure counts, in words that follow "per data di", and the filters of the list for them. */
export interface Basis {
  label: string;
  from: string;
  to: string;
  /** What happened to a record that lost its day; of kinds that keep what changes in months that are over. */
  undone?: string;
}

/** What an entry after the end of a month changed in it: in words of the basis where a day was taken back. */
export const changedAs = {
  entered: 'Inserito dopo',
  undone: 'Non conta più',
  canceled: 'Annullato',
  withdrawn: 'Recesso del cliente',
  moved: 'Giorno cambiato',
  amount: 'Importo cambiato',
  margin: 'Margine cambiato',
  person: 'Venditore cambiato',
} as const;
export type WhatChanged = keyof typeof changedAs;

/** What changed, in words. */
export const changeWords = ({ bases }: Counted, { basis, what }: { basis: string; what: WhatChanged }): string =>
  (what === 'undone' && bases[basis]!.undone) || changedAs[what];

/** The last day of the month of a day. */
export const endOfMonth = (day: string): string => addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1);

export interface Counted {
  /** The name of what is counted, of many. */
  label: string;
  measures: Readonly<Record<string, Measure>>;
  bases: Readonly<Record<string, Basis>>;
  /** Where the records stand: the list's page and filters, and who sees everybody's there. */
  list: {
    path: string;
    /** Absent: its records have none. */
    place?: string;
    person?: string;
    /** Filters of some of its rows that the page of the list has, too; those of others are for the figure's own rows. */
    filters?: readonly string[];
    /** Filters that always count, such as only those who came. */
    always?: Readonly<Record<string, string>>;
    see: Right;
  };
}

/** Days, both included, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** Of which place and person; 0: those without one. */
export interface Whose {
  locationId?: number | undefined;
  personId?: number | undefined;
}

/** Which rows of a figure a number counts. */
export interface Within extends Days, Whose {
  basis: string;
  /** Of some of them, by filters of the list. */
  filters?: PartFilters | undefined;
}
export type PartFilters = Readonly<Record<string, string | number | undefined>>;

/** The filters of the list that show exactly the rows of a number; without days all of them. */
export function listFilters(
  { bases, list }: Counted,
  { basis, from, to, locationId, personId, filters = {} }: Partial<Within>,
): Record<string, string | number> {
  const day = basis === undefined ? undefined : bases[basis]!;
  return {
    ...list.always,
    ...(day && from !== undefined && { [day.from]: from }),
    ...(day && to !== undefined && { [day.to]: to }),
    ...(locationId !== undefined && list.place && { [list.place]: locationId }),
    ...(personId !== undefined && list.person && { [list.person]: personId }),
    ...Object.fromEntries(
      Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
  };
}

/** Whether the list's page shows the rows that these filters ask for. */
export const isListed = ({ list }: Counted, filters: PartFilters = {}): boolean =>
  Object.keys(filters).every((key) => filters[key] === undefined || list.filters?.includes(key));

/** Filters of some rows as one value of an address. */
export const filtersText = (filters: PartFilters): string =>
  new URLSearchParams(
    Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();

/**
 * Where a number leads: to the list of its records, whose count and sum are the same, or to the figure's own rows, which
 * name no customer, for readers who do not see all records and for more rows than lists count.
 */
export function drillHref(
  key: string,
  counted: Counted,
  within: Within,
  { count, privileges }: { count: number; privileges: readonly number[] },
): string {
  const { path, see } = counted.list;
  const { locationId, personId, filters, ...days } = within;
  const opensList = reachOf(see, privileges) === 'all' && count <= COUNT_LIMIT && isListed(counted, filters);
  const query = opensList
    ? listFilters(counted, within)
    : {
        figure: key,
        ...days,
        ...(locationId !== undefined && { locationId }),
        ...(personId !== undefined && { personId }),
        ...(filters && filtersText(filters) !== '' && { filters: filtersText(filters) }),
      };
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${opensList ? path : '/dealer/stats/rows'}?${new URLSearchParams(texts)}`;
}

/** What a span of days is compared with. */
export const comparisons = { year: 'Anno prima', month: 'Periodo prima' } as const;
export type Comparison = keyof typeof comparisons;

const isFirst = (day: string) => day.endsWith('-01');
const isLast = (day: string) => isFirst(addDays(day, 1));

/**
 * The days that stand beside a span: the same a year before, or the period before. Whole months stand beside whole ones,
 * the first days of a month beside the same days, anything else beside as many days right before. Of a span that is going
 * on, the days up to `today` count alone, beside the same ones.
 */
export function beside({ from, to }: Days, comparison: Comparison, today: string): Days {
  const last = from <= today && today < to ? today : to;
  const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1; // prettier-ignore
  const back = comparison === 'year' ? -12 : -months;
  if (comparison === 'month' && !isFirst(from)) {
    const days = daysBetween(from, to) + 1;
    return { from: addDays(from, -days), to: addDays(last, -days) };
  }
  const until = addMonths(last, back);
  return { from: addMonths(from, back), to: isFirst(from) && isLast(last) ? endOfMonth(until) : until };
}

/** The most days of a span: what is longer is refused at the field. */
export const MOST_DAYS = 1830;

/** Why days cannot be read, at their field; null when they can. `most`: how many they may be, both ends included. */
export function spanFault({ from, to }: Days, most = MOST_DAYS): Record<string, string> | null {
  if (to < from) return { to: 'Il giorno finale viene prima di quello iniziale' };
  return daysBetween(from, to) >= most ? { to: `Scegliere al massimo ${integer(most)} giorni` } : null;
}

/**
 * What is to be expected at the end of a month at the pace up to now: done ÷ days worked × working days of the month;
 * today counts as a whole day. Null before the first working day.
 */
export const forecast = (done: number, { worked, working }: { worked: number; working: number }): number | null =>
  worked === 0 ? null : Math.round((done / worked) * working);
