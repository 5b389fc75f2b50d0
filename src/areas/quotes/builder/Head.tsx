import { useStore } from '@nanostores/react';
import { lazy, useMemo } from 'react';
import { quoteMachine } from '#domain/quotes/rules.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { keptQuotes as pages, builder as words, usedQuotes } from '#site/messages/it/quotes.ts';
import { RecordHead } from '#site/ui/record/page/Head.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { anotherHref } from '../another.ts';
import { QuoteBadge } from '../QuoteBadge.tsx';
import { createActions } from './actions.ts';
import { useQuote, type QuoteStore } from './quote.ts';

const CustomerView = lazy(() => import('./customer/CustomerView.tsx'));
const Preview = lazy(() => import('./steps/Preview.tsx'));
const Remove = lazy(() => import('./steps/Remove.tsx'));
const Send = lazy(() => import('./steps/Send.tsx'));

const { moves, acts } = quoteMachine;
/** The natural next step by state, shown as the one primary button. */
const natural = {
  draft: 'issue',
  issued: 'send',
  expired: 'revise',
  closed: 'reopen',
  accepted: null,
  converted: null,
} as const;
/** The steps of the menu beside the primary button, in this order. */
const others = ['revise', 'duplicate', 'send', 'accept', 'withdraw', 'close', 'delete'] as const;

interface Around {
  store: QuoteStore;
  actions: ReturnType<typeof createActions>;
  onSent: (() => unknown) | undefined;
}

function stepOf({ store, actions, onSent }: Around, name: (typeof others)[number] | 'issue' | 'reopen'): Step {
  switch (name) {
    case 'issue':
      return { name, label: moves.issue.label, run: actions.issue, keys: words.issueKeys };
    case 'send':
      return {
        name,
        label: acts.send.label,
        run: (ask) =>
          ask((close) => <Send path="/quotes" id={store.$quote.get()!.id} onSent={onSent} onClose={close} />),
      };
    case 'delete':
      return {
        name,
        label: acts.delete.label,
        run: (ask) => ask((close) => <Remove onClose={close} onConfirm={actions.remove} />),
      };
    case 'revise':
    case 'duplicate':
      return { name, label: acts[name].label, run: actions[name] };
    case 'accept':
    case 'close':
      return { ...actions.stepOf(name), bar: store.$actions.get().includes('accept') ? 'after' : undefined };
    default:
      return actions.stepOf(name);
  }
}

/** The ways to view the quote: for the customer beside the seller, beside other quotes, as a printed document, and its history. */
function shows({ store, actions }: Around): Step[] {
  const quote = store.$quote.get();
  const isDraft = !quote || quote.state === 'draft';
  const save = async () => ((await store.autosave.flush()) ? store.$quote.get() : null);
  const steps: (Step | false)[] = [
    {
      name: 'customer-mode',
      label: words.customerMode,
      bar: 'before',
      early: !isDraft,
      run: (ask) => ask((close) => <CustomerView onClose={close} />),
    },
    store.may.compare && {
      name: 'compare',
      label: pages.compare,
      bar: 'before',
      early: true,
      run: actions.compare,
    },
    store.may.compare && { name: 'keep', label: pages.keep, run: actions.keep },
    {
      name: 'preview',
      label: words.preview,
      bar: isDraft ? 'before' : undefined,
      run: (ask) => ask((close) => <Preview path="/quotes" save={save} onClose={close} />),
    },
    !isDraft && {
      name: 'pdf',
      label: words.pdf,
      href: apiPath('GET /quotes/:id/document', { params: { id: quote.id } }),
      bar: 'before',
      document: 'file-text',
    },
  ];
  return steps.filter((step) => step !== false);
}

/** The top bar of the builder: whether the quote is saved, and what can be done with it. */
export function Head({ onSent }: { onSent?: () => unknown }) {
  const store = useQuote();
  const quote = useStore(store.$quote);
  const allowed = useStore(store.$actions);
  const editable = useStore(store.$editable);
  const actions = useMemo(() => createActions(store), [store]);
  const around = { store, actions, onSent };
  const wanted = natural[quote?.state ?? 'draft'];
  // A quote whose car is sold is neither sent, accepted nor revised any more.
  const lost = quote?.lost ?? null;
  const another = quote && lost ? anotherHref(quote) : null;
  const next = wanted && !lost && allowed.includes(wanted) ? wanted : null;
  const rest = others.filter(
    (name) =>
      name !== next && allowed.includes(name) && !(lost && (name === 'send' || name === 'accept' || name === 'revise')),
  );
  const { contract } = store;
  const given: Step | null = contract
    ? {
        name: 'give',
        label: contract === 'new' ? words.make : words.give,
        run: () => actions.give(contract),
        keys: next === 'issue' ? words.issueKeys : undefined,
      }
    : null;
  const list: Step = { name: 'list', label: words.allQuotes, href: '/dealer/quotes/retail' };
  return (
    <RecordHead
      state={<QuoteBadge quote={quote} editable={editable} states={quoteStates} />}
      steps={[...shows(around), ...rest.map((name) => stepOf(around, name)), ...(store.may.list ? [list] : [])]}
      next={
        given ??
        (another ? { name: 'another', label: usedQuotes.anotherShort, href: another } : next && stepOf(around, next))
      }
    />
  );
}
