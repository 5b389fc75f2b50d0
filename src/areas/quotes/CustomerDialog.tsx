import { useEffect, useRef, useState } from 'react';
import type { Customer, CustomerMatch } from '#domain/customers/schema.ts';
import type { Province } from '#domain/quotes/schema.ts';
import { call, CallError } from '#site/lib/call.ts';
import { madeNothing, newKey, refusalOf } from '#site/lib/forms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Switch } from '#site/ui/Choice.tsx';
import { ConflictDialog } from '#site/ui/Conflict.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { FormFields } from '#site/ui/FormFields.tsx';
import { useLeaving } from '#site/ui/useLeaving.tsx';
import { useSubmit } from '#site/ui/useSubmit.ts';
import { bodyOf, doubtfulCode, fieldsOf, types, valuesOf, wrongCodes, type Values } from './customer-form.ts';

const say = words.customer;

/** What tells two customers with the same name apart, best first. */
const identity = ({ taxCode, vatNumber, email, phone, firstName, lastName, companyName, type }: Values) =>
  [taxCode, vatNumber, email, phone, type === 'fleet' ? companyName : `${firstName} ${lastName}`.trim()].find(
    (text) => text.trim().length > 4,
  );

/** Customers that look like the one being created, while it is typed. */
function useDuplicates(values: Values, active: boolean) {
  const [found, setFound] = useState<CustomerMatch[]>([]);
  const q = active ? identity(values)?.trim() : undefined;
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
  return found.slice(0, 3);
}

/** Create a customer without leaving the quote, or change the chosen one (`id`). Loaded when it is asked for. */
export default function CustomerDialog({
  id,
  typed,
  provinces,
  onChosen,
  onClose,
}: {
  id: number | null;
  typed: string;
  provinces: readonly Province[];
  onChosen(customer: CustomerMatch): void;
  onClose(): void;
}) {
  const [initial, setInitial] = useState(() => valuesOf(null, typed));
  const [values, setValues] = useState(initial);
  const [version, setVersion] = useState(0);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(id !== null);
  const [theirs, setTheirs] = useState<Customer | null>(null);
  const key = useRef('');
  const form = useRef<HTMLFormElement>(null);
  const duplicates = useDuplicates(values, id === null);
  const fields = fieldsOf(values.type, provinces);
  const doubt = doubtfulCode(values);
  const { leave, saved, question } = useLeaving(JSON.stringify(values) !== JSON.stringify(initial), onClose);

  useEffect(() => {
    if (id === null) return;
    call('GET /customers/:id', { params: { id } })
      .then((customer) => {
        setInitial(valuesOf(customer));
        setValues(valuesOf(customer));
        setVersion(customer.version);
      })
      .catch((error: Error) => setFailure(error.message))
      .finally(() => setBusy(false));
  }, [id]);

  async function save(chosen: Values, over: number) {
    setBusy(true);
    setFailure('');
    key.current ||= newKey();
    const body = bodyOf(chosen);
    try {
      const customer =
        id === null
          ? await call('POST /customers', { body, key: key.current })
          : await call('PUT /customers/:id', { params: { id }, body, version: over });
      saved();
      onChosen(customer);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (madeNothing(error.status)) key.current = '';
      if (error.status === 412) setTheirs(error.body.current as Customer);
      else {
        const names = fieldsOf(chosen.type, provinces).map(({ name }) => name);
        const { atFields, rest } = refusalOf(error.body, names);
        setErrors(atFields);
        setFailure(rest);
      }
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    } finally {
      setBusy(false);
    }
  }

  const submit = useSubmit(() => {
    const wrong = wrongCodes(values);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) void save(values, version);
  });

  return (
    <>
      <Dialog
        open
        size="l"
        title={id === null ? say.title : say.editTitle}
        onClose={() => leave()}
        actions={
          <>
            <button type="button" className="btn" onClick={() => leave()}>
              {words.cancel}
            </button>
            <button type="submit" form="customer-form" className="btn primary" aria-busy={busy} disabled={busy}>
              {say.save}
            </button>
          </>
        }
      >
        <form id="customer-form" ref={form} noValidate onSubmit={submit}>
          <Switch
            label={say.type}
            value={values.type}
            options={types}
            onChange={(type) => setValues({ ...values, type })}
          />
          {failure && (
            <p className="callout bad" role="alert">
              {failure}
            </p>
          )}
          <FormFields
            fields={fields}
            values={values}
            errors={{ ...wrongCodes(values, true), ...errors }}
            readOnly={false}
            onChange={(change) => {
              setValues((before) => ({ ...before, ...change }));
              setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))));
            }}
          />
          <div aria-live="polite">
            {doubt && <p className="callout warn">{doubt}</p>}
            {duplicates.length > 0 && (
              <div className="callout warn duplicates">
                <p>{say.duplicates}</p>
                {duplicates.map((one) => (
                  <p key={one.id}>
                    <b>{one.name}</b>{' '}
                    <small>{[one.taxCode ?? one.vatNumber, one.city].filter(Boolean).join(' · ')}</small>{' '}
                    <button type="button" className="btn small" onClick={() => onChosen(one)}>
                      {say.useThis}
                    </button>
                  </p>
                ))}
              </div>
            )}
          </div>
        </form>
      </Dialog>
      {question}
      {theirs && (
        <ConflictDialog
          open
          mine={values}
          theirs={valuesOf(theirs)}
          fields={fields.map(({ name, label }) => ({ key: name, label }))}
          onClose={() => setTheirs(null)}
          onReload={() => {
            setValues(valuesOf(theirs));
            setVersion(theirs.version);
            setTheirs(null);
          }}
          onMerge={(merged) => {
            setTheirs(null);
            setVersion(theirs.version);
            void save({ ...values, ...(merged as Partial<Values>) }, theirs.version);
          }}
        />
      )}
    </>
  );
}
