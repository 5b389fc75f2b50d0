import type { ReceptionWord } from '#domain/accesses/words/endpoints.ts';
import { receptionWordFields, type ReceptionWordValues, type WordKind } from '#domain/accesses/words/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { t } from '#site/lib/intl.ts';
import { receptionWords as words } from '#site/messages/it/reception-words.ts';
import type { recordCalls } from '#site/ui/list/record/calls.ts';
import { useHistory } from '#site/ui/list/record/useRecordForm.tsx';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { pick, RecordForm } from '#site/ui/record/form/RecordForm.tsx';

interface Props {
  /** null: a new one. */
  one: ReceptionWord | null;
  kind: WordKind;
  /** Where a new one stands. */
  place: number;
  /** Whether it is the manufacturer's, which writes drafts that its network does not see. */
  isNetwork: boolean;
  calls: ReturnType<typeof recordCalls<'reception-words'>>;
  onArchive: (one: ReceptionWord) => void;
  onClose: () => void;
}

/** A reason or a question. What it is, and the code that visits have of it, is chosen once. */
export default function WordForm({ one, kind, place, isNetwork, calls, onArchive, onClose }: Props) {
  const history = useHistory(calls, one);
  const { kind: _kind, ...typed } = receptionWordFields;
  const blank = { ...blankOf(receptionWordFields), kind, place, draft: isNetwork };
  const initial = pick<ReceptionWordValues>(one ?? blank, blank);
  const isCodeOpen = one === null || one.draft;
  const fields = formOf(typed, {
    code: { span: 3 },
    label: { span: 6 },
    answers: { span: 6, when: () => kind === 'question' },
    place: { span: 2 },
    draft: { span: 4 },
  }).filter(
    ({ name }) => (name !== 'code' || isCodeOpen) && (name !== 'draft' || (isNetwork && (one === null || one.draft))),
  );
  return (
    <RecordForm<Omit<ReceptionWordValues, 'kind'>, { id: number }>
      title={one ? t(words.edit, { label: one.label }) : words.newWord[kind]}
      fields={fields}
      initial={initial}
      version={one?.version}
      save={(values, { version, key }) => {
        const body = { ...initial, ...values };
        return one ? calls.save(one.id, version, body) : calls.create(body, key);
      }}
      action={one ? { label: one.archived ? words.restore : words.retire, run: () => onArchive(one) } : undefined}
      onSaved={() => location.reload()}
      onClose={onClose}
    >
      {() => history}
    </RecordForm>
  );
}
