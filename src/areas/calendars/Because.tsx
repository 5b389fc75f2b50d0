import { scopeFields } from '#domain/calendars/fields.ts';
import { eventMachine } from '#domain/calendars/rules.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { blankOf, type Values } from '#domain/fields.ts';
import { call } from '#site/lib/call.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { noteIssues, reasonFields } from '#site/ui/record/own-reasons.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
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
  const { label } = eventMachine.moves[name];
  const own = reasons.filter((one) => one.move === name);
  const fields = { ...reasonFields(own), ...scopeFields };
  const isWhole = name === 'cancel' && of.seriesId !== null;
  return (
    <RecordForm<Values<typeof fields>, EventRecord>
      title={label}
      verb={label}
      fields={formOf(fields, { reason: { span: 6 }, note: { span: 6 }, scope: { span: 6, look: 'switch' } }).filter(
        (field) => field.name !== 'scope' || isWhole,
      )}
      initial={blankOf(fields)}
      version={of.version}
      check={(values) => noteIssues(own, values)}
      save={({ reason, note, scope }, { version }) =>
        call(`POST /calendars/events/:id/${name}`, {
          params: { id: of.id },
          version,
          body: { reason: reason ?? '', note, scope },
        })
      }
      onSaved={(ended) => {
        void onChanged();
        if (name === 'completePartly') return ask({ open: of.id });
        endedAs(ended, name, () => void onChanged());
        onClose();
      }}
      onClose={() => ask({ open: of.id })}
    />
  );
}
