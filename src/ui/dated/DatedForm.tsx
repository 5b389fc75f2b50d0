import { useRef, type ReactNode } from 'react';
import type { Fields } from '#domain/record/fields.ts';
import type { DatedAnswer } from '#domain/record/in-force.ts';
import { day as dayText } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { dated as words } from '#site/messages/it/kit.ts';
import type { DatedChange } from './Dated.tsx';
import { partOf } from '../record/form/form-of.ts';
import type { Place, Row } from '../record/form/form.ts';
import { RecordForm } from '../record/form/RecordForm.tsx';

const from = { label: words.from, kind: 'day', help: words.fromHelp } as const;

/** What the fields of settings cannot say of their form: choices that are loaded, tables, widths. */
export type FieldLayout = Readonly<Record<string, Omit<Place<Row>, 'also'>>>;

/** Edits some settings from a day on; the others keep their values. Loads when somebody edits. */
export function DatedForm<V extends object, A extends DatedAnswer<V>>({
  fields,
  keys,
  save,
  onSaved,
  initial,
  layout: given,
  children,
  ...form
}: DatedChange<V, A> & {
  fields: Fields;
  layout?: FieldLayout | undefined;
  children?: ((values: V) => ReactNode) | undefined;
}) {
  // `onSaved` runs as the form was drawn when it was sent, so the sent day is kept in a ref.
  const day = useRef(initial.from);
  const part = Object.entries(fields).filter(([key]) => keys.includes(key));
  const layout = Object.fromEntries(
    part.map(([key, { kind }]): [string, Place<Row>] => [
      key,
      { span: kind === 'flag' || kind === 'rows' || kind === 'area' || kind === 'many' ? 6 : 3, ...given?.[key] },
    ]),
  );
  return (
    <RecordForm<V & { from: string }, A>
      {...form}
      card
      initial={initial}
      fields={partOf<V & { from: string }>({ ...Object.fromEntries(part), from }, { from: { span: 3 }, ...layout })}
      verb={(values) => t(words.saveFrom, { day: dayText(values.from) })}
      save={(body, saving) => {
        day.current = body.from;
        return save({ ...initial, ...body }, saving);
      }}
      onSaved={(answer) => onSaved(answer, day.current)}
    >
      {(values) => children?.(values)}
    </RecordForm>
  );
}
