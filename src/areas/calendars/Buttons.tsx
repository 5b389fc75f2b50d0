import { useState } from 'react';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { calendar, event as words } from '#site/messages/it/calendars.ts';
import RowMenu from '#site/ui/list/table/RowMenu.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { longer, type DialogProps } from './asked.ts';
import type { Name } from './moves.ts';

/** What leads on, each as a button. */
const onward: readonly Name[] = ['start', 'complete', 'resume'];
/** What ends it, behind a menu. */
const ending: readonly Name[] = ['completePartly', 'miss', 'hostMiss', 'cancel', 'close'];

interface ButtonsProps {
  event: EventRecord;
  confirm: () => Promise<boolean>;
  ask: DialogProps['ask'];
  stepOf: (name: Name) => Step;
  press: (step: Step) => void;
  restore: () => Promise<boolean>;
  rebook: () => Promise<boolean>;
  decline: () => Promise<boolean>;
}

/** What may be done with an event now. */
export function Buttons({ event, confirm, ask, stepOf, press, restore, rebook, decline }: ButtonsProps) {
  const { offered } = event;
  const [at, setAt] = useState<HTMLElement | null>(null);
  const stepsOf = (names: readonly Name[]) => names.filter((name) => offered.includes(name)).map(stepOf);
  const rest = stepsOf(ending).map((step) => ({ label: step.label, run: () => press(step) }));
  return (
    <>
      {event.proposed && offered.includes('save') && (
        <button type="button" className="btn primary" onClick={() => void confirm()}>
          {words.propose}
        </button>
      )}
      {stepsOf(onward).map((step) => (
        <button key={step.name} type="button" className="btn primary" onClick={() => press(step)}>
          {step.label}
        </button>
      ))}
      {event.state === 'in_progress' && offered.includes('reschedule') && (
        <button type="button" className="btn" onClick={() => ask(longer(event))}>
          {calendar.longer}
        </button>
      )}
      {offered.includes('reschedule') && (
        <button type="button" className="btn" onClick={() => ask({ reschedule: event })}>
          {words.reschedule}
        </button>
      )}
      {offered.includes('save') && (
        <button type="button" className="btn" onClick={() => ask({ edit: event })}>
          {words.edit}
        </button>
      )}
      {rest.length > 1 ? (
        <button type="button" className="btn" aria-haspopup="menu" onClick={(pressed) => setAt(pressed.currentTarget)}>
          {words.more}
        </button>
      ) : (
        rest.map(({ label, run }) => (
          <button key={label} type="button" className="btn" onClick={run}>
            {label}
          </button>
        ))
      )}
      {at && <RowMenu at={at} actions={rest} onClose={() => setAt(null)} />}
      {event.mayRebook && (
        <button type="button" className="btn primary" onClick={() => void rebook()}>
          {words.rebook}
        </button>
      )}
      {event.mayRebook && event.rebook === 'due' && (
        <button type="button" className="btn" onClick={() => void decline()}>
          {words.decline}
        </button>
      )}
      {event.mayRestore && (
        <button type="button" className={event.mayRebook ? 'btn' : 'btn primary'} onClick={() => void restore()}>
          {words.restore}
        </button>
      )}
    </>
  );
}
