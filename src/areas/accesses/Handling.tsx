import { lazy, useCallback, useState } from 'react';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { AccessRow, OpenVisits } from '#domain/accesses/schema.ts';
import { accessSubjects, ticketOf } from '#domain/accesses/terms.ts';
import { day, time } from '#domain/italian.ts';
import { offeredOf, type Actor } from '#domain/record/machine.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { handling as words, reception, visit as visitWords } from '#site/messages/it/accesses.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { useSteps, type Step } from '#site/ui/record/page/useSteps.tsx';
import { visitMoves, visitOf, type Reasons, type Visit, type VisitMoves } from './moves.ts';
import { SeenAt } from './SeenAt.tsx';
import { Steps } from './Steps.tsx';
import { usePolled } from '#site/ui/usePolled.ts';
import type { Opens } from './VisitCard.tsx';
import './accesses.css';

// Loaded when a visit is opened: the board alone does not need it.
const VisitCard = lazy(() => import('./VisitCard.tsx'));

interface Props {
  given: OpenVisits;
  reasons: Reasons;
  sellers: Named;
  makers: Named;
  finds: boolean;
  opens: Opens;
  actor: Actor;
  mayList: boolean;
  /** The visit that the address names. */
  asked: number | null;
  /** The server's time, so that server and browser draw the same page. */
  now: string;
}

const path = '/dealer/accesses/handling';

/** Where a visit stands on the board: what is left of earlier days first. */
function groupOf({ state, day: its }: AccessRow, today: string) {
  if (its < today) return 'left' as const;
  return state === 'external_booking' ? ('booked' as const) : state;
}
const groups = ['left', 'waiting', 'assigned', 'booked', 'handled'] as const;
/** The visits of a group that are in view at once; the others are folded. */
const SHOWN = 20;

interface RowProps {
  row: AccessRow;
  actor: Actor;
  isAsked: boolean;
  quotes: boolean;
  movesOf: (visit: Visit) => VisitMoves;
  press: (step: Step) => void;
}

/** An open visit with what may be done. */
function Open({ row, actor, isAsked, quotes, movesOf, press }: RowProps) {
  const facts = { ...row, selfTake: true, handledOn: row.handledAt && row.day };
  const about = [
    row.day < actor.today && day(row.day),
    t(words.since, { time: time(row.arrivedAt ?? row.expectedAt ?? row.updatedAt) }),
    accessSubjects[row.subject],
    row.wish,
    row.state === 'waiting' &&
      row.refusals > 0 &&
      (row.refusals === 1 ? reception.refusedOnce : t(reception.refused, { n: row.refusals })),
    row.seller && t(reception.with, { name: row.seller }),
    row.location,
  ];
  return (
    <li aria-current={isAsked || undefined}>
      <div>
        <a className="link" href={`${path}?access=${row.id}`}>
          <b>{row.customer ?? (row.name || reception.anonymous)}</b>
        </a>{' '}
        {row.ticket !== null && <span className="access-ticket">{ticketOf(row.ticket)}</span>}
        <small className="muted">{about.filter(Boolean).join(' · ')}</small>
      </div>
      <div className="access-buttons">
        <Steps
          offered={offeredOf(accessMachine, facts, actor)}
          begun={row.begun}
          stepOf={movesOf(row).stepOf}
          press={press}
        />
        {quotes && row.state === 'assigned' && row.sellerId === actor.id && (
          <a className="btn" href={`/quotation?visit=${row.id}`}>
            {words.quote}
          </a>
        )}
      </div>
    </li>
  );
}

/** The visits by where they stand: what is left of earlier days first, what was handled today folded at the end. */
function Board({
  rows,
  handled,
  actor,
  asked,
  ...more
}: Pick<Props, 'actor' | 'asked'> &
  Pick<RowProps, 'movesOf' | 'press' | 'quotes'> &
  Pick<OpenVisits, 'rows' | 'handled'>) {
  const by = Map.groupBy<string, AccessRow>(rows, (row) => groupOf(row, actor.today));
  // Who was refused or let pass is called before who has come later.
  by.get('waiting')?.sort((a, b) => Number(b.refusals > 0) - Number(a.refusals > 0));
  by.set('handled', handled);
  const list = (some: readonly AccessRow[]) => (
    <ul className="access-rows">
      {some.map((row) => (
        <Open key={row.id} row={row} actor={actor} isAsked={row.id === asked} {...more} />
      ))}
    </ul>
  );
  return groups.map((name) => {
    const own = by.get(name) ?? [];
    const shown = name === 'handled' ? 0 : SHOWN;
    if (own.length === 0) return null;
    return (
      <section key={name} className="card pad" data-group={name}>
        <h2>
          {words[name]} <span className="muted">{own.length}</span>
        </h2>
        {name === 'left' && <p className="muted">{words.leftText}</p>}
        {list(own.slice(0, shown))}
        {own.length > shown && (
          <details>
            <summary>{t(shown ? words.others : words.show, { n: own.length - shown })}</summary>
            {list(own.slice(shown))}
          </details>
        )}
      </section>
    );
  });
}

/**
 * The visits that are open, and the one that the address names, open or closed. At the end of the day none is open: each
 * is closed by somebody who says how it went.
 */
export function Handling({ given, reasons, sellers, actor, mayList, asked, now: begun, ...edits }: Props) {
  const ask = useCallback(
    () => call('GET /accesses/open', { query: asked === null ? {} : { id: asked } }, { quiet: true }),
    [asked],
  );
  const { answer, seen, now, look } = usePolled<OpenVisits>(given, begun, ask);
  const { rows, handled, shown } = answer;
  // Who is only expected has no visit to close, here as at the reception.
  const toClose = rows.filter(({ state }) => state !== 'external_booking').length;
  const again = () => look().catch(console.info);
  const [movesOf] = useState(() => visitMoves({ reasons, sellers: () => sellers, again }));
  const { press, question } = useSteps();
  return (
    <ErrorBoundary what={words.title}>
      <div className="page access-board" data-shown={asked !== null || undefined}>
        <header className="head">
          <h1>{words.title}</h1>
          <span className={`badge b-${toClose > 0 ? 'warn' : 'ok'}`}>{t(words.open, { n: toClose })}</span>
          <SeenAt seen={seen} />
          {asked !== null && (
            <a className="btn" href={path}>
              {visitWords.back}
            </a>
          )}
          {mayList && (
            <a className="btn" href="/dealer/accesses/list">
              {words.list}
            </a>
          )}
        </header>
        <div className="access-open">
          {rows.length === 0 && <p className="empty">{words.zero}</p>}
          <Board
            rows={rows}
            handled={handled}
            actor={actor}
            asked={asked}
            quotes={edits.opens.quotes}
            movesOf={movesOf}
            press={press}
          />
        </div>
        {asked !== null &&
          (shown ? (
            <OnDemand>
              <VisitCard
                visit={shown}
                {...edits}
                today={actor.today}
                now={now}
                stepOf={movesOf(visitOf(shown)).stepOf}
                press={press}
                onChanged={again}
              />
            </OnDemand>
          ) : (
            <p className="empty">{visitWords.gone}</p>
          ))}
      </div>
      {question}
    </ErrorBoundary>
  );
}
