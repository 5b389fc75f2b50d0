import { liveOf, ofEnded, receiptFaults } from '#domain/contracts/accounts.ts';
import { nextDue, openByKind } from '#domain/contracts/coming.ts';
import { goesOn } from '#domain/contracts/facts.ts';
import { receiptFields } from '#domain/contracts/money-fields.ts';
import { keepsAccounts, openOf } from '#domain/contracts/receiving.ts';
import { partOfPayer, payerOf, refundFaults } from '#domain/contracts/refunds.ts';
import { paymentKinds } from '#domain/contracts/terms.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import type { Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { choicesOf, named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { useContract, useContractNow } from './store.ts';

const words = contract.receipts;
const half = { span: 3 } as const;
const titles = { refund: words.giveBack, debt: words.extinguish } as const;

/** Says whose money goes back, where somebody else has taken the contract over since it came. */
function Payer(back: Parameters<typeof payerOf>[2]) {
  const { receipts, customerId } = useContractNow();
  const payer = payerOf(receipts, customerId, back);
  const paid = receipts.find((one) => one.customerId === payer);
  if (payer === customerId || !paid) return null;
  return <p className="callout">{t(words.payer, { name: paid.customer ?? words.former })}</p>;
}

interface Props {
  /** It begins as a refund of what is owed back, or as what a lender of a car taken in still has; null: as what is due next. */
  begins: 'refund' | 'debt' | null;
  onClose: () => void;
  /** Another one follows. */
  onNext: () => void;
}

/** Records money that came in, went back, or was paid to a lender; on a sale that ended, what arrived all the same. */
export default function ReceiptDialog({ begins, onClose, onNext }: Props) {
  const givesBack = begins === 'refund';
  const store = useContract();
  const now = useContractNow();
  const { id, total, received, receipts, payments, come, back, owedOnCars, locationId, customerId } = now;
  const isOver = !goesOn(now);
  const receives = now.receives.filter(
    (one) =>
      !isOver || (ofEnded.includes(one) && (one === 'refund') === givesBack && (one !== 'debt' || owedOnCars > 0)),
  );
  // First what is the customer's, then what is the lender's.
  const method = back.customer > 0 ? 'transfer' : 'financial';
  const owed = back.customer || back.lender;
  const isOffice = keepsAccounts(store.user);
  const due = isOver ? null : nextDue(payments, come);
  const kind = begins ?? due?.kind ?? (isOver && owedOnCars > 0 ? 'debt' : 'balance');
  const begin = receives.includes(kind) ? kind : (receives.find((one) => openOf(one, now) > 0) ?? receives[0]!);
  const amount = () => {
    if (givesBack) return partOfPayer(receipts, customerId, { method, amount: owed }) ?? owed;
    if (begin === 'debt' && owedOnCars > 0) return owedOnCars;
    return isOffice && !isOver ? (due?.amount ?? Math.max(0, total - received)) : openOf(begin, now);
  };
  const shows = (name: string) =>
    (name !== 'again' || liveOf(receipts).length > 0) && (isOffice || !['locationId', 'otherCause'].includes(name));
  const form = formOf(receiptFields, {
    kind: { ...half, options: choicesOf(paymentKinds).filter(({ value }) => receives.some((one) => one === value)) },
    method: half,
    receivedOn: half,
    amount: half,
    reference: half,
    locationId: { ...half, options: named(store.locations) },
    otherCause: { span: 6 },
    again: { span: 6 },
  }).filter(({ name }) => shows(name));
  return (
    <RecordForm<Values<typeof receiptFields>, Contract>
      title={begins ? titles[begins] : isOver ? words.late : words.add}
      verb={words.save}
      note={isOver && !begins ? words.lateNote : undefined}
      fields={form}
      initial={{
        kind: begin,
        method: givesBack ? method : (begin === due?.kind && due.method) || 'transfer',
        receivedOn: store.today,
        amount: amount(),
        reference: '',
        otherCause: '',
        locationId,
        again: false,
      }}
      check={(values, typing): Record<string, string> =>
        typing ? {} : { ...refundFaults(now, values), ...receiptFaults(now, values, store.today) }
      }
      save={(body, { key }) => store.beside(() => call('POST /contracts/:id/receipts', { params: { id }, key, body }))}
      goesOn={
        !isOver && openByKind(now).filter((row) => receives.includes(row.kind)).length > 1 ? words.next : undefined
      }
      onSaved={(_, goesOn) => (goesOn ? onNext() : onClose())}
      onClose={onClose}
    >
      {({ kind: chosen, ...typed }) =>
        chosen === 'refund' && <Payer method={typed.method} amount={typed.amount ?? 0} />
      }
    </RecordForm>
  );
}
