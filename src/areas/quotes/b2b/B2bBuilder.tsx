import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { day } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { builder as say } from '#site/messages/it/quotes.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordPage } from '#site/ui/record/RecordPage.tsx';
import { B2bHead } from './B2bHead.tsx';
import { B2bTotal } from './B2bTotal.tsx';
import { CarsSection } from './CarsSection.tsx';
import { NotesSection, TraderSection, TransferSection } from './Sections.tsx';
import { B2bContext, createB2b, useAbout, type B2bProps, type B2bStore, type B2bStory } from './store.ts';

const History = lazy(() => import('./B2bHistory.tsx'));
const B2bConflict = lazy(() => import('./B2bConflict.tsx'));

function Work({ store, story }: { store: B2bStore; story: B2bStory | null }) {
  const saving = useStore(store.$save);
  const quote = useStore(store.$quote);
  const [history, setHistory] = useState(false);
  // What is issued reads as a document, its history in sight; not from the server, whose Suspense would want an inline script.
  useEffect(() => {
    if (story) setHistory(true);
  }, [story]);
  const newest = quote?.newest && (
    <a className="link newest" href={quote.newest}>
      {say.newest}
    </a>
  );
  const validity = quote?.state === 'issued' && quote.expiresOn && t(words.validTo, { day: day(quote.expiresOn) });
  return (
    <RecordPage record={store} about={useAbout()} head={<B2bHead />} notice={newest || validity} aside={<B2bTotal />}>
      <TraderSection />
      <CarsSection />
      <TransferSection />
      <NotesSection />
      {quote && (
        <details
          className="card sec"
          open={story !== null || undefined}
          onToggle={(event) => event.currentTarget.open && setHistory(true)}
        >
          <summary>{say.notes.history}</summary>
          <Suspense>{history && <History given={story} />}</Suspense>
        </details>
      )}
      <Suspense>{saving.kind === 'conflict' && saving.shown && <B2bConflict />}</Suspense>
    </RecordPage>
  );
}

/** The builder of wholesale offers: priced at once, saved by itself. */
export function B2bBuilder(props: B2bProps) {
  const [store] = useState(() => createB2b(props));
  return (
    <ErrorBoundary what={words.what}>
      <B2bContext value={store}>
        <Work store={store} story={props.story} />
      </B2bContext>
    </ErrorBoundary>
  );
}
