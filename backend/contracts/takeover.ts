/** Another customer takes a contract over, in its section or with another price. */
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../lib/work/context.ts';
import { forgetAsked } from './enclosures.ts';
import { contactOf } from './make.ts';
import type { ContractRecord } from './records.ts';

/**
 * Who was asked before sends nothing into it, and the new customer is reached by the own data. Returns those as columns.
 * Throws `invalid` at `field` while an invoice stands in the former one's name: it would be credited to somebody else.
 */
export async function takeOver(
  ctx: Ctx,
  record: ContractRecord,
  customerId: number | null,
  field: string,
): Promise<Record<string, string>> {
  if (record.invoiced > 0)
    throw new Failure('invalid', undefined, {
      fields: { [field]: 'C’è una fattura a nome del cliente di prima: il back office registri la nota di credito' },
    });
  await forgetAsked(ctx, record);
  return contactOf(ctx, customerId);
}
