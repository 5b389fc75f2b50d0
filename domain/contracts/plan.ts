/** The plan of payments beside what came of it. */
import { daysBetween } from '../dates.ts';
import { liveOf } from './accounts.ts';
import { financeOutcomes, type PaymentKind } from './terms.ts';

interface Planned {
  kind: PaymentKind;
  dueOn: string | null;
  amount: number;
}
interface Received {
  id: number;
  kind: PaymentKind;
  amount: number;
  reversesId: number | null;
}

/**
 * What came of each row of a plan: receipts of a kind fill its rows in their order. Cents; negative where money goes to
 * the customer or to a lender, as in the plan.
 */
export function receivedOf(plan: readonly Planned[], receipts: readonly Received[]): number[] {
  const come = new Map<PaymentKind, number>();
  for (const { kind, amount } of liveOf(receipts)) come.set(kind, (come.get(kind) ?? 0) + amount);
  return plan.map(({ kind, amount }) => {
    const open = come.get(kind) ?? 0;
    const taken = amount < 0 ? Math.max(Math.min(open, 0), amount) : Math.min(Math.max(open, 0), amount);
    come.set(kind, open - taken);
    return taken;
  });
}

/** How a row of the plan stands on `today`, in words, and how loud that is. */
export function rowState(
  { kind, dueOn, amount }: Planned,
  received: number,
  { financeOutcome }: { financeOutcome: keyof typeof financeOutcomes },
  today: string,
): { label: string; tone: 'ok' | 'bad' | 'mute' } {
  if (received === amount) return { label: amount < 0 ? 'pagato' : 'incassato', tone: 'ok' };
  if (dueOn !== null && dueOn < today) {
    const days = daysBetween(dueOn, today);
    return { label: days === 1 ? 'in ritardo di un giorno' : `in ritardo di ${days} giorni`, tone: 'bad' };
  }
  if (received !== 0) return { label: 'in parte', tone: 'mute' };
  if (kind === 'financed') return { label: financeOutcomes[financeOutcome].toLowerCase(), tone: 'mute' };
  if (kind === 'used_car') return { label: 'al ritiro', tone: 'mute' };
  if (dueOn === null) return { label: 'senza data', tone: 'mute' };
  const days = daysBetween(today, dueOn);
  const label = days === 0 ? 'oggi' : days === 1 ? 'domani' : `tra ${days} giorni`;
  return { label, tone: 'mute' };
}

/** What of a plan is still to come, by kind in its order, and the first day on which it is due; cents. */
export function openByKind(plan: readonly Planned[], receipts: readonly Received[]): Planned[] {
  const come = receivedOf(plan, receipts);
  const open = new Map<PaymentKind, Planned>();
  for (const [at, { kind, dueOn, amount }] of plan.entries()) {
    const left = amount - come[at]!;
    const before = open.get(kind);
    const days = [before?.dueOn, left === 0 ? null : dueOn].filter((on) => on != null);
    open.set(kind, { kind, dueOn: days.toSorted()[0] ?? null, amount: (before?.amount ?? 0) + left });
  }
  return [...open.values()].filter(({ amount }) => amount !== 0);
}
