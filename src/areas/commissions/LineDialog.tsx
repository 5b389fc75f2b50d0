import { lineFields } from '#domain/commissions/line-fields.ts';
import type { Statement } from '#domain/commissions/schema.ts';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { addLine as words } from '#site/messages/it/commissions.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

type Typed = Values<typeof lineFields>;

interface Props {
  people: Named;
  day: string;
  onClose: () => void;
}

/** A line by hand: saved, its statement opens. */
export default function LineDialog({ people, day, onClose }: Props) {
  return (
    <RecordForm<Typed, Statement>
      title={words.title}
      note={words.note}
      fields={formOf(lineFields, {
        userId: { options: named(people) },
        kind: { span: 3 },
        amount: { span: 3 },
        reason: { span: 6 },
      })}
      initial={{ ...blankOf(lineFields), day }}
      save={({ userId, ...values }, { key }) =>
        call('POST /commissions/lines', { key, body: { ...values, userId: userId! } })
      }
      onSaved={({ id }) => location.assign(`/dealer/stats/commissions/${id}`)}
      onClose={onClose}
    />
  );
}
