/** Whose money goes back, where somebody took a contract over after another one had paid. Amounts are cents. */
import { money } from '../italian.ts';
import { liveOf, type NewReceipt } from './accounts.ts';

/** A receipt with whose it was. */
type Owned = Parameters<typeof liveOf>[0][number] & {
  amount: number;
  customerId: number | null;
  customer: string | null;
};

/** What each of those who paid has paid; positive cents but for who had more back than they paid. */
function paidBy(receipts: readonly Pick<Owned, 'id' | 'reversesId' | 'customerId' | 'amount'>[]) {
  const paid = new Map<number | null, number>();
  for (const { customerId, amount } of liveOf(receipts)) paid.set(customerId, (paid.get(customerId) ?? 0) + amount);
  return paid;
}

/**
 * Whose money goes back: that of the customer of today as far as it came from them, otherwise of who paid most; of the
 * customer of today where nobody did. `amount`: positive cents.
 */
export function payerOf(
  receipts: Parameters<typeof paidBy>[0],
  customerId: number | null,
  amount: number,
): number | null {
  const paid = paidBy(receipts);
  const own = paid.get(customerId) ?? 0;
  const [most] = [...paid].toSorted(([, one], [, other]) => other - one);
  return own < amount && most !== undefined && most[1] > Math.max(0, own) ? most[0] : customerId;
}

/**
 * How much of what goes back is of whose money it is, where others have paid as well: each has their own back, by a
 * receipt of their own. Null: all of it. Positive cents.
 */
export function partOfPayer(
  receipts: Parameters<typeof paidBy>[0],
  customerId: number | null,
  amount: number,
): number | null {
  const paid = paidBy(receipts);
  const payer = payerOf(receipts, customerId, amount);
  const part = paid.get(payer) ?? 0;
  return part < amount && [...paid].some(([id, sum]) => id !== payer && sum > 0) ? part : null;
}

/** Why a refund is refused, by field: a part of it is of somebody else's money. */
export function refundFaults(
  { receipts, customerId }: { receipts: readonly Owned[]; customerId: number | null },
  { kind, amount }: Pick<NewReceipt, 'kind' | 'amount'>,
): Record<string, string> {
  const part = kind === 'refund' ? partOfPayer(receipts, customerId, amount) : null;
  if (part === null) return {};
  const payer = receipts.find((one) => one.customerId === payerOf(receipts, customerId, amount))?.customer;
  return {
    amount: `Di questi sono ${money(part)}${payer ? ` di ${payer}` : ''}: il resto è di chi altro ha versato, e torna con un altro rimborso`,
  };
}
