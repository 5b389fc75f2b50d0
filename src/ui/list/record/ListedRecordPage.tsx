import { useDeferredValue, useState, type ReactNode } from 'react';
import type { Fields, Values } from '#domain/record/fields.ts';
import { t } from '#site/lib/intl.ts';
import { priced as words } from '#site/messages/it/lists.ts';
import { toast } from '#site/ui/toast.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { FormPart } from '#site/ui/record/form/FormPage.tsx';
import { archiving } from '../bulk/archiving.ts';
import type { ListedRecord } from './calls.ts';
import { useRecordForm, type Edited } from './useRecordForm.tsx';

/** Draws what follows from the form with deferred values, so that typing stays fast. */
function Tried<V>({ values, children }: { values: V; children: (values: V) => ReactNode }) {
  return children(useDeferredValue(values));
}

/** The page of one record of a list: its form in parts, figures computed from it, and its history. */
export function ListedRecordPage<F extends Fields, R extends ListedRecord>({
  record: first,
  parts,
  list,
  title,
  nameOf,
  children,
  hrefOf,
  ...given
}: Edited<F, R> & {
  /** Every field belongs to one of these parts. */
  parts: readonly FormPart[];
  /** Path of the list, to which the page returns. */
  list: string;
  /** Path of a record; by default the list's path and the id. */
  hrefOf?: (record: R) => string;
  /** The title of a new record. */
  title: string;
  nameOf: (record: R) => string;
  /** Draws what applies the values of the form; `take` puts a record that another call answered in its place. */
  children: (values: Values<F>, record: R | null, take: (record: R) => void) => ReactNode;
}) {
  const [record, setRecord] = useState(first);
  const { form, history } = useRecordForm({ ...given, record });
  const { calls, mayManage } = given;
  const again = () => void (record && calls.read(record.id).then(setRecord, () => {}));
  const archive = archiving<R, Values<F>>({ calls, nameOf, again });
  return (
    <ErrorBoundary what={title}>
      <RecordForm<Values<F>, R>
        key={record?.version ?? 0}
        {...form}
        parts={parts}
        title={record ? nameOf(record) : title}
        {...(record && mayManage && { action: archive([record]) })}
        onClose={() => location.assign(list)}
        onSaved={(saved) => {
          if (!record) return location.assign(hrefOf?.(saved) ?? `${list}/${saved.id}`);
          setRecord(saved);
          void toast(t(words.saved, { code: nameOf(saved) }), { kind: 'ok' });
        }}
      >
        {(values) => (
          <>
            <Tried values={values}>{(now) => children(now, record, setRecord)}</Tried>
            {history && <div className="card">{history}</div>}
          </>
        )}
      </RecordForm>
    </ErrorBoundary>
  );
}
