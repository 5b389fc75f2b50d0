import { useMemo } from 'react';
import { customerFields } from '#domain/customers/fields.ts';
import { customerLayout } from '#site/parts/customers/customer-form.ts';
import { Conflict as Choose } from '#site/ui/record/Conflict.tsx';
import { formOf } from '#site/ui/record/form-of.ts';
import { valuesOf } from './form.ts';
import { useCustomer } from './store.ts';

/** Somebody else saved the customer first. */
export default function Conflict() {
  const store = useCustomer();
  const fields = useMemo(
    () =>
      formOf(customerFields, customerLayout(store.provinces, store.followers)).map(({ name, label, show }) => ({
        key: name,
        label,
        show,
      })),
    [store],
  );
  return <Choose record={store} valueOf={valuesOf} fields={fields} />;
}
