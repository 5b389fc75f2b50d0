import type { CalendarDialog, DialogProps } from './asked.ts';
import { Absence } from './Absence.tsx';
import { Edit } from './Edit.tsx';
import { EventDialog } from './EventDialog.tsx';
import { Feed } from './Feed.tsx';
import { FirstFree } from './FirstFree.tsx';
import { Moving } from './Moving.tsx';
import { NewEvent } from './NewEvent.tsx';
import { Reschedule } from './Reschedule.tsx';
import { Uncovered } from './Uncovered.tsx';

/** The dialog that was asked for. */
export default function Dialogs({ asked, ...props }: DialogProps & { asked: CalendarDialog }) {
  if ('new' in asked) return <NewEvent at={asked.new} insteadOf={asked.insteadOf} {...props} />;
  if ('firstFree' in asked) return <FirstFree from={asked.firstFree} {...props} />;
  if ('open' in asked) return <EventDialog key={asked.open} id={asked.open} {...props} />;
  if ('move' in asked) return <Moving id={asked.move} when={asked.when} scope={asked.scope} {...props} />;
  if ('absence' in asked) return <Absence {...props} />;
  if ('uncovered' in asked)
    return (
      <Uncovered
        userId={asked.uncovered}
        handsWork={props.handsWork}
        onChanged={props.onChanged}
        onClose={props.onClose}
      />
    );
  if ('edit' in asked) return <Edit of={asked.edit} {...props} />;
  if ('reschedule' in asked) return <Reschedule of={asked.reschedule} {...props} />;
  return <Feed of={asked.feed} {...props} />;
}
