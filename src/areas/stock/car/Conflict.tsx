import { useMemo } from 'react';
import { usedCarFields } from '#domain/stock/fields.ts';
import { Conflict as Choose } from '#site/ui/record/Conflict.tsx';
import { formOf } from '#site/ui/record/form-of.ts';
import { layout, valuesOf } from './form.ts';
import { useCar } from './store.ts';

/** Somebody else saved the car first. */
export default function Conflict() {
  const store = useCar();
  const fields = useMemo(
    () =>
      formOf(usedCarFields, layout(store.locations, store.$value.get())).map(({ name, label, show }) => ({
        key: name,
        label,
        // The name stands beside it.
        show: name === 'sellerId' ? (id: unknown) => (id === null ? '—' : '✓') : show,
      })),
    [store],
  );
  return <Choose record={store} valueOf={valuesOf} fields={fields} />;
}
