/** The grid of a model: what a version has of an option as one cell of text, and the rows of an edition that it becomes. Pure. */
import { hundredths, parseNumber } from '#domain/italian.ts';
import type { Row, Value } from './changes.ts';
import { DAY } from './day.ts';
import { MOST_PRICE, type CatalogKind } from './tables.ts';

/** Versions and options that one grid shows. */
export const GRID = { versions: 12, options: 200 } as const;

export const offers = {
  none: 'manca',
  priced: 'a pagamento',
  standard: 'di serie',
  gone: 'ritirato',
} as const;
export interface Offered {
  state: keyof typeof offers;
  /** Cents; null: there is none yet. */
  price: number | null;
}

/** What a version has of an option, by its row and its price. */
export function offeredBy(row: Row | null, price: number | null): Offered {
  if (!row) return { state: 'none', price };
  if ((row.retiredOn ?? null) !== null) return { state: 'gone', price };
  return { state: row.standard === true ? 'standard' : 'priced', price };
}

/** As a cell shows it: a price, S, − or nothing. */
export function offeredText({ state, price }: Offered): string {
  if (state === 'standard') return 'S';
  if (state === 'gone') return '−';
  return state === 'none' || price === null ? '' : hundredths(price / 100).replace(/,00$/, '');
}

export interface GridCell {
  versionId: number;
  /** Null: the list price of the version. */
  optionId: number | null;
  inForce: Offered;
  /** With the edition. */
  after: Offered;
  /** Versions of the changes of the option and of the price in the edition; 0: there is none. */
  change: number;
  priceChange: number;
}

interface GridRow {
  kind: CatalogKind;
  key: string;
  version: number;
  values: Record<string, Value> | null;
}

/** A price in cents; undefined: it is none. */
function centsOf(text: string): number | undefined {
  const read = parseNumber(text.replace(/€/g, '').trim());
  const cents = read === null ? undefined : Math.round(read * 100);
  return cents === undefined || cents < 0 || cents > MOST_PRICE ? undefined : cents;
}

const STANDARD = /^(s|serie|di serie|std)$/i;
const GONE = /^[-–—−]$|^n\.?d\.?$/i;

/**
 * The rows of an edition that make of a cell what its text says; undefined where it cannot be read. An empty text takes
 * back what the edition changes there, so that what is in force stays.
 */
export function rowsOfCell(cell: Omit<GridCell, 'after'>, typed: string): GridRow[] | undefined {
  const { versionId, optionId, inForce, change, priceChange } = cell;
  const text = typed.trim();
  const cents = centsOf(text);
  const back = (kind: CatalogKind, key: string, version: number) =>
    version > 0 ? [{ kind, key, version, values: null }] : [];
  if (optionId === null) {
    const at = { kind: 'versionPrices' as const, key: `${versionId}:${DAY}`, version: priceChange };
    if (text === '') return back(at.kind, at.key, priceChange);
    return cents === undefined || cents === 0 ? undefined : [{ ...at, values: { price: cents } }];
  }
  const pair = `${versionId}:${optionId}`;
  const option = { kind: 'versionOptions' as const, key: pair, version: change };
  const price = { kind: 'versionOptionPrices' as const, key: `${pair}:${DAY}`, version: priceChange };
  const unpriced = back(price.kind, price.key, priceChange);
  const untouched = back(option.kind, pair, change);
  if (text === '') return [...unpriced, ...untouched];
  if (STANDARD.test(text)) return [...unpriced, { ...option, values: { standard: true, retiredOn: null } }];
  if (GONE.test(text))
    return inForce.state === 'none'
      ? [...unpriced, ...untouched]
      : [...unpriced, { ...option, values: { retiredOn: DAY } }];
  if (cents === undefined) return undefined;
  // What is in force already, and nothing else, needs no row.
  const has = inForce.state === 'priced' ? untouched : [{ ...option, values: { standard: false, retiredOn: null } }];
  return [...has, { ...price, values: { price: cents } }];
}

/** A cell after a row of it was saved, or found at another version. */
export const cellSaved = <C extends Omit<GridCell, 'after'>>(cell: C, kind: CatalogKind, version: number): C =>
  kind === 'versionOptions' ? { ...cell, change: version } : { ...cell, priceChange: version };

/** What a changed row says of its cell, as it is typed there; null: nothing any more. */
export function theirText(row: Row | null): string | null {
  if (!row) return null;
  if (typeof row.price === 'number') return hundredths(row.price / 100);
  if ((row.retiredOn ?? null) !== null) return offers.gone;
  return row.standard === true ? offers.standard : offers.priced;
}
