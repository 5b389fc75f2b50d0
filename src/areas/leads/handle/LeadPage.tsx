import { useStore } from '@nanostores/react';
import { lazy, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { Lead, LeadRow } from '#domain/leads/schema.ts';
import { day } from '#domain/italian.ts';
import type { StagePlace } from '#domain/negotiations/stage-calls.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StageCard } from '#site/parts/stages/StageCard.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { Named } from '#site/ui/choices.ts';
import type { Page } from '#site/ui/comments/comments.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { useHead } from '#site/ui/record/page/useHead.ts';
import { useSteps, type Question } from '#site/ui/record/page/useSteps.tsx';
import { usePolled } from '#site/ui/usePolled.ts';
import { About, type May } from './About.tsx';
import type { LeadDialog, DialogsProps } from './Dialogs.tsx';
import { LeadHead, titleOf, Turn } from './Head.tsx';
import type { LogProps, Reasons } from './log-props.ts';
import { tellKept } from './logged.ts';
import { Panel } from './Panel.tsx';
import { inOrder, Queue } from './Queue.tsx';
import type { AskedStock } from './stock.server.ts';
import { createLead } from './store.ts';
import { Story } from './Story.tsx';
import { useKeys } from './useKeys.ts';
import './leads.css';
import './story.css';

const Dialogs = lazy(() => import('./Dialogs.tsx'));
const Comments = lazy(async () => ({ default: (await import('#site/ui/comments/Comments.tsx')).Comments }));
const History = lazy(() => import('#site/ui/record/page/History.tsx'));

type Live = CallAnswer<'GET /leads/live'>;

export interface LeadPageProps
  extends Pick<DialogsProps, 'terms' | 'locations' | 'finds' | 'today'>, Pick<LogProps, 'workdays'> {
  reasons: Reasons;
  assignees: Named;
  lead: Lead | null;
  live: Live;
  /** Cars of the stock like the one that the lead asked for; null when there are none. */
  stock: AskedStock | null;
  /** Whose leads the queue has; null: everybody's. */
  assigneeId: number | null;
  /** The person may see everybody's, too. */
  seesAll: boolean;
  comments: Page | null;
  /** The stage of its negotiation. */
  stage: StagePlace | null;
  userId: number;
  may: May;
  /** The server's time, so that server and browser draw the same page. */
  now: string;
}

/** The queue as it is after what was done on this lead. */
const without = (rows: readonly LeadRow[], { id, version, state, nextAt, warnAt, nextType, parkedUntil }: Lead) =>
  rows
    .map((row) =>
      row.id === id && row.version < version ? { ...row, version, state, nextAt, warnAt, nextType, parkedUntil } : row,
    )
    .filter((row) => row.state !== 'closed');

/** Where a lead stands in the queue, and the addresses of those beside it. */
export function placeIn(rows: readonly LeadRow[], id: number | undefined, suffix: string) {
  const at = rows.findIndex((row) => row.id === id);
  const hrefAt = (place: number) => {
    const row = rows[place];
    return row && row.id !== id ? `/dealer/leads/handle?lead=${row.id}${suffix}` : null;
  };
  return { at: at + 1, of: rows.length, before: at > 0 ? hrefAt(at - 1) : null, after: hrefAt(at + 1) };
}

/** The queue, which updates itself. */
function useQueue({ lead, live: given, assigneeId, now: instant }: LeadPageProps) {
  const ask = useCallback(() => {
    const query = { limit: 50, ...(assigneeId !== null && { assigneeId }) };
    return call('GET /leads/live', { query }, { quiet: true });
  }, [assigneeId]);
  const { answer, now, seen } = usePolled(given, instant, ask);
  const group = answer.groups[0]!;
  const { handled } = answer;
  return {
    now,
    isCut: seen.since !== null,
    handled,
    total: group.total,
    rows: inOrder(lead ? without(group.rows, lead) : group.rows),
  };
}

/** The current lead, and what each button and key does with it beside the moves. */
function useLead(props: LeadPageProps) {
  const [store] = useState(() => createLead(props));
  const lead = useStore(store.$saved);
  const { ask, question } = useSteps();
  const dialog =
    (asked: LeadDialog): Question =>
    (onClose) => {
      const onSaved = (saved: Lead) => {
        store.adopt(saved);
        onClose();
      };
      return <Dialogs asked={asked} {...props} lead={store.$saved.get()!} onSaved={onSaved} onClose={onClose} />;
    };
  const open = (asked: LeadDialog) => ask(dialog(asked));
  const { may } = props;
  useKeys({
    c: () => document.querySelector<HTMLElement>('.lead-panel [href^="tel:"]')?.click(),
    a: () => document.querySelector<HTMLElement>('.lead-next button')?.focus(),
    m: () => lead?.offered.includes('write') && !lead.silent && open({ name: 'write' }),
    p: () => lead?.offered.includes('log') && may.quote && location.assign(`/quotation?lead=${lead.id}`),
    v: () => lead && may.visit && lead.offered.includes('log') && open({ name: 'visit' }),
  });
  return { store, lead, open, question, edit: dialog({ name: 'edit' }) };
}

/** Somebody else has changed the lead meanwhile. */
const Behind = ({ lead, rows, onRead }: { lead: Lead; rows: readonly LeadRow[]; onRead: (lead: Lead) => void }) =>
  rows.some(({ id, version }) => id === lead.id && version > lead.version) && (
    <p className="callout warn">
      {words.behind}{' '}
      <button
        type="button"
        className="link"
        onClick={() => void call('GET /leads/:id', { params: { id: lead.id } }).then(onRead, console.info)}
      >
        {words.refresh}
      </button>
    </p>
  );

const Foot = ({ handled }: { handled: number }) => (
  <footer className="lead-keys muted">
    {words.keys.map(([keys, text]) => (
      <span key={keys} aria-hidden="true">
        {keys.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}{' '}
        {text}
      </span>
    ))}
    <b>{t(words.handled, { n: handled })}</b>
  </footer>
);

/** One lead beside the queue: who, what for, what was done, and how the last contact went. */
export function LeadPage(props: LeadPageProps) {
  const { assigneeId, seesAll, comments, userId, may, terms, reasons, today, workdays } = props;
  const { store, lead, open, question, edit } = useLead(props);
  const take = store.adopt;
  const { now, isCut, rows, total, handled } = useQueue({ ...props, lead });
  // The script of comments comes by itself: the server would have to send it inline, which the policy forbids. They stand last,
  // so that they move nothing when they come.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => {
    setAlive(true);
    tellKept();
  }, []);
  const suffix = assigneeId === null && seesAll ? '&all' : '';
  const place = placeIn(rows, lead?.id, suffix);
  const first = place.at === 0 && rows[0] ? `/dealer/leads/handle?lead=${rows[0].id}${suffix}` : null;
  const head = useHead(lead ? [lead.number, titleOf(lead)].join(' · ') : words.title);
  useKeys({
    j: () => place.after && location.assign(place.after),
    k: () => place.before && location.assign(place.before),
  });
  return (
    <ErrorBoundary what={words.title}>
      {head &&
        lead &&
        createPortal(
          <LeadHead store={store} now={now} {...place} price={props.stock?.price ?? null} edit={edit} />,
          head,
        )}
      <div className="lead-page">
        <Queue
          rows={rows}
          total={total}
          current={lead?.id ?? null}
          now={now}
          isAll={seesAll ? assigneeId === null : null}
          suffix={suffix}
        />
        {lead ? (
          <>
            <article>
              {place.at > 0 && (
                <p className="lead-turn">
                  <Turn {...place} />
                </p>
              )}
              {isCut && <p className="callout bad">{words.cut}</p>}
              <Behind lead={lead} rows={rows} onRead={take} />
              <About
                lead={lead}
                most={terms.mostUnanswered}
                now={now}
                may={may}
                stock={props.stock}
                onCustomer={() => open({ name: 'customer' })}
                onVisit={() => open({ name: 'visit' })}
                onSaved={take}
              />
              {props.stage && <StageCard area="leads" id={lead.id} version={lead.version} given={props.stage} />}
              <Story lead={lead} results={terms.results} now={now} />
              <section className="card sec">
                <Fold label={words.history}>
                  {() => (
                    <History
                      key={lead.version}
                      read={() => call('GET /leads/:id/timeline', { params: { id: lead.id } })}
                    />
                  )}
                </Fold>
              </section>
              <OnDemand>{isAlive && <Comments area="leads" id={lead.id} given={comments} />}</OnDemand>
            </article>
            {lead.closedOn ? (
              <aside className="lead-panel card pad">
                <p className="callout">{t(words.closed, { day: day(lead.closedOn) })}</p>
                {lead.followUpOn && <p className="callout">{t(words.followUp, { day: day(lead.followUpOn) })}</p>}
              </aside>
            ) : (
              <Panel
                lead={lead}
                terms={terms}
                reasons={reasons}
                today={today}
                workdays={workdays}
                userId={userId}
                mayBook={may.book}
                next={place.after ?? first}
                onWrite={(how) => open({ name: 'write', ...how })}
                onSaved={take}
              />
            )}
          </>
        ) : (
          <p className="empty">{words.none}</p>
        )}
      </div>
      <Foot handled={handled} />
      {question}
    </ErrorBoundary>
  );
}
