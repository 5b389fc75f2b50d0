import type { ReactNode } from 'react';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { Here, ReceptionNow } from '#domain/accesses/schema.ts';
import { moment, t } from '#site/lib/intl.ts';
import { handling, reception as words } from '#site/messages/it/accesses.ts';
import { Icon } from '#site/ui/Icon.tsx';
import '#site/ui/menu.css';
import type { Ticketed } from './Register.tsx';
import type { Name } from './moves.ts';
import { About, Visitor } from './Visitors.tsx';
import { minutesSince } from './waiting.ts';

type Ask = (visit: Here, name: Name) => void;
type Move = Name & keyof typeof accessMachine.moves;

const averageOf = (waiting: readonly Here[], now: Date) =>
  waiting.length === 0
    ? 0
    : Math.round(waiting.reduce((sum, { since }) => sum + minutesSince(since, now), 0) / waiting.length);

const labelOf = (move: Move, { proposal, ownSeller }: Here) =>
  move === 'handleAtDesk'
    ? words.atDesk
    : move !== 'assign'
      ? accessMachine.moves[move].label
      : proposal === null && ownSeller
        ? t(words.waitsFor, { name: ownSeller.name })
        : words.choose;

interface ButtonsProps {
  visit: Here;
  /** The likely one first; the others are in a menu. */
  moves: readonly Move[];
  onAsk: Ask;
  /** Stands before the moves as what is most likely. */
  first?: ReactNode;
}

/** What is likely done with somebody, and the rest in a menu, so that each has one row. */
function Buttons({ visit, moves, onAsk, first }: ButtonsProps) {
  const offered = moves.filter((move) => visit.offered.includes(move));
  const button = (move: Move, menu?: string) => (
    <button
      key={move}
      type="button"
      className={menu ? undefined : 'btn'}
      popoverTarget={menu}
      popoverTargetAction={menu ? 'hide' : undefined}
      onClick={() => onAsk(visit, move)}
    >
      {labelOf(move, visit)}
    </button>
  );
  const folded = first ? offered : offered.slice(1);
  const id = `visit-${visit.id}`;
  return (
    <div className="access-buttons">
      {first ?? (offered[0] && button(offered[0]))}
      {folded.length > 0 && (
        <>
          <button type="button" className="btn" popoverTarget={id}>
            <Icon name="ellipsis" size={16} label={t(words.moreOf, { name: visit.name || words.anonymous })} />
          </button>
          <div id={id} className="menu-list" popover="auto">
            {folded.map((move) => button(move, id))}
          </div>
        </>
      )}
    </div>
  );
}

interface WaitingProps {
  reception: ReceptionNow;
  now: Date;
  onAssign: (visit: Here) => void;
  onAsk: Ask;
  onTicket: (one: Ticketed) => void;
}

/** Who waits, the longest first, each with who is proposed. */
export const Waiting = ({
  reception: { waiting, waits, open, handled, inside },
  now,
  onAssign,
  onAsk,
  onTicket,
}: WaitingProps) => (
  <section className="card reception-list">
    <h2>
      {words.waiting}{' '}
      <small className="muted">{t(words.average, { n: waiting.length, minutes: averageOf(waiting, now) })}</small>
      <small className="muted">{t(words.day, { open, handled, inside })}</small>
    </h2>
    {waiting.length === 0 && <p className="muted">{words.nobodyWaits}</p>}
    <ul>
      {waiting.map((visit) => (
        <li key={visit.id}>
          <Visitor visit={visit} waits={waits} now={now} onTicket={onTicket} />
          <Buttons
            visit={visit}
            moves={['assign', 'handleAtDesk']}
            onAsk={onAsk}
            first={
              visit.proposal &&
              visit.offered.includes('assign') && (
                <button type="button" className="btn primary" onClick={() => onAssign(visit)}>
                  {t(words.to, { name: visit.proposal.name })}
                </button>
              )
            }
          />
        </li>
      ))}
    </ul>
  </section>
);

/** Who is with a seller. */
export const Present = ({
  reception: { present, waits },
  now,
  onAsk,
}: {
  reception: ReceptionNow;
  now: Date;
  onAsk: Ask;
}) => (
  <section className="card reception-list">
    <h2>
      {words.present} <small className="muted">{present.length}</small>
    </h2>
    {present.length === 0 && <p className="muted">{words.nobodyPresent}</p>}
    <ul>
      {present.map((visit) => (
        <li key={visit.id}>
          <Visitor visit={visit} waits={waits} now={now} />
          <Buttons visit={visit} moves={['handle', 'handOver', 'giveBack']} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  </section>
);

/** What earlier days left open: when it was, instead of a wait that nobody waits. */
export const Left = ({ left, now, onAsk }: { left: readonly Here[]; now: Date; onAsk: Ask }) => (
  <section className="card reception-list">
    <h2>
      {handling.left} <small className="muted">{left.length}</small>
    </h2>
    <p className="muted">{handling.leftText}</p>
    <ul>
      {left.map((visit) => (
        <li key={visit.id}>
          <time dateTime={visit.since}>{moment(visit.since, now)}</time>
          <About visit={visit} />
          <Buttons visit={visit} moves={['handleAtDesk', 'handle', 'assign', 'handOver', 'giveBack']} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  </section>
);
