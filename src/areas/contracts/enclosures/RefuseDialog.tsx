import { useState } from 'react';
import { enclosureRefusalFields } from '#domain/contracts/enclosure-fields.ts';
import { isOpen } from '#domain/contracts/facts.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { documentTypes } from '#domain/contracts/terms.ts';
import type { Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { useContract, useContractNow } from '../store.ts';

const words = contract.enclosures;
const form = formOf(enclosureRefusalFields, { reason: { span: 6 } });

/** Asks what is wrong with an enclosure, which its customer reads. */
export default function RefuseDialog({
  enclosure,
  onClose,
}: {
  enclosure: Contract['enclosures'][number];
  onClose: () => void;
}) {
  const store = useContract();
  const now = useContractNow();
  const { id } = now;
  const again = isOpen(now);
  const params = { id, enclosureId: enclosure.id };
  // What comes while the reason is written was not looked at.
  const [{ pages }] = useState(enclosure);
  return (
    <RecordForm<Values<typeof enclosureRefusalFields>, Contract>
      title={t(words.refuseTitle, { enclosure: documentTypes[enclosure.type] })}
      verb={words.refuse}
      note={again ? words.refuseNote : words.refuseLast}
      fields={form}
      initial={{ reason: '' }}
      save={(body, { key }) =>
        store.beside(() =>
          call('POST /contracts/:id/enclosures/:enclosureId/refuse', { params, body: { ...body, pages }, key }),
        )
      }
      onSaved={() => {
        onClose();
        void toast(again ? words.refused : words.deleted, { kind: 'ok' });
      }}
      onClose={onClose}
    />
  );
}
