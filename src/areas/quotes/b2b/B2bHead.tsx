import { useStore } from '@nanostores/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { b2bStates } from '#domain/quotes/b2b/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { builder as say } from '#site/messages/it/quotes.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { RecordContext } from '#site/ui/record/context.ts';
import { HeadMenu, NextButton, type Step } from '#site/ui/record/HeadMenu.tsx';
import { Whom } from '#site/ui/record/Whom.tsx';
import { Standing } from '../Standing.tsx';
import { createActions } from './actions.ts';
import { B2bContext, createB2b, useAbout, useB2b, type B2bProps } from './store.ts';

const Preview = lazy(() => import('#site/areas/quotes/builder/Preview.tsx'));
const Lose = lazy(() => import('#site/areas/quotes/builder/Lose.tsx'));
const Send = lazy(() => import('#site/areas/quotes/builder/Send.tsx'));
const Remove = lazy(() => import('#site/areas/quotes/builder/Remove.tsx'));

const { moves, acts } = b2bMachine;
/** What naturally comes next, by state: the one primary button. */
const natural = { draft: 'issue', issued: 'send', expired: 'revise', closed: 'reopen', accepted: null } as const;
/** What the menu offers beside the primary button, in its order. */
const others = ['send', 'revise', 'duplicate', 'accept', 'withdraw', 'close', 'delete'] as const;

/** What the top bar holds: which offer it is, and what can be done with it. */
export function B2bHead() {
  const store = useB2b();
  const quote = useStore(store.$quote);
  const allowed = useStore(store.$actions);
  const editable = useStore(store.$editable);
  const actions = useMemo(() => createActions(store), [store]);
  const [dialog, setDialog] = useState<'preview' | 'send' | 'close' | 'delete' | null>(null);
  const wanted = natural[quote?.state ?? 'draft'];
  const next = wanted && allowed.includes(wanted) ? wanted : null;
  const close = () => setDialog(null);
  const press = {
    ...actions,
    send: () => setDialog('send'),
    close: () => setDialog('close'),
    delete: () => setDialog('delete'),
  };
  const isDraft = !quote || quote.state === 'draft';
  const save = async () => ((await store.autosave.flush()) ? store.$quote.get() : null);
  const more: Step[] = [
    { name: 'preview', label: say.preview, className: isDraft ? 'folded' : undefined, run: () => setDialog('preview') },
    ...others
      .filter((name) => name !== next && allowed.includes(name))
      .map((name) => ({
        name,
        label: { ...moves, ...acts }[name].label,
        run: press[name],
        className: name === 'accept' ? 'folded' : undefined,
      })),
    { name: 'list', label: words.allOffers, href: '/dealer/quotes/b2b' },
  ];
  return (
    <>
      <Whom about={useAbout()}>
        <Standing quote={quote} editable={editable} states={b2bStates} />
      </Whom>
      {isDraft ? (
        <button type="button" name="preview" className="btn foldable" onClick={() => setDialog('preview')}>
          {say.preview}
        </button>
      ) : (
        <a
          className="btn"
          href={apiPath('GET /quotes/b2b/:id/document', { params: { id: quote.id } })}
          target="_blank"
          rel="noopener"
        >
          <Icon name="file-text" size={16} /> {say.pdf}
        </a>
      )}
      <HeadMenu id="quote-more" label={say.more} steps={more} />
      {allowed.includes('accept') && (
        <button type="button" name="accept" className="btn foldable" onClick={actions.accept}>
          {moves.accept.label}
        </button>
      )}
      {next && (
        <NextButton
          name={next}
          label={{ ...moves, ...acts }[next].label}
          run={press[next]}
          keys={next === 'issue' ? say.issueKeys : undefined}
        />
      )}
      {dialog &&
        createPortal(
          <Suspense>
            {dialog === 'preview' && <Preview path="/quotes/b2b" save={save} onClose={close} />}
            {dialog === 'send' && quote && (
              <Send
                path="/quotes/b2b"
                id={quote.id}
                onSent={() => store.$sent.set(store.$sent.get() + 1)}
                onClose={close}
              />
            )}
            {dialog === 'close' && <Lose onClose={close} onChosen={actions.close} />}
            {dialog === 'delete' && <Remove onClose={close} onConfirm={actions.remove} />}
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** The same on the server, in its place in the top bar; the island takes it over. */
export function StaticB2bHead(props: B2bProps) {
  const store = createB2b(props);
  return (
    <RecordContext value={store}>
      <B2bContext value={store}>
        <B2bHead />
      </B2bContext>
    </RecordContext>
  );
}
