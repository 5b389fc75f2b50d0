import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { day, t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { toast } from '#site/shell/toast.ts';
import { loadSessionQuotes } from '#site/stores/quotes.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { keep } from './actions.ts';
import { CustomerSection } from './CustomerSection.tsx';
import { FinancialSection } from './FinancialSection.tsx';
import { guard } from './guard.ts';
import { Head } from './Head.tsx';
import { hrefOf } from './href.ts';
import { IncentiveSection } from './IncentiveSection.tsx';
import { Index } from './Index.tsx';
import { NotesSection } from './NotesSection.tsx';
import { BuilderContext, createBuilder, type Builder as Store, type BuilderProps } from './store.ts';
import { Total } from './Total.tsx';
import { UsedSection } from './UsedSection.tsx';
import { VersionSection } from './VersionSection.tsx';

const History = lazy(() => import('./History.tsx'));
const Conflict = lazy(() => import('./Conflict.tsx'));
/** Place of `Head` in the top bar; the server has filled it. */
export const HEAD = 'quote-head';

function open(props: BuilderProps): Store {
  const store = createBuilder(props, {
    onSaved(quote) {
      const href = hrefOf(quote);
      if (location.pathname + location.search !== href) history.replaceState(history.state, '', href + location.hash);
      keep(quote, store);
    },
  });
  return store;
}

/** What was typed and never reached the server comes back; what is in doubt is asked. */
function bringBack(store: Store, props: BuilderProps) {
  const left = store.restore();
  if (left?.older)
    void toast(words.older, { duration: 20_000, action: { label: words.useThem, run: () => store.resume(left.copy) } });
  else if (left)
    void toast(words.restored, {
      duration: 8000,
      action: { label: words.discard, run: () => store.change(props.quote?.draft ?? props.start) },
    });
}

/** The server's head gives way to the living one before the next paint. */
function useHeadPlace() {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = document.getElementById(HEAD);
    element?.replaceChildren();
    setPlace(element);
  }, []);
  return place;
}

function ReadOnly({ store }: { store: Store }) {
  const quote = useStore(store.$quote);
  if (!quote || quote.editable) return null;
  const until =
    quote.state === 'issued' && quote.expiresOn ? `${t(words.validTo, { day: day(quote.expiresOn) })}. ` : '';
  return (
    <p className="callout">
      {until}
      {quote.superseded ? words.superseded : words.readOnly}
    </p>
  );
}

function Work({ store, props }: { store: Store; props: BuilderProps }) {
  const view = useStore(store.$view);
  const saving = useStore(store.$save);
  const quote = useStore(store.$quote);
  const [history, setHistory] = useState(false);
  return (
    <div className="builder" data-customer={view.customer || undefined}>
      <Index />
      <div className="sections">
        <ReadOnly store={store} />
        <VersionSection />
        <CustomerSection user={props.user} />
        <UsedSection />
        <IncentiveSection />
        <FinancialSection />
        <NotesSection />
        {quote && (
          <details className="card sec" onToggle={(event) => event.currentTarget.open && setHistory(true)}>
            <summary>{words.notes.history}</summary>
            <Suspense>{history && <History key={quote.version} />}</Suspense>
          </details>
        )}
      </div>
      <Total />
      <Suspense>{saving.kind === 'conflict' && saving.shown && <Conflict current={saving.current} />}</Suspense>
    </div>
  );
}

/** The quote builder: every change is priced at once, saved by itself and survives a killed tab. */
export function Builder(props: BuilderProps) {
  const [store] = useState(() => open(props));
  const place = useHeadPlace();
  useEffect(() => {
    store.$alive.set(true);
    loadSessionQuotes();
    bringBack(store, props);
    return guard(store);
  }, [store, props]);
  return (
    <ErrorBoundary what="Il preventivo">
      <BuilderContext value={store}>
        <Work store={store} props={props} />
        {place && createPortal(<Head />, place)}
      </BuilderContext>
    </ErrorBoundary>
  );
}
