/** What an area says so that its records can be imported from a file (backend/imports): beside its fields nearly nothing. */
import type { z } from 'zod';
import type { ImportKind } from '#domain/imports/kinds.ts';
import type { Ctx } from './context.ts';
import type { Query } from './list.ts';
import type { Records, Stored } from './records.ts';

/** Text of a cell by the head of its field; absent columns and empty cells are ''. */
export type Cells = (header: string) => string;

/** Records that a file may write. */
export interface Imported<Row extends Stored, Filters extends Query = Query> extends Records<Row, Filters> {
  input: z.ZodType;
  /** Reads what takes more than one cell or a look at other tables; made once for many rows. Throws with `refuse` of import-rows.ts. */
  finish?: (ctx: Ctx) => Promise<(cells: Cells, old: Row | undefined) => object>;
  /** Deletes what was written beside records that are deleted; answers those that may go, because nothing else names them. */
  forget?: (ctx: Ctx, ids: readonly number[]) => Promise<number[]>;
}

export interface Importable<Row extends Stored = Stored> {
  kind: ImportKind;
  of: Imported<Row, never>;
  /**
   * Fields by which a row finds its record. A code is unlike in all records of a company; by other fields only records are found that
   * are not archived, and a row that fits several is refused.
   */
  keys: readonly [string, ...string[]];
  /** What files of other programs call a field, by its key. */
  heads?: Readonly<Record<string, readonly string[]>>;
  /** What follows from what a person types, and stands in columns of its own. */
  columns?: (input: never) => object;
  /** Other areas hear of a record that the file changed. */
  told?: (ctx: Ctx, before: Row, after: Row) => Promise<void>;
  /** What new records get beside what the file says; what they all follow is read once. */
  fresh?: (ctx: Ctx) => Promise<(input: object) => object | Promise<object>>;
}

/** Of what shape a record is, is its area's own business: the import reads it by its fields. */
export const importable = <Row extends Stored>(of: Importable<Row>): Importable => of as unknown as Importable;
