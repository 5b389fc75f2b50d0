import { useEffect, useState } from 'react';
import type { AccessoryInput } from '#domain/accessories/schema.ts';
import { netOf } from '#domain/money.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { money, percent, t } from '#site/lib/intl.ts';
import { reference as words } from '#site/messages/it/reference.ts';
import type { FormField } from '../FormFields.tsx';
import { RecordForm, type SaveWith } from '../RecordForm.tsx';
import { Timeline } from '../Timeline.tsx';
import type { ListSpec } from './columns.ts';
import { areaOf, type Priced, type PricedInput } from './ReferenceList.tsx';

/** The record's dialog: its fields, the margin they make, its history. */
export default function ReferenceForm({
  spec,
  record,
  mayManage,
  fields,
  blank,
  title,
  onClose,
  onSaved,
  onArchive,
}: {
  spec: ListSpec;
  /** Null: a new one. */
  record: Priced | null;
  mayManage: boolean;
  fields: readonly FormField<PricedInput>[];
  blank: PricedInput;
  title: string;
  onClose: () => void;
  onSaved: (record: Priced) => void;
  onArchive: (record: Priced) => void;
}) {
  const area = areaOf(spec);
  const [events, setEvents] = useState<Events | null>(null);
  useEffect(() => {
    if (!record) return;
    // The form is complete without its history: when that fails to load, it is left out.
    call(`GET /${area}/:id/timeline` as const, { params: { id: record.id } }).then(setEvents, () => {});
  }, [area, record]);
  const initial = record
    ? (Object.fromEntries(
        Object.keys(blank).map((key) => [key, record[key as keyof Priced]]),
      ) as unknown as PricedInput)
    : blank;
  const save = (values: PricedInput, { version, key }: SaveWith) => {
    const body = values as AccessoryInput;
    return record
      ? call(`PUT /${area}/:id` as const, { params: { id: record.id }, body, version })
      : call(`POST /${area}` as const, { body, key });
  };
  return (
    <RecordForm
      {...{ title, fields, initial, onClose, onSaved }}
      version={record?.version}
      {...(mayManage && { save })}
      {...(record &&
        mayManage && {
          action: { label: record.archived ? words.restore : words.archive, run: () => onArchive(record) },
        })}
    >
      {(values) => (
        <>
          <Margin {...values} />
          {events && (
            <details className="fold">
              <summary>{words.history}</summary>
              <Timeline events={events} />
            </details>
          )}
        </>
      )}
    </RecordForm>
  );
}

function Margin({ price, cost, taxRate }: PricedInput) {
  const net = netOf(price, taxRate);
  if (net === 0) return null;
  return (
    <p className="muted" role="status">
      {words.margin}: {t(words.marginOf, { amount: money(net - cost), percent: percent(((net - cost) / net) * 100) })}
    </p>
  );
}
