/** What lists of priced records have beside what all records have (records.ts). Changing prices is reprice.ts. */
import { raised } from '#domain/money.ts';
import type { Imported } from './importable.ts';
import type { Query } from './list.ts';
import type { Stored } from './records.ts';

/** A record with a code, unique in its company. */
export interface Priced extends Stored {
  code: string;
}

export interface PricedRecords<Row extends Priced, Filters extends Query = Query> extends Imported<Row, Filters> {
  table: 'accessories' | 'tyres' | 'services' | 'insurances' | 'plans' | 'usedCars' | 'newCars';
  /** What a price change by `percent` makes of the record. */
  repriced: (row: Row, percent: number) => Partial<Row>;
}

/** A price change of a record whose price is one amount. */
export const priceBy = ({ price }: { price: number }, percent: number): { price: number } => ({
  price: raised(price, percent),
});
