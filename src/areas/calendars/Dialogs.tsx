import type { Asked, DialogProps } from './asked.ts';
import { Because } from './Because.tsx';
import { Close } from './Close.tsx';
import { Edit } from './Edit.tsx';
import { EventDialog } from './EventDialog.tsx';
import { Feed } from './Feed.tsx';
import { FirstFree } from './FirstFree.tsx';
import { Moving } from './Moving.tsx';
import { NewEvent } from './NewEvent.tsx';
import { Reschedule } from './Reschedule.tsx';
import { Start } from './Start.tsx';

/** The dialog that was asked for. */
export default function Dialogs({ asked, ...props }: DialogProps & { asked: Asked }) {
  if ('new' in asked) return <NewEvent at={asked.new} insteadOf={asked.insteadOf} {...props} />;
  if ('firstFree' in asked) return <FirstFree from={asked.firstFree} {...props} />;
  if ('open' in asked) return <EventDialog key={asked.open} id={asked.open} {...props} />;
  if ('move' in asked) return <Moving id={asked.move} when={asked.when} scope={asked.scope} {...props} />;
  if ('edit' in asked) return <Edit of={asked.edit} {...props} />;
  if ('reschedule' in asked) return <Reschedule of={asked.reschedule} {...props} />;
  if ('close' in asked) return <Close of={asked.close} {...props} />;
  if ('start' in asked) return <Start of={asked.start} {...props} />;
  if ('because' in asked) return <Because name={asked.because} of={asked.of} {...props} />;
  return <Feed of={asked.feed} {...props} />;
}
