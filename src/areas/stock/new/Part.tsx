import { useStore } from '@nanostores/react';
import { useMemo, type ReactNode } from 'react';
import { textOf } from '#domain/field-text.ts';
import { seenFields, shortOf, type Field } from '#domain/fields.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { isNewSellable } from '#domain/stock/new/terms.ts';
import { soldFields } from '#domain/stock/new/rules.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { Facts } from '#site/ui/record/Facts.tsx';
import { formOf } from '#site/ui/record/form-of.ts';
import { FormFields } from '#site/ui/record/FormFields.tsx';
import { Section } from '#site/ui/record/Section.tsx';
import { choicesOf, layout, sections, type NewCarValues, type NewSection } from './form.ts';
import { useNewCar, useNewCarNow } from './store.ts';

/** One section of the car: its fields, or what they say for who only reads. What it was sold as is read only. */
export function Part({ name, children }: { name: NewSection; children?: ReactNode }) {
  const store = useNewCar();
  const values = useStore(store.$value);
  const problems = useStore(store.$problems);
  const car = useNewCarNow();
  const sold = !isNewSellable(car.state);
  const own = useMemo(() => {
    const { versionId, maker, model, versionName } = store.$car.get()!;
    const version = [{ id: versionId, name: [maker, model, versionName].join(' ') }];
    const seen = seenFields(newCarFields, store.user.privileges) as typeof newCarFields;
    return formOf(seen, layout(store.locations, { version, options: choicesOf(store.fitted) }));
  }, [store]);
  const fields = sections[name].flatMap((key) => own.find((field) => field.name === key) ?? []);
  const frozen = (key: string) => sold && (soldFields as readonly string[]).includes(key);
  const errors = Object.fromEntries(
    problems.flatMap(({ level, path, message }) => (level === 'error' ? [[path, message]] : [])),
  );
  const rows = (some: typeof fields) =>
    some.map(({ name: key }) => {
      const field: Field = newCarFields[key];
      const text = textOf(field, field.shown ? car[field.shown as 'options'] : values[key]);
      return [shortOf(field), text === '—' ? '' : text] as const;
    });
  const all = rows(fields);
  return (
    <Section
      name={name}
      document={
        <>
          {all.some(([, text]) => text) ? <Facts rows={all} /> : <p className="muted">{words.nothing}</p>}
          {children}
        </>
      }
    >
      {fields.some((field) => frozen(field.name)) && (
        <Facts rows={rows(fields.filter(({ name: key }) => frozen(key)))} />
      )}
      <FormFields<NewCarValues>
        values={values}
        errors={errors}
        fields={fields.filter((field) => !frozen(field.name))}
        readOnly={false}
        onChange={store.change}
      />
      {children}
    </Section>
  );
}
