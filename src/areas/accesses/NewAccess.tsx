import { accessFields } from '#domain/accesses/fields.ts';
import type { Access } from '#domain/accesses/schema.ts';
import { blankOf, type Values } from '#domain/fields.ts';
import { call } from '#site/lib/call.ts';
import { accessesList as words } from '#site/messages/it/accesses.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { customers } from './form.ts';

interface Props {
  locations: Named;
  makers: Named;
  finds: boolean;
  onClose: () => void;
}

const third = { span: 2 } as const;

/** A visit by hand: saved, it opens on the day's board. */
export default function NewAccess({ locations, makers, finds, onClose }: Props) {
  const fields = formOf(accessFields, {
    name: { span: 6 },
    subject: third,
    people: third,
    phone: third,
    wish: { span: 4 },
    language: third,
    makerId: { ...third, options: named(makers) },
    locationId: { ...third, options: named(locations) },
    customerId: { span: 6, search: customers },
    leadId: { search: async () => [] },
    note: { span: 6 },
  }).filter(({ name }) => name !== 'leadId' && (name !== 'customerId' || finds));
  return (
    <RecordForm<Values<typeof accessFields>, Access>
      title={words.creating}
      fields={fields}
      initial={{ ...blankOf(accessFields), locationId: locations[0]?.id ?? 0 }}
      save={(values, { key }) => call('POST /accesses', { key, body: { ...blankOf(accessFields), ...values } })}
      onSaved={() => location.assign('/dealer/accesses/handling')}
      onClose={onClose}
    />
  );
}
