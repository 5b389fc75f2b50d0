import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { day, km, money, rate } from '#domain/italian.ts';
import type { Priced, Row } from '#domain/quotes/priced.ts';
import { price } from '#domain/quotes/pricing.ts';
import type { PriceSheet, Quote, QuoteRow } from '#domain/quotes/schema.ts';
import { quoteKinds, SESSION_QUOTES } from '#domain/quotes/terms.ts';
import { warrantyOf } from '#domain/quotes/warranty.ts';
import { quotation as words } from '#site/messages/it/quotation.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { usedQuotes as used } from '#site/messages/it/used-quotes.ts';

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
  /** In cents, where the line is of money: what each costs more or less than the first is said beside it. */
  amounts?: (number | null)[];
}

export interface Compared {
  quote: Quote;
  sheet: PriceSheet;
}

type Call = App.Locals['call'];

/** The comparison of these quotes, in this order. */
export const comparing = (ids: readonly number[]) => `/quotation/comparison?ids=${ids.join(',')}`;

/** The comparison with one more quote, or with it in a column's place; for a fourth the first one falls out, which is said. */
export function withQuote(ids: readonly number[], at: number | null, id: number): string {
  if (at !== null) return comparing(ids.with(at, id));
  const all = [...ids, id];
  const out = all.length > SESSION_QUOTES ? all.shift() : undefined;
  return comparing(all) + (out ? `&out=${out}` : '');
}

/** Quotes to choose from: first those of the same customer, then what was looked for or the latest. */
export async function candidates(
  call: Call,
  { searchable, q, customerId }: { searchable: boolean; q: string; customerId: number | undefined },
): Promise<QuoteRow[]> {
  if (!searchable) return (await call('GET /quotes/summary', {})).latest;
  const [same, found] = await Promise.all([
    customerId && !q ? call('GET /quotes', { query: { customerId, limit: 10 } }) : { rows: [] },
    call('GET /quotes', { query: { q: q || undefined, limit: 20 } }),
  ]);
  const all = [...same.rows, ...found.rows];
  return all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index);
}

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
    .map(([key, row]): Omit<CompareRow, 'values'> & { amounts: (number | null)[] } => ({
      label: row.label,
      kind: row.kind === 'sum' ? 'sum' : 'line',
      amounts: all.map(({ rows }) => {
        const own = rows.filter((one) => alike(one) === key);
        return own.length > 0 ? own.reduce((sum, one) => sum + one.amount, 0) : null;
      }),
    }))
    .map((row) => ({ ...row, values: row.amounts.map((amount) => (amount === null ? NONE : money(amount))) }));
}

type Line = (label: string, of: (quote: Compared) => string | null) => CompareRow;

/** What a used car has been through, beside new ones that have been through nothing. */
const usedRows = (line: Line): CompareRow[] => [
  line(used.condition, ({ sheet }) => quoteKinds[sheet.used ? 'used' : 'new']),
  line(used.plate, ({ sheet }) => sheet.used?.plate ?? null),
  line(used.registered, ({ sheet }) => (sheet.used?.registeredOn ? day(sheet.used.registeredOn) : null)),
  line(used.km, ({ sheet }) => (sheet.used?.km == null ? null : km(sheet.used.km))),
  line(used.regime, ({ sheet }) => sheet.used && used.regimes[sheet.used.regime]),
  line(used.legal, ({ quote, sheet }) => sheet.used && warrantyOf(quote.draft, sheet.used).title),
];

/** Quotes side by side: car, the 16 rows, financing, what it costs in the end. */
export function compareQuotes(quotes: readonly Compared[]): CompareRow[] {
  const all = quotes.map(({ quote, sheet }) => quote.priced ?? price(quote.draft, sheet));
  const line = (
    label: string,
    of: (quote: Compared, priced: Priced) => string | null,
    kind: CompareRow['kind'] = 'line',
  ): CompareRow => ({
    label,
    kind,
    values: quotes.map((quote, at) => of(quote, all[at]!) || NONE),
  });
  const names =
    (...kinds: string[]) =>
    (_: Compared, { options }: Priced) =>
      options
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ name }) => name)
        .join(', ');
  const offer = (of: (offer: NonNullable<Priced['offer']>) => string) => (_: Compared, priced: Priced) =>
    priced.offer && of(priced.offer);
  return [
    line(words.fuel, ({ sheet }) => fuels[sheet.version.fuel]),
    line(words.gearbox, ({ sheet }) => gearboxes[sheet.version.gearbox]),
    line(words.power, ({ sheet }) => `${sheet.version.kw} kW`),
    line(words.co2, ({ sheet }) => (sheet.used && sheet.version.co2 === 0 ? null : `${sheet.version.co2} g/km`)),
    ...(quotes.some(({ sheet }) => sheet.used) ? usedRows(line) : []),
    line(builder.version.colour, (quote, priced) => quote.sheet.used?.colour ?? names('colour')(quote, priced)),
    line(builder.version.optional, names('optional', 'pack')),
    ...priceRows(all),
    line(
      builder.sections.financial,
      ({ quote, sheet }) => sheet.plans.find(({ id }) => id === quote.draft.financing?.planId)?.name ?? null,
    ),
    line(
      words.instalment,
      offer(({ monthly, instalments }) => `${instalments} × ${money(monthly)}`),
      'sum',
    ),
    line(
      words.balloon,
      offer(({ balloon }) => (balloon ? money(balloon) : '')),
    ),
    line(
      'TAN',
      offer(({ tan }) => rate(tan)),
    ),
    line(
      'TAEG',
      offer(({ taeg }) => rate(taeg)),
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
