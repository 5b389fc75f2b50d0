import { useStore } from '@nanostores/react';
import { lazy, useState, type ReactNode } from 'react';
import { isItalian } from '#domain/countries.ts';
import { customerFields, type CustomerSection } from '#domain/customers/fields.ts';
import { customerTypeWords, documentKinds } from '#domain/customers/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { customer as words, customers as dialogWords } from '#site/messages/it/customers.ts';
import { withCountry } from '#site/parts/customers/customer-form.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordContext } from '#site/ui/record/store/context.ts';
import { FieldSection } from '#site/ui/record/form/FieldSection.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { FormParts } from '#site/ui/record/form/FormParts.tsx';
import { RecordHead } from '#site/ui/record/page/Head.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { RecordPage } from '#site/ui/record/page/RecordPage.tsx';
import { SaveBadge } from '#site/ui/record/page/SaveBadge.tsx';
import { Aside } from './Aside.tsx';
import { Relations } from './Relations.tsx';
import { createCustomer, sections, useCustomer, useCustomerNow, type CustomerProps, type Person } from './store.ts';

const History = lazy(() => import('#site/ui/record/page/History.tsx'));

/** The top bar for a customer: who it is, whether all is saved, what can be done. */
function Head() {
  const store = useCustomer();
  const { id, archived, erasedAt, silent, mayChange } = useCustomerNow();
  const { type } = useStore(store.$value);
  const { manage, quote, quotes } = store.may;
  const steps: (Step | false)[] = [
    quotes && { name: 'quotes', label: words.quotes, href: `/dealer/quotes/retail?customerId=${id}` },
    manage &&
      !erasedAt && {
        name: 'archive',
        label: archived ? words.restore : words.archive,
        run: () => store.setArchived(!archived),
      },
    { name: 'list', label: words.list, href: '/dealer/customers' },
  ];
  return (
    <RecordHead
      state={
        <span className="saved">
          <StateBadge tone="info">{customerTypeWords[type]}</StateBadge>
          {silent && <StateBadge tone="bad">{words.silent}</StateBadge>}
          {archived && <StateBadge tone="mute">{erasedAt ? words.erasedState : words.archivedState}</StateBadge>}
          {mayChange && !archived && <SaveBadge />}
        </span>
      }
      steps={steps.filter((step) => step !== false)}
      next={quote && !archived ? { name: 'quote', label: words.quote, href: `/quotation?customer=${id}` } : null}
    />
  );
}

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticHead = (props: CustomerProps) => (
  <RecordContext value={createCustomer(props)}>
    <Head />
  </RecordContext>
);

/** The scans of the documents, for a person who may only read. */
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
            {t(words.openScan, { document: documentKinds[kind], number })}
          </a>
        </p>
      ),
  );
}

/** One section of the customer: its fields, or their values for a person who may only read. */
function Part({ name }: { name: CustomerSection }) {
  const store = useCustomer();
  const abroad = useStore(store.$abroad);
  const { country } = useStore(store.$value);
  const reveal = () => {
    store.$abroad.set(true);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#person [name=country]')?.focus());
  };
  return (
    <FieldSection<Person>
      name={name}
      fields={customerFields}
      form={withCountry(store.form, abroad)}
      parts={FormParts}
      read={name === 'documents' && <Scans />}
      onChange={store.type}
    >
      {name === 'person' && !abroad && isItalian(country) && (
        <button type="button" className="link" onClick={reveal}>
          {dialogWords.abroad}
        </button>
      )}
    </FieldSection>
  );
}

/** The page of one customer, which saves every change by itself. `children` are the sections of other areas, below its own. */
export function CustomerPage({
  children,
  comments,
  ...props
}: CustomerProps & { comments: Page; children?: ReactNode }) {
  const [store] = useState(() => createCustomer(props));
  const { id, version } = useStore(store.$customer)!;
  return (
    <ErrorBoundary what="Il cliente">
      <RecordPage
        record={store}
        head={<Head />}
        aside={
          <Aside>
            <Comments area="customers" id={id} given={comments} />
          </Aside>
        }
      >
        {keysOf(sections).map((name) =>
          name === 'relations' ? <Relations key={name} /> : <Part key={name} name={name} />,
        )}
        {children}
        <section className="card sec">
          <Fold label={words.history}>
            {() => <History key={version} read={() => call('GET /customers/:id/timeline', { params: { id } })} />}
          </Fold>
        </section>
      </RecordPage>
    </ErrorBoundary>
  );
}
