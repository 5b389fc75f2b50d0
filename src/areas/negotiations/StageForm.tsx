import { stageFields, type StageValues } from '#domain/negotiations/fields.ts';
import type { Staged } from '#domain/negotiations/terms.ts';
import { blankOf } from '#domain/record/fields.ts';
import { t } from '#site/lib/intl.ts';
import { negotiations as words } from '#site/messages/it/negotiations.ts';
import type { recordCalls } from '#site/ui/list/record/calls.ts';
import { useHistory } from '#site/ui/list/record/useRecordForm.tsx';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { pick, RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { ListedStage } from './listed.ts';

interface Props {
  /** null: a new one. */
  one: ListedStage | null;
  entity: Staged;
  /** Where a new one stands. */
  place: number;
  calls: ReturnType<typeof recordCalls<'negotiation-stages'>>;
  onArchive: (one: ListedStage) => void;
  onClose: () => void;
}

/** Its place is the list's: a new one stands at the end. */
const { place: _place, ...written } = stageFields;
/** What a stage is of, and how it ends, is chosen once: negotiations stand in it. */
const { entity: _entity, outcome: _outcome, ...lasting } = written;
const common = {
  code: { span: 2 },
  label: { span: 4 },
  colour: { span: 3 },
  probability: { span: 3 },
  asksReason: { span: 6 },
} as const;

export default function StageForm({ one, entity, place, calls, onArchive, onClose }: Props) {
  const history = useHistory(calls, one);
  const blank = { ...blankOf(stageFields), entity, place };
  return (
    <RecordForm<StageValues, { id: number }>
      title={one ? t(words.edit, { label: one.label }) : words.newStage}
      fields={one ? formOf(lasting, common) : formOf(written, { ...common, entity: { span: 3 }, outcome: { span: 3 } })}
      initial={pick<StageValues>(one ?? blank, blank)}
      version={one?.version}
      save={(values, { version, key }) => (one ? calls.save(one.id, version, values) : calls.create(values, key))}
      action={
        one ? { label: words.ways[one.archived ? 'restore' : 'retire'].verb, run: () => onArchive(one) } : undefined
      }
      onSaved={() => location.reload()}
      onClose={onClose}
    >
      {() => history}
    </RecordForm>
  );
}
