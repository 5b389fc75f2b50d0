import type { Statement } from '#domain/commissions/schema.ts';
import type { Fields, Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { addLine as words } from '#site/messages/it/commissions.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

const MOST = 50_000_00;
const fields = {
  userId: { label: words.person, kind: 'lookup', nullable: true },
  kind: { label: words.kind, kind: 'choice', words: words.kinds },
  amount: { label: words.amount, kind: 'money', min: -MOST, max: MOST },
  day: { label: words.day, kind: 'day', span: 'past', required: words.dayNeeded },
  reason: { label: words.reason, kind: 'area', maxLength: 300, required: words.needed },
} as const satisfies Fields;
type Typed = Values<typeof fields>;

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
      fields={formOf(fields, {
        userId: { options: named(people) },
        kind: { span: 3 },
        amount: { span: 3 },
        reason: { span: 6 },
      })}
      initial={{ userId: null, kind: 'spiff', amount: 0, day, reason: '' }}
      check={({ userId }, typing): Record<string, string> =>
        userId === null && !typing ? { userId: words.choose } : {}
      }
      save={({ userId, ...values }, { key }) =>
        call('POST /commissions/lines', { key, body: { ...values, userId: userId! } })
      }
      onSaved={({ id }) => location.assign(`/dealer/stats/commissions/${id}`)}
      onClose={onClose}
    />
  );
}
