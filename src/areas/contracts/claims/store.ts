import { atom } from 'nanostores';
import { claimMachine } from '#domain/contracts/claims/rules.ts';
import type { Claim } from '#domain/contracts/claims/schema.ts';
import type { StepOf } from '#domain/record/machine.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { createMoves } from '#site/ui/record/store/moves.ts';
import { createRecord } from '#site/ui/record/store/record.ts';

type Name = StepOf<typeof claimMachine>;

const make = (name: Name, { id, version }: Claim, body?: object): Promise<Claim> => {
  const path = `POST /claims/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(body && { body }) } as CallInput<typeof path>);
};

/** With what the dialogs of its moves begin: today, and all that is due. */
const initial = ({ amount }: Claim, today: string): { [K in Name]?: object } => ({
  claim: { claimedOn: today },
  credit: { creditedOn: today, creditedAmount: amount },
  giveBack: { returnedOn: today },
});

/** The claim of the page, and what may be done with it. */
export function createClaim(claim: Claim, today: string) {
  const record = createRecord<Claim>(atom(claim));
  const { stepOf } = createMoves(record, {
    machine: claimMachine,
    make,
    back: { claim: 'takeBack', waive: 'restore' },
    about: (name, saved) => ({ initial: { ...initial(saved, today)[name] } }),
  });
  return { ...record, stepOf };
}
export type ClaimStore = ReturnType<typeof createClaim>;
