import { lazy, Suspense, useEffect, useState } from 'react';
import { day, integer, money } from '#domain/italian.ts';
import { valuesIn } from '#domain/fields.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import { valuationFields, type ValuationValues } from '#domain/valuations/fields.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { CounterAnswer, Valuation } from '#domain/valuations/schema.ts';
import { servicings, valuationStates } from '#domain/valuations/terms.ts';
import { worth } from '#domain/valuations/worth.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import type { Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { attempt } from '#site/ui/list/attempt.ts';
import { DescriptionList } from '#site/ui/record/DescriptionList.tsx';
import { Fold } from '#site/ui/record/Fold.tsx';
import { LineList } from '#site/ui/valuation/LineList.tsx';
import { Comparables } from './Comparables.tsx';
import { Damages } from './Damages.tsx';
import type { Asked } from './Dialogs.tsx';
import { Earlier, OfferCard, Realised } from './Offer.tsx';
import { Quotations } from './Quotations.tsx';
import { Plan } from './Plan.tsx';
import './valuations.css';

const Dialogs = lazy(() => import('./Dialogs.tsx'));
const History = lazy(() => import('#site/ui/record/History.tsx'));

export interface ValuationPageProps {
  valuation: Valuation;
  terms: ValuationTerms;
  counters: CounterAnswer | null;
  specialists: Named;
  locations: Named;
  findsCustomers: boolean;
  today: string;
  /** The instant of the server, so that both draw the same. */
  now: string;
}

/** Moves that one press makes. */
const plain = ['revalue', 'release', 'reopen'] as const;
type Plain = (typeof plain)[number];
const asking = ['close', 'sendBack', 'ask', 'schedule', 'barter', 'offer'] as const satisfies readonly Asked[];

/** The car and its state in words. */
function About({ of, now }: { of: Valuation; now: Date }) {
  const { tyres, servicing, keys } = of;
  const customer = of.customerId && (
    <a className="link" href={`/dealer/customers/${of.customerId}`}>
      {of.customer}
    </a>
  );
  return (
    <section className="card pad">
      <h2>{words.condition}</h2>
      <DescriptionList
        rows={[
          [valuationFields.registeredOn.label, of.registeredOn && day(of.registeredOn)],
          [valuationFields.km.label, of.km !== null && integer(of.km)],
          [valuationFields.customerId.label, customer],
          [valuationFields.locationId.label, of.location],
          [valuationFields.tyres.label, tyres !== null && `${tyres}\u00a0mm`],
          [valuationFields.servicing.label, servicing && servicings[servicing]],
          [valuationFields.keys.label, keys !== null && String(keys)],
          [words.by, of.madeBy.name],
          [valuationStates.requested.label, of.specialist !== null && of.specialist.name],
          [words.question, of.question],
          [valuationFields.notes.label, of.notes],
        ]}
      />
      {of.answerBy && <p className="callout warn">{t(words.answerBy, { when: moment(of.answerBy, now) })}</p>}
    </section>
  );
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
  const { id, version, offered } = of;
  const now = new Date(instant);
  const params = { id };
  const maySave = offered.includes('save');
  const take = (saved: Valuation) => {
    setOf(saved);
    setAsked(null);
  };
  const save = async (patch: Partial<ValuationValues>): Promise<void> => {
    const body = { ...valuesIn(valuationFields, of), ...patch };
    await attempt(
      async () => take(await call('PUT /valuations/:id', { params, version, body })),
      () => undefined,
    );
  };
  const move = (name: Plain) =>
    attempt(
      async () => take(await call(`POST /valuations/:id/${name}`, { params, version })),
      () => undefined,
      valuationMachine.moves[name].done,
    );
  const by = { ...terms, expected: terms.preparation.gross };
  const value = worth(of, by, props.today);
  return (
    <ErrorBoundary what={words.corrections}>
      <header className="valuation-head" data-ready={ready || undefined}>
        <div className="grow">
          <h1>
            {[of.maker, of.model, of.versionName].filter(Boolean).join(' ')}
            {of.plate && ` · ${of.plate}`}
          </h1>
          <p className="muted">
            {[of.number, of.customer, of.km !== null && `${integer(of.km)} km`, of.madeBy.name]
              .filter(Boolean)
              .join(' · ')}{' '}
            <StateBadge tone={valuationStates[of.state].tone}>{valuationStates[of.state].label}</StateBadge>
          </p>
        </div>
        <div className="valuation-buttons">
          {maySave && (
            <button type="button" className="btn" onClick={() => setAsked('edit')}>
              {words.edit}
            </button>
          )}
          <a
            className="btn"
            href={apiPath('GET /valuations/:id/document', { params })}
            target="_blank"
            rel="noreferrer"
          >
            PDF
          </a>
          {plain
            .filter((name) => offered.includes(name))
            .map((name) => (
              <button key={name} type="button" className="btn" onClick={() => void move(name)}>
                {valuationMachine.moves[name].label}
              </button>
            ))}
          {asking
            .filter((name) => offered.includes(name))
            .map((name) => (
              <button
                key={name}
                type="button"
                className={name === 'offer' || name === 'barter' ? 'btn primary' : 'btn'}
                onClick={() => setAsked(name)}
              >
                {name === 'offer' && value.total > 0
                  ? `${valuationMachine.moves.offer.label} ${money(value.total)}`
                  : valuationMachine.moves[name].label}
              </button>
            ))}
        </div>
      </header>
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
          <section className="card pad">
            <header>
              <h2 className="grow">{words.corrections}</h2>
              {maySave && (
                <button type="button" className="btn small" onClick={() => setAsked('correct')}>
                  {words.correct}
                </button>
              )}
            </header>
            {of.base > 0 ? (
              <div className="valuation">
                <LineList label={words.corrected} {...value} />
              </div>
            ) : (
              <p className="callout">{words.noBase}</p>
            )}
          </section>
          <Damages of={of} onSave={maySave ? save : undefined} />
          <About of={of} now={now} />
        </div>
        <div>
          <OfferCard of={of} value={value.total} today={props.today} />
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
      <Suspense>
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
      </Suspense>
    </ErrorBoundary>
  );
}
