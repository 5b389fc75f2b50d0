/** Who may enter what a contract lacks. */
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import type { ContractSection } from '#domain/contracts/terms.ts';
import { privileges as p } from '#domain/privileges.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { staff } from './staff.ts';

type Lack = Contract['lacks'][number];
const words = contract.missing.who;

/** Whether it is missing in the record of the contract's customer. */
export const isOfRecord = ({ section, field }: Lack, { customerId }: Contract): boolean =>
  section === 'customer' && field === 'customerId' && customerId !== null;

/** Who enters what is missing, where this person may not; null: this person. */
export function whoEnters(lack: Lack, now: Contract, held: readonly number[]): string | null {
  const { section, field = '' } = lack;
  const holds = (...some: readonly number[]) => some.some((one) => held.includes(one));
  if (isOfRecord(lack, now)) return now.changesCustomer ? null : words.customer;
  switch (field) {
    case 'received':
      return now.receives.length > 0 ? null : words.received;
    case 'owedOnCars':
      return now.receives.includes('debt') ? null : words.owedOnCars;
    case 'invoiced':
      return holds(p.validateContracts) ? null : words.invoiced;
    case 'cars':
      return holds(p.manageStock) ? null : words.cars;
    case 'tradeInChecked':
      return now.rechecks ? null : machine.acts.recheck.others;
    case 'signedOn':
    case 'addendumDue':
      return holds(...staff) ? null : words.sign;
  }
  if (/^tradeIns\.\d\.revaluation$/.test(field)) return now.decidesValue ? null : machine.acts.decideValue.others;
  return (section && now.locks[section as ContractSection]) ?? null;
}
