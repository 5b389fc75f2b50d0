import { goesOn } from '#domain/contracts/facts.ts';
import { contractStates, shownStateOf, shownStates, type ContractState } from '#domain/contracts/terms.ts';
import { customerTypeWords } from '#domain/customers/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { daysIn } from './days.ts';
import { useContract, useContractNow } from './store.ts';
import '#site/ui/course.css';

const words = contract.course;
const states = keysOf(contractStates);

/** When a state that is behind the contract was reached, and by whom. */
function reached(state: ContractState, now: ReturnType<typeof useContractNow>): string {
  const said = (on: string | null, name?: string) => [on && day(on), name].filter(Boolean).join('\n');
  switch (state) {
    case 'incomplete':
      return said(dayInRome(new Date(now.createdAt)), now.seller.name);
    case 'waiting_commercial_approvation':
      return now.commercialBy?.name ?? words.skipped;
    case 'waiting_approvation':
      return now.approvedBy?.name ?? '';
    case 'approved':
      return said(now.approvedOn);
    case 'billed':
      return said(now.billedOn);
    case 'completed':
      return said(now.deliveredOn);
  }
}

/** When the car is to be handed over, while it is not; red once that day is past. */
function Handover() {
  const { today } = useContract();
  const { deliveryOn, promisedOn } = useContractNow();
  const on = deliveryOn ?? promisedOn;
  return on && <span className={on < today ? 'bad' : undefined}>{t(words.handover, { day: day(on) })}</span>;
}

/** The states of the contract in their order: what is behind it, where it stands and since when, what comes. */
function Course() {
  const now = useContractNow();
  const at = states.indexOf(now.state);
  const isGoing = goesOn(now);
  const isOver = !isGoing || now.state === 'completed';
  const here = isGoing ? (isOver ? reached(now.state, now) : daysIn(now.since)) : shownStates[shownStateOf(now)].label;
  return (
    <ol className="course-line">
      {states.map((state, index) => (
        <li
          key={state}
          className={index < at || (index === at && isOver) ? 'done' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <b>{words.states[state]}</b>
          {isGoing && state === 'completed' && index > at ? (
            <Handover />
          ) : (
            <span>{index < at ? reached(state, now) : index === at ? here : ''}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The car that is sold, and how far its sale is. */
export function Top() {
  const { body, paint, vehicle, customerType, cars } = useContractNow();
  const [car] = cars;
  const said = [customerType && customerTypeWords[customerType].toLowerCase(), car?.plate || car?.code];
  return (
    <section className="card contract-top" aria-label={words.title}>
      {body && <Silhouette body={body} colour={paint} />}
      <p>
        <b>{vehicle}</b>
        <small className="muted">{said.filter(Boolean).join(' · ')}</small>
      </p>
      <Course />
    </section>
  );
}
