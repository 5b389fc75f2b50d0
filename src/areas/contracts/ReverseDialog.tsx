import { reverseFields } from '#domain/contracts/money-fields.ts';
import { paymentKinds } from '#domain/contracts/terms.ts';
import type { Contract, Receipt } from '#domain/contracts/schema.ts';
import type { Values } from '#domain/record/fields.ts';
import { day, money } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { useContract, useContractNow } from './store.ts';

const words = contract.receipts;
const form = formOf(reverseFields, { reason: { span: 6 } });

/** Asks why a receipt is reversed. */
export default function ReverseDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const store = useContract();
  const { id } = useContractNow();
  const { id: receiptId, number, kind, amount, receivedOn } = receipt;
  const said = { kind: paymentKinds[kind], amount: money(amount), day: day(receivedOn) };
  return (
    <RecordForm<Values<typeof reverseFields>, Contract>
      title={t(words.reverseTitle, { number })}
      verb={words.reverse}
      note={t(words.reverseNote, said)}
      fields={form}
      initial={{ reason: '' }}
      save={(body) =>
        store.beside(() => call('POST /contracts/:id/receipts/:receiptId/reverse', { params: { id, receiptId }, body }))
      }
      onSaved={() => {
        onClose();
        void toast(words.undone, { kind: 'ok' });
      }}
      onClose={onClose}
    />
  );
}
