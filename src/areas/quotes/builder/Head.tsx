import { useStore } from '@nanostores/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { keptQuotes as pages, builder as words } from '#site/messages/it/quotes.ts';
import { apiPath } from '#site/lib/call.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { RecordContext } from '#site/ui/record/context.ts';
import { HeadMenu, NextButton, type Step } from '#site/ui/record/HeadMenu.tsx';
import { Whom } from '#site/ui/record/Whom.tsx';
import { quoteMachine } from '#domain/quotes/rules.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { Standing } from '../Standing.tsx';
import { createActions } from './actions.ts';
import { BuilderContext, createBuilder, useBuilder, useAbout, type BuilderProps } from './store.ts';

const CustomerView = lazy(() => import('./CustomerView.tsx'));
const Preview = lazy(() => import('./Preview.tsx'));
const Lose = lazy(() => import('./Lose.tsx'));
const Remove = lazy(() => import('./Remove.tsx'));
const Send = lazy(() => import('./Send.tsx'));

const { moves, acts } = quoteMachine;
/** What naturally comes next, by state: the one primary button. */
const natural = {
  draft: 'issue',
  issued: 'send',
  expired: 'revise',
  closed: 'reopen',
  accepted: null,
  converted: null,
} as const;
/** What the menu offers beside the primary button, in its order. */
const others = ['revise', 'duplicate', 'send', 'accept', 'withdraw', 'close', 'delete'] as const;

/**
 * What the top bar holds for the builder: is it saved, what can be done with the quote. By their names, buttons that are pressed
 * before the island is alive find the living ones.
 */
export function Head({ onSent }: { onSent?: () => unknown }) {
  const store = useBuilder();
  const quote = useStore(store.$quote);
  const allowed = useStore(store.$actions);
  const editable = useStore(store.$editable);
  const actions = useMemo(() => createActions(store), [store]);
  const [dialog, setDialog] = useState<'customer' | 'preview' | 'lose' | 'remove' | 'send' | null>(null);
  const close = () => setDialog(null);
  const can = (name: (typeof allowed)[number]) => allowed.includes(name);
  const wanted = natural[quote?.state ?? 'draft'];
  const next = wanted && can(wanted) ? wanted : null;
  const press = {
    ...actions,
    send: () => setDialog('send'),
    close: () => setDialog('lose'),
    delete: () => setDialog('remove'),
  };
  const pdf = quote && apiPath('GET /quotes/:id/document', { params: { id: quote.id } });
  const draft = !quote || quote.state === 'draft';
  const customerMode = () => setDialog('customer');
  const inBar = (name: (typeof others)[number]) => can('accept') && (name === 'accept' || name === 'close');
  const save = async () => ((await store.autosave.flush()) ? store.$quote.get() : null);
  const fold = draft ? 'folded' : undefined;
  const more: Step[] = [
    { name: 'customer', label: words.customerMode, className: fold ?? 'folded early', run: customerMode },
    ...(store.may.compare
      ? [{ name: 'compare', label: pages.compare, className: 'folded early', run: actions.compare }]
      : []),
    { name: 'preview', label: words.preview, className: fold, run: () => setDialog('preview') },
    ...others
      .filter((name) => can(name) && name !== next)
      .map((name) => ({
        name,
        label: { ...moves, ...acts }[name].label,
        run: press[name],
        className: inBar(name) ? 'folded' : undefined,
      })),
    ...(store.may.list ? [{ name: 'list', label: words.allQuotes, href: '/dealer/quotes/retail' }] : []),
  ];
  return (
    <>
      <Whom about={useAbout()}>
        <Standing quote={quote} editable={editable} states={quoteStates} />
      </Whom>
      <button
        type="button"
        name="customer-mode"
        className={draft ? 'btn foldable' : 'btn foldable early'}
        onClick={customerMode}
      >
        {words.customerMode}
      </button>
      {store.may.compare && (
        <button type="button" name="compare" className="btn foldable" onClick={actions.compare}>
          {pages.compare}
        </button>
      )}
      {draft && (
        <button type="button" name="preview" className="btn foldable" onClick={() => setDialog('preview')}>
          {words.preview}
        </button>
      )}
      {!draft && pdf && (
        <a className="btn" href={pdf} target="_blank" rel="noopener">
          <Icon name="file-text" size={16} /> {words.pdf}
        </a>
      )}
      <HeadMenu id="quote-more" label={words.more} steps={more} />
      {can('accept') && (
        <button type="button" name="accept" className="btn foldable" onClick={actions.accept}>
          {moves.accept.label}
        </button>
      )}
      {can('accept') && can('close') && (
        <button type="button" name="close" className="btn foldable" onClick={press.close}>
          {moves.close.label}
        </button>
      )}
      {next && (
        <NextButton
          name={next}
          label={{ ...moves, ...acts }[next].label}
          run={press[next]}
          keys={next === 'issue' ? words.issueKeys : undefined}
        />
      )}
      {dialog &&
        createPortal(
          <Suspense>
            {dialog === 'customer' && <CustomerView onClose={close} />}
            {dialog === 'preview' && <Preview path="/quotes" save={save} onClose={close} />}
            {dialog === 'send' && <Send path="/quotes" id={quote!.id} onSent={onSent} onClose={close} />}
            {dialog === 'lose' && <Lose onClose={close} onChosen={actions.close} />}
            {dialog === 'remove' && <Remove onClose={close} onConfirm={actions.remove} />}
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** The same on the server, in its place in the top bar; the island takes it over. */
export function StaticHead(props: BuilderProps) {
  const store = createBuilder(props);
  return (
    <RecordContext value={store}>
      <BuilderContext value={store}>
        <Head />
      </BuilderContext>
    </RecordContext>
  );
}
