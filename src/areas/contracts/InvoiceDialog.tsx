import { goesOn } from '#domain/contracts/facts.ts';
import { invoiceFaults, invoiceRefusal, unbilledOf } from '#domain/contracts/accounts.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { invoiceFields } from '#domain/contracts/money-fields.ts';
import type { Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { useContract, useContractNow } from './store.ts';

const words = contract.invoices;
const half = { span: 3 } as const;
const form = formOf(invoiceFields, { kind: half, number: half, issuedOn: half, amount: half });

/** Records an invoice or a credit note as the accountant's program made it. */
export default function InvoiceDialog({ onClose }: { onClose: () => void }) {
  const store = useContract();
  const now = useContractNow();
  const { id, total, invoiced, state, lacks, offered } = now;
  const advances = unbilledOf(now.receipts, now.invoices);
  const kind = !goesOn(now) ? 'credit_note' : state === 'approved' ? 'invoice' : 'advance';
  const amount = { invoice: total - invoiced, advance: advances, credit_note: invoiced }[kind];
  // Where the invoice alone is missing, the contract goes on with it.
  const bills = kind === 'invoice' && offered.includes('bill') && lacks.every(({ field }) => field === 'invoiced');
  return (
    <RecordForm<Values<typeof invoiceFields>, Contract>
      title={words.add}
      verb={words.save}
      fields={form}
      initial={{ kind, number: '', issuedOn: store.today, amount: Math.max(0, amount) }}
      check={(values, typing): Record<string, string> => {
        if (typing) return {};
        const refusal = invoiceRefusal(now, values.kind);
        return refusal ? { kind: refusal } : invoiceFaults(now, values, store.today);
      }}
      save={(body, { key }) => store.beside(() => call('POST /contracts/:id/invoices', { params: { id }, key, body }))}
      goesOn={bills ? words.saveAndBill : undefined}
      onSaved={(_, goesOn) => {
        onClose();
        if (goesOn) void store.go('bill');
      }}
      onClose={onClose}
    />
  );
}
