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
  const typed = /(\d{1,3}(?:[.,]\d{1,2})?)\s*%/.exec(text)?.[1];
  const share = Number(typed?.replace(',', '.'));
  return share > 0 && share <= 100 ? share : null;
}

/** The amount that a dispute names, in cents; null: none. */
export function amountIn(text: string): number | null {
  const typed = /(\d{1,3}(?:\.\d{3})+|\d{1,7})(,\d{2})?\s*€/.exec(text);
  return typed && Math.round(Number(`${typed[1]!.replaceAll('.', '')}${(typed[2] ?? '').replace(',', '.')}`) * 100);
}
