import { money } from '#domain/italian.ts';
import { percentOf } from '#domain/money.ts';
import { baseOf, incentiveAmount, relativeLabel, type Context } from './incentives.ts';
import type { Lines } from './lines.ts';
import type { Issue } from './priced.ts';
import type { Incentive, QuoteDraft } from '../schema.ts';

/** A discount that counts, in cents; negative when the seller rounds the price up. */
export interface Discount {
  key: string;
  label: string;
  amount: number;
  basis: Incentive['basis'];
  payer: Incentive['payer'];
  /** Percent of the amount that the maker, or another payer, refunds to the dealer. */
  refundPercent: number;
}

const isRelative = ({ bands, percent }: Incentive) => !bands && percent !== null;

/**
 * The discounts of row 6. Every percentage refers to list amounts before any other reduction, and its label says so.
 * Together the discounts never exceed what they reduce: percentages are given first, then amounts, then the dealer's
 * own, so the dealer's are cut first, and each cut is reported (rules.md §3, 2). State aid is not among them: it comes
 * after VAT. An incentive of maker or dealer on the total reduces the list, because it reduces the taxable base
 * (rules.md §1).
 */
export function reduce(counted: readonly Incentive[], draft: QuoteDraft, lines: Lines) {
  const discounts: Discount[] = [];
  const issues: Issue[] = [];
  const left = { optional: lines.optional, pack: lines.pack, accessory: lines.accessory, list: lines.listTotal };
  const take = (discount: Discount, path: string) => {
    const { basis } = discount;
    const line = basis === 'optional' || basis === 'pack' || basis === 'accessory' ? basis : null;
    // A discount on optionals also lowers the list, of which less may be left than of the optionals.
    const room = line === 'accessory' ? left.accessory : Math.min(left.list, line ? left[line] : left.list);
    const amount = Math.max(Math.min(0, discount.amount), Math.min(discount.amount, room));
    if (discount.amount > room) {
      const message = `${discount.label}: ridotto a ${money(amount)}, gli sconti superano il prezzo`;
      issues.push({ level: 'warning', path, message });
    }
    if (line) left[line] -= amount;
    if (line !== 'accessory') left.list -= amount;
    if (amount !== 0) discounts.push({ ...discount, amount });
  };
  const takeIncentive = (incentive: Incentive) => {
    const { id, name, basis, payer, refundPercent } = incentive;
    const label = isRelative(incentive) ? relativeLabel(name, incentive.percent!, money(baseOf(basis, lines))) : name;
    const amount = incentiveAmount(incentive, draft, lines);
    take({ key: `incentive-${id}`, label, amount, basis, payer, refundPercent }, 'incentiveIds');
  };
  const takeCustom = (position: number, label: string, amount: number) =>
    take(
      { key: `custom-${position}`, label, amount, basis: 'list', payer: 'dealer', refundPercent: 0 },
      `customDiscounts.${position}`,
    );

  const given = counted.filter(({ payer }) => payer !== 'state');
  given.filter(isRelative).forEach(takeIncentive);
  given.filter((one) => !isRelative(one)).forEach(takeIncentive);
  draft.customDiscounts.forEach(({ label, percent }, position) => {
    if (percent === null) return;
    const full = relativeLabel(label || 'Sconto', percent, money(lines.listTotal));
    takeCustom(position, full, percentOf(lines.listTotal, percent));
  });
  draft.customDiscounts.forEach(({ label, amount, percent }, position) => {
    if (percent === null) takeCustom(position, label || ((amount ?? 0) < 0 ? 'Arrotondamento' : 'Sconto'), amount ?? 0);
    else if (amount !== null) {
      const message = 'Indicare un importo oppure una percentuale';
      issues.push({ level: 'error', path: `customDiscounts.${position}`, message });
    }
  });
  return { discounts, issues, listPart: left.list, accessoryPart: left.accessory };
}

/** The state aid of row 13 in cents, subtracted from the total with VAT and never more than it. */
export function stateAid(
  counted: readonly Incentive[],
  draft: Context,
  lines: Lines,
  total: number,
): { key: string; label: string; amount: number }[] {
  let left = total;
  return counted
    .filter((incentive) => incentive.payer === 'state')
    .map((incentive) => {
      const onTotal = isRelative(incentive) && incentive.basis === 'total';
      const worth = onTotal ? percentOf(total, incentive.percent!) : incentiveAmount(incentive, draft, lines);
      const amount = Math.max(0, Math.min(worth, left));
      left -= amount;
      return { key: `incentive-${incentive.id}`, label: incentive.name, amount };
    });
}
