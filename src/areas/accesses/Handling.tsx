import { lazy, Suspense, useEffect, useState } from 'react';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { AccessRow } from '#domain/accesses/schema.ts';
import { accessSubjects, ticketOf } from '#domain/accesses/terms.ts';
import { day, time } from '#domain/italian.ts';
import { offeredOf, type Actor } from '#domain/machine.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { desk, handling as words } from '#site/messages/it/accesses.ts';
import type { Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { attempt } from '#site/ui/list/attempt.ts';
import type { Asked, Reasons } from './Dialogs.tsx';
import './accesses.css';

const Dialogs = lazy(() => import('./Dialogs.tsx'));

interface Props {
  rows: readonly AccessRow[];
  reasons: Reasons;
  sellers: Named;
  actor: Actor;
  mayList: boolean;
  /** The visit that the address names. */
  asked: number | null;
}

type Plain = (typeof plain)[number];
const plain = ['checkIn', 'selfTake', 'begin', 'miss'] as const;
const steps = { ...accessMachine.moves, ...accessMachine.acts };
const asking = ['assign', 'handle', 'handOver', 'giveBack', 'handleAtDesk'] as const;

/** Where a visit stands on the board: what is left of earlier days first. */
function groupOf({ state, day: its }: AccessRow, today: string) {
  if (its < today) return 'left' as const;
  return state === 'external_booking' ? ('booked' as const) : state;
}
const groups = ['left', 'waiting', 'assigned', 'booked'] as const;

/** An open visit with what may be done. */
function Open({
  row,
  actor,
  isAsked,
  onMove,
  onAsk,
}: {
  row: AccessRow;
  actor: Actor;
  isAsked: boolean;
  onMove: (name: Plain) => void;
  onAsk: (name: Asked) => void;
}) {
  const facts = { ...row, selfTake: true, handledOn: null };
  const offered: readonly string[] = offeredOf(accessMachine, facts, actor);
  const about = [
    row.day < actor.today && day(row.day),
    t(words.since, { time: time(row.arrivedAt ?? row.expectedAt ?? row.updatedAt) }),
    accessSubjects[row.subject],
    row.wish,
    row.seller && t(desk.with, { name: row.seller }),
    row.location,
  ];
  const button = (name: Plain | Asked, press: () => void) => (
    <button key={name} type="button" className="btn" onClick={press}>
      {steps[name].label}
    </button>
  );
  return (
    <li id={`access-${row.id}`} aria-current={isAsked || undefined}>
      <div>
        <b>{row.customer ?? (row.name || desk.anonymous)}</b>{' '}
        {row.ticket !== null && <span className="access-ticket">{ticketOf(row.ticket)}</span>}
        <small className="muted">{about.filter(Boolean).join(' · ')}</small>
      </div>
      <div className="access-buttons">
        {plain.filter((one) => offered.includes(one)).map((one) => button(one, () => onMove(one)))}
        {asking.filter((one) => offered.includes(one)).map((one) => button(one, () => onAsk(one)))}
      </div>
    </li>
  );
}

/** The visits that are open: at the end of the day there is none, and each is closed by somebody who says how it went. */
export function Handling({ rows: given, reasons, sellers, actor, mayList, asked }: Props) {
  const [rows, setRows] = useState(given);
  const [open, setOpen] = useState<{ row: AccessRow; move: Asked } | null>(null);
  useEffect(() => {
    if (asked !== null) document.getElementById(`access-${asked}`)?.scrollIntoView({ block: 'center' });
  }, [asked]);
  const again = async () => {
    setOpen(null);
    const query = { open: 'true', sort: 'arrivedAt', dir: 'asc', limit: 300 } as const;
    await attempt(
      async () => setRows((await call('GET /accesses', { query })).rows),
      () => undefined,
    );
  };
  const move = (name: Plain, { id, version }: AccessRow) =>
    attempt(
      () => call(`POST /accesses/:id/${name}`, { params: { id }, version }),
      () => void again(),
      name === 'begin' || name === 'miss' ? words.done[name] : accessMachine.moves[name].done,
    );
  const by = Map.groupBy(rows, (row) => groupOf(row, actor.today));
  return (
    <ErrorBoundary what={words.title}>
      <div className="page access-board">
        <header className="head">
          <h1 className="grow">{words.title}</h1>
          <span className={`badge b-${rows.length > 0 ? 'warn' : 'ok'}`}>{t(words.open, { n: rows.length })}</span>
          {mayList && (
            <a className="btn" href="/dealer/accesses/list">
              {words.list}
            </a>
          )}
        </header>
        {rows.length === 0 && <p className="empty">{words.zero}</p>}
        {groups.map((name) => {
          const own = by.get(name as 'left') ?? [];
          if (own.length === 0) return null;
          return (
            <section key={name} className="card pad" data-group={name}>
              <h2>
                {words[name]} <span className="muted">{own.length}</span>
              </h2>
              {name === 'left' && <p className="muted">{words.leftText}</p>}
              <ul className="access-rows">
                {own.map((row) => (
                  <Open
                    key={row.id}
                    row={row}
                    actor={actor}
                    isAsked={row.id === asked}
                    onMove={(one) => void move(one, row)}
                    onAsk={(one) => setOpen({ row, move: one })}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <Suspense>
        {open && (
          <Dialogs
            asked={open.move}
            visit={open.row}
            reasons={reasons}
            sellers={sellers}
            onSaved={() => void again()}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
