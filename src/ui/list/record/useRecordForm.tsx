import { lazy, useEffect, useState } from 'react';
import { blankOf, seenFields, typed, whole, type Fields, type Values } from '#domain/record/fields.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { $taxRate } from '#site/stores/company.ts';
import { formOf, type Layout } from '#site/ui/record/form/form-of.ts';
import type { SaveWith } from '#site/ui/record/form/RecordForm.tsx';
import type { ListedRecord, RecordCalls } from './calls.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const Timeline = lazy(async () => ({ default: (await import('#site/ui/Timeline.tsx')).Timeline }));

/** A record of a list, and the rights of the person who sees it. */
export interface Edited<F extends Fields, R extends ListedRecord> {
  /** Null: a new record. */
  record: R | null;
  fields: F;
  layout: Layout<F>;
  calls: RecordCalls<R, Values<F>>;
  mayManage: boolean;
  /** Privileges of the person: they decide which fields are visible. */
  held: readonly number[];
}

/** A blank record; taxable prices start at today's VAT rate. */
function freshOf<F extends Fields>(fields: F, taxRate: number): Values<F> {
  const rates = typed(fields).flatMap(([, field]) => (field.kind === 'money' && field.rate ? [field.rate] : []));
  return { ...blankOf(fields), ...Object.fromEntries(rates.map((key) => [key, taxRate])) };
}

/** What happened to a record, folded below its form, read for each new value of it; false: nothing is known, as of a new one. */
export function useHistory(calls: Pick<RecordCalls<never, never>, 'history'>, record: { id: number } | null) {
  const [events, setEvents] = useState<Events>([]);
  useEffect(() => {
    // The form works without its history, so a failed load is ignored.
    if (record) calls.history(record.id).then(setEvents, () => {});
  }, [calls, record]);
  return (
    events.length > 0 && (
      <details className="fold">
        <summary>{words.history}</summary>
        <OnDemand>
          <Timeline events={events} />
        </OnDemand>
      </details>
    )
  );
}

/** Shared by the dialog and the page of a record: initial values, saving, history. */
export function useRecordForm<F extends Fields, R extends ListedRecord>(edited: Edited<F, R>) {
  const { record, fields, layout, calls, mayManage, held } = edited;
  const history = useHistory(calls, record);
  const [taxRate] = useState(() => $taxRate.get());
  const fresh = freshOf(fields, taxRate);
  const kept = record as Readonly<Record<string, unknown>> | null;
  const save = (values: Values<F>, { version, key }: SaveWith) => {
    const sent = whole(fields, held, values);
    return record ? calls.save(record.id, version, sent) : calls.create(sent, key);
  };
  return {
    form: {
      initial: kept ? (Object.fromEntries(Object.keys(fresh).map((key) => [key, kept[key]])) as Values<F>) : fresh,
      fields: formOf(seenFields(fields, held) as F, layout),
      version: record?.version,
      ...(mayManage && { save }),
    },
    history,
  };
}
