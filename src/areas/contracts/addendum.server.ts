import { annexesOf } from '#domain/contracts/annexes.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import type { Signature } from '#domain/signatures/schema.ts';

/** The rounds of signatures of a contract's addendum; a contract that has none is not asked for them. */
export const readAddendum = async ({ call }: App.Locals, contract: Contract): Promise<Signature[]> =>
  annexesOf(contract).includes('addendum')
    ? call('GET /signatures', { query: { entity: 'contract_addendum', recordId: contract.id } })
    : [];
