import { accessFields } from '#domain/accesses/fields.ts';
import { leadVisitFields } from '#domain/accesses/lead-visit.ts';
import type { Access } from '#domain/accesses/schema.ts';
import { blankOf, type Values } from '#domain/record/fields.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { call } from '#site/lib/call.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';

type Typed = Values<typeof leadVisitFields>;

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
    ...blankOf(leadVisitFields),
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
      fields={formOf(leadVisitFields, {
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
