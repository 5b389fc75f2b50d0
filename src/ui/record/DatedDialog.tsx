import { useState, type ReactNode } from 'react';
import type { Fields } from '#domain/fields.ts';
import type { DatedAnswer } from '#domain/in-force.ts';
import { dated as words } from '#site/messages/it/kit.ts';
import type { DatedForm } from './Dated.tsx';
import { formOf } from './form-of.ts';
import type { Place, Row } from './form.ts';
import { RecordForm } from './RecordForm.tsx';

const from = { label: words.from, kind: 'day', help: words.fromHelp } as const;

export type FieldLayout = Readonly<Record<string, Pick<Place<Row>, 'look' | 'layout'>>>;

/** Edits some or all settings from a day on; the others keep their values. Loads when somebody edits. */
export function DatedDialog<V extends object, A extends DatedAnswer<V>>({
  fields,
  keys,
  save,
  onSaved,
  initial,
  layout: given,
  children,
  ...form
}: DatedForm<V, A> & {
  fields: Fields;
  layout?: FieldLayout | undefined;
  children?: ((values: V) => ReactNode) | undefined;
}) {
  const [day, setDay] = useState(initial.from);
  const part = Object.entries(fields).filter(([key]) => keys?.includes(key) ?? true);
  const layout = Object.fromEntries(
    part.map(([key, { kind }]): [string, Place<Row>] => [
      key,
      { span: kind === 'flag' || kind === 'rows' || kind === 'area' ? 6 : 3, ...given?.[key] },
    ]),
  );
  return (
    <RecordForm<V & { from: string }, A>
      {...form}
      initial={initial}
      // Only the running code knows which keys of V the part has.
      fields={formOf<Fields>({ from, ...Object.fromEntries(part) }, { from: { span: 2 }, ...layout }) as never}
      save={(body, saving) => {
        setDay(body.from);
        return save({ ...initial, ...body }, saving);
      }}
      onSaved={(answer) => onSaved(answer, day)}
    >
      {(values) => children?.(values)}
    </RecordForm>
  );
}
