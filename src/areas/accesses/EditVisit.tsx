import { useState } from 'react';
import { visitFields } from '#domain/accesses/visit-fields.ts';
import type { Access } from '#domain/accesses/schema.ts';
import { valuesIn, type Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { visit as words } from '#site/messages/it/accesses.ts';
import type { Named } from '#site/ui/choices.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { accessForm } from './form.ts';

interface Props {
  visit: Access;
  makers: Named;
  finds: boolean;
  onSaved: () => void;
  onClose: () => void;
}

/**
 * The form with the data of a visit. It keeps the visit as it was when the form opened, while the page behind updates
 * itself.
 */
export default function EditVisit({ visit: given, makers, finds, onSaved, onClose }: Props) {
  const [visit] = useState(given);
  const { id, version, customerId, customer } = visit;
  const initial = valuesIn(visitFields, visit);
  return (
    <RecordForm<Values<typeof visitFields>, Access>
      title={words.edit}
      fields={accessForm({
        makers,
        finds,
        reason: visit.reason === null ? null : { code: visit.reason, label: visit.reasonLabel ?? visit.reason },
        customer: customerId === null ? null : { id: customerId, name: customer ?? '' },
      })}
      initial={initial}
      version={version}
      save={(values, saving) =>
        call('PUT /accesses/:id', { params: { id }, version: saving.version, body: { ...initial, ...values } })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
