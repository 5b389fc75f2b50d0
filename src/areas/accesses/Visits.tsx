import { accessMachine } from '#domain/accesses/rules.ts';
import type { Here, ReceptionNow } from '#domain/accesses/schema.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import type { Ticketed } from './Register.tsx';
import type { Name } from './moves.ts';
import { Visitor } from './Visitors.tsx';
import { minutesSince } from './waiting.ts';

type Ask = (visit: Here, name: Name) => void;

const averageOf = (waiting: readonly Here[], now: Date) =>
  waiting.length === 0
    ? 0
    : Math.round(waiting.reduce((sum, { since }) => sum + minutesSince(since, now), 0) / waiting.length);

const Buttons = ({
  visit,
  moves,
  onAsk,
}: {
  visit: Here;
  moves: readonly (Name & keyof typeof accessMachine.moves)[];
  onAsk: Ask;
}) =>
  moves
    .filter((move) => visit.offered.includes(move))
    .map((move) => (
      <button key={move} type="button" className="btn" onClick={() => onAsk(visit, move)}>
        {move === 'assign' ? words.choose : move === 'handleAtDesk' ? words.atDesk : accessMachine.moves[move].label}
      </button>
    ));

interface WaitingProps {
  reception: ReceptionNow;
  now: Date;
  onAssign: (visit: Here) => void;
  onAsk: Ask;
  onTicket: (one: Ticketed) => void;
}

/** Who waits, the longest first, each with who is proposed. */
export const Waiting = ({
  reception: { waiting, open, handled, inside },
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
          <Visitor visit={visit} now={now} onTicket={onTicket} />
          <div className="access-buttons">
            {visit.proposal && visit.offered.includes('assign') && (
              <button type="button" className="btn primary" onClick={() => onAssign(visit)}>
                {t(words.to, { name: visit.proposal.name })}
              </button>
            )}
            <Buttons visit={visit} moves={['assign', 'handleAtDesk']} onAsk={onAsk} />
          </div>
        </li>
      ))}
    </ul>
  </section>
);

/** Who is with a seller. */
export const Present = ({ present, now, onAsk }: { present: readonly Here[]; now: Date; onAsk: Ask }) => (
  <section className="card reception-list">
    <h2>
      {words.present} <small className="muted">{present.length}</small>
    </h2>
    {present.length === 0 && <p className="muted">{words.nobodyPresent}</p>}
    <ul>
      {present.map((visit) => (
        <li key={visit.id}>
          <Visitor visit={visit} now={now} />
          <div className="access-buttons">
            <Buttons visit={visit} moves={['handOver', 'handle', 'giveBack']} onAsk={onAsk} />
          </div>
        </li>
      ))}
    </ul>
  </section>
);
