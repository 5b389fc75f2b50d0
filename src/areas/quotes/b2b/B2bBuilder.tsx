import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { day, money } from '#domain/italian.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { B2bQuote } from '#domain/quotes/b2b/schema.ts';
import { b2bStates } from '#domain/quotes/b2b/terms.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { Letters } from '#site/areas/quotes/issued/Letters.tsx';
import { apiPath, call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { builder as say } from '#site/messages/it/quotes.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordHead, StaticHead, type Step } from '#site/ui/record/Head.tsx';
import { RecordPage } from '#site/ui/record/RecordPage.tsx';
import { Eye, TotalCard } from '../builder/total/TotalCard.tsx';
import { QuoteBadge } from '../QuoteBadge.tsx';
import { CarsSection } from './CarsSection.tsx';
import { NextStep } from './NextStep.tsx';
import { NotesSection, TraderSection, TransferSection } from './Sections.tsx';
import { createB2b, useB2b, type B2bProps, type B2bStore, type B2bStory } from './store.ts';

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
      return { name, label: b2bMachine.moves.issue.label, run: store.issue };
    case 'send':
      return {
        name,
        label: acts.send.label,
        dialog: (close) => <Send path="/quotes/b2b" id={store.$quote.get()!.id} onSent={sent} onClose={close} />,
      };
    case 'delete':
      return {
        name,
        label: acts.delete.label,
        dialog: (close) => <Remove onClose={close} onConfirm={store.remove} />,
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
    dialog: (close) => <Preview path="/quotes/b2b" save={save} onClose={close} />,
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
      id="quote-more"
      menu={say.more}
      state={<QuoteBadge quote={quote} editable={editable} states={b2bStates} />}
      steps={steps.filter((step) => step !== false)}
      next={next && stepOf(store, next)}
      keys={next === 'issue' ? say.issueKeys : undefined}
    />
  );
}

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticB2bHead = (props: B2bProps) => (
  <StaticHead record={createB2b(props)}>
    <Head />
  </StaticHead>
);

/** The history of the offer and its revisions; read again after each change. */
function History({ given }: { given: B2bStory | null }) {
  const { $quote, $actions, $sent } = useB2b();
  const { id, version } = useStore($quote)!;
  const sent = useStore($sent);
  const mayAnswer = useStore($actions).includes('send');
  const [history, setHistory] = useState(given);
  const [failed, setFailed] = useState('');
  const [answers, setAnswers] = useState<{ id: number; text: string } | null>(null);
  const known = useRef(given ? `${version} ${sent}` : '');
  useEffect(() => {
    if (known.current === `${version} ${sent}`) return;
    known.current = `${version} ${sent}`;
    const control = new AbortController();
    call('GET /quotes/b2b/:id/timeline', { params: { id }, signal: control.signal }).then(
      setHistory,
      (error: Error) => control.signal.aborted || setFailed(error.message),
    );
    return () => control.abort();
  }, [id, version, sent]);
  if (failed) return <p className="callout bad">{failed}</p>;
  if (!history) return null;
  return (
    <div className="history">
      <Letters
        events={history.events}
        onAnswer={mayAnswer ? (question, text) => setAnswers({ id: question, text }) : undefined}
      />
      {history.revisions.length > 1 && (
        <>
          <h3>{say.notes.revisions}</h3>
          <ul>
            {history.revisions.map((one) => (
              <li key={one.id}>
                <a className="link" href={one.href} aria-current={one.id === id ? 'true' : undefined}>
                  {t(say.revision, { n: one.revision })}
                </a>{' '}
                {b2bStates[one.state].label} · {money(one.total)} <small>{moment(one.createdAt)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {answers && (
          <Send
            path="/quotes/b2b"
            id={id}
            answers={answers}
            onSent={() => $sent.set($sent.get() + 1)}
            onClose={() => setAnswers(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The history, always visible on an issued offer. */
function Past({ story }: { story: B2bStory | null }) {
  const quote = useStore(useB2b().$quote);
  const [open, setOpen] = useState(story !== null);
  return (
    quote && (
      <details
        className="card sec"
        open={story !== null || undefined}
        onToggle={(event) => event.currentTarget.open && setOpen(true)}
      >
        <summary>{say.notes.history}</summary>
        {open && <History given={story} />}
      </details>
    )
  );
}

/** The margin, hidden until the eye is pressed; absent for people who may not see costs. */
function Margin() {
  const { $priced, $view } = useB2b();
  const { margin } = useStore($priced);
  const { margin: shown } = useStore($view);
  if (!margin) return null;
  return (
    <Eye shown={shown} onToggle={() => $view.set({ margin: !shown })}>
      <dl className="waterfall">
        <div className={margin.amount !== null && margin.amount < 0 ? 'step loss' : 'step'}>
          <dt>{words.totals.margin}</dt>
          <dd>{margin.amount === null ? words.totals.unknown : money(margin.amount)}</dd>
        </div>
      </dl>
    </Eye>
  );
}

/** The totals of the offer by regime. */
function Total() {
  const { cars, regimes, expenses, vat, total } = useStore(useB2b().$priced);
  return (
    <TotalCard
      title={words.totals.title}
      total={[words.totals.total, money(total)]}
      beside={[words.totals.cars, String(cars.length)]}
      spoken={
        <p className="sr-only" role="status">
          {words.totals.total} {money(total)}
        </p>
      }
    >
      <dl>
        {regimes.map(({ regime, cars: n, total: amount, vat: tax, net }) => [
          <div key={regime}>
            <dt>
              {saleRegimes[regime].label} · {t(words.cars, { n })}
            </dt>
            <dd>{money(amount)}</dd>
          </div>,
          tax > 0 && (
            <div key={`${regime} tax`} className="info">
              <dt>{t(words.taxed, { net: money(net), vat: money(tax) })}</dt>
              <dd />
            </div>
          ),
        ])}
        {expenses.map(({ key, label, amount }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div className="sum">
          <dt>{words.totals.total}</dt>
          <dd>{money(total)}</dd>
        </div>
        {vat > 0 && (
          <div className="info">
            <dt>{words.totals.vat}</dt>
            <dd>{money(vat)}</dd>
          </div>
        )}
      </dl>
      <Margin />
    </TotalCard>
  );
}

/** A notice: a newer revision exists, or the last day of the offer. */
function notice(quote: B2bQuote | null) {
  if (quote?.newest)
    return (
      <a className="link newest" href={quote.newest}>
        {say.newest}
      </a>
    );
  return quote?.state === 'issued' && quote.expiresOn && t(words.validTo, { day: day(quote.expiresOn) });
}

/** The builder of wholesale offers: prices every change at once and saves by itself. */
export function B2bBuilder(props: B2bProps) {
  const [store] = useState(() => createB2b(props));
  const quote = useStore(store.$quote);
  return (
    <ErrorBoundary what={words.what}>
      <RecordPage record={store} head={<Head />} notice={notice(quote)} aside={<Total />}>
        <NextStep />
        <TraderSection />
        <CarsSection />
        <TransferSection />
        <NotesSection />
        <Past story={props.story} />
      </RecordPage>
    </ErrorBoundary>
  );
}
