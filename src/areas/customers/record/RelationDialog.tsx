import { relationFields as fields } from '#domain/customers/relations.ts';
import type { Relation } from '#domain/customers/schema.ts';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { customer as words } from '#site/messages/it/customers.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { useCustomer, useCustomerNow } from './store.ts';

const form = formOf(fields, {
  otherId: { search: (q, signal) => call('GET /customers/matches', { query: { q }, signal }) },
  note: { span: 6 },
});

/** Dialog that adds a related person and their role. Loaded when it is opened. */
export default function RelationDialog({ onClose }: { onClose: () => void }) {
  const { $relations } = useCustomer();
  const { id } = useCustomerNow();
  return (
    <RecordForm<Values<typeof fields>, Relation & { version?: number }>
      title={words.newRelation}
      fields={form}
      initial={blankOf(fields)}
      save={(body, { key }) => call('POST /customers/:id/relations', { params: { id }, body, key })}
      onSaved={(made) => {
        $relations.set([...$relations.get(), made]);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
