import { lazy, useEffect, useState } from 'react';
import { valuesIn } from '#domain/record/fields.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import { valuationFields, type ValuationValues } from '#domain/valuations/fields.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { CounterAnswer, Valuation } from '#domain/valuations/schema.ts';
import { worth } from '#domain/valuations/worth.ts';
import { call } from '#site/lib/call.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { attempt, whyRefused } from '#site/ui/attempt.ts';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { toast } from '#site/ui/toast.ts';
import { About } from './About.tsx';
import { Comparables } from './Comparables.tsx';
import { Corrections } from './Corrections.tsx';
import { Damages } from './Damages.tsx';
import type { Asked } from './Dialogs.tsx';
import { Head, type Plain } from './Head.tsx';
import { Earlier, OfferCard, Realised } from './Offer.tsx';
import { Quotations } from './Quotations.tsx';
import { Plan } from './Plan.tsx';
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
export function ValuationPage({
  valuation: given,
  terms,
  counters: counted,
  now: instant,
  ...props
}: ValuationPageProps) {
  const [of, setOf] = useState(given);
  const [counters, setCounters] = useState(counted);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const { id, version } = of;
  const now = new Date(instant);
  const params = { id };
  const maySave = of.offered.includes('save');
  const take = (saved: Valuation) => {
    setOf(saved);
    setAsked(null);
  };
  /** Whether it was saved; after a refusal the valuation is read again, so that the next try holds for it as it is now. */
  const save = async (patch: Partial<ValuationValues>): Promise<boolean> => {
    const body = { ...valuesIn(valuationFields, of), ...patch };
    try {
      take(await call('PUT /valuations/:id', { params, version, body }));
      return true;
    } catch (error) {
      void toast(whyRefused(error), { kind: 'bad' });
      setOf(await call('GET /valuations/:id', { params }).catch(() => of));
      return false;
    }
  };
  const move = (name: Plain) =>
    attempt(async () => take(await call(`POST /valuations/:id/${name}`, { params, version })), {
      done: valuationMachine.moves[name].done,
    });
  const by = { ...terms, expected: terms.preparation.gross };
  const value = worth(of, by, props.today);
  return (
    <ErrorBoundary what={words.corrections}>
      <Head of={of} value={value.total} isReady={ready} onAsked={setAsked} onMove={(name) => void move(name)} />
      <div className="valuation-page">
        <div>
          <Quotations
            of={of}
            counters={counters}
            onBase={maySave ? save : undefined}
            onAnswered={(answer, quotations) => {
              setCounters(answer);
              setOf({ ...of, quotations });
            }}
            today={props.today}
          />
          <Comparables of={of} price={of.retailPrice} />
        </div>
        <div>
          <Corrections of={of} value={value} onEdit={maySave ? () => setAsked('correct') : undefined} />
          <Damages of={of} costs={terms.damageCosts} onSave={maySave ? save : undefined} />
          <About of={of} now={now} />
        </div>
        <div>
          <OfferCard of={of} value={value.total} />
          <Plan of={of} terms={terms} onEdit={maySave ? () => setAsked('plan') : undefined} />
          <Earlier of={of} />
          <Realised of={of} />
          <section className="card pad">
            <Fold label={words.history}>
              {() => <History key={version} read={() => call('GET /valuations/:id/timeline', { params })} />}
            </Fold>
          </section>
        </div>
      </div>
      <OnDemand>
        {asked && (
          <Dialogs
            asked={asked}
            of={of}
            suggested={value.total}
            offerDays={terms.offerDays}
            {...props}
            onSaved={take}
            onClose={() => setAsked(null)}
          />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
