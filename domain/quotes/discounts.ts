import { percentOf } from '../money.ts';
import type { Issue } from './pricing.ts';
import type { Incentive, PriceSheet, QuoteDraft } from './schema.ts';

/** VAT-inclusive cents before any discount: rows 1–5 of domain.md §2.3; `listTotal` is rows 1–4. */
export interface Lines {
  list: number;
  optional: number;
  pack: number;
  paint: number;
  accessory: number;
  listTotal: number;
}

/** A discount that counts, in positive cents. */
export interface Discount {
  key: string;
  label: string;
  amount: number;
  basis: Incentive['basis'];
  /** Percent that comes back to the dealer from who pays. */
  refundPercent: number;
}

type Context = Pick<QuoteDraft, 'customer' | 'tradeIns' | 'financing' | 'lowIncome'>;

/** Cents of the best band for the car's CO2, its list price with options, the scrapped car and the income; 0 when none fits. */
function bandAmount(bands: NonNullable<Incentive['bands']>, draft: Context, sheet: PriceSheet, lines: Lines): number {
  const scrapped = draft.tradeIns.filter((car) => car.type === 'scrapping' && car.euroClass !== null);
  const amounts = bands
    .filter((band) => sheet.version.co2 >= band.co2From && sheet.version.co2 <= band.co2To)
    .filter((band) => lines.listTotal <= band.maxListPrice && (!band.lowIncome || draft.lowIncome))
    .filter((band) => !band.scrappedEuro || scrapped.some((car) => band.scrappedEuro!.includes(car.euroClass!)))
    .map((band) => band.amount);
  return Math.max(0, ...amounts);
}

const baseOf = (basis: Incentive['basis'], lines: Lines) =>
  basis === 'list' || basis === 'total' ? lines.listTotal : lines[basis];

/** What an incentive is worth on this quote before other discounts, in cents; 0 for those paid in spare parts credit. */
export function incentiveAmount(incentive: Incentive, draft: Context, sheet: PriceSheet, lines: Lines): number {
  if (incentive.type === 'spare_parts') return 0;
  if (incentive.bands) return bandAmount(incentive.bands, draft, sheet, lines);
  const base = baseOf(incentive.basis, lines);
  if (incentive.percent !== null) return percentOf(base, incentive.percent);
  return Math.max(0, incentive.amount ?? 0);
}

/** Why an incentive does not count on this quote, in Italian, or null when it does (domain.md §2.21). */
export function incentiveIssue(incentive: Incentive, draft: Context, sheet: PriceSheet, lines: Lines): string | null {
  const { customerTypes, requiresUsed } = incentive;
  if (customerTypes && !draft.customer) return 'scegliere il cliente, vale solo per alcuni tipi';
  if (customerTypes && !customerTypes.includes(draft.customer!.type)) return 'non vale per questo tipo di cliente';
  if (requiresUsed && !draft.tradeIns.some((car) => car.type === requiresUsed))
    return requiresUsed === 'scrapping' ? "serve un'auto da rottamare" : "serve un'auto in permuta";
  if (incentive.requiresFinancing && !sheet.plans.some((plan) => plan.id === draft.financing?.planId))
    return 'serve un finanziamento';
  if (incentive.type === 'spare_parts') return 'è riconosciuto in ricambi e non riduce il prezzo';
  if (baseOf(incentive.basis, lines) === 0) return 'non è stato scelto niente a cui si applichi';
  if (incentive.bands && bandAmount(incentive.bands, draft, sheet, lines) === 0)
    return "l'auto non rientra nelle fasce previste";
  return null;
}

/**
 * The chosen incentives that count, by id: known, eligible, and the best one of each cumulability group by its worth before
 * other discounts (a tie goes to the lowest id). The others are told as warnings.
 */
