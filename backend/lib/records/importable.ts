/**
 * What an area declares so that its records can be imported from a file (backend/imports); mostly its fields are
 * enough.
 */
import type { RawBuilder, SqlBool } from 'kysely';
import type { z } from 'zod';
import type { Fields } from '#domain/record/fields.ts';
import type { Fix } from '#domain/imports/fixes.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import type { Ctx } from '../work/context.ts';
import type { Query } from './list.ts';
import type { Records, Stored } from './records.ts';

/** Returns the text of a cell by the heading of its field; '' for absent columns and empty cells. */
export type Cells = (header: string) => string;
/** Whether something is set right in the row, which is then counted. */
export type Fixing = (fix: Fix) => boolean;
/** By field the names that a cell may have: places, colleagues. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

/** A kind of record that a file may write. */
export interface Imported<Row extends Stored, Filters extends Query = Query> extends Records<Row, Filters> {
  input: z.ZodType;
  /**
   * Reads values that need several cells or other tables; made once for many rows, whose cells are given. Throws by
   * `refuse` of import-rows.ts.
   */
  finish?: (ctx: Ctx, rows: readonly Cells[]) => Promise<(cells: Cells, old: Row | undefined, fix: Fixing) => object>;
  /**
   * Those of these records that may be taken back: what they wrote elsewhere can still be changed, and nobody has
   * changed it since; `before` is null where the import made the record. Absent: all of them.
   */
  untouched?: (ctx: Ctx, rows: readonly { id: number; before: object | null }[]) => Promise<number[]>;
  /**
   * Deletes what is stored beside deleted records; returns the records that may be deleted because nothing else refers
   * to them.
   */
  forget?: (ctx: Ctx, ids: readonly number[]) => Promise<number[]>;
}

/** A record with the key by which it is found. */
export interface Keyed {
  id: number;
  version: number;
  key: string;
}

/** A record that was written, with the row that it comes from; `old`: as it was before. */
export interface Entered<Row> {
  id: number;
  cells: Cells;
  old: Row | undefined;
}

export interface Importable<Row extends Stored = Stored> {
  kind: ImportKind;
  of: Imported<Row, never>;
  /**
   * Fields by which a row finds its record, the surest first. A code is unique among all records of a company. Other
   * fields find only records that are not archived, and a row that fits several records is rejected. A row without any
   * of them is new.
   */
  keys: readonly [string, ...string[]];
  /** Finds records by a key that stands in other tables: SQL of id, version and `key`, which is `field=value`. */
  found?(ctx: Ctx, field: string, wanted: readonly string[]): RawBuilder<Keyed>;
  /** Condition: a record `r` that the caller sees and a complete file would name; absent: those that are not archived. */
  expected?(ctx: Ctx): RawBuilder<SqlBool>;
  /** A key that no record has gives way to the next one, although the record has another: numbers of other systems. */
  givesWay?: true;
  /** Keys that say who it is only together with the name, because an address may be a family's; used where no other is. */
  weak?: readonly string[];
  /**
   * Columns by which keys are compared that differ from those that keep them: addresses have no case. A key that is
   * compared with `id` is the number of the record itself, as the own export writes it.
   */
  compared?: Readonly<Record<string, string>>;
  /** The name that a row says, which must be the record's own where a weak key finds it. */
  named?(cells: Cells): string;
  /** Columns that are no fields of the record: `finish` and `entered` read them. */
  more?: Fields;
  /** Other headings for a field, by its key, as files of other programs name it. */
  heads?: Readonly<Record<string, readonly string[]>>;
  /** Words by which other programs write the values of a field: by the field's key, then by value. */
  meanings?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** How codes that programs write in several forms are stored, by field; `fix`: more was set right than its form. */
  codes?: Readonly<Record<string, (cell: string, cells: Cells) => { text: string; fix?: Fix | undefined }>>;
  /** Fields of names, which other programs keep in capitals. */
  names?: Readonly<Record<string, 'person' | 'company' | 'place'>>;
  /** Fields that a person may set for a whole file, and what they begin with. */
  whole?: (ctx: Ctx) => Promise<Readonly<Record<string, string>>>;
  /** The names that cells may have, as they are now. */
  vocabulary?: (ctx: Ctx) => Promise<Vocabulary>;
  /** Further columns that are computed from the input. */
  columns?(input: object): object;
  /** Other areas hear of records that the file changed. */
  told?: (ctx: Ctx, changes: readonly { before: Row; after: Row }[]) => Promise<void>;
  /** Adds values to new records beside those in the file; what all of them depend on is read once. */
  fresh?: (ctx: Ctx) => Promise<(input: object) => object | Promise<object>>;
  /** Writes what the rows say beside the record. */
  entered?: (ctx: Ctx, rows: readonly Entered<Row>[]) => Promise<void>;
}

/** Hides the type of an area's rows: the import handles every kind of record by its fields alone. */
export const importable = <Row extends Stored>(of: Importable<Row>): Importable => of as unknown as Importable;
