/**
 * The days in which a consumer may leave the loan of a contract (TUB, art. 125-ter; D.Lgs. 212/2025). Days in Rome. The
 * sale's signature and the lender's decision stand for the conclusion of the loan, which both need. ⚖
 */
import { day } from '../italian.ts';
import type { ContractFacts } from './facts.ts';
import { withdrawalUntil } from './withdrawal.ts';

type Loan = Pick<ContractFacts, 'financed' | 'customerType' | 'signedOn' | 'resolvedOn' | 'precontractOn'>;
type Left = Loan & Pick<ContractFacts, 'financeOutcome' | 'leftOn'>;

/** Whether the law lets the customer leave the loan: a consumer who has one. */
export const mayLeaveLoan = ({ financed, customerType }: Loan): boolean => financed > 0 && customerType === 'private';

/**
 * The last day: the fourteenth from the conclusion, or from the receipt of the information if that was later; null: the
 * days have not begun.
 */
export function leaveLoanUntil({ signedOn, resolvedOn, precontractOn }: Loan): string | null {
  if (signedOn === null || resolvedOn === null || precontractOn === null) return null;
  return withdrawalUntil([signedOn, resolvedOn, precontractOn].toSorted().at(-1)!);
}

/**
 * What is wrong with a loan that was left, by field; null: nothing. The day on which the customer said it decides,
 * although it is recorded later.
 */
export function leftFault(loan: Left, today: string): Record<string, string> | null {
  const { financeOutcome, leftOn } = loan;
  if (financeOutcome !== 'left') return null;
  if (leftOn === null) return { leftOn: 'Inserire il giorno in cui il cliente ha comunicato il recesso' };
  if (leftOn > today) return { leftOn: 'Il giorno non può essere nel futuro' };
  const until = mayLeaveLoan(loan) ? leaveLoanUntil(loan) : null;
  return until !== null && leftOn > until
    ? { leftOn: `Il termine per recedere dal finanziamento è finito il ${day(until)}` }
    : null;
}
