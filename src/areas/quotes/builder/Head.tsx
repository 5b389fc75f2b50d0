import { useStore } from '@nanostores/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#site/lib/intl.ts';
import { keptQuotes as pages } from '#site/messages/it/kept-quotes.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { apiPath } from '#site/lib/call.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { RecordContext } from '#site/ui/record/context.ts';
import { Whom } from '#site/ui/record/Whom.tsx';
import { SaveBadge } from '#site/ui/record/SaveBadge.tsx';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import { closeReasons, quoteStates } from '#domain/quotes/terms.ts';
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

/** A press on an action of the menu closes the menu. */
const hide = { popoverTarget: 'quote-more', popoverTargetAction: 'hide' } as const;

/** Which quote it is: also of a draft, once it is a revision of one that was issued. */
function Numbered({ quote }: { quote: Quote }) {
  return (
    <>
      <b>{quote.number}</b>
      <small>
        {t(words.revision, { n: quote.revision })}
        {quote.closeReason && ` · ${closeReasons[quote.closeReason]}`}
      </small>
    </>
  );
}

/** State, number, revision and reason of a quote that is no draft any more. */
function Standing({ quote }: { quote: Quote }) {
  return (
    <span className="saved">
      {quote.superseded ? (
        <StateBadge tone="mute">{words.superseded}</StateBadge>
      ) : (
        <StateBadge tone={quoteStates[quote.state].tone}>{quoteStates[quote.state].label}</StateBadge>
      )}
      <Numbered quote={quote} />
    </span>
  );
}

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
  const press = { ...actions, send: () => setDialog('send') };
  const pdf = quote && apiPath('GET /quotes/:id/document', { params: { id: quote.id } });
  const draft = !quote || quote.state === 'draft';
  const customerMode = () => setDialog('customer');
  const save = async () => ((await store.autosave.flush()) ? store.$quote.get() : null);
  return (
    <>
      <Whom about={useAbout()}>
        {draft && editable ? (
          <span className="saved">
            <SaveBadge />
            {quote?.number && <Numbered quote={quote} />}
          </span>
        ) : (
          quote && <Standing quote={quote} />
        )}
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
      <button type="button" className="icon" popoverTarget="quote-more" aria-label={words.more} id="quote-more-button">
        <Icon name="ellipsis" />
      </button>
      <div id="quote-more" className="menu-list" popover="auto">
        <button type="button" {...hide} className={draft ? 'folded' : 'folded early'} onClick={customerMode}>
          {words.customerMode}
        </button>
        {store.may.compare && (
          <button type="button" {...hide} name="compare-folded" className="folded" onClick={actions.compare}>
            {pages.compare}
          </button>
        )}
        <button type="button" {...hide} className={draft ? 'folded' : undefined} onClick={() => setDialog('preview')}>
          {words.preview}
        </button>
        {can('revise') && next !== 'revise' && (
          <button type="button" {...hide} onClick={actions.revise}>
            {acts.revise.label}
          </button>
        )}
        {can('duplicate') && quote && (
          <button type="button" {...hide} onClick={actions.duplicate}>
            {acts.duplicate.label}
          </button>
        )}
        {can('send') && next !== 'send' && (
          <button type="button" {...hide} onClick={press.send}>
            {acts.send.label}
          </button>
        )}
        {can('accept') && (
          <button type="button" {...hide} className="folded" onClick={actions.accept}>
            {moves.accept.label}
          </button>
        )}
        {can('withdraw') && (
          <button type="button" {...hide} onClick={actions.withdraw}>
            {moves.withdraw.label}
          </button>
        )}
        {can('close') && (
          <button
            type="button"
            {...hide}
            className={can('accept') ? 'folded' : undefined}
            onClick={() => setDialog('lose')}
          >
            {moves.close.label}
          </button>
        )}
        {can('delete') && (
          <button type="button" {...hide} onClick={() => setDialog('remove')}>
            {acts.delete.label}
          </button>
        )}
        {store.may.list && <a href="/dealer/quotes/retail">{words.allQuotes}</a>}
      </div>
      {can('accept') && (
        <button type="button" name="accept" className="btn foldable" onClick={actions.accept}>
          {moves.accept.label}
        </button>
      )}
      {can('accept') && can('close') && (
        <button type="button" name="close" className="btn foldable" onClick={() => setDialog('lose')}>
          {moves.close.label}
        </button>
      )}
      {next && (
        <button
          type="button"
          name={next}
          className="btn primary"
          data-next={next === 'issue' || undefined}
          title={next === 'issue' ? words.issueKeys : undefined}
          onClick={press[next]}
        >
          {{ ...moves, ...acts }[next].label}
        </button>
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
