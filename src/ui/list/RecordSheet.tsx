import { useEffect, useState, type ReactNode } from 'react';
import { blankOf, seenFields, type Fields, type Values } from '#domain/fields.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { t } from '#site/lib/intl.ts';
import { priced as words } from '#site/messages/it/priced.ts';
import { recordDialog as own } from '#site/messages/it/record-dialog.ts';
import { toast } from '#site/ui/toast.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { formOf, type Layout } from '../record/form-of.ts';
import { RecordForm } from '../record/RecordForm.tsx';
import type { FormPart } from '../record/Sheet.tsx';
import { Timeline } from '../Timeline.tsx';
import { archiving } from './archiving.ts';
import type { ListedRecord, RecordCalls } from './calls.ts';

/** The page of one record of a list: its form in parts, what is computed of it, its history. */
export function RecordSheet<F extends Fields, R extends ListedRecord>({
  record: first,
  fields,
  layout,
  parts,
  calls,
  mayManage,
  held,
  list,
  title,
  nameOf,
  children,
}: {
  /** Null: a new one. */
  record: R | null;
  fields: F;
  layout: Layout<F>;
  /** Every field stands in one of them. */
  parts: readonly FormPart[];
  calls: RecordCalls<R, Values<F>>;
  mayManage: boolean;
  held: readonly number[];
  /** Path of the list, where the page leads back. */
  list: string;
  /** Of a new one. */
  title: string;
  nameOf: (record: R) => string;
  /** From what stands in the form: the sample that tries it. */
  children: (values: Values<F>) => ReactNode;
}) {
  const [record, setRecord] = useState(first);
  const [events, setEvents] = useState<Events>([]);
  useEffect(() => {
    // The page is complete without its history: when that fails to load, it is left out.
    if (record) calls.history(record.id).then(setEvents, () => {});
  }, [calls, record]);
  const again = () => void (record && calls.read(record.id).then(setRecord, () => {}));
  const archive = archiving<R, Values<F>>({ calls, nameOf, again });
  const blank = blankOf(fields);
  const kept = record as Readonly<Record<string, unknown>> | null;
  const initial = kept ? (Object.fromEntries(Object.keys(blank).map((key) => [key, kept[key]])) as Values<F>) : blank;
  return (
    <ErrorBoundary what={title}>
      <RecordForm<Values<F>, R>
        key={record?.version ?? 0}
        {...{ initial, parts }}
        title={record ? nameOf(record) : title}
        fields={formOf(seenFields(fields, held) as F, layout)}
        version={record?.version}
        {...(mayManage && {
          save: (values, { version, key }) =>
            record ? calls.save(record.id, version, values) : calls.create(values, key),
        })}
        {...(record && mayManage && { action: archive([record]) })}
        onClose={() => location.assign(list)}
        onSaved={(saved) => {
          if (!record) return location.assign(`${list}/${saved.id}`);
          setRecord(saved);
          void toast(t(words.saved, { code: nameOf(saved) }), { kind: 'ok' });
        }}
      >
        {(values) => (
          <>
            {children(values)}
            {events.length > 0 && (
              <details className="card fold">
                <summary>{own.history}</summary>
                <Timeline events={events} />
              </details>
            )}
          </>
        )}
      </RecordForm>
    </ErrorBoundary>
  );
}
