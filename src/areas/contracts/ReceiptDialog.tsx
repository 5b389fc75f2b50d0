import { paymentMethods } from '#domain/contracts/terms.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import type { Fields, Values } from '#domain/fields.ts';
import { MONEY_LIMIT } from '#domain/money.ts';
import { call } from '#site/lib/call.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { useContract, useContractNow } from './store.ts';

const words = contract.receipts;
const fields = {
  receivedOn: { label: words.day, kind: 'day', required: words.day },
  method: { label: words.method, kind: 'choice', words: paymentMethods, default: 'transfer' },
  amount: { label: words.amount, kind: 'money', min: -MONEY_LIMIT, help: words.amountHelp },
  reference: { label: words.reference, kind: 'text', maxLength: 160 },
} as const satisfies Fields;
const half = { span: 3 } as const;
const form = formOf(fields, { receivedOn: half, method: half, amount: half, reference: half });

/** Records money that came in, or went back. */
export default function ReceiptDialog({ onClose }: { onClose: () => void }) {
  const store = useContract();
  const { id, total, received } = useContractNow();
  return (
    <RecordForm<Values<typeof fields>, Contract>
      title={words.add}
      verb={words.save}
      fields={form}
      initial={{ receivedOn: store.today, method: 'transfer', amount: Math.max(0, total - received), reference: '' }}
      save={(body, { key }) => call('POST /contracts/:id/receipts', { params: { id }, key, body })}
      onSaved={(now) => {
        store.take(now);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
