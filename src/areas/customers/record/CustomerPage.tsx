import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { keysOf } from '#domain/machine.ts';
import { customer as words } from '#site/messages/it/customers.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordPage } from '#site/ui/record/RecordPage.tsx';
import { Aside } from './Aside.tsx';
import { sections } from './form.ts';
import { Head } from './Head.tsx';
import { Part } from './Part.tsx';
import { Relations } from './Relations.tsx';
import { createCustomer, CustomerContext, useAbout, useCustomer, useCustomerNow, type CustomerProps } from './store.ts';

const Conflict = lazy(() => import('./Conflict.tsx'));
const History = lazy(() => import('./History.tsx'));

/** Read when it is opened. */
function Past() {
  const { version } = useCustomerNow();
  const [open, setOpen] = useState(false);
  return (
    <section className="card sec">
      <details className="fold-in" onToggle={(event) => event.currentTarget.open && setOpen(true)}>
        <summary>{words.history}</summary>
        <Suspense>{open && <History key={version} />}</Suspense>
      </details>
    </section>
  );
}

function Work({ children }: { children?: ReactNode }) {
  const store = useCustomer();
  const saving = useStore(store.$save);
  return (
    <RecordPage record={store} about={useAbout()} head={<Head />} aside={<Aside />}>
      {keysOf(sections).map((name) =>
        name === 'relations' ? <Relations key={name} /> : <Part key={name} name={name} />,
      )}
      {children}
      <Past />
      <Suspense>{saving.kind === 'conflict' && saving.shown && <Conflict />}</Suspense>
    </RecordPage>
  );
}

/** The page of one customer: every change is saved by itself. What other areas say of the customer (`children`) stands below its own sections. */
export function CustomerPage({ children, ...props }: CustomerProps & { children?: ReactNode }) {
  const [store] = useState(() => createCustomer(props));
  return (
    <ErrorBoundary what="Il cliente">
      <CustomerContext value={store}>
        <Work>{children}</Work>
      </CustomerContext>
    </ErrorBoundary>
  );
}
