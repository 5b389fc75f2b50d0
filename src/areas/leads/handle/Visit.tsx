import { accessFields, bookingFields } from '#domain/accesses/fields.ts';
import type { Access } from '#domain/accesses/schema.ts';
import { blankOf, type Fields, type Values } from '#domain/record/fields.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { call } from '#site/lib/call.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';

const { name, subject, people, wish, phone, locationId, note } = accessFields;
const later = { when: { field: 'when', is: ['later'] } } as const;
const fields = {
  when: { label: words.whenVisit, kind: 'choice', words: words.visits },
  day: { ...bookingFields.day, ...later },
  time: { ...bookingFields.time, ...later },
  name,
  subject,
  people,
  wish,
  phone,
  locationId,
  note,
} as const satisfies Fields;
type Typed = Values<typeof fields>;

/** Somebody of a lead comes to the showroom, or is there: what is known of them is taken along. */
export default function Visit({
  lead,
  locations,
  today,
  onSaved,
  onClose,
}: {
  lead: Lead;
  locations: Named;
  today: string;
  onSaved: (lead: Lead) => void;
  onClose: () => void;
}) {
  const { id, customerId } = lead;
  const initial: Typed = {
    ...blankOf(fields),
    day: today,
    name: lead.name,
    wish: lead.vehicle,
    phone: lead.phone,
    subject: lead.vehicleType === 'used' ? 'used' : 'new',
    locationId: lead.locationId ?? locations[0]?.id ?? 0,
  };
  const half = { span: 3 } as const;
  return (
    <RecordForm<Typed, Access>
      title={words.visitTitle}
      verb={words.visitVerb}
      fields={formOf(fields, {
        when: { span: 6, look: 'switch' },
        day: half,
        time: half,
        name: half,
        phone: half,
        wish: { span: 4 },
        people: { span: 2 },
        subject: half,
        locationId: { ...half, options: named(locations) },
        note: { span: 6 },
      })}
      initial={initial}
      save={({ when, day, time, ...values }, { key }) => {
        const body = { ...blankOf(accessFields), ...values, customerId, leadId: id };
        return when === 'later'
          ? call('POST /accesses/bookings', { key, body: { ...body, day, time } })
          : call('POST /accesses', { key, body });
      }}
      onSaved={() => {
        void toast(words.visitDone, { kind: 'ok' });
        void call('GET /leads/:id', { params: { id } }).then(onSaved, onClose);
      }}
      onClose={onClose}
    />
  );
}
