import { CASH_LIMIT, liveOf, paysOf } from './accounts.ts';
import { planOf, type PlannedPayment } from './agreed.ts';
import { sumOf } from './coming.ts';
import { MOST_PAYMENTS } from './fields.ts';
import type { PaymentKind } from './terms.ts';

type Received = Parameters<typeof paysOf>[0] & Parameters<typeof liveOf>[0][number] & { amount: number };

interface Planned {
  payments: readonly PlannedPayment[];
  promisedOn: string | null;
  receipts: readonly Received[];
}

const ofCars: readonly PaymentKind[] = ['used_car', 'debt'];
const isCash = ({ method, amount }: PlannedPayment) => method === 'cash' && amount > 0;

/**
 * The plan of what is agreed now: acconti stay, and what was planned of a kind, or for a car, keeps its way, day and note, but
 * for cash that would reach its limit. Its sum is the total. Null: it has no place for all that came, and who keeps the accounts
 * changes it.
 */
export function replanned(
  { payments, promisedOn, receipts }: Planned,
  agreed: Parameters<typeof planOf>[0],
  today: string,
): PlannedPayment[] | null {
  const begun = planOf(agreed, today, promisedOn);
  const last = begun.find(({ kind }) => kind === 'balance');
  const advances = payments.filter(({ kind, amount }) => kind === 'advance' && amount > 0);
  const left = (last?.amount ?? 0) - sumOf(advances);
  const balance = last && left > 0 ? [{ ...last, amount: left }] : [];
  const rows = last && left >= 0 ? [...begun.filter((row) => row !== last), ...advances, ...balance] : begun;
  const planned = (kind: PaymentKind) => Math.abs(sumOf(rows.filter((row) => row.kind === kind)));
  const came = Map.groupBy(liveOf(receipts), paysOf);
  if (rows.length > MOST_PAYMENTS || [...came].some(([kind, of]) => Math.abs(sumOf(of)) > planned(kind))) return null;
  const former = [...payments];
  const plan = rows.map((row) => {
    const at = former.findIndex(({ kind, note }) => kind === row.kind && (!ofCars.includes(kind) || note === row.note));
    const [of = row] = at < 0 ? [] : former.splice(at, 1);
    return { ...row, method: of.method, dueOn: of.dueOn ?? row.dueOn, note: of.note };
  });
  if (sumOf(plan.filter(isCash)) < CASH_LIMIT) return plan;
  return plan.map((row) => (isCash(row) && row.kind !== 'advance' ? { ...row, method: 'transfer' as const } : row));
}
