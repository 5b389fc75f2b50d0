/** What priced records have beside what all records have (records.ts). reprice.ts changes prices. */
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
  /** The changed fields of a record when its price changes by `percent`. */
  repriced: (row: Row, percent: number) => Partial<Row>;
}

/** The new price, in cents, of a record with a single price. */
export const priceBy = ({ price }: { price: number }, percent: number): { price: number } => ({
  price: raised(price, percent),
});
