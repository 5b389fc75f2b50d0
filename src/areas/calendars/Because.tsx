import { eventMachine } from '#domain/calendars/rules.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import type { Scope } from '#domain/calendars/terms.ts';
import { call } from '#site/lib/call.ts';
import MoveDialog from '#site/ui/record/page/MoveDialog.tsx';
import type { Because as Reasoned, DialogProps } from './asked.ts';
import { endedAs } from './undo.ts';

/** A move with a reason of the company; a cancelled series may be cancelled whole. */
export function Because({
  name,
  of,
  reasons,
  ask,
  onChanged,
  onClose,
}: DialogProps & { name: Reasoned; of: EventRecord }) {
  return (
    <MoveDialog
      machine={eventMachine}
      name={name}
      reasons={reasons}
      layout={{ scope: { look: 'switch' } }}
      hidden={of.seriesId === null ? ['scope'] : []}
      version={of.version}
      save={({ scope, ...why }, version) =>
        call(`POST /calendars/events/:id/${name}`, {
          params: { id: of.id },
          version,
          body: { ...why, scope: scope as Scope },
        })
      }
      onSaved={(ended) => {
        void onChanged();
        if (name !== 'completePartly') endedAs(ended, name, () => void onChanged());
        // What was missed is to be taken again: the next press does it.
        if (name === 'cancel') onClose();
        else ask({ open: of.id });
      }}
      onClose={() => ask({ open: of.id })}
    />
  );
}
