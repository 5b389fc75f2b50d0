import { lazy, useEffect, useMemo, useRef, useState } from 'react';
import type { Customer, CustomerInput, CustomerMatch, LikeCustomer } from '#domain/customers/schema.ts';
import type { Province } from '#domain/quotes/schema.ts';
import { call, CallError } from '#site/lib/call.ts';
import { customers as words } from '#site/messages/it/customers.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { pick, RecordForm, type SaveWith } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { isItalian } from '#domain/countries.ts';
import type { Said } from './AlikeQuestion.tsx';
import { alikeText } from './alike-text.ts';
import {
  doubtsOf,
  follows,
  formFields,
  likenessOf,
  startOf,
  wrongCodes,
  type CustomerFieldSet,
} from './customer-form.ts';
import './customers.css';

// Loads when a new customer is like others.
const AlikeQuestion = lazy(() => import('./AlikeQuestion.tsx'));

/** Lists existing customers that resemble the one being typed. */
function Duplicates({
  values,
  verb,
  onChosen,
}: {
  values: CustomerInput;
  verb: string;
  onChosen(customer: CustomerMatch): void;
}) {
  const [found, setFound] = useState<LikeCustomer[]>([]);
  const asked = JSON.stringify(likenessOf(values));
  useEffect(() => {
    const query = JSON.parse(asked) as ReturnType<typeof likenessOf>;
    if (Object.keys(query).length === 0) return setFound([]);
    const control = new AbortController();
    const timer = setTimeout(
      () => call('GET /customers/duplicates', { query, signal: control.signal }).then(setFound, () => {}),
      400,
    );
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [asked]);
  if (found.length === 0) return null;
  return (
    <div className="callout warn duplicates">
      <p>{words.duplicates}</p>
      {found.slice(0, 3).map((one) => (
        <p key={one.id}>
          <span>
            <b>{one.name}</b> <small>{alikeText(one)}</small>
          </span>
          <button type="button" className="btn small" onClick={() => onChosen(one)}>
            {verb}
          </button>
        </p>
      ))}
    </div>
  );
}

/** Saves a new customer; who is like others is asked about first, and one of those may be chosen instead. */
function useCreate(onChosen: (customer: CustomerMatch) => void) {
  const [asking, setAsking] = useState<{ like: LikeCustomer[]; settle(said: Said): void } | null>(null);
  /** Customers who were called other people: sent again when the same save is repeated. */
  const apart = useRef<number[]>([]);
  const create = async (body: CustomerInput, key: string): Promise<Customer> => {
    try {
      return await call('POST /customers', { body: { ...body, distinctFrom: apart.current }, key });
    } catch (error) {
      if (!(error instanceof CallError) || !error.body.fields?.distinctFrom) throw error;
      const found = await call('GET /customers/duplicates', { query: likenessOf(body) });
      const like = found.filter((one) => !apart.current.includes(one.id));
      if (like.length === 0) throw error;
      const said = await new Promise<Said>((settle) => setAsking({ like, settle }));
      setAsking(null);
      if (said === 'back') throw error;
      apart.current = [...apart.current, ...like.map((one) => one.id)];
      if (said === 'two') return create(body, key);
      onChosen(said.use);
      return new Promise(() => {});
    }
  };
  return { create, asking };
}

interface Props {
  id: number | null;
  typed: string;
  /** What else is known of the customer. */
  known?: Partial<CustomerInput> | undefined;
  /** The fields that it asks for at first; one press shows all. */
  asks?: CustomerFieldSet;
  /** The field where one begins; absent: the first one. */
  first?: string | undefined;
  /** It opens the page of the customer, instead of choosing one. */
  openIt?: boolean;
  provinces: readonly Pick<Province, 'code' | 'name'>[];
  /** Called with an existing customer that was chosen instead. */
  onChosen(customer: CustomerMatch): void;
  /** Called with the saved customer; absent: `onChosen`. */
  onSaved?: (customer: Customer) => void;
  onClose(): void;
}

/** Dialog that creates a customer without leaving the page, or edits the chosen one (`id`). Loaded when it is opened. */
export default function CustomerDialog({
  id,
  typed,
  known,
  asks = id === null ? 'ofQuote' : 'usual',
  first,
  openIt = false,
  provinces,
  onChosen,
  onSaved = onChosen,
  onClose,
}: Props) {
  const [customer, setCustomer] = useState<Customer | null>(null);
  const [which, setWhich] = useState<CustomerFieldSet>(startOf(typed).taxCode ? 'usual' : asks);
  const [abroad, setAbroad] = useState(false);
  const fields = useMemo(() => formFields(provinces, which, abroad), [provinces, which, abroad]);
  // What was searched is in the form already: typing goes on with what is missing.
  useEffect(() => {
    if (typed)
      [...document.querySelectorAll<HTMLInputElement>('dialog[open] :is([type=text], [type=email], [type=tel])')]
        .find(({ value }) => value === '')
        ?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  const reveal = () => {
    setAbroad(true);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog[open] [name=country]')?.focus());
  };
  useEffect(() => {
    if (id === null) return;
    call('GET /customers/:id', { params: { id } }).then(setCustomer, (error: Error) => {
      void toast(error.message, { kind: 'bad' });
      onClose();
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: the dialog is of one customer
  }, [id]);
  useEffect(() => {
    if (!customer || !first) return;
    const within = `dialog[open] [data-field="${first}"]`;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`${within} :is(input, select, button)`)?.focus());
  }, [customer, first]);
  const { create, asking } = useCreate(onChosen);
  if (id !== null && !customer) return null;
  const start = { ...startOf(typed), ...known };
  const initial = customer ? pick(customer, start) : start;
  return (
    <>
      <RecordForm<CustomerInput, Customer>
        title={customer ? words.editTitle : words.title}
        verb={words.save}
        fields={fields}
        initial={initial}
        typed={customer ? known : undefined}
        version={customer?.version}
        check={wrongCodes}
        follows={follows}
        {...((!customer || customer.mayChange) && {
          save: (body: CustomerInput, { version, key }: SaveWith) =>
            customer ? call('PUT /customers/:id', { params: { id: customer.id }, body, version }) : create(body, key),
        })}
        onSaved={onSaved}
        onClose={onClose}
      >
        {(values) => (
          <div aria-live="polite">
            {doubtsOf(values).map(({ field, message }) => (
              <p key={field} className="callout warn">
                {message}
              </p>
            ))}
            {customer && !customer.mayChange && <p className="callout">{words.readOnly}</p>}
            {!customer && (
              <Duplicates values={values} onChosen={onChosen} verb={openIt ? words.openThis : words.useThis} />
            )}
            <p className="row">
              {which !== 'usual' && which !== 'ofContract' && (
                <button type="button" className="link" onClick={() => setWhich('usual')}>
                  {words.more}
                </button>
              )}
              {!abroad && isItalian(values.country) && (
                <button type="button" className="link" onClick={reveal}>
                  {words.abroad}
                </button>
              )}
            </p>
          </div>
        )}
      </RecordForm>
      <OnDemand>{asking && <AlikeQuestion {...asking} />}</OnDemand>
    </>
  );
}
