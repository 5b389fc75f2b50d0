import { useStore } from '@nanostores/react';
import { Fragment, lazy, Suspense, useState, type ComponentType } from 'react';
import type { QuoteSection } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordContext } from '#site/ui/record/store/context.ts';
import { RecordPage } from '#site/ui/record/page/RecordPage.tsx';
import { contractHref } from '#site/areas/quotes/another.ts';
import { sessionQuote } from './actions.ts';
import { CustomerSection } from './customer/CustomerSection.tsx';
import { FinancialSection } from './financial/FinancialSection.tsx';
import { Head } from './Head.tsx';
import { IncentiveSection } from './incentives/IncentiveSection.tsx';
import { InsuranceSection } from './insurances/InsuranceSection.tsx';
import { Later } from './Later.tsx';
import { NotesSection } from './notes/NotesSection.tsx';
import { Repriced } from './total/Repriced.tsx';
import { Revised } from './notes/Revised.tsx';
import { ServiceSection } from './services/ServiceSection.tsx';
import type { BuilderProps } from './quote.ts';
import { createBuilder, type Builder as Store } from './store.ts';
import { Total } from './total/Total.tsx';
import { UsedSection } from './used/UsedSection.tsx';
import { VersionSection } from './version/VersionSection.tsx';

const KeptList = lazy(() => import('./total/KeptList.tsx'));
const FormerList = lazy(async () => ({ default: (await import('./total/KeptList.tsx')).FormerList }));
const History = lazy(() => import('./notes/History.tsx'));
const JustIssued = lazy(() => import('#site/areas/quotes/issued/JustIssued.tsx'));
function open(props: BuilderProps): Store {
  const store = createBuilder(props, {
    onSaved(quote) {
      const href = contractHref(quote.href, props.contract, props.contractSeen);
      if (location.pathname + location.search !== href) history.replaceState(history.state, '', href + location.hash);
      const kept = sessionQuote(quote, store);
      void import('#site/areas/quotes/session.ts').then(({ updateQuote }) => updateQuote(kept));
    },
    onDisplaced: (displaced) => void import('./sayDisplaced.ts').then(({ sayDisplaced }) => sayDisplaced(displaced)),
  });
  return store;
}

const parts: Record<QuoteSection, ComponentType> = {
  version: VersionSection,
  customer: CustomerSection,
  used: UsedSection,
  services: () => <ServiceSection name="services" />,
  makerServices: () => <ServiceSection name="makerServices" />,
  incentives: IncentiveSection,
  insurances: InsuranceSection,
  financial: FinancialSection,
  notes: NotesSection,
};

/** The first section fills any screen; the fold follows it. */
const SEEN = 1;

interface Shows {
  store: Store;
  /** What colleagues wrote about it; null for a quote that was not saved yet when the page opened. */
  comments: Page | null;
}

function Work({ store, comments }: Shows) {
  const quote = useStore(store.$quote);
  const { list } = useStore(store.$sheet);
  const [history, setHistory] = useState(false);
  return (
    <RecordPage record={store} head={<Head />} aside={<Total />}>
      {quote && quote.revision > 1 && <Revised quote={quote} />}
      <Repriced />
      <OnDemand>
        {list && <KeptList list={list} />}
        {!list && quote?.editable && quote.formerDay && <FormerList formerDay={quote.formerDay} />}
      </OnDemand>
      {store.sections.map((name, at) => {
        const Part = parts[name];
        return (
          <Fragment key={name}>
            {at === SEEN && <i id="fold" hidden />}
            <Later store={store}>
              <Part />
            </Later>
          </Fragment>
        );
      })}
      {quote && <Comments area="quotes" id={quote.id} given={comments} />}
      {quote && (
        <details className="card sec" onToggle={(event) => event.currentTarget.open && setHistory(true)}>
          <summary>{words.notes.history}</summary>
          <OnDemand>{history && <History key={quote.version} />}</OnDemand>
        </details>
      )}
    </RecordPage>
  );
}

/** An issued quote turns into a document in place; until that code has loaded, its locked sections stay. */
function Shown({ store, comments }: Shows) {
  const quote = useStore(store.$quote);
  const work = <Work store={store} comments={comments} />;
  if (!quote || quote.state === 'draft') return work;
  return (
    <Suspense fallback={work}>
      <JustIssued comments={comments} />
    </Suspense>
  );
}

/** The quote builder: prices every change at once, saves by itself, and recovers unsaved work after a crash of the tab. */
export function Builder({ comments = null, ...props }: BuilderProps & Partial<Pick<Shows, 'comments'>>) {
  const [store] = useState(() => open(props));
  return (
    <ErrorBoundary what="Il preventivo">
      <RecordContext value={store}>
        <Shown store={store} comments={comments} />
      </RecordContext>
    </ErrorBoundary>
  );
}
