import { creditNoteFields, withdrawalFields } from '#domain/contracts/withdrawal-fields.ts';
import { closingMoves, refundBy } from '#domain/contracts/withdrawal.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import type { Values } from '#domain/record/fields.ts';
import { day, money } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { withdrawal as words } from '#site/messages/it/withdrawal.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { useContract, useContractNow } from './store.ts';

const half = { span: 3 } as const;
const recordForm = formOf(withdrawalFields, { name: { span: 6 }, email: half, sentOn: half });
const closeForm = formOf(creditNoteFields, { number: half, day: half });

/** Records a withdrawal that came by letter; once there is one, closes the contract by all moves that it needs. */
export default function WithdrawalDialog({ onClose }: { onClose: () => void }) {
  const store = useContract();
  const { id, version, state, customer, email, withdrawnAt, cars } = useContractNow();
  const onSaved = (now: Contract) => {
    store.take(now);
    onClose();
    const { canceledAt, back } = now;
    const said = back.customer > 0 ? t(words.owed, { amount: money(back.customer) }) : words.closed;
    void toast(canceledAt === null ? words.recorded : said, { kind: 'ok' });
  };
  if (withdrawnAt === null)
    return (
      <RecordForm<Values<typeof withdrawalFields>, Contract>
        title={words.record}
        verb={words.record}
        note={words.recordNote}
        fields={recordForm}
        initial={{ name: customer ?? '', email, sentOn: store.today }}
        version={version}
        save={(body, { version }) => call('POST /contracts/:id/withdrawal', { params: { id }, version, body })}
        onSaved={onSaved}
        onClose={onClose}
      />
    );
  const moves = closingMoves(state);
  const asksNote = moves.includes('unbill');
  const comesBack = moves.includes('cancelApproved') && cars.some((car) => car.kind === 'new' && car.registeredOn);
  const steps = [...moves, ...(comesBack ? ['comeBack' as const] : [])].map((step) => words.steps[step]).join(', ');
  return (
    <RecordForm<Values<typeof creditNoteFields>, Contract>
      title={words.close}
      verb={words.close}
      note={t(words.closeNote, { steps, day: day(refundBy(dayInRome(new Date(withdrawnAt)))) })}
      fields={asksNote ? closeForm : []}
      initial={{ number: null, day: store.today }}
      version={version}
      save={(body, { version }) => call('POST /contracts/:id/withdrawal/close', { params: { id }, version, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
