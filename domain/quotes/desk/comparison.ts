import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { debitText } from '#domain/financials/offers.ts';
import { configuredOf } from '#domain/homologations/emissions.ts';
import { day, km, money, rate } from '#domain/italian.ts';
import type { Reckoned } from '../sheet/changes.ts';
import type { Priced, Row } from '../sheet/priced.ts';
import { quoteKinds, quoteSectionWords } from '../terms.ts';
import { warrantyOf } from '../sheet/warranty.ts';

/** Labels of the comparison's lines, beside the rows of the quotes themselves. */
const labels = {
  fuel: 'Alimentazione',
  gearbox: 'Cambio',
  power: 'Potenza',
  co2: 'CO₂',
  colour: 'Colore',
  optional: 'Optional',
  condition: 'Nuovo o usato',
  plate: 'Targa',
  registered: 'Immatricolazione',
  km: 'Chilometri',
  regime: 'Regime',
  legal: 'Garanzia legale',
  instalment: 'Rata',
  balloon: 'Maxirata o VFG',
  creditCost: 'Costo del credito',
  totalCost: 'Costo totale con il credito',
} as const;
const regimes = { retail: 'Margine', iva_exposed: 'IVA esposta' } as const;

/** One line across all columns. */
export interface CompareRow {
  label: string;
  values: string[];
  kind: 'line' | 'sum';
  /** Amounts in cents for a line of money: the difference from the first quote is shown beside each. */
  amounts?: (number | null)[];
}

const NONE = '—';
/**
 * The label of a row beside those of other cars: a percentage without the amount it refers to, which differs between
 * cars.
 */
const named = ({ key, label }: Row) =>
  /^(incentive|custom)-/.test(key) ? label.replace(/ su [\d.,]+\s€$/, '') : label;

/** The key by which rows of different quotes share a line; discounts and trade-ins are matched by their label. */
const alike = (row: Row) => (/^(incentive|custom|tradeIn|debt)-/.test(row.key) ? `${row.no} ${named(row)}` : row.key);

/** The tax depends on province and power, so each quote shows its own details when they differ. */
function iptOf(own: readonly (Row | undefined)[]): { label: string; details: (string | null)[] } {
  const labels = own.map((row) => row?.label ?? null);
  const said = new Set(labels.filter((label) => label !== null));
  if (said.size < 2) return { label: [...said][0] ?? 'IPT', details: own.map(() => null) };
  return { label: 'IPT', details: labels.map((label) => label && label.replace(/^IPT /, '')) };
}

/** The rows of all quotes in the order of the 16 rows, rows with the same key on one line. */
function priceRows(all: Priced[]): CompareRow[] {
  const seen = new Map<string, Row>();
  for (const { rows } of all) for (const row of rows) if (!seen.has(alike(row))) seen.set(alike(row), row);
  const order = (row: Row) => row.no * 10 + (row.kind === 'sum' ? 5 : row.kind === 'info' ? 6 : 0);
  return [...seen]
    .sort(([, a], [, b]) => order(a) - order(b))
    .map(([key, row]): CompareRow => {
      const own = all.map(({ rows }) => rows.filter((one) => alike(one) === key));
      const amounts = own.map((rows) => (rows.length > 0 ? rows.reduce((sum, one) => sum + one.amount, 0) : null));
      const { label, details } =
        key === 'ipt' ? iptOf(own.map(([one]) => one)) : { label: named(row), details: all.map(() => null) };
      return {
        label,
        kind: row.kind === 'sum' ? 'sum' : 'line',
        amounts,
        values: amounts.map((amount, at) =>
          amount === null ? NONE : [money(amount), details[at]].filter(Boolean).join(' · '),
        ),
      };
    });
}

type Line = (label: string, of: (quote: Reckoned) => string | null) => CompareRow;

/** Condition, mileage and age of used cars, beside which new ones show none. */
const usedRows = (line: Line): CompareRow[] => [
  line(labels.condition, ({ sheet }) => quoteKinds[sheet.used ? 'used' : 'new']),
  line(labels.plate, ({ sheet }) => sheet.used?.plate ?? null),
  line(labels.registered, ({ sheet }) => (sheet.used?.registeredOn ? day(sheet.used.registeredOn) : null)),
  line(labels.km, ({ sheet }) => (sheet.used?.km == null ? null : km(sheet.used.km))),
  line(labels.regime, ({ sheet }) => sheet.used && regimes[sheet.used.regime]),
  line(labels.legal, ({ draft, sheet }) => sheet.used && warrantyOf(draft, sheet.used).title),
];

/** Compares quotes side by side, for new and used cars together: car, the 16 rows, financing, total cost. */
export function compareQuotes(quotes: readonly Reckoned[]): CompareRow[] {
  const all = quotes.map(({ priced }) => priced);
  const line = (
    label: string,
    of: (quote: Reckoned, priced: Priced) => string | null,
    kind: CompareRow['kind'] = 'line',
  ): CompareRow => ({
    label,
    kind,
    values: quotes.map((quote, at) => of(quote, all[at]!) || NONE),
  });
  const names =
    (...kinds: string[]) =>
    (_: Reckoned, { options }: Priced) =>
      options
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ name }) => name)
        .join(', ');
  const offer = (of: (offer: NonNullable<Priced['offer']>) => string) => (_: Reckoned, priced: Priced) =>
    priced.offer && of(priced.offer);
  return [
    line(labels.fuel, ({ sheet }) => fuels[sheet.version.fuel]),
    line(labels.gearbox, ({ sheet }) => gearboxes[sheet.version.gearbox]),
    line(labels.power, ({ sheet }) => `${sheet.version.kw} kW`),
    line(labels.co2, ({ sheet }, { options }) =>
      sheet.used && sheet.version.co2 === 0 ? null : `${configuredOf(sheet, options).co2} g/km`,
    ),
    ...(quotes.some(({ sheet }) => sheet.used) ? usedRows(line) : []),
    line(labels.colour, (quote, priced) => quote.sheet.used?.colour ?? names('colour')(quote, priced)),
    line(labels.optional, names('optional', 'pack')),
    ...priceRows(all),
    line(
      quoteSectionWords.financial,
      ({ draft, sheet }) => sheet.plans.find(({ id }) => id === draft.financing?.planId)?.name ?? null,
    ),
    line(
      labels.instalment,
      ({ sheet }, { offer: own }) => {
        const plan = own && sheet.plans.find(({ id }) => id === own.planId);
        return plan ? `${own.instalments} × ${debitText(own.monthly, plan)}` : null;
      },
      'sum',
    ),
    line(
      labels.balloon,
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
      labels.creditCost,
      offer(({ creditCost, protection }) => money(creditCost + protection)),
    ),
    line(
      labels.totalCost,
      (_, { keysInHand, offer: own }) => money(keysInHand + (own ? own.creditCost + own.protection : 0)),
      'sum',
    ),
  ];
}
