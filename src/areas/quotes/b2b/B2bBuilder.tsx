import { useStore } from '@nanostores/react';
import { lazy, useState } from 'react';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { b2bStates } from '#domain/quotes/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { builder as say } from '#site/messages/it/quotes.ts';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordContext } from '#site/ui/record/store/context.ts';
import { RecordHead } from '#site/ui/record/page/Head.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { RecordPage } from '#site/ui/record/page/RecordPage.tsx';
import { QuoteBadge } from '../QuoteBadge.tsx';
import { CarsSection } from './CarsSection.tsx';
import { History, IssuedOffer } from './IssuedOffer.tsx';
import { NotesSection, Total, TraderSection, TransferSection } from './Sections.tsx';
import { createB2b, useB2b, type B2bProps, type B2bStore } from './store.ts';

const Preview = lazy(() => import('#site/areas/quotes/builder/steps/Preview.tsx'));
const Send = lazy(() => import('#site/areas/quotes/builder/steps/Send.tsx'));
const Remove = lazy(() => import('#site/areas/quotes/builder/steps/Remove.tsx'));

const { acts } = b2bMachine;
/** The natural next step by state, shown as the one primary button. */
const natural = { draft: 'issue', issued: 'send', expired: 'revise', closed: 'reopen', accepted: null } as const;
/** The steps of the menu beside the primary button, in this order. */
const others = ['send', 'revise', 'duplicate', 'accept', 'withdraw', 'close', 'delete'] as const;

function stepOf(store: B2bStore, name: (typeof others)[number] | 'issue' | 'reopen'): Step {
  const sent = () => store.$sent.set(store.$sent.get() + 1);
  switch (name) {
    case 'issue':
      return { name, label: b2bMachine.moves.issue.label, run: store.issue, keys: say.issueKeys };
    case 'send':
      return {
        name,
        label: acts.send.label,
        run: (ask) =>
          ask((close) => <Send path="/quotes/b2b" id={store.$quote.get()!.id} onSent={sent} onClose={close} />),
      };
    case 'delete':
      return {
        name,
        label: acts.delete.label,
        run: (ask) => ask((close) => <Remove onClose={close} onConfirm={store.remove} />),
      };
    case 'revise':
    case 'duplicate':
      return { name, label: acts[name].label, run: () => store.another(name) };
    case 'accept':
      return { ...store.stepOf(name), bar: 'after' };
    default:
      return store.stepOf(name);
  }
}

/** The printed document; saves the draft first. */
function previewStep(store: B2bStore, isDraft: boolean): Step {
  const save = async () => ((await store.autosave.flush()) ? store.$quote.get() : null);
  return {
    name: 'preview',
    label: say.preview,
    bar: isDraft ? 'before' : undefined,
    run: (ask) => ask((close) => <Preview path="/quotes/b2b" save={save} onClose={close} />),
  };
}

/** The top bar: which offer it is, and what can be done with it. */
function Head() {
  const store = useB2b();
  const quote = useStore(store.$quote);
  const allowed = useStore(store.$actions);
  const editable = useStore(store.$editable);
  const wanted = natural[quote?.state ?? 'draft'];
  const next = wanted && allowed.includes(wanted) ? wanted : null;
  const isDraft = !quote || quote.state === 'draft';
  const steps: (Step | false)[] = [
    !isDraft && {
      name: 'pdf',
      label: say.pdf,
      href: apiPath('GET /quotes/b2b/:id/document', { params: { id: quote.id } }),
      bar: 'before',
      document: 'file-text',
    },
    previewStep(store, isDraft),
    ...others.filter((name) => name !== next && allowed.includes(name)).map((name) => stepOf(store, name)),
    { name: 'list', label: words.allOffers, href: '/dealer/quotes/b2b' },
  ];
  return (
    <RecordHead
      state={<QuoteBadge quote={quote} editable={editable} states={b2bStates} />}
      steps={steps.filter((step) => step !== false)}
      next={next && stepOf(store, next)}
    />
  );
}

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticB2bHead = (props: B2bProps) => (
  <RecordContext value={createB2b(props)}>
    <Head />
  </RecordContext>
);

/** The history, read when it is opened. */
function Past() {
  const quote = useStore(useB2b().$quote);
  const [open, setOpen] = useState(false);
  return (
    quote && (
      <details className="card sec" onToggle={(event) => event.currentTarget.open && setOpen(true)}>
        <summary>{say.notes.history}</summary>
        {open && <History given={null} />}
      </details>
    )
  );
}

/** Wholesale offers: prices every change at once and saves by itself; an issued one is a document. */
export function B2bBuilder({ comments = null, ...props }: B2bProps & { comments?: Page | null }) {
  const [store] = useState(() => createB2b(props));
  const quote = useStore(store.$quote);
  return (
    <ErrorBoundary what={words.what}>
      {quote && quote.state !== 'draft' ? (
        <RecordContext value={store}>
          <IssuedOffer head={<Head />} story={props.story} comments={comments} />
        </RecordContext>
      ) : (
        <RecordPage record={store} head={<Head />} aside={<Total />}>
          <TraderSection />
          <CarsSection />
          <TransferSection />
          <NotesSection />
          {quote && <Comments area="quotes/b2b" id={quote.id} given={comments} />}
          <Past />
        </RecordPage>
      )}
    </ErrorBoundary>
  );
}
