import { lazy } from 'react';
import { factOf, textOf } from '#domain/field-text.ts';
import { shortOf, type Field, type Fields } from '#domain/fields.ts';
import type { DatedAnswer } from '#domain/in-force.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { Dated, type DatedCalls, type DatedForm } from './Dated.tsx';
import type { FieldLayout } from './DatedDialog.tsx';
import { DescriptionList } from './DescriptionList.tsx';

const Form = lazy(async () => ({ default: (await import('./DatedDialog.tsx')).DatedDialog }));

/** Records within a record, as a table whose heads are their fields. */
function Table({ fields, rows }: { fields: Fields; rows: readonly Readonly<Record<string, unknown>>[] }) {
  const columns = Object.entries(fields);
  return (
    <table>
      <thead>
        <tr>
          {columns.map(([key, field]) => (
            <th key={key} scope="col">
              {shortOf(field)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(([key, field]) => (
              <td key={key}>{textOf(field, row[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * A value for reading. Words replace an empty value; inner records stand one below the other, or as a table when the
 * form shows a table.
 */
function Shown({ field, value, look }: { field: Field; value: unknown; look: 'switch' | 'table' | undefined }) {
  if (value === null && typeof field.nullable === 'string') return <span className="muted">{field.nullable}</span>;
  if (field.kind !== 'rows' || (value as object[]).length === 0) return textOf(field, value);
  if (look === 'table') return <Table fields={field.fields} rows={value as Record<string, unknown>[]} />;
  return (
    <ul>
      {(factOf(field, value) as string[]).map((row, index) => (
        <li key={index}>{row}</li>
      ))}
    </ul>
  );
}

/** Settings from a day on that consist of fields only: shown in parts, edited in one form. */
export function DatedFields<V extends object>({
  parts,
  fields,
  layout,
  ...props
}: {
  data: DatedAnswer<V>;
  events: Events;
  today: string;
  fields: Fields;
  calls: DatedCalls<V, DatedAnswer<V>>;
  /** The arrangement of rows, which the fields do not describe. */
  layout?: FieldLayout;
  parts: readonly { title: string; help?: string; keys: readonly (keyof V & string)[] }[];
}) {
  return (
    <Dated<V, DatedAnswer<V>>
      {...props}
      fields={fields}
      renderShown={({ periods }) => (
        <div className="settings">
          {parts.map(({ title, help, keys }) => (
            <section key={title} className="card pad">
              <h2>{title}</h2>
              <DescriptionList
                rows={keys.map((key) => [
                  fields[key]!.label,
                  <Shown key={key} field={fields[key]!} value={periods[0]!.values[key]} look={layout?.[key]?.look} />,
                ])}
              />
              {help && <p className="muted">{help}</p>}
            </section>
          ))}
        </div>
      )}
      renderForm={(form) => (
        <Form {...(form as DatedForm<object, DatedAnswer<object>>)} fields={fields} layout={layout} />
      )}
    />
  );
}
