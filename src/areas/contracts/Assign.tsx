import type { ContractRow } from '#domain/contracts/schema.ts';
import { call } from '#site/lib/call.ts';
import { assign as words } from '#site/messages/it/lists.ts';
import AssignDialog from '#site/ui/list/bulk/Assign.tsx';

/** Dialog that gives the chosen contracts to another seller. Loaded when it is opened. */
export default function Assign(props: { rows: readonly ContractRow[]; onClose(): void; onDone(): void }) {
  return (
    <AssignDialog<ContractRow>
      {...props}
      given={{
        words: words.contracts,
        people: () => call('GET /contracts/assignees', {}),
        // Every contract has a seller, so undoing always has one to give it back to.
        send: (rows, key) =>
          call('POST /contracts/assign', {
            body: { rows: rows.map((row) => ({ ...row, sellerId: row.sellerId! })) },
            key,
          }),
        nameOf: ({ number }) => number,
      }}
    />
  );
}
