import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { day } from '#domain/italian.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import type { QuoteSection } from '#domain/quotes/terms.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordPage } from '#site/ui/record/RecordPage.tsx';
import { keep } from './actions.ts';
import { CustomerSection } from './CustomerSection.tsx';
import { FinancialSection } from './FinancialSection.tsx';
import { Head } from './Head.tsx';
import { IncentiveSection } from './IncentiveSection.tsx';
import { InsuranceSection } from './InsuranceSection.tsx';
import { NotesSection } from './NotesSection.tsx';
import { Repriced } from './Repriced.tsx';
import { ServiceSection } from './ServiceSection.tsx';
import { BuilderContext, createBuilder, useAbout, type Builder as Store, type BuilderProps } from './store.ts';
import { Total } from './Total.tsx';
import { UsedSection } from './UsedSection.tsx';
import { VersionSection } from './VersionSection.tsx';

const History = lazy(() => import('./History.tsx'));
const Conflict = lazy(() => import('./Conflict.tsx'));
function open(props: BuilderProps): Store {
  const store = createBuilder(props, {
    onSaved(quote) {
      const { href } = quote;
      if (location.pathname + location.search !== href) history.replaceState(history.state, '', href + location.hash);
      keep(quote, store);
    },
  });
  return store;
}

/** How long an issued quote is still good. */
const validity = (quote: Quote | null) =>
  quote && quote.state === 'issued' && quote.expiresOn ? `${t(words.validTo, { day: day(quote.expiresOn) })}.` : '';

const Newest = ({ href }: { href: string }) => (
  <a className="link newest" href={href}>
    {words.newest}
  </a>
);

const parts: Record<QuoteSection, ComponentType> = {
  ...{ version: VersionSection, customer: CustomerSection, used: UsedSection },
  services: () => <ServiceSection name="services" />,
  makerServices: () => <ServiceSection name="makerServices" />,
  ...{ incentives: IncentiveSection, insurances: InsuranceSection },
  ...{ financial: FinancialSection, notes: NotesSection },
};

function Work({ store }: { store: Store }) {
  const saving = useStore(store.$save);
  const quote = useStore(store.$quote);
  const [history, setHistory] = useState(false);
  return (
    <RecordPage
      record={store}
      about={useAbout()}
      head={<Head />}
      notice={quote?.newest ? <Newest href={quote.newest} /> : validity(quote)}
      aside={<Total />}
    >
      <Repriced />
      {store.sections.map((name) => {
        const Part = parts[name];
        return <Part key={name} />;
      })}
      {quote && (
        <details className="card sec" onToggle={(event) => event.currentTarget.open && setHistory(true)}>
          <summary>{words.notes.history}</summary>
          <Suspense>{history && <History key={quote.version} />}</Suspense>
        </details>
      )}
      <Suspense>{saving.kind === 'conflict' && saving.shown && <Conflict />}</Suspense>
    </RecordPage>
  );
}

/** The quote builder: every change is priced at once, saved by itself and survives a killed tab. */
export function Builder(props: BuilderProps) {
  const [store] = useState(() => open(props));
  return (
    <ErrorBoundary what="Il preventivo">
      <BuilderContext value={store}>
        <Work store={store} />
      </BuilderContext>
    </ErrorBoundary>
  );
}
