import { type ReactNode } from 'react';
import type { Fields, Values } from '#domain/record/fields.ts';
import { money, percent } from '#domain/italian.ts';
import { netOf } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { recordDialog as own, priced as words } from '#site/messages/it/lists.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { ArchiveWords, ListedRecord } from './calls.ts';
import { useRecordForm, type Edited } from './useRecordForm.tsx';

/** A record in a dialog: the form of its fields, the resulting margin, and its history. */
export default function RecordDialog<F extends Fields, R extends ListedRecord>({
  title,
  size,
  below,
  note,
  archiveWords = words.archiving,
  onClose,
  onSaved,
  onArchive,
  ...edited
}: Edited<F, R> & {
  title: ReactNode;
  size?: 'side' | undefined;
  /** Drawn beside the fields, from their values. */
  below?: ((values: Values<F>, record: R | null) => ReactNode) | undefined;
  /** Shown above the fields: what people should know before they type. */
  note?: string | undefined;
  archiveWords?: Pick<ArchiveWords, 'archive' | 'restore'> | undefined;
  onClose: () => void;
  onSaved: (record: R) => void;
  onArchive: (record: R) => void;
}) {
  const { record, mayManage } = edited;
  const { form, history } = useRecordForm(edited);
  return (
    <RecordForm<Values<F>, R>
      {...form}
      title={title}
      size={size}
      note={note}
      onClose={onClose}
      onSaved={onSaved}
      {...(record &&
        mayManage && {
          action: {
            label: record.archived ? archiveWords.restore : archiveWords.archive,
            run: () => onArchive(record),
          },
        })}
    >
      {(values) => (
        <>
          {/* Loads when it is first shown; the form works meanwhile. */}
          <OnDemand>{below?.(values, record)}</OnDemand>
          {isPriced(values) && <Margin {...values} />}
          {history}
        </>
      )}
    </RecordForm>
  );
}

/** The fields that every priced record has. */
interface Priced {
  price: number;
  /** Missing for people who may not see it. */
  cost?: number;
  taxRate: number;
}

const isPriced = (values: object): values is Priced => 'price' in values;

function Margin({ price, cost, taxRate }: Priced) {
  const net = netOf(price, taxRate);
  if (net === 0 || cost === undefined) return null;
  return (
    <p className="muted" role="status">
      {own.margin}: {t(own.marginOf, { amount: money(net - cost), percent: percent(((net - cost) / net) * 100) })}
    </p>
  );
}
