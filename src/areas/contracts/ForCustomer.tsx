import { useEffect, useState } from 'react';
import type { Province } from '#domain/quotes/schema.ts';
import { making as words } from '#site/messages/it/contracts-making.ts';
import { CustomerPicker, type ChosenCustomer } from '#site/parts/customers/CustomerPicker.tsx';
import { read, remove, write } from '#site/stores/persisted.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';

interface Props {
  given: ChosenCustomer | null;
  provinces: readonly Pick<Province, 'code' | 'name'>[];
  may: { createCustomer: boolean; editCustomer: boolean };
}

/** The customer of a contract that is made by hand, kept until the builder has them. */
export function ForCustomer({ given, provinces, may }: Props) {
  const [chosen, setChosen] = useState(given);
  const choose = (customer: ChosenCustomer | null) => {
    setChosen(customer);
    if (!customer) return remove('quoteFor');
    const { id, name, type, province = null } = customer;
    write('quoteFor', { name, customer: { id, name, type, province }, leadId: read('quoteFor')?.leadId ?? null });
  };
  useEffect(() => {
    const kept = read('quoteFor')?.customer;
    if (given) choose(given);
    else if (kept) setChosen(kept as ChosenCustomer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);
  return (
    <ErrorBoundary what={words.customer}>
      <CustomerPicker
        label={words.find}
        help={words.findHelp}
        value={chosen}
        may={may}
        provinces={provinces}
        disabled={false}
        onChoose={choose}
      />
    </ErrorBoundary>
  );
}
