import { useStore } from '@nanostores/react';
import { lazy, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { addMonths, dayInRome } from '#domain/dates.ts';
import { LINES_OF_PAGE } from '#domain/commissions/entries.ts';
import type { Effect, Statement } from '#domain/commissions/schema.ts';
import { statementStates } from '#domain/commissions/statement.ts';
import { deliverBy, monthOf } from '#domain/commissions/month.ts';
import { commissionTypes, effectiveTypes } from '#domain/commissions/terms.ts';
import { day, integer, money, percent } from '#domain/italian.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { statement as words } from '#site/messages/it/commissions.ts';
import { attempt } from '#site/ui/attempt.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import type { Started } from '#site/ui/comments/Writer.tsx';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { Head } from '#site/ui/record/page/Head.tsx';
import { useHead } from '#site/ui/record/page/useHead.ts';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { openOf } from './disputes.ts';
import { Lines } from './Lines.tsx';
import type { Split, WantedShare } from './SplitDialog.tsx';
import type { ShownTarget } from './stands.server.ts';
import { createStatement, type StatementStore } from './store.ts';
import './commissions.css';
import '#site/ui/course.css';

const SplitDialog = lazy(() => import('./SplitDialog.tsx'));
const reload = () => location.reload();
const History = lazy(() => import('#site/ui/record/page/History.tsx'));

export interface StatementPageProps {
  statement: Statement;
  /** Whether the reader splits sales. */
  keeps: boolean;
  today: string;
  /** The sale whose rules are tried beside it. */
  tried?: number | undefined;
  /** Whether it is the reader's own. */
  isOwn: boolean;
  /** What each open dispute that names a share would change, by its comment. */
  effects: Readonly<Record<number, Effect>>;
  /** The targets of the month that rules pay for. */
  targets: readonly ShownTarget[];
}

export const titleOf = ({ user, month: first }: Statement): string[] => [user.name, monthOf(first)];
const hrefOf = (id: number) => `/dealer/stats/commissions/${id}`;

/** In the top bar: whose month, how far it is, and what comes next. */
function StatementHead({ store }: { store: StatementStore }) {
  const of = useStore(store.$saved)!;
  const { offered, state } = of;
  const wanted = offered.find((name) => name !== 'unpay');
  const steps: (Step | false)[] = [
    offered.includes('unpay') && store.stepOf('unpay'),
    {
      name: 'print',
      label: 'PDF',
      href: apiPath('GET /commissions/statements/:id/document', { params: { id: of.id } }),
      bar: 'before',
      document: 'file-text',
    },
    { name: 'list', label: words.list, href: `/dealer/stats/commissions?month=${of.month.slice(0, 7)}` },
  ];
  return (
    <Head
      about={titleOf(of)}
      state={
        <span className="saved">
          <StateBadge tone={statementStates[state].tone}>{statementStates[state].label}</StateBadge>
        </span>
      }
      steps={steps.filter((step) => step !== false)}
      next={wanted ? store.stepOf(wanted) : null}
    />
  );
}

/** The head as the server draws it. */
export const StaticHead = ({ statement, today }: StatementPageProps) => (
  <StatementHead store={createStatement(statement, today)} />
);

const Figure = ({ label, cents }: { label: string; cents: number }) => (
  <div>
    <dt>{label}</dt>
    <dd className={cents < 0 ? 'bad' : undefined}>{money(cents)}</dd>
  </div>
);

/** How far a target is that a rule pays for. */
const Target = ({ label, stands, note, isReached, href }: ShownTarget) => (
  <div>
    <dt>
      {label}{' '}
      {href ? (
        <a className="link" href={href}>
          {stands}
        </a>
      ) : (
        stands
      )}
    </dt>
    <dd className={isReached ? 'target good' : 'target'}>{note}</dd>
  </div>
);

/** How far it is: since when, by whom, and until when what comes has to be. */
function Course({ of, today }: { of: Statement; today: string }) {
  const { state, month, confirmedAt, confirmedBy, paidOn } = of;
  const isLate = state === 'draft' && today > deliverBy(month);
  const steps = [
    { key: 'draft', said: state === 'draft' ? t(words.from, { day: day(addMonths(month, 1)) }) : '' },
    {
      key: 'confirmed',
      said: confirmedAt
        ? `${day(dayInRome(new Date(confirmedAt)))}\n${confirmedBy ?? ''}`
        : t(isLate ? words.late : words.until, { day: day(deliverBy(month)) }),
    },
    { key: 'paid', said: paidOn ? day(paidOn) : '' },
  ] as const;
  const at = steps.findIndex(({ key }) => key === state);
  return (
    <ol className="course-line" aria-label={words.course}>
      {steps.map(({ key, said }, index) => (
        <li
          key={key}
          className={index < at || state === 'paid' ? 'done' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <b>{statementStates[key].label}</b>
          <span className={isLate && key === 'confirmed' ? 'bad' : undefined}>{said}</span>
        </li>
      ))}
    </ol>
  );
}

/** Which of many lines are shown, and the way to the others. */
function Pages({ of: { id, page, count, lines } }: { of: Statement }) {
  const from = (page - 1) * LINES_OF_PAGE;
  const at = (n: number) => `${hrefOf(id)}?page=${n}`;
  return (
    <nav className="commission-pages" aria-label={words.pages}>
      <span className="muted">
        {t(words.shown, { from: integer(from + 1), to: integer(from + lines.length), n: integer(count) })}
      </span>
      {page > 1 && (
        <a className="btn" href={at(page - 1)}>
          ‹ {words.linesBefore}
        </a>
      )}
      {from + lines.length < count && (
        <a className="btn" href={at(page + 1)}>
          {words.linesAfter} ›
        </a>
      )}
    </nav>
  );
}

/** What the month comes to, how far it is, and what it waits for. */
const Top = ({
  of,
  today,
  targets,
  isOwn,
}: { of: Statement } & Pick<StatementPageProps, 'today' | 'targets' | 'isOwn'>) => (
  <section className="card pad commission-top">
    <dl className="commission-figures">
      <Figure label={words.earned} cents={of.earned} />
      <Figure label={words.taken} cents={of.taken} />
      {of.carried !== 0 && <Figure label={words.carried} cents={of.carried} />}
      <Figure label={words.due} cents={of.due} />
      {targets.map((target) => (
        <Target key={target.label} {...target} />
      ))}
      {effectiveTypes.map((type) => {
        const cents = of.effective[type];
        return cents ? <Figure key={type} label={commissionTypes[type]} cents={cents} /> : null;
      })}
    </dl>
    <Course of={of} today={today} />
    {of.state === 'draft' && (
      <p className="muted">
        {!isOwn && words.freezes} {t(words.toDeliver, { until: day(deliverBy(of.month)) })}
      </p>
    )}
    {of.hash && <p className="muted commission-hash">{t(words.hash, { hash: of.hash })}</p>}
    {of.disputed && <p className="callout warn">{words.disputed}</p>}
  </section>
);

/** A person's statement of a month: every line can be checked, disputes are comments. */
export function StatementPage({ comments, ...props }: StatementPageProps & { comments: Page }) {
  const [store] = useState(() => createStatement(props.statement, props.today));
  const of = useStore(store.$saved)!;
  const { id, version, before, after } = of;
  const [splitting, setSplitting] = useState<{ contractId: number; wanted?: WantedShare | undefined } | null>(null);
  const [said, setSaid] = useState(comments);
  /** A dispute, or the answer to one, that is begun at its line. */
  const [begun, setBegun] = useState<Started>();
  const begin = (number: string) => setBegun({ text: `${number}: ` });
  /** What a dispute asked for is done: that is its answer, and the earner hears of it. */
  const answer = async ({ number, shares }: Split, { userId }: WantedShare) => {
    const share = percent((shares.find((one) => one.userId === userId)?.share ?? 0) / 100);
    const body = { text: t(words.brought, { number, share }), mentions: [] };
    await attempt(() => call('POST /commissions/statements/:id/comments', { params: { id }, body, key: newKey() }));
    reload();
  };
  const disputes = openOf(said.rows, of.user.id);
  const endSplit = useCallback(() => setSplitting(null), []);
  const title = titleOf(of);
  const head = useHead(title.join(' · '));
  return (
    <ErrorBoundary what={words.what}>
      {head && createPortal(<StatementHead store={store} />, head)}
      <div className="page statement-page">
        <header className="head">
          <h1>{title.join(', ')}</h1>
          <span className="grow" />
          {before && (
            <a className="btn" href={hrefOf(before.id)}>
              ‹ {monthOf(before.month)}
            </a>
          )}
          {after && (
            <a className="btn" href={hrefOf(after.id)}>
              {monthOf(after.month)} ›
            </a>
          )}
        </header>
        <Top of={of} {...props} />
        <Lines
          lines={of.lines}
          count={of.count}
          total={of.total}
          userId={of.user.id}
          tried={props.tried}
          page={of.page}
          disputes={disputes}
          effects={props.effects}
          {...(props.isOwn && of.state === 'draft' && { onDispute: begin })}
          {...(!props.isOwn && { onAnswer: begin })}
          {...(props.keeps && { onSplit: (contractId, wanted) => setSplitting({ contractId, wanted }) })}
        />
        {of.count > LINES_OF_PAGE && <Pages of={of} />}
        {splitting !== null && (
          <OnDemand>
            <SplitDialog
              {...splitting}
              // Of several disputes the others still wait for their answer.
              onSaved={(split) =>
                void (splitting.wanted && disputes.length === 1 ? answer(split, splitting.wanted) : reload())
              }
              onClose={endSplit}
            />
          </OnDemand>
        )}
        <Comments
          area="commissions/statements"
          id={id}
          given={comments}
          start={begun}
          onSent={async (page) => {
            setSaid(page);
            // Who disputes stops the confirmation, who answers lets it go on: both are said at once.
            store.adopt(await call('GET /commissions/statements/:id', { params: { id }, query: { page: of.page } }));
          }}
        />
        <section className="card pad">
          <Fold label={words.history}>
            {() => (
              <History
                key={version}
                read={() => call('GET /commissions/statements/:id/timeline', { params: { id } })}
              />
            )}
          </Fold>
        </section>
      </div>
    </ErrorBoundary>
  );
}
