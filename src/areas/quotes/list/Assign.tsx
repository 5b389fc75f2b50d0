import type { QuoteRow } from '#domain/quotes/schema.ts';
import { call } from '#site/lib/call.ts';
import { assign as words } from '#site/messages/it/lists.ts';
import AssignDialog from '#site/ui/list/bulk/Assign.tsx';

/** Dialog that gives the chosen quotes to another seller. Loaded when it is opened. */
export default function Assign(props: { rows: readonly QuoteRow[]; onClose(): void; onDone(): void }) {
  return (
    <AssignDialog<QuoteRow>
      {...props}
      given={{
        words: words.quotes,
        people: () => call('GET /quotes/assignees', {}),
        // Every quote has a seller, so undoing always has one to give it back to.
        send: (rows, key) =>
          call('POST /quotes/assign', {
            body: { rows: rows.map((row) => ({ ...row, sellerId: row.sellerId! })) },
            key,
          }),
        nameOf: ({ number, customer }) => number ?? customer ?? words.quotes.draft,
      }}
    />
  );
}
