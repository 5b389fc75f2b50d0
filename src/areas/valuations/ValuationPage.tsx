import { useStore } from '@nanostores/react';
import { lazy, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import type { CounterAnswer, Valuation } from '#domain/valuations/schema.ts';
import { call } from '#site/lib/call.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import type { Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { useHead } from '#site/ui/record/page/useHead.ts';
import { useSteps, type Question } from '#site/ui/record/page/useSteps.tsx';
import { About } from './About.tsx';
import { Comparables } from './Comparables.tsx';
import { Corrections } from './Corrections.tsx';
import { Damages } from './Damages.tsx';
import type { ValuationDialog } from './Dialogs.tsx';
import { titleOf, ValuationHead } from './Head.tsx';
import { Earlier, OfferCard, Realised } from './Offer.tsx';
import { Quotations } from './Quotations.tsx';
import { Plan } from './Plan.tsx';
import { createValuation } from './store.ts';
import './valuations.css';

const Dialogs = lazy(() => import('./Dialogs.tsx'));
const History = lazy(() => import('#site/ui/record/page/History.tsx'));

export interface ValuationPageProps {
  valuation: Valuation;
  terms: ValuationTerms;
  counters: CounterAnswer | null;
  specialists: Named;
  locations: Named;
  findsCustomers: boolean;
  today: string;
  /** The server's time, so that server and browser draw the same page. */
  now: string;
}

/** One valuation: what the car is worth, what the company offers, and what it became. */
export function ValuationPage({ counters: counted, now: instant, ...props }: ValuationPageProps) {
  const { terms, today } = props;
  const [store] = useState(() => createValuation(props));
  const of = useStore(store.$saved)!;
  const [counters, setCounters] = useState(counted);
  const { ask, question } = useSteps();
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const { id, version } = of;
  const params = { id };
  const head = useHead(titleOf(of).join(' · '));
  const maySave = of.offered.includes('save');
  const dialog =
    (asked: ValuationDialog): Question =>
    (onClose) => {
      const onSaved = (saved: Valuation) => {
        store.adopt(saved);
        onClose();
      };
      return <Dialogs asked={asked} of={store.$saved.get()!} {...props} onSaved={onSaved} onClose={onClose} />;
    };
  const edit = (asked: ValuationDialog) => (maySave ? () => ask(dialog(asked)) : undefined);
  const value = store.worthOf(of);
  return (
    <ErrorBoundary what={words.corrections}>
      {head && createPortal(<ValuationHead store={store} edit={dialog('edit')} />, head)}
      <h1 className="valuation-title">{titleOf(of).join(' · ')}</h1>
      <div className="valuation-page" data-ready={ready || undefined}>
        <div>
          <Quotations
            of={of}
            counters={counters}
            onBase={maySave ? store.save : undefined}
            onAnswered={(answer, quotations) => {
              setCounters(answer);
              store.adopt({ ...store.$saved.get()!, quotations });
            }}
            today={today}
          />
          <Comparables of={of} price={of.retailPrice} />
        </div>
        <div>
          <Corrections of={of} value={value} onEdit={edit('correct')} />
          <Damages of={of} costs={terms.damageCosts} onSave={maySave ? store.save : undefined} />
          <About of={of} now={new Date(instant)} />
        </div>
        <div>
          <OfferCard of={of} value={value.total} />
          <Plan of={of} terms={terms} onEdit={edit('plan')} />
          <Earlier of={of} />
          <Realised of={of} />
          <section className="card pad">
            <Fold label={words.history}>
              {() => <History key={version} read={() => call('GET /valuations/:id/timeline', { params })} />}
            </Fold>
          </section>
        </div>
      </div>
      {question}
    </ErrorBoundary>
  );
}
