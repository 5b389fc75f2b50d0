/** What of a plan of payments came, and what is still to come of it. Amounts are cents. */
import type { PaymentKind, PaymentMethod } from './terms.ts';

export interface Planned {
  kind: PaymentKind;
  method: PaymentMethod;
  amount: number;
}
/** A row of the plan with its day. */
interface Due extends Pick<Planned, 'kind' | 'amount'> {
  dueOn: string | null;
}

/** The sum of rows, as of a plan or of receipts. */
export const sumOf = (rows: readonly { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

/** A plan with what came of each of its rows. */
export interface Coming<Row extends Pick<Planned, 'kind' | 'amount'> = Pick<Planned, 'kind' | 'amount'>> {
  payments: readonly Row[];
  come: readonly number[];
}

/**
 * What is still owed to the lenders of cars taken in that have come. The company owes it for its customer, so that such a car
 * pays its value less that. A debt is of the car before it in the plan, or of the first one.
 */
export function lienOf({ payments, come }: Coming): number {
  const cars = payments.flatMap(({ kind }, at) => (kind === 'used_car' ? [at] : []));
  return payments.reduce((sum, { kind, amount }, at) => {
    const car = cars.findLast((one) => one < at) ?? cars[0];
    const isHere = kind === 'debt' && car !== undefined && come[car]! > 0;
    return isHere ? sum + Math.max(0, come[at]! - amount) : sum;
  }, 0);
}

/**
 * What of a plan is still to come, by kind in its order, and the first day on which it is due; cents. The debt of a car that
 * has come is the company's to pay, and taken off the car.
 */
export function openByKind(of: Coming<Due>): Due[] {
  const open = new Map<PaymentKind, Due>();
  for (const [at, { kind, dueOn, amount }] of of.payments.entries()) {
    const left = amount - (of.come[at] ?? 0);
    const before = open.get(kind);
    const days = [before?.dueOn, left === 0 ? null : dueOn].filter((on) => on != null);
    open.set(kind, { kind, dueOn: days.toSorted()[0] ?? null, amount: (before?.amount ?? 0) + left });
  }
  const debt = open.get('debt');
  if (debt) open.set('debt', { ...debt, amount: debt.amount + lienOf(of) });
  return [...open.values()].filter(({ amount }) => amount !== 0);
}

/**
 * The same, but no more of all of it than is due, as reports have it: what came as another kind than planned leaves rows open
 * that nobody owes; the first are done without first, the lender's last.
 */
export function openOfDue(of: Coming<Due> & { total: number; received: number }): Due[] {
  const open = openByKind(of);
  let beyond = Math.max(0, sumOf(open) - Math.max(0, of.total - of.received));
  const left = new Map<PaymentKind, number>();
  for (const { kind, amount } of open.toSorted(
    (one, other) => +(one.kind === 'financed') - +(other.kind === 'financed'),
  )) {
    const without = Math.min(beyond, Math.max(0, amount));
    beyond -= without;
    left.set(kind, amount - without);
  }
  return open.map((row) => ({ ...row, amount: left.get(row.kind)! })).filter(({ amount }) => amount !== 0);
}

/**
 * What is paid when the car is handed over: what is due but for what is still to come before it, as of the lender or by a car
 * taken in, whether or not a plan says it; cents.
 */
export function atDelivery(of: Coming<Due> & { total: number; received: number }): number {
  const before = openByKind(of).filter(({ kind }) => kind !== 'balance' && kind !== 'refund');
  return Math.max(0, of.total - of.received - sumOf(before));
}

/**
 * What is received next: the first row of the plan of which something is open, with that as a positive amount; null:
 * everything came.
 */
export function nextDue(plan: readonly Planned[], come: readonly number[]): Planned | null {
  const at = plan.findIndex(({ amount }, row) => amount !== (come[row] ?? 0));
  const next = plan[at];
  return next ? { kind: next.kind, method: next.method, amount: Math.abs(next.amount - (come[at] ?? 0)) } : null;
}
