/**
 * A row of a list with a course as plain data. Each of its values is described once and read by the call's answer and
 * filters (row-schema.ts), by `select`, order, conditions and spreadsheet (backend/lib/records/rows.ts), and by the list's
 * columns and filters (src/ui/list/table/row-columns.ts). Browsers load this file.
 */
import type { Words } from './fields.ts';
import type { States } from './machine.ts';

interface Common {
  /** Heading of the list's column; absent: the list has none. */
  label?: string;
  /** Heading of the spreadsheet's column where it is not the label; false: the spreadsheet has none. */
  head?: string | false;
  nullable?: true;
  /** Rows can be ordered by it. */
  ordered?: true;
  /** Its column where that has another name: of the record's own table (`customerName`), or of a joined one (`seller.name`). */
  of?: string;
  /** Computed from the row after it is read. */
  derived?: true;
  /** One of these privileges is needed to see it; rows for others do not have it. */
  seenWith?: readonly number[];
}

/** Both ends of a range in the call: what is asked for lies between them. */
type Ends = readonly [from: string, to: string];

/**
 * `state`: where the record is in its course. `badge`: another word with a colour. `filter`: the call can ask for it, for one
 * or more states, for one choice, or for a range.
 */
export type RowField = Common &
  (
    | { kind: 'text' | 'phone' | 'number' | 'percent' | 'flag' }
    | { kind: 'money' | 'day' | 'instant'; filter?: Ends }
    | { kind: 'choice'; words: Words; filter?: true }
    | { kind: 'many'; words: Words }
    | { kind: 'state' | 'badge'; states: States; filter?: true }
  );

/** In the order of the spreadsheet. */
export type RowFields = Readonly<Record<string, RowField>>;

/** A value that is there. */
export type PlainOf<F> = F extends { states: infer S }
  ? keyof S & string
  : F extends { kind: 'many'; words: infer W }
    ? (keyof W & string)[]
    : F extends { words: infer W }
      ? keyof W & string
      : F extends { kind: 'money' | 'number' | 'percent' }
        ? number
        : F extends { kind: 'flag' }
          ? boolean
          : string;
export type CellOf<F> = F extends { nullable: true } ? PlainOf<F> | null : PlainOf<F>;

/** The row as it is read: without what is computed afterwards, whatever the caller may see. */
export type ReadRow<F> = { id: number; version: number } & {
  -readonly [K in keyof F as F[K] extends { derived: true } ? never : K]: CellOf<F[K]>;
};
