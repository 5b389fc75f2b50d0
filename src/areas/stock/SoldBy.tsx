import type { ContractRow } from '#domain/contracts/schema.ts';
import { standingOf, standings } from '#domain/contracts/standing.ts';
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
  const standing = contract && standings[standingOf(contract)];
  return (
    <>
      {contract && standing && (
        <section className="card sec">
          {words.contract}{' '}
          <a className="link" href={`/dealer/contracts/${contract.id}`}>
            {contract.number}
          </a>{' '}
          {contract.customer} <StateBadge tone={standing.tone}>{standing.label}</StateBadge>
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
