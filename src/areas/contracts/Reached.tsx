import { lazy, useState } from 'react';
import { contractFields } from '#domain/contracts/fields.ts';
import { shortOf } from '#domain/record/fields.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { otherContacts } from './contacts.ts';
import { useContract, useContractNow } from './store.ts';

const CustomerRecord = lazy(() => import('./CustomerRecord.tsx'));
const words = contract.reached;

/**
 * What the customer's own record says otherwise, for who may change the contract while the sale goes on: one press takes
 * it into the contract, another the contract's into the record.
 */
export function Reached() {
  const { change } = useContract();
  const now = useContractNow();
  const [writes, setWrites] = useState(false);
  const { reached, changesCustomer } = now;
  const others = otherContacts(now);
  if (!reached || others.length === 0) return null;
  const of = (source: Partial<Record<(typeof others)[number], string>>) =>
    Object.fromEntries(others.flatMap((key) => (source[key] ? [[key, source[key]]] : [])));
  const [there, here] = [of(reached), of(now)];
  const said = others.map((key) => t(words.one, { field: shortOf(contractFields[key]), value: reached[key] || '—' }));
  return (
    <p className="callout">
      {t(words.differs, { said: said.join(' · ') })}{' '}
      {Object.keys(there).length > 0 && (
        <button type="button" className="link" onClick={() => void change(there)}>
          {words.take}
        </button>
      )}{' '}
      {changesCustomer && Object.keys(here).length > 0 && (
        <button type="button" className="link" onClick={() => setWrites(true)}>
          {words.give}
        </button>
      )}
      <OnDemand>{writes && <CustomerRecord said={here} onClose={() => setWrites(false)} />}</OnDemand>
    </p>
  );
}
