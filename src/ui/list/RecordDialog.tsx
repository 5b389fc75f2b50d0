import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { blankOf, seenFields, type Fields, type Values } from '#domain/fields.ts';
import { money, percent } from '#domain/italian.ts';
import { netOf } from '#domain/money.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { t } from '#site/lib/intl.ts';
import { recordDialog as own } from '#site/messages/it/record-dialog.ts';
import { priced as words } from '#site/messages/it/priced.ts';
import { formOf, type Layout } from '../record/form-of.ts';
import { RecordForm } from '../record/RecordForm.tsx';
import { Timeline } from '../Timeline.tsx';
import type { ListedRecord, RecordCalls } from './calls.ts';

/** A record in a dialog: the form of its fields, the margin they make, its history. */
export default function RecordDialog<F extends Fields, R extends ListedRecord>({
  record,
  mayManage,
  held,
  fields,
  layout,
  calls,
  title,
  below,
  onClose,
  onSaved,
  onArchive,
}: {
  /** Null: a new one. */
  record: R | null;
  mayManage: boolean;
  held: readonly number[];
  fields: F;
  layout: Layout<F>;
  calls: RecordCalls<R, Values<F>>;
  title: string;
  /** Beside the fields, from what stands in them. */
  below?: ((values: Values<F>) => ReactNode) | undefined;
  onClose: () => void;
  onSaved: (record: R) => void;
  onArchive: (record: R) => void;
}) {
  const [events, setEvents] = useState<Events | null>(null);
  useEffect(() => {
    if (!record) return;
    // The form is complete without its history: when that fails to load, it is left out.
    calls.history(record.id).then(setEvents, () => {});
  }, [calls, record]);
  const blank = blankOf(fields);
  const kept = record as Readonly<Record<string, unknown>> | null;
  const initial = kept ? (Object.fromEntries(Object.keys(blank).map((key) => [key, kept[key]])) as Values<F>) : blank;
  return (
    <RecordForm<Values<F>, R>
      {...{ title, initial, onClose, onSaved }}
      fields={formOf(seenFields(fields, held) as F, layout)}
      version={record?.version}
      {...(mayManage && {
        save: (values, { version, key }) =>
          record ? calls.save(record.id, version, values) : calls.create(values, key),
      })}
      {...(record &&
        mayManage && {
          action: { label: record.archived ? words.restore : words.archive, run: () => onArchive(record) },
        })}
    >
      {(values) => (
        <>
          {/* Loaded when it is shown first; the form goes on meanwhile. */}
          <Suspense>{below?.(values)}</Suspense>
          {'price' in fields && <Margin {...(values as unknown as Priced)} />}
          {events && (
            <details className="fold">
              <summary>{own.history}</summary>
              <Timeline events={events} />
            </details>
          )}
        </>
      )}
    </RecordForm>
  );
}

/** Of the fields that every priced record has. */
interface Priced {
  price: number;
  /** Not everybody sees it. */
  cost?: number;
  taxRate: number;
}

function Margin({ price, cost, taxRate }: Priced) {
  const net = netOf(price, taxRate);
  if (net === 0 || cost === undefined) return null;
  return (
    <p className="muted" role="status">
      {own.margin}: {t(own.marginOf, { amount: money(net - cost), percent: percent(((net - cost) / net) * 100) })}
    </p>
  );
}
