import { factOf, textOf } from '#domain/record/field-text.ts';
import { shortOf, type Field, type Fields } from '#domain/record/fields.ts';
import { DescriptionList } from '../record/page/DescriptionList.tsx';
import { TableWrap } from '../TableWrap.tsx';

/** Records within a record, as a table whose heads are their fields. */
function Table({
  label,
  fields,
  rows,
}: {
  label: string;
  fields: Fields;
  rows: readonly Readonly<Record<string, unknown>>[];
}) {
  const columns = Object.entries(fields);
  return (
    <TableWrap label={label} className="as-cards">
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
                <td key={key} data-label={shortOf(field)}>
                  <Shown field={field} value={row[key]} look={undefined} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

/**
 * A value for reading. Words replace an empty value; words in an order stand numbered, inner records one below the
 * other, or as a table when the form shows a table.
 */
function Shown({ field, value, look }: { field: Field; value: unknown; look: 'switch' | 'table' | undefined }) {
  if (value === null && typeof field.nullable === 'string') return <span className="muted">{field.nullable}</span>;
  if (field.kind === 'area') return value ? <p className="written">{String(value)}</p> : '—';
  if (field.kind === 'order')
    return (
      <ol className="order">
        {(value as string[]).map((one, at) => (
          <li key={one}>
            <span className="grow">{field.words[one]}</span>
            <em>{at + 1}</em>
          </li>
        ))}
      </ol>
    );
  if (field.kind !== 'rows' || (value as object[]).length === 0) return textOf(field, value);
  if (look === 'table')
    return <Table label={field.label} fields={field.fields} rows={value as Record<string, unknown>[]} />;
  return (
    <ul>
      {(factOf(field, value) as string[]).map((row, index) => (
        <li key={index}>{row}</li>
      ))}
    </ul>
  );
}

/** Some fields of settings with their values. */
export const SettingShown = <V extends object>({
  fields,
  keys,
  values,
  layout,
}: {
  fields: Fields;
  keys: readonly string[];
  values: V;
  layout?: Readonly<Record<string, { look?: 'switch' | 'table' | undefined }>> | undefined;
}) => (
  <DescriptionList
    rows={keys.map((key) => [
      keys.length === 1 ? (
        <span key={`${key}-label`} className="sr-only">
          {fields[key]!.label}
        </span>
      ) : (
        fields[key]!.label
      ),
      <Shown key={key} field={fields[key]!} value={values[key as keyof V]} look={layout?.[key]?.look} />,
    ])}
  />
);
