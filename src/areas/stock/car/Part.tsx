import { useStore } from '@nanostores/react';
import { useMemo, type ReactNode } from 'react';
import { textOf } from '#domain/field-text.ts';
import { seenFields, shortOf, type Field } from '#domain/fields.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { Facts } from '#site/ui/record/Facts.tsx';
import { formOf } from '#site/ui/record/form-of.ts';
import { FormFields } from '#site/ui/record/FormFields.tsx';
import { Section } from '#site/ui/record/Section.tsx';
import { layout, sections, type Car, type CarSection } from './form.ts';
import { useCar, useCarNow } from './store.ts';

/** Only a car that somebody else owns has an owner to name. */
const consigned: readonly string[] = ['consignor', 'mandateUntil', 'consignmentFee'];

/** One section of the car: its fields, or what they say for who only reads. */
export function Part({ name, note, children }: { name: CarSection; note?: string; children?: ReactNode }) {
  const store = useCar();
  const values = useStore(store.$value);
  const problems = useStore(store.$problems);
  const { state, location } = useCarNow();
  const { sellerId, seller } = values;
  const own = useMemo(() => {
    const seen = seenFields(usedCarFields, store.user.privileges) as typeof usedCarFields;
    const form = formOf(seen, layout(store.locations, { sellerId, seller }));
    return form.filter(({ name: key }) => key !== 'sellerId' || store.may.findCustomers);
  }, [store, sellerId, seller]);
  const names: readonly string[] = sections[name];
  const foreign = ['scheduled', 'consignment', 'returned'].includes(state);
  const fields = own.filter((field) => names.includes(field.name) && (foreign || !consigned.includes(field.name)));
  const errors = Object.fromEntries(
    problems.flatMap(({ level, path, message }) => (level === 'error' ? [[path, message]] : [])),
  );
  // Who sold it is told by the name.
  const rows = fields
    .filter(({ name: key }) => key !== 'sellerId')
    .map(({ name: key }) => {
      const field: Field = usedCarFields[key];
      const text = key === 'locationId' ? (location ?? '—') : textOf(field, values[key]);
      return [shortOf(field), text === '—' ? '' : text] as const;
    });
  return (
    <Section
      name={name}
      note={note}
      document={
        <>
          {rows.some(([, text]) => text) ? <Facts rows={rows} /> : <p className="muted">{words.nothing}</p>}
          {(name === 'papers' || name === 'prices') && children}
        </>
      }
    >
      <FormFields<Car> fields={fields} values={values} errors={errors} readOnly={false} onChange={store.change} />
      {children}
    </Section>
  );
}
