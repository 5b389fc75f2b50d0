/** Costs of the transfer of a used car, paid on the customer's behalf (art. 15; rules.md §6). */
import { sum } from '#domain/money.ts';
import { operations } from '#domain/agencies/terms.ts';
import { ipt, type Taxed } from './ipt.ts';
import type { Province, QuoteParams } from '../schema.ts';
import type { IptExemption } from '../terms.ts';

/** Expense types of specification §3: the deed for the sale of a used car. */
export const expenseTypes = {
  retail: operations.retail,
  b2b: operations.b2b,
  export: operations.export,
} as const;
export type ExpenseType = keyof typeof expenseTypes;

/** Traders buy by minivoltura, everybody else by a change of ownership. */
export const expenseTypeOf = (exemption: IptExemption): ExpenseType => (exemption === 'trader' ? 'b2b' : 'retail');

/**
 * Costs of the deed in cents: provincial tax of the buyer's province (none for traders and export) and the fees of the
 * day. The agency's fee is not included, because it is a service with VAT.
 */
export function transferOf(
  type: ExpenseType,
  car: Taxed,
  province: Province | undefined,
  params: QuoteParams,
  exemption: IptExemption = 'none',
) {
  const fees = params.transfer[type];
  const tax = type === 'retail' && province ? ipt(car, province, params, exemption) : 0;
  return { ipt: tax, fees, total: tax + sum(fees.map(({ amount }) => amount)) };
}
