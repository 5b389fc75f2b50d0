/** What lists of priced records have beside what all records have (records.ts). Changing prices is reprice.ts, reading a CSV import.ts. */
import type { z } from 'zod';
import { raised } from '#domain/money.ts';
import type { Ctx } from './context.ts';
import type { Query } from './list.ts';
import type { Records, Stored } from './records.ts';

/** A record with a code, unique in its company. */
export interface Priced extends Stored {
  code: string;
}

/** Text of a cell by its header; absent columns and empty cells are ''. */
export type Cells = (header: string) => string;

export interface PricedRecords<Row extends Priced, Filters extends Query = Query> extends Records<Row, Filters> {
  table: 'accessories' | 'tyres' | 'services' | 'insurances' | 'plans' | 'usedCars' | 'newCars';
  input: z.ZodType;
  /** What a price change by `percent` makes of the record. */
  repriced: (row: Row, percent: number) => Partial<Row>;
  /** Deletes what was written beside records that are deleted; answers those that may go, because nothing else names them. */
  forget?: (ctx: Ctx, ids: readonly number[]) => Promise<number[]>;
  /** Reads what takes more than one cell or a look at other tables; made once for a file. Throws with `refuse` of import-rows.ts. */
  finish?: (ctx: Ctx) => Promise<(cells: Cells, old: Row | undefined) => object>;
}

/** A price change of a record whose price is one amount. */
export const priceBy = ({ price }: { price: number }, percent: number): { price: number } => ({
  price: raised(price, percent),
});
