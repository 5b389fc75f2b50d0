/** What an entry of today changes of months that are over: by which day a contract counted, with which amount, and for whom. */
import { keysOf } from '../record/machine.ts';
import type { WhatChanged } from '../record/figures.ts';
import { countedContracts } from './counted.ts';

export type ContractBasis = keyof typeof countedContracts.bases;

/** What figures read of a contract: a day for each basis, and cents. */
export interface CountedContract extends Readonly<Record<`${ContractBasis}On`, string | null>> {
  canceledAt: unknown;
  withdrawnAt: unknown;
  total: number;
  /** Margine II; null: unknown. */
  marginSecond: number | null;
  sellerId: number;
}

export interface ContractChange {
  basis: ContractBasis;
  what: WhatChanged;
  /** Null: it did not count, or counts no more. */
  dayBefore: string | null;
  dayAfter: string | null;
  /** Cents. */
  amountBefore: number;
  amountAfter: number;
  /** Null: unknown. */
  marginBefore: number | null;
  marginAfter: number | null;
  /** Sellers. */
  personBefore: number;
  personAfter: number;
}

/** What tells a contract from what it was; null: nothing. */
function whatChanged(
  { dayBefore, dayAfter, ...of }: Omit<ContractChange, 'basis' | 'what'>,
  ended: 'canceled' | 'withdrawn' | null,
): WhatChanged | null {
  if (dayBefore !== dayAfter) {
    if (dayBefore === null) return 'entered';
    if (dayAfter !== null) return 'moved';
    return ended ?? 'undone';
  }
  if (of.amountBefore !== of.amountAfter) return 'amount';
  // Before the margin, of which not everybody hears.
  if (of.personBefore !== of.personAfter) return 'person';
  return of.marginBefore === of.marginAfter ? null : 'margin';
}

/**
 * What figures of earlier months say otherwise after a write on the day `today` (Rome): nothing while the month of both
 * days is still going on. A contract that was cancelled, or that its customer has withdrawn from, counts on no day.
 */
export function changesOf(before: CountedContract, after: CountedContract, today: string): ContractChange[] {
  const isOver = (day: string | null) => day !== null && day.slice(0, 7) < today.slice(0, 7);
  const values = {
    amountBefore: before.total,
    amountAfter: after.total,
    marginBefore: before.marginSecond,
    marginAfter: after.marginSecond,
    personBefore: before.sellerId,
    personAfter: after.sellerId,
  };
  const ended =
    after.canceledAt !== null && before.canceledAt === null
      ? 'canceled'
      : after.withdrawnAt === null
        ? null
        : 'withdrawn';
  return keysOf(countedContracts.bases).flatMap((basis): ContractChange[] => {
    const dayOf = (of: CountedContract) =>
      of.canceledAt === null && of.withdrawnAt === null ? of[`${basis}On`] : null;
    const [dayBefore, dayAfter] = [dayOf(before), dayOf(after)];
    if (!isOver(dayBefore) && !isOver(dayAfter)) return [];
    const what = whatChanged({ dayBefore, dayAfter, ...values }, ended);
    return what ? [{ basis, what, dayBefore, dayAfter, ...values }] : [];
  });
}
