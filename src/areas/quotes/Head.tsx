import { useStore } from '@nanostores/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { moment, t } from '#site/lib/intl.ts';
import { quotation as pages } from '#site/messages/it/quotation.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { apiPath } from '#site/lib/call.ts';
import { $sessionQuotes } from '#site/stores/quotes.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import type { QuoteState } from '#domain/quotes/terms.ts';
import { createActions } from './actions.ts';
import type { SaveState } from './autosave.ts';
import { BuilderContext, createBuilder, useBuilder, type BuilderProps } from './store.ts';

const Preview = lazy(() => import('./Preview.tsx'));
const Lose = lazy(() => import('./Lose.tsx'));
const Remove = lazy(() => import('./Remove.tsx'));

const tones: Record<QuoteState, Tone> = {
  draft: 'mute',
  issued: 'info',
  accepted: 'ok',
  converted: 'ok',
  expired: 'warn',
  closed: 'mute',
};
const saveTones: Record<SaveState['kind'], Tone> = {
  idle: 'mute',
  dirty: 'mute',
  saving: 'mute',
  saved: 'mute',
  failed: 'bad',
  invalid: 'bad',
  conflict: 'warn',
};

/** A press on an action of the menu closes the menu. */
const hide = { popoverTarget: 'quote-more', popoverTargetAction: 'hide' } as const;

/** Whether the draft is on the server; what went wrong is said in words and a press tries again. */
function Saved() {
  const { $save, autosave } = useBuilder();
  const state = useStore($save);
  const text =
    state.kind === 'saved'
      ? t(words.save.saved, { time: moment(state.at).replace('oggi ', '') })
      : state.kind === 'invalid' && Object.keys(state.fields).length === 0
        ? state.message
        : words.save[state.kind];
  const trouble = state.kind === 'failed' || state.kind === 'invalid' || state.kind === 'conflict';
  const mend = () => (state.kind === 'conflict' ? autosave.meet(state.current) : void autosave.flush());
  return (
    <span className="saved" role="status">
      {trouble ? (
        <button
          type="button"
          className={`badge b-${saveTones[state.kind]}`}
          title={'message' in state ? state.message : undefined}
          onClick={mend}
        >
          {text}
        </button>
      ) : (
        <StateBadge tone={saveTones[state.kind]}>{text}</StateBadge>
      )}
    </span>
  );
}

/** State, number, revision and expiry of a quote that is no draft any more. */
function Standing() {
  const { $quote } = useBuilder();
  const quote = useStore($quote)!;
  return (
    <span className="saved">
      <StateBadge tone={tones[quote.state]}>{words.states[quote.state]}</StateBadge>
      <b>{quote.number}</b>
      <small>
        {t(words.revision, { n: quote.revision })}
        {quote.closeReason && ` · ${words.reasons[quote.closeReason]}`}
      </small>
    </span>
  );
}

/** What the top bar holds for the builder: is it saved, what can be done with the quote. */
export function Head() {
  const store = useBuilder();
  const quote = useStore(store.$quote);
  const allowed = useStore(store.$actions);
  const editable = useStore(store.$editable);
  const view = useStore(store.$view);
  const list = useStore($sessionQuotes, { ssr: 'initial' });
  const actions = useMemo(() => createActions(store), [store]);
  const [dialog, setDialog] = useState<'preview' | 'lose' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const can = (name: (typeof allowed)[number]) => allowed.includes(name);
  const count = list.length + (list.some((one) => one.id === quote?.id) ? 0 : 1);
  const pdf = quote && apiPath('GET /quotes/:id/document', { params: { id: quote.id } });
  const draft = !quote || quote.state === 'draft';
  const customerMode = () => store.$view.set({ ...view, customer: !view.customer });
  return (
    <>
      {draft && editable ? <Saved /> : quote && <Standing />}
      <button type="button" className="btn foldable" aria-pressed={view.customer} onClick={customerMode}>
        {words.customerMode}
      </button>
      {store.mayCompare && (
        <button type="button" className="btn foldable" onClick={actions.compare}>
          {t(pages.compareCount, { n: Math.min(3, count) })}
        </button>
      )}
      <button type="button" className="btn foldable" onClick={() => setDialog('preview')}>
        {words.preview}
      </button>
      {!draft && pdf && (
        <a className="btn" href={pdf} target="_blank" rel="noopener">
          <Icon name="file-text" size={16} /> {words.pdf}
        </a>
      )}
      <button type="button" className="icon" popoverTarget="quote-more" aria-label={words.more} id="quote-more-button">
        <Icon name="ellipsis" />
      </button>
      <div id="quote-more" className="menu-list" popover="auto">
        <button type="button" {...hide} className="folded" aria-pressed={view.customer} onClick={customerMode}>
          {words.customerMode}
        </button>
        {store.mayCompare && (
          <button type="button" {...hide} className="folded" onClick={actions.compare}>
            {pages.compare}
          </button>
        )}
        <button type="button" {...hide} className="folded" onClick={() => setDialog('preview')}>
          {words.preview}
        </button>
        {can('duplicate') && quote && (
          <button type="button" {...hide} onClick={actions.duplicate}>
            {words.duplicate}
          </button>
        )}
        {can('close') && (
          <button type="button" {...hide} onClick={() => setDialog('lose')}>
            {words.lose}
          </button>
        )}
        {can('delete') && (
          <button type="button" {...hide} onClick={() => setDialog('remove')}>
            {words.remove}
          </button>
        )}
        {store.mayList && <a href="/dealer/quotes/retail">{words.allQuotes}</a>}
      </div>
      {can('issue') && draft && (
        <button type="button" className="btn primary" onClick={actions.issue}>
          {words.issue}
        </button>
      )}
      {can('revise') && (
        <button type="button" className="btn primary" onClick={actions.revise}>
          {words.revise}
        </button>
      )}
      {dialog &&
        createPortal(
          <Suspense>
            {dialog === 'preview' && <Preview onClose={close} />}
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
  return (
    <BuilderContext value={createBuilder(props)}>
      <Head />
    </BuilderContext>
  );
}
