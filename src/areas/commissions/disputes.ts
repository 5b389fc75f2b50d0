/** What whoever earns a statement writes about its sales, and asks for: a share, `70 %`, or an amount, `300,00 €`. */
import type { StatementLine } from '#domain/commissions/schema.ts';
import type { Comment } from '#domain/record/comments.ts';

/** What they have written since the last answer. */
export const openOf = (comments: readonly Comment[], userId: number): Comment[] =>
  comments.slice(comments.findLastIndex(({ by }) => by.id !== userId) + 1);

/** The lines of the sale that a dispute names. */
export const saleOf = ({ text }: Comment, lines: readonly StatementLine[]): StatementLine[] =>
  lines.filter(({ number }) => number !== null && text.includes(number));

/** The share that a dispute names, in percent; null: none that could be a part of a sale. */
export function shareIn(text: string): number | null {
  const typed = /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s*%/.exec(text)?.[1];
  const share = Number(typed?.replace(',', '.'));
  return share > 0 && share <= 100 ? share : null;
}

const AMOUNT = String.raw`(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{1,2}))?(?![\d.,]*\d)`;
const AMOUNTS = [
  new RegExp(String.raw`(?<![\d.,])${AMOUNT}\s*(?:€|euro\b)`, 'i'),
  new RegExp(String.raw`(?:€|\beuro)\s*${AMOUNT}`, 'i'),
];

/** The amount that a dispute names, `300,00 €` or `€ 300`, in cents; null: none. */
export function amountIn(text: string): number | null {
  const [, whole, cents = ''] = AMOUNTS.map((one) => one.exec(text)).find((found) => found !== null) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'));
}
