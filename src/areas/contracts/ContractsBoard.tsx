import { goesOn } from '#domain/contracts/facts.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { contractSections } from '#domain/contracts/terms.ts';
import { contractRowFields as fields } from '#domain/contracts/row.ts';
import type { ContractRow } from '#domain/contracts/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { day, money } from '#domain/italian.ts';
import type { MoveOf } from '#domain/record/machine.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts-list.ts';
import { Board, type BoardProps } from '#site/ui/list/Board.tsx';
import type { Row } from '#site/ui/list/table/columns.ts';
import { daysIn } from './days.ts';

const today = () => dayInRome(new Date());
const isPast = (value: string | null) => value !== null && value < today();

/** The car, what is still due, how long the contract waits in its state, and what it lacks. */
function Card({ row }: { row: Row }) {
  const { vehicle, number, due, since, seller, promisedOn, deliveredOn, lacking, ...ends } = row as ContractRow;
  const isLate = goesOn(ends) && deliveredOn === null && isPast(promisedOn);
  return (
    <>
      <small>{vehicle}</small>
      <small className="num">
        {ends.canceledAt !== null
          ? words.canceled
          : ends.withdrawnAt !== null
            ? words.withdrawn
            : due > 0
              ? t(words.board.due, { amount: money(due) })
              : words.board.paid}
      </small>
      <small className="muted">{number}</small>
      <small className="line muted">
        <span>{seller}</span>
        <span className="days">{daysIn(since)}</span>
      </small>
      {isLate && <small className="lost">{t(words.board.late, { day: day(promisedOn!) })}</small>}
      {goesOn(ends) && lacking.length > 0 && (
        <small className="muted">
          {fields.lacking.label}: {lacking.map((section) => contractSections[section]).join(', ')}
        </small>
      )}
    </>
  );
}

type Moves = typeof machine.moves;
/** The moves that ask for nothing. */
type Plain = {
  [K in MoveOf<typeof machine>]: Moves[K] extends { ownReasons: true } | { takes: object } ? never : K;
}[MoveOf<typeof machine>];

/** Contracts by state. */
export default function ContractsBoard(props: BoardProps) {
  return (
    <Board
      {...props}
      machine={machine}
      Card={Card}
      offered={async ({ id }) => (await call('GET /contracts/:id', { params: { id } })).offered}
      send={(name, { id, version }) =>
        call(`POST /contracts/:id/${name as Plain}`, { params: { id }, version: version as number })
      }
    />
  );
}
