/**
 * A consumer's withdrawal from a contract at a distance or off premises (Codice del consumo, artt. 52–57, 54-bis). Days in
 * Rome.
 */
import type { CustomerType } from '../customers/terms.ts';
import { addDays, weekdayOf } from '../dates.ts';
import { isHoliday } from '../holidays.ts';
import { day } from '../italian.ts';
import { conclusions, type ContractKind, type ContractState } from './terms.ts';

/** Days from the delivery, or from the withdrawal for what is given back. */
export const WITHDRAWAL_DAYS = 14;
/** Days from the delivery after a visit that nobody asked for, or an excursion (art. 52 c. 1-bis). */
const LONG = 30;

/** The last of the days from one: one that is no working day is put off to the next (Reg. CEE 1182/71, art. 3). */
export function withdrawalUntil(from: string, concluded?: keyof typeof conclusions): string {
  let last = addDays(from, concluded === 'unsolicited' ? LONG : WITHDRAWAL_DAYS);
  while (['sat', 'sun'].includes(weekdayOf(last)) || isHoliday(last)) last = addDays(last, 1);
  return last;
}

/** Where a contract was concluded, and what follows for a consumer: as its paper and its signing page say it. */
export const conclusionText = (concluded: keyof typeof conclusions, isConsumer: boolean): string => {
  const days = concluded === 'unsolicited' ? LONG : WITHDRAWAL_DAYS;
  const right =
    isConsumer && concluded !== 'premises' ? ` Si può recedere senza motivo entro ${days} giorni dalla consegna.` : '';
  return `Contratto concluso: ${conclusions[concluded].toLowerCase()}.${right}`;
};

/** Until when everything is given back (art. 56). */
export const refundBy = (withdrawnOn: string): string => addDays(withdrawnOn, WITHDRAWAL_DAYS);

export interface Withdrawable {
  kind: ContractKind;
  customerType: CustomerType | null;
  concluded: keyof typeof conclusions;
  signedOn: string | null;
  deliveredOn: string | null;
  canceledAt: string | null;
  withdrawnAt: string | null;
}

/** Why there is no withdrawal on a day; null: there is. */
export function withdrawalRefusal(contract: Withdrawable, on: string): string | null {
  const { kind, customerType, concluded, signedOn, deliveredOn, canceledAt, withdrawnAt } = contract;
  if (withdrawnAt !== null) return 'Il recesso è già stato comunicato.';
  if (canceledAt !== null) return 'Il contratto è annullato.';
  if (kind === 'b2b' || customerType !== 'private') return 'Il recesso è del consumatore.';
  if (concluded === 'premises') return 'Il contratto è concluso in sede: la legge non prevede il recesso senza motivo.';
  if (signedOn === null) return 'Il contratto non è ancora firmato.';
  const until = deliveredOn && withdrawalUntil(deliveredOn, concluded);
  if (until !== null && on > until) return `Il termine per recedere è finito il ${day(until)}.`;
  return null;
}

/** The moves that close a contract after a withdrawal, by its state (C11, C9, C12). */
export function closingMoves(state: ContractState): ('resume' | 'unbill' | 'cancelApproved' | 'cancel')[] {
  switch (state) {
    case 'completed':
      return ['resume', 'unbill', 'cancelApproved'];
    case 'billed':
      return ['unbill', 'cancelApproved'];
    case 'approved':
      return ['cancelApproved'];
    default:
      return ['cancel'];
  }
}
