import { visitFields } from '#domain/accesses/visit-fields.ts';
import type { Access } from '#domain/accesses/schema.ts';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { accessesList as words } from '#site/messages/it/accesses.ts';
import type { Named } from '#site/ui/choices.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { accessForm } from './form.ts';

interface Props {
  locations: Named;
  makers: Named;
  finds: boolean;
  onClose: () => void;
}

/** A visit by hand: saved, it opens on the day's board. */
export default function NewAccess({ onClose, ...given }: Props) {
  return (
    <RecordForm<Values<typeof visitFields>, Access>
      title={words.creating}
      fields={accessForm(given)}
      initial={{ ...blankOf(visitFields), locationId: given.locations[0]?.id ?? 0 }}
      save={(values, { key }) => call('POST /accesses', { key, body: { ...blankOf(visitFields), ...values } })}
      onSaved={({ id }) => location.assign(`/dealer/accesses/handling?access=${id}`)}
      onClose={onClose}
    />
  );
}