export function countedIncentives(
  draft: QuoteDraft,
  sheet: PriceSheet,
  lines: Lines,
): { counted: Incentive[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const warn = (message: string) => issues.push({ level: 'warning', path: 'incentiveIds', message });
  const ids = new Set(draft.incentiveIds);
  const chosen = sheet.incentives.filter((incentive) => ids.has(incentive.id)).sort((a, b) => a.id - b.id);
  if (chosen.length < ids.size) warn('Un incentivo scelto non è più in vigore e non è contato');
  const best = new Map<string, Incentive>();
  const eligible = chosen.filter((incentive) => {
    const why = incentiveIssue(incentive, draft, sheet, lines);
    if (why) warn(`${incentive.name}: ${why}`);
    if (why || incentive.group === null) return !why;
    const rival = best.get(incentive.group);
    const worth = (each: Incentive) => incentiveAmount(each, draft, sheet, lines);
    if (!rival || worth(incentive) > worth(rival)) best.set(incentive.group, incentive);
    return true;
  });
  const counted = eligible.filter((incentive) => {
    const winner = incentive.group === null ? incentive : best.get(incentive.group)!;
    if (winner !== incentive) warn(`${incentive.name}: non cumulabile con ${winner.name}, vale il più favorevole`);
    return winner === incentive;
  });
  return { counted, issues };
}

const percentLabel = (label: string, percent: number) => `${label || 'Sconto'} ${String(percent).replace('.', ',')} %`;

/**
 * The discounts of row 6 in the order of domain.md §2.3: on single lines, then percentages all on the same residual list, then flat
 * amounts, then the dealer's own. None takes more than is left of what it reduces, so that no set of them is negative.
 * State aid is not among them: it comes after VAT. A maker's or dealer's incentive on the total reduces the list like a flat one,
 * because it reduces the taxable base (domain.md §2.1).
 */
export function reduce(counted: readonly Incentive[], draft: QuoteDraft, sheet: PriceSheet, lines: Lines) {
  const discounts: Discount[] = [];
  const issues: Issue[] = [];
  const left = { optional: lines.optional, pack: lines.pack, accessory: lines.accessory, list: lines.listTotal };
  const take = (discount: Discount, path: string) => {
    const onLine = discount.basis === 'optional' || discount.basis === 'pack' || discount.basis === 'accessory';
    const room = onLine ? left[discount.basis as 'optional'] : left.list;
    const amount = Math.max(0, Math.min(discount.amount, room));
    if (discount.amount > room)
      issues.push({ level: 'warning', path, message: `${discount.label}: ridotto, lo sconto supera il prezzo` });
    if (onLine) left[discount.basis as 'optional'] -= amount;
    if (discount.basis !== 'accessory') left.list -= amount;
    if (amount > 0) discounts.push({ ...discount, amount });
  };
  const given = counted.filter((incentive) => incentive.payer !== 'state');
  const takeIncentive = (incentive: Incentive, amount: number) => {
    const { id, name, basis, refundPercent } = incentive;
    take({ key: `incentive-${id}`, label: name, amount, basis, refundPercent }, 'incentiveIds');
  };
  const takeCustom = (position: number, label: string, amount: number) =>
    take({ key: `custom-${position}`, label, amount, basis: 'list', refundPercent: 0 }, `customDiscounts.${position}`);

  const onList = ({ basis }: Incentive) => basis === 'list' || basis === 'total';
  for (const incentive of given.filter((each) => !onList(each)))
    takeIncentive(incentive, incentiveAmount(incentive, draft, sheet, lines));
  const residual = left.list;
  const relative = given.filter((each) => onList(each) && !each.bands && each.percent !== null);
  for (const incentive of relative) takeIncentive(incentive, percentOf(residual, incentive.percent!));
  draft.customDiscounts.forEach(({ label, percent }, position) => {
    if (percent !== null) takeCustom(position, percentLabel(label, percent), percentOf(residual, percent));
  });
  for (const incentive of given.filter((each) => onList(each) && !relative.includes(each)))
    takeIncentive(incentive, incentiveAmount(incentive, draft, sheet, lines));
  draft.customDiscounts.forEach(({ label, amount, percent }, position) => {
    if (percent === null) takeCustom(position, label || 'Sconto', amount ?? 0);
    else if (amount !== null)
      issues.push({
        level: 'error',
        path: `customDiscounts.${position}`,
        message: 'Indicare un importo oppure una percentuale',
      });
  });
  return { discounts, issues, listPart: left.list, accessoryPart: left.accessory };
}

/** State aid of row 13, taken off the VAT-inclusive total in cents and never more than it. */
export function stateAid(
  counted: readonly Incentive[],
  draft: QuoteDraft,
  sheet: PriceSheet,
  lines: Lines,
  total: number,
) {
  let left = total;
  return counted
    .filter((incentive) => incentive.payer === 'state')
    .map((incentive) => {
      const onTotal = incentive.percent !== null && !incentive.bands && incentive.basis === 'total';
      const worth = onTotal ? percentOf(total, incentive.percent!) : incentiveAmount(incentive, draft, sheet, lines);
      const amount = Math.min(worth, left);
      left -= amount;
      return { key: `incentive-${incentive.id}`, label: incentive.name, amount };
    });
}
