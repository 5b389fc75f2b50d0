/** Who registers which money on a contract (rules.md §15, 4). */
import { isBehind, keysOf } from '../record/machine.ts';
import { covers } from '../record/rights.ts';
import { goesOn, type ContractFacts } from './facts.ts';
import { notSellers } from './involved.ts';
import { backOffice, sells } from './rights.ts';
import { paymentKinds, type PaymentKind, type SellerReceipts } from './terms.ts';

/** What sellers register by the company's switch; money never goes out by who sells alone. */
const ofSellers: Readonly<Record<SellerReceipts, readonly PaymentKind[]>> = {
  nobody: [],
  planned: ['deposit', 'advance'],
  all: ['deposit', 'advance', 'used_car', 'financed', 'balance'],
};

interface Actor {
  id: number;
  selves?: readonly number[];
  privileges: readonly number[];
}

/** Whether somebody keeps the accounts of this contract as the back office. */
export const keepsAccounts = ({ privileges }: Actor): boolean => covers(backOffice, privileges, false);

/** The kinds of money that somebody registers on this contract; a refund is for the back office that does not sell it. */
export function receivesOf(facts: ContractFacts, owners: readonly number[], actor: Actor): PaymentKind[] {
  const all = keysOf(paymentKinds);
  if (keepsAccounts(actor))
    return isBehind(actor, notSellers(facts, 'backOffice')) ? all.filter((kind) => kind !== 'refund') : all;
  if (!goesOn(facts) || !covers(sells, actor.privileges, owners.includes(actor.id))) return [];
  return [...ofSellers[facts.settings.sellerReceipts]];
}

interface Rows {
  payments: readonly { kind: PaymentKind; amount: number }[];
  /** What came of each of them. */
  come: readonly number[];
}

/** What of the plan is open of a kind; cents. */
export const openOf = (kind: PaymentKind, { payments, come }: Rows): number =>
  payments.reduce((sum, row, at) => sum + (row.kind === kind ? Math.abs(row.amount - (come[at] ?? 0)) : 0), 0);
