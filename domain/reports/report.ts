/**
 * A report: one value from which its page, its sheets and its print come. What a row says are columns; what rows are
 * told apart by are groups; by which days it counts are bases. Its SQL stands in backend/reports under the same names.
 */
import { countedContracts } from '../contracts/counted.ts';
import { keysOf } from '../record/machine.ts';
import { saleChannels } from '../stock/terms.ts';
import type { Period } from './periods.ts';

export interface ReportColumn {
  label: string;
  /** `money` (cents) and `count` are added up; a `number` says something of its row alone, such as days. */
  kind: 'text' | 'day' | 'number' | 'money' | 'count';
  /** What stored keys are called. */
  words?: Readonly<Record<string, string>>;
  /** Any of these privileges sees it; absent: whoever opens the report. Nobody else finds it in any answer. */
  seenWith?: readonly number[];
  /** On screen and paper left out where nothing of it is added up. */
  sparse?: true;
  /** It asks for attention where it is not zero. */
  isBad?: true;
}

export interface ReportGroup {
  /** After "per": the rows are told apart by it. */
  label: string;
  words?: Readonly<Record<string, string>>;
  /** What rows without one stand under. */
  none?: string;
  /** Its keys are days, weeks by their Mondays, or months, which stand in their order. */
  isTime?: 'day' | 'week' | 'month';
}

/** What came, what others pay, what is to come, and what is late for longer and longer. */
export type PartTone = 'ok' | 'blue' | 'teal' | 'edge' | 'amber' | 'orange' | 'red' | 'dark';

export interface Report {
  title: string;
  /** What it shows, below its name. */
  about: string;
  /** What a row is, of many, as a message in ICU with `n`. */
  rows: string;
  privileges: readonly number[];
  /** The first is the standard. */
  bases: Readonly<Record<string, string>>;
  /** The days with which it begins. */
  period: Period;
  /** Its days are whole months: what it compares with is set by the month. */
  wholeMonths?: true;
  /** The first is the standard. */
  groups: Readonly<Record<string, ReportGroup>>;
  /** Rows that are looked at alone. */
  only: Readonly<Record<string, string>>;
  /** Those of them for which it is sent by mail: the others stand beside them, are counted apart, and alone are no news. */
  sentFor?: string;
  columns: Readonly<Record<string, ReportColumn>>;
  /** By these bases some rows have no day: whichever days are asked for, they stand in a group of their own, of this name. */
  undated?: Readonly<Record<string, string>>;
  /** The column whose sum stands for the report where there is room for one. */
  main: string;
  /** The column, or the rows looked at alone, that somebody should look at: the page of all reports says how many there are. */
  watched?: string;
  /** Columns that together are the whole of another one: drawn as parts of a bar, each in its tone, and of bars over time. */
  parts?: { whole: string; of: Readonly<Record<string, PartTone>> };
  /** Parts that are another column told apart, such as by days of delay: beside each sum stands how many rows it is of. */
  bands?: { whole: string; of: readonly string[] };
}

export const report = <const R extends Report>(of: R): R => of;

/** The days of contracts, with the words of their figures. */
export const contractBases = Object.fromEntries(
  keysOf(countedContracts.bases).map((key) => [key, countedContracts.bases[key].label]),
) as Record<keyof typeof countedContracts.bases, string>;

/** What contracts, and whatever hangs on them, are told apart by. */
export const contractGroups = {
  place: { label: 'sede', none: 'Senza sede' },
  seller: { label: 'venditore' },
  month: { label: 'mese', isTime: 'month' },
  channel: { label: 'canale', words: saleChannels },
} as const satisfies Record<string, ReportGroup>;

/** Whether a column is added up. */
export const isAdded = ({ kind }: ReportColumn): boolean => kind === 'money' || kind === 'count';

/** The columns that somebody with these privileges sees. */
export const columnsFor = ({ columns }: Report, held: readonly number[]): string[] =>
  keysOf(columns).filter((key) => {
    const { seenWith } = columns[key]!;
    return !seenWith || seenWith.some((number) => held.includes(number));
  });
