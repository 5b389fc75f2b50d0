/** What the cells of a queue show of a contract: how long it waits, what it lacks, whether its promise is past. */
import { goesOn, isOpen } from '#domain/contracts/facts.ts';
import { contractRowFields as fields } from '#domain/contracts/row.ts';
import type { ContractRow } from '#domain/contracts/schema.ts';
import { sectionStates } from '#domain/contracts/section-states.ts';
import { contractSections } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { moment, t } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts-list.ts';
import type { Row } from '#site/ui/list/table/columns.ts';
import { daysIn, daysSince, daysUntil } from './days.ts';

interface Shown {
  row: Row;
}

/** Days in a state after which a contract is late, and of a whole bar. */
const [LATE, WHOLE] = [5, 7];

/** How long the contract has waited in its state, as words and as a bar; the moment is the title. */
export function Age({ row }: Shown) {
  const one = row as ContractRow;
  const n = daysSince(one.since);
  return (
    <span className="age" title={moment(one.since)}>
      <span className={isOpen(one) && n >= LATE ? 'late' : undefined}>{daysIn(one.since)}</span>
      {isOpen(one) && <meter aria-hidden min={0} low={2} high={LATE - 1} optimum={0} max={WHOLE} value={n} />}
    </span>
  );
}

/** A dot for each section that the next step looks at, and the names of those in which something is missing. */
export function Sections({ row }: Shown) {
  const one = row as ContractRow;
  if (!isOpen(one)) return '—';
  const sections = sectionStates(one);
  // Named in the order of their dots.
  const text = sections
    .flatMap(({ section, state }) => (state === 'lacks' ? contractSections[section] : []))
    .join(', ');
  return (
    <span className="lacking">
      <span className="dots" aria-hidden>
        {sections.map(({ section, state }) => (
          <i key={section} data-dot={state} title={`${contractSections[section]}: ${words.sections[state]}`} />
        ))}
      </span>
      {text ? (
        <small title={`${fields.lacking.label}: ${text}`}>{text}</small>
      ) : one.sentBack ? (
        <small className="late">{words.correct}</small>
      ) : (
        <small className="ready">{words.next[one.state]}</small>
      )}
    </span>
  );
}

function ahead(n: number): string {
  const { ago, yesterday, today, tomorrow, ahead: later } = words.promised;
  if (n === 0) return today;
  if (Math.abs(n) === 1) return n > 0 ? tomorrow : yesterday;
  return n > 0 ? t(later, { n }) : t(ago, { n: -n });
}

/** The promised day, and how far it is; a past one is red until the car is delivered. */
export function Promised({ row }: Shown) {
  const one = row as ContractRow;
  const { promisedOn, deliveredOn } = one;
  if (promisedOn === null) return '—';
  if (!isOpen(one) || deliveredOn !== null) return day(promisedOn);
  const left = daysUntil(promisedOn);
  return (
    <span className={left < 0 ? 'late' : undefined}>
      {day(promisedOn)}
      <small className="by">{ahead(left)}</small>
    </span>
  );
}

/** What is still to be received. */
export function Due({ row }: Shown) {
  const one = row as ContractRow;
  return one.due === 0 && goesOn(one) ? <span className="ready">{words.board.paid}</span> : money(one.due);
}
