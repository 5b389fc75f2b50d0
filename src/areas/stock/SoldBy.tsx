import type { ContractRow } from '#domain/contracts/schema.ts';
import { shownStateOf, shownStates } from '#domain/contracts/terms.ts';
import { soldBy as words } from '#site/messages/it/stock.ts';
import { StateBadge } from '#site/ui/Bits.tsx';

type Selling = Pick<ContractRow, 'id' | 'number' | 'state' | 'canceledAt' | 'withdrawnAt' | 'customer'>;

interface Props {
  /** Null: for who sees no contracts. */
  selling: { rows: readonly Selling[] } | null;
  newCarId?: number | null;
}

/**
 * The contract that sells a car, and the new car that a used one was: its page
 * tells who had bought it. Drawn on the server alone.
 */
export function SoldBy({ selling, newCarId = null }: Props) {
  const contract = selling?.rows[0];
  const shown = contract && shownStates[shownStateOf(contract)];
  return (
    <>
      {contract && shown && (
        <section className="card sec">
          {words.contract}{' '}
          <a className="link" href={`/dealer/contracts/${contract.id}`}>
            {contract.number}
          </a>{' '}
          {contract.customer} <StateBadge tone={shown.tone}>{shown.label}</StateBadge>
        </section>
      )}
      {newCarId !== null && (
        <section className="card sec">
          {words.was}:{' '}
          <a className="link" href={`/dealer/stock/new/${newCarId}`}>
            {words.open}
          </a>
        </section>
      )}
    </>
  );
}
