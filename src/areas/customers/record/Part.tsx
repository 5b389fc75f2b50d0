import { useStore } from '@nanostores/react';
import { useMemo, type ReactNode } from 'react';
import { customerFields } from '#domain/customers/fields.ts';
import { textOf } from '#domain/field-text.ts';
import { applies, shortOf, type Field } from '#domain/fields.ts';
import { documentKinds } from '#domain/customers/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { customer as words } from '#site/messages/it/customers.ts';
import { customerLayout } from '#site/parts/customers/customer-form.ts';
import { Facts } from '#site/ui/record/Facts.tsx';
import { formOf } from '#site/ui/record/form-of.ts';
import { FormFields } from '#site/ui/record/FormFields.tsx';
import { FormParts } from '#site/ui/record/FormParts.tsx';
import { Section } from '#site/ui/record/Section.tsx';
import { sections, type CustomerSection, type Person } from './form.ts';
import { useCustomer, useCustomerNow } from './store.ts';

/** The scans of the papers, for who only reads them. */
function Scans() {
  const { id, documents } = useCustomerNow();
  return documents.map(
    ({ kind, number, scan }) =>
      scan !== null && (
        <p key={scan}>
          <a
            className="link"
            href={apiPath('GET /customers/:id/scans/:scanId', { params: { id, scanId: scan } })}
            target="_blank"
            rel="noopener"
          >
            {t(words.openScan, { paper: documentKinds[kind], number })}
          </a>
        </p>
      ),
  );
}

/** One section of the customer: its fields, or what they say for who only reads. */
export function Part({ name, children }: { name: CustomerSection; children?: ReactNode }) {
  const store = useCustomer();
  const values = useStore(store.$value);
  const problems = useStore(store.$problems);
  const { id, seller } = useCustomerNow();
  const names: readonly string[] = sections[name];
  const fields = useMemo(
    () =>
      formOf(customerFields, customerLayout(store.provinces, store.followers, id)).filter((field) =>
        (sections[name] as readonly string[]).includes(field.name),
      ),
    [store, name, id],
  );
  const errors = Object.fromEntries(
    problems.flatMap(({ level, path, message }) => (level === 'error' ? [[path, message]] : [])),
  );
  const rows = names.flatMap((key): [string, string][] => {
    const field: Field = customerFields[key as keyof Person];
    if (!applies(field, values)) return [];
    const text = key === 'sellerId' ? (seller ?? '—') : textOf(field, values[key as keyof Person]);
    return [[shortOf(field), text === '—' ? '' : text]];
  });
  return (
    <Section
      name={name}
      document={
        rows.some(([, text]) => text) ? (
          <>
            <Facts rows={rows} />
            {name === 'documents' && <Scans />}
          </>
        ) : (
          <p className="muted">{words.nothing}</p>
        )
      }
    >
      <FormFields<Person>
        fields={fields}
        values={values}
        errors={errors}
        readOnly={false}
        parts={FormParts}
        onChange={(patch) => void store.type(patch)}
      />
      {children}
    </Section>
  );
}
