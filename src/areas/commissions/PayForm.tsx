import { statementMachine } from '#domain/commissions/statement.ts';
import type { Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { payAll as words } from '#site/messages/it/commissions.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { leftOf, type Row } from './Left.tsx';

const { takes } = statementMachine.moves.pay;
type Typed = Values<typeof takes>;

interface Props {
  rows: readonly Row[];
  /** What they come to, as it is written. */
  sum: string;
  today: string;
  onSaved: (left: readonly string[]) => void;
  onClose: () => void;
}

/** The day on which they were paid. */
export default function PayForm({ rows, sum, today, onSaved, onClose }: Props) {
  return (
    <RecordForm<Typed, readonly string[]>
      title={rows.length === 1 ? t(words.titleOne, { sum }) : t(words.title, { n: rows.length, sum })}
      note={words.note}
      fields={formOf(takes, { paidOn: { span: 3 } })}
      initial={{ paidOn: today }}
      verb={words.verb}
      save={async (values, { key }) => {
        const body = { ...values, rows: rows.map(({ id, version }) => ({ id, version })) };
        return leftOf(rows, await call('POST /commissions/statements/pay', { body, key }));
      }}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
