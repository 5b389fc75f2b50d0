import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { price, type Priced, type Row } from '#domain/quotes/pricing.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import { money, percent } from '#site/lib/intl.ts';
import { quotation as words } from '#site/messages/it/quotation.ts';
import { builder } from '#site/messages/it/quotes.ts';

export interface CompareColumn {
  title: string;
  subtitle: string;
  body: string;
  colour: string | null;
  href: string;
}

/** One line across all columns. */
export interface CompareRow {
  label: string;
  values: string[];
  kind: 'line' | 'sum';
}

export const differs = ({ values }: CompareRow): boolean => new Set(values).size > 1;

const NONE = '—';
/** Rows that stand in every quote of a kind share a line; discounts and trade-ins are matched by what they are called. */
const alike = (row: Row) => (/^(incentive|custom|tradeIn|debt)-/.test(row.key) ? `${row.no} ${row.label}` : row.key);

/** Rows of all quotes in the order of the 16, equal ones on one line. */
function priceRows(all: Priced[]): CompareRow[] {
  const seen = new Map<string, Row>();
  for (const { rows } of all) for (const row of rows) if (!seen.has(alike(row))) seen.set(alike(row), row);
  const order = (row: Row) => row.no * 10 + (row.kind === 'sum' ? 5 : row.kind === 'info' ? 6 : 0);
  return [...seen]
    .sort(([, a], [, b]) => order(a) - order(b))
    .map(([key, row]) => ({
      label: row.label,
      kind: row.kind === 'sum' ? 'sum' : 'line',
      values: all.map(({ rows }) => {
        const own = rows.filter((one) => alike(one) === key);
        return own.length ? money(own.reduce((sum, one) => sum + one.amount, 0)) : NONE;
      }),
    }));
}

/** Quotes side by side: car, the 16 rows, financing, what it costs in the end. */
export function compareQuotes(quotes: readonly Quote[]): CompareRow[] {
  const all = quotes.map(({ draft, sheet }) => price(draft, sheet));
  const line = (
    label: string,
    of: (quote: Quote, priced: Priced) => string | null,
    kind: CompareRow['kind'] = 'line',
  ): CompareRow => ({
    label,
    kind,
    values: quotes.map((quote, at) => of(quote, all[at]!) || NONE),
  });
  const names =
    (...kinds: string[]) =>
    (_: Quote, { options }: Priced) =>
      options
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ name }) => name)
        .join(', ');
  const offer = (of: (offer: NonNullable<Priced['offer']>) => string) => (_: Quote, priced: Priced) =>
    priced.offer && of(priced.offer);
  return [
    line(words.fuel, ({ sheet }) => fuels[sheet.version.fuel]),
    line(words.gearbox, ({ sheet }) => gearboxes[sheet.version.gearbox]),
    line(words.power, ({ sheet }) => `${sheet.version.kw} kW`),
    line(words.co2, ({ sheet }) => `${sheet.version.co2} g/km`),
    line(builder.version.colour, names('colour')),
    line(builder.version.optional, names('optional', 'pack')),
    ...priceRows(all),
    line(
      builder.sections.financial,
      ({ draft, sheet }) => sheet.plans.find(({ id }) => id === draft.financing?.planId)?.name ?? null,
    ),
    line(
      words.instalment,
      offer(({ instalment, instalments }) => `${instalments} × ${money(instalment)}`),
      'sum',
    ),
    line(
      words.balloon,
      offer(({ balloon }) => (balloon ? money(balloon) : '')),
    ),
    line(
      'TAN',
      offer(({ tan }) => percent(tan)),
    ),
    line(
      'TAEG',
      offer(({ taeg }) => percent(taeg)),
    ),
    line(
      words.creditCost,
      offer(({ creditCost, protection }) => money(creditCost + protection)),
    ),
    line(
      words.totalCost,
      (_, { keysInHand, offer: own }) => money(keysInHand + (own ? own.creditCost + own.protection : 0)),
      'sum',
    ),
  ];
}
