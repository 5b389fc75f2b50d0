import { useEffect, useState } from 'react';
import type { Customer, CustomerInput, CustomerMatch } from '#domain/customers/schema.ts';
import type { Province } from '#domain/quotes/schema.ts';
import { call } from '#site/lib/call.ts';
import { customers as words } from '#site/messages/it/customers.ts';
import { pick, RecordForm } from '#site/ui/record/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { doubtfulCode, follows, formFields, startOf, wrongCodes } from './customer-form.ts';

/** What tells two customers with the same name apart, best first. */
const identity = ({ taxCode, vatNumber, email, phone, firstName, lastName, companyName, type }: CustomerInput) =>
  [taxCode, vatNumber, email, phone, type === 'fleet' ? companyName : [firstName, lastName].join(' ')].find(
    (text) => (text?.trim().length ?? 0) > 4,
  );

/** Customers that look like the one being created, while it is typed. */
function Duplicates({ values, onChosen }: { values: CustomerInput; onChosen(customer: CustomerMatch): void }) {
  const [found, setFound] = useState<CustomerMatch[]>([]);
  const q = identity(values)?.trim();
  useEffect(() => {
    if (!q) return setFound([]);
    const control = new AbortController();
    const timer = setTimeout(
      () => call('GET /customers/matches', { query: { q }, signal: control.signal }).then(setFound, () => {}),
      400,
    );
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [q]);
  if (found.length === 0) return null;
  return (
    <div className="callout warn duplicates">
      <p>{words.duplicates}</p>
      {found.slice(0, 3).map((one) => (
        <p key={one.id}>
          <b>{one.name}</b> <small>{[one.taxCode ?? one.vatNumber, one.city].filter(Boolean).join(' · ')}</small>{' '}
          <button type="button" className="btn small" onClick={() => onChosen(one)}>
            {words.useThis}
          </button>
        </p>
      ))}
    </div>
  );
}

/** Create a customer without leaving the page, or change the chosen one (`id`). Loaded when it is asked for. */
export default function CustomerDialog({
  id,
  typed,
  provinces,
  onChosen,
  onClose,
}: {
  id: number | null;
  typed: string;
  provinces: readonly Pick<Province, 'code' | 'name'>[];
  onChosen(customer: CustomerMatch): void;
  onClose(): void;
}) {
  const [customer, setCustomer] = useState<Customer | null>(null);
  const [fields] = useState(() => formFields(provinces));
  useEffect(() => {
    if (id === null) return;
    call('GET /customers/:id', { params: { id } }).then(setCustomer, (error: Error) => {
      void toast(error.message, { kind: 'bad' });
      onClose();
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: the dialog is of one customer
  }, [id]);
  if (id !== null && !customer) return null;
  const start = startOf(typed);
  const initial = customer ? pick(customer, start) : start;
  return (
    <RecordForm<CustomerInput, Customer>
      title={customer ? words.editTitle : words.title}
      verb={words.save}
      fields={fields}
      initial={initial}
      version={customer?.version}
      check={wrongCodes}
      follows={follows}
      save={(body, { version, key }) =>
        customer
          ? call('PUT /customers/:id', { params: { id: customer.id }, body, version })
          : call('POST /customers', { body, key })
      }
      onSaved={onChosen}
      onClose={onClose}
    >
      {(values) => {
        const doubt = doubtfulCode(values);
        return (
          <div aria-live="polite">
            {doubt && <p className="callout warn">{doubt}</p>}
            {!customer && <Duplicates values={values} onChosen={onChosen} />}
          </div>
        );
      }}
    </RecordForm>
  );
}
