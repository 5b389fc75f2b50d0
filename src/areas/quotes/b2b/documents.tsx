/** What the sections of an issued offer say, as a document does. */
import { useStore } from '@nanostores/react';
import { money } from '#domain/italian.ts';
import { transfers } from '#domain/quotes/b2b/terms.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Facts } from '#site/ui/record/Facts.tsx';
import { carFacts } from './car-facts.ts';
import { useB2b } from './store.ts';

export function TraderDocument() {
  const { customer, euVatNumber } = useStore(useB2b().$draft);
  return (
    <>
      {customer && <b>{customer.name}</b>}
      <Facts rows={[[words.euVatNumber, euVatNumber]]} />
    </>
  );
}

export function CarsDocument() {
  const { cars } = useStore(useB2b().$priced);
  return (
    <dl className="priced">
      {cars.map((car) => (
        <div key={car.carId}>
          <dt>
            <b>{car.name}</b> <small>{[carFacts(car), saleRegimes[car.regime].label].join(' · ')}</small>
          </dt>
          <dd>{money(car.price)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function TransferDocument() {
  const store = useB2b();
  const { transfer } = useStore(store.$draft);
  const { expenses } = useStore(store.$priced);
  return (
    <Facts
      rows={[
        [words.transfer, transfers[transfer]],
        ...expenses.filter(({ key }) => key !== 'transfer').map(({ label, amount }) => [label, money(amount)] as const),
      ]}
    />
  );
}

export function NotesDocument() {
  const { notes } = useStore(useB2b().$draft);
  return notes ? <p className="written">{notes}</p> : <p className="muted">{builder.notes.nothing}</p>;
}
