import type { Contract } from '#domain/contracts/schema.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { closingMoves } from '#domain/contracts/withdrawal.ts';
import type { Right } from '#domain/record/rights.ts';
import { covers } from '#domain/record/rights.ts';

type Closing = Pick<Contract, 'state' | 'seller' | 'partnerId'>;

/** Whether somebody may make every move that closes a contract after a withdrawal. */
export function mayClose(
  { state, seller, partnerId }: Closing,
  { id, privileges }: { id: number; privileges: readonly number[] },
): boolean {
  const isOwn = id === seller.id || id === partnerId;
  return closingMoves(state).every((name) => covers(machine.moves[name].may as Right, privileges, isOwn));
}
