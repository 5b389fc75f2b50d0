/** The plan of payments in words. */
import { daysBetween } from '../dates.ts';
import { financeOutcomes, isReviewed, type ContractState, type PaymentKind } from './terms.ts';

interface Planned {
  kind: PaymentKind;
  dueOn: string | null;
  amount: number;
}
/** How a row of the plan stands on `today`, in words, and how loud that is: nothing is late before the contract is approved. */
export function rowState(
  { kind, dueOn, amount }: Planned,
  received: number,
  { state, financeOutcome }: { state: ContractState; financeOutcome: keyof typeof financeOutcomes },
  today: string,
): { label: string; tone: 'ok' | 'bad' | 'mute' } {
  if (received === amount) return { label: amount < 0 ? 'pagato' : 'incassato', tone: 'ok' };
  const isApproved = state !== 'incomplete' && !isReviewed(state);
  if (isApproved && dueOn !== null && dueOn < today) {
    const days = daysBetween(dueOn, today);
    return { label: days === 1 ? 'in ritardo di un giorno' : `in ritardo di ${days} giorni`, tone: 'bad' };
  }
  if (received !== 0) return { label: 'in parte', tone: 'mute' };
  if (kind === 'financed') return { label: financeOutcomes[financeOutcome].toLowerCase(), tone: 'mute' };
  if (kind === 'used_car') return { label: 'al ritiro', tone: 'mute' };
  if (dueOn === null) return { label: 'senza data', tone: 'mute' };
  if (dueOn < today) return { label: 'all’approvazione', tone: 'mute' };
  const days = daysBetween(today, dueOn);
  const label = days === 0 ? 'oggi' : days === 1 ? 'domani' : `tra ${days} giorni`;
  return { label, tone: 'mute' };
}
