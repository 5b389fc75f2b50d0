import type { ContractRow } from '#domain/contracts/schema.ts';
import { contractStates } from '#domain/contracts/terms.ts';
import { soldBy as words } from '#site/messages/it/stock.ts';
import { StateBadge } from '#site/ui/Bits.tsx';

type Selling = Pick<ContractRow, 'id' | 'number' | 'state' | 'customer'>;

/** The contract that sells a car; undefined: none that this person sees. Drawn on the server alone. */
export function SoldBy({ contract }: { contract: Selling | undefined }) {
  if (!contract) return null;
  const { id, number, state, customer } = contract;
  return (
    <section className="card sec">
      {words.contract}{' '}
      <a className="link" href={`/dealer/contracts/${id}`}>
        {number}
      </a>{' '}
      {customer} <StateBadge tone={contractStates[state].tone}>{contractStates[state].label}</StateBadge>
    </section>
  );
}
