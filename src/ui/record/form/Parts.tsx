import { useState, type ReactNode } from 'react';
import type { FormField } from './form.ts';
import type { FormPart } from './FormPage.tsx';
import { ReadCard } from '../page/ReadCard.tsx';

/**
 * The parts of a form on a page of its own. One that reads as a document opens when it is pressed, or when something in
 * it is wrong; a new record begins with all of those closed.
 */
export function Parts<V extends object>({
  parts,
  fields,
  values,
  errors,
  mayEdit,
  fieldsOf,
}: {
  parts: readonly FormPart[];
  fields: readonly FormField<V>[];
  values: V;
  errors: Readonly<Record<string, string>>;
  mayEdit: boolean;
  fieldsOf: (own: readonly FormField<V>[]) => ReactNode;
}) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  return parts.map(({ label, names, read }) => {
    const own = fields.filter(({ name }) => names.includes(name));
    const isWrong = Object.keys(errors).some((path) => names.includes(path.split('.')[0]!));
    if (read !== undefined && !opened.includes(label) && !isWrong)
      return (
        <ReadCard
          key={label}
          label={label}
          fields={own}
          values={values}
          empty={read}
          onEdit={mayEdit ? () => setOpened([...opened, label]) : null}
        />
      );
    return (
      <section key={label} className={read === undefined ? 'card' : 'card in-edit'} aria-label={label}>
        <h2>{label}</h2>
        {fieldsOf(own)}
      </section>
    );
  });
}
