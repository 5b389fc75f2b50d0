import { money } from '../italian.ts';
import { shareOf } from '../money.ts';
import { capOf, type RoleCap } from './approvals/caps.ts';
import type { QuoteSample } from './settings/schema.ts';

/** A row of an example: its label, its amount in cents, and whether it is a sum. */
export interface ExampleRow {
  label: string;
  amount: number;
  isSum: boolean;
}

/** The new car of the worked example (rules.md §3), in cents with VAT. */
const NEW_CAR = {
  discounted: 24_087_50,
  tyreFee: 3_05,
  outlays: 480_98,
  ecobonus: -1_500_00,
};
/** The used car of the same example: price, transfer, warranty. */
const USED_CAR = { price: 17_900_00, transfer: 439_20, warranty: 719_80 };

/** The worked example with this messa su strada: supply and keys in hand follow from it. */
export function newCarExample(roadCost: number): ExampleRow[] {
  const supply = NEW_CAR.discounted + roadCost + NEW_CAR.tyreFee;
  return [
    { label: 'Auto scontata', amount: NEW_CAR.discounted, isSum: false },
    { label: 'Messa su strada', amount: roadCost, isSum: false },
    { label: 'PFU', amount: NEW_CAR.tyreFee, isSum: false },
    { label: 'Totale fornitura', amount: supply, isSum: true },
    { label: 'IPT e targhe', amount: NEW_CAR.outlays, isSum: false },
    { label: 'Ecobonus', amount: NEW_CAR.ecobonus, isSum: false },
    { label: 'Chiavi in mano', amount: supply + NEW_CAR.outlays + NEW_CAR.ecobonus, isSum: true },
  ];
}

/** The worked example of a used car with this agency fee. */
export const usedCarExample = (agencyFee: number): ExampleRow[] => [
  { label: 'Auto usata', amount: USED_CAR.price, isSum: false },
  { label: 'Passaggio', amount: USED_CAR.transfer, isSum: false },
  { label: 'Pratica', amount: agencyFee, isSum: false },
  { label: 'Garanzia', amount: USED_CAR.warranty, isSum: false },
  {
    label: 'Chiavi in mano',
    amount: USED_CAR.price + USED_CAR.transfer + agencyFee + USED_CAR.warranty,
    isSum: true,
  },
];

/**
 * The rows of a real quote with this amount in one of its lines: the sums behind it follow. A line that the quote lacks
 * stands where it would.
 */
export function withLine(
  rows: QuoteSample['rows'],
  line: { no: number; key: string; label: string },
  amount: number,
): ExampleRow[] {
  const own = rows.findIndex(({ key }) => key === line.key);
  const next = rows.findIndex(({ no }) => no > line.no);
  const at = own >= 0 ? own : next >= 0 ? next : rows.length;
  const more = amount - (rows[own]?.amount ?? 0);
  const behind = rows
    .slice(own >= 0 ? at + 1 : at)
    .map((row) => (row.isSum ? { ...row, amount: row.amount + more } : row));
  return [...rows.slice(0, at), { label: line.label, amount, isSum: false }, ...behind];
}

/** On which cars people of a role give any discount without asking, where no row names the brand; null: on none. */
export function uncappedOf(caps: readonly RoleCap[], role: string): 'all' | 'new' | 'used' | null {
  const isFree = (usage: 'new' | 'used') => capOf(caps, role, { makerId: null, usage }) === null;
  if (isFree('new')) return isFree('used') ? 'all' : 'new';
  return isFree('used') ? 'used' : null;
}

/** The cars and people of a row of caps; null: all. */
type Reach = Pick<RoleCap, 'role' | 'makerId' | 'usage'>;

/** The mean discount that has been given where a row of caps holds, in percent of the list price; null: nothing was sold there. */
export function meanGiven(
  given: readonly { role: string; makerId: number | null; usage: string; discount: number; listTotal: number }[],
  row: Reach,
): number | null {
  const keys = ['role', 'makerId', 'usage'] as const;
  const within = given.filter((one) => keys.every((key) => row[key] === null || row[key] === one[key]));
  const sum = (of: 'discount' | 'listTotal') => within.reduce((all, one) => all + one[of], 0);
  return sum('listTotal') === 0 ? null : shareOf(sum('discount'), sum('listTotal'));
}

/** A cap on a list price, of 24.900 € where no quote is known: `5 % di 24.900,00 € sono 1.245,00 €`. */
export const CAP_LIST = 24_900_00;
export const capText = (percent: number, list = CAP_LIST): string => money(Math.round((list * percent) / 100));
