import { useMemo } from 'react';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { Conflict as Choose } from '#site/ui/record/Conflict.tsx';
import { formOf } from '#site/ui/record/form-of.ts';
import { choicesOf, layout, valuesOf } from './form.ts';
import { useNewCar } from './store.ts';

/** Somebody else saved the car first. */
export default function Conflict() {
  const store = useNewCar();
  const fields = useMemo(() => {
    const form = formOf(newCarFields, layout(store.locations, { version: [], options: choicesOf(store.fitted) }));
    return form.map(({ name, label, show }) => ({ key: name, label, show }));
  }, [store]);
  return <Choose record={store} valueOf={valuesOf} fields={fields} />;
}
