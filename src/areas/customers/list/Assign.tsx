import type { CustomerRow } from '#domain/customers/schema.ts';
import { call } from '#site/lib/call.ts';
import { assign as words } from '#site/messages/it/lists.ts';
import { customersList } from '#site/messages/it/customers.ts';
import AssignDialog from '#site/ui/list/bulk/Assign.tsx';

/** Dialog that chooses who follows the selected customers. Loaded when it is opened. */
export default function Assign(props: { rows: readonly CustomerRow[]; onClose(): void; onDone(): void }) {
  return (
    <AssignDialog<CustomerRow>
      {...props}
      given={{
        words: words.customers,
        people: () => call('GET /customers/followers', {}),
        send: (rows, key) => call('POST /customers/assign', { body: { rows }, key }),
        nameOf: ({ name }) => name,
        nobody: customersList.nobody,
      }}
    />
  );
}
