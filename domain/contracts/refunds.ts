/** Whose money goes back, where somebody took a contract over after another one had paid. Amounts are cents. */
import { money } from '../italian.ts';
import { liveOf, paysOf, type NewReceipt } from './accounts.ts';
import type { PaymentKind, PaymentMethod } from './terms.ts';

/** A receipt with whose it was. */
interface Owned {
  id: number;
  reversesId: number | null;
  kind: PaymentKind;
  method: PaymentMethod;
  amount: number;
  customerId: number | null;
  customer: string | null;
}
/** Money that goes back; its amount without a sign. */
type Back = Pick<NewReceipt, 'method' | 'amount'>;

/**
 * What each of those who paid has paid of what goes back by this way, in whose name the lender did where it goes back to the
 * lender; positive cents but for who had more back than they paid.
 */
function paidBy(receipts: readonly Omit<Owned, 'customer'>[], method: PaymentMethod) {
  const paid = new Map<number | null, number>();
  for (const one of liveOf(receipts).filter((row) => (paysOf(row) === 'financed') === (method === 'financial')))
    paid.set(one.customerId, (paid.get(one.customerId) ?? 0) + one.amount);
  return paid;
}

/**
 * Whose money goes back: that of the customer of today as far as it came from them, otherwise of who paid most; of the
 * customer of today where nobody did.
 */
export function payerOf(
  receipts: Parameters<typeof paidBy>[0],
  customerId: number | null,
  { method, amount: signed }: Back,
): number | null {
  const [paid, amount] = [paidBy(receipts, method), Math.abs(signed)];
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
  { method, amount }: Back,
): number | null {
  const paid = paidBy(receipts, method);
  const payer = payerOf(receipts, customerId, { method, amount });
  const part = paid.get(payer) ?? 0;
  return part < amount && [...paid].some(([id, sum]) => id !== payer && sum > 0) ? part : null;
}

/** Why a refund is refused, by field: a part of it is of somebody else's money. */
export function refundFaults(
  { receipts, customerId }: { receipts: readonly Owned[]; customerId: number | null },
  { kind, ...back }: Pick<NewReceipt, 'kind' | 'method' | 'amount'>,
): Record<string, string> {
  const part = kind === 'refund' ? partOfPayer(receipts, customerId, back) : null;
  if (part === null) return {};
  const payer = receipts.find((one) => one.customerId === payerOf(receipts, customerId, back))?.customer;
  return {
    amount: `Di questi sono ${money(part)}${payer ? ` di ${payer}` : ''}: il resto è di chi altro ha versato, e torna con un altro rimborso`,
  };
}
