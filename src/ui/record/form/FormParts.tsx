import { lazy, useState, type ReactNode } from 'react';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { errorsBelow, type Found, type Row } from './form.ts';
import { FormFields, type ControlProps } from './FormFields.tsx';
import { Part } from './Part.tsx';
import { PhoneFiles } from './PhoneFiles.tsx';
import { Rows } from './Rows.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const Order = lazy(() => import('./Order.tsx'));
const Paste = lazy(() => import('./Paste.tsx'));

/** Draws compound fields: rows, groups, and words that the person puts in order. */
export function FormParts<V extends object>(props: ControlProps<V>) {
  if (props.field.kind === 'rows') return <FormRows {...props} />;
  return props.field.kind === 'group' ? <FormGroup {...props} /> : <FormOrder {...props} />;
}

/** Words that the person puts in order. */
function FormOrder<V extends object>({ field, values, errors, readOnly, onChange }: ControlProps<V>) {
  const { name, label, words: named = {} } = field;
  const order = values[name] as string[];
  const plain = (
    <ol className="order" aria-label={label}>
      {order.map((one, at) => (
        <li key={one}>
          {named[one]} <em>{at + 1}</em>
        </li>
      ))}
    </ol>
  );
  return (
    <Part field={field} readOnly={readOnly} error={errors[name]}>
      <OnDemand until={plain}>
        <Order label={label} words={named} order={order} readOnly={readOnly} onChange={onChange} />
      </OnDemand>
    </Part>
  );
}

/** Records within the record: one below the other with their buttons, or as the lines of a table. */
function FormRows<V extends object>({ field, values, errors, readOnly, tax, parts, onChange }: ControlProps<V>) {
  const { name, label, min = 0, max, look, next, line, paste, fixed, fromPhone, beside } = field;
  const { fields: within, blank } = field.within!;
  const [pasting, setPasting] = useState(false);
  const [arrived, setArrived] = useState<readonly Found[]>([]);
  const fields = within.map((one) =>
    one.name === fromPhone?.into ? { ...one, known: [...(one.known ?? []), ...arrived] } : one,
  );
  const rows = (values[name] ?? []) as Row[];
  const table = look === 'table';
  const drawn = (button: ReactNode) => (
    <Rows<Row>
      label={label}
      rows={rows}
      readOnly={readOnly}
      table={table}
      least={fixed?.length ?? min}
      most={fixed?.length ?? max!}
      adders={[{ label: t(words.addRow, { label }), make: () => ({ ...blank(), ...next?.(rows) }) }]}
      ordered={!fixed}
      beside={
        (button || beside) && (
          <>
            {button} {beside}
          </>
        )
      }
      onChange={(change) => onChange(change(rows))}
    >
      {(row, index, set, tools) => {
        const named = `${label} ${index + 1}`;
        return (
          <Entry name={named} title={fixed?.[index] ?? named} said={line?.(row, index)} table={table} tools={tools}>
            <FormFields
              fields={fields}
              readOnly={readOnly}
              values={row}
              errors={errorsBelow(errors, `${name}.${index}`)}
              aligned={table}
              around={{ values: tax.values, net: tax.net }}
              parts={parts}
              onChange={set}
            />
          </Entry>
        );
      }}
    </Rows>
  );
  return (
    <Part field={field} readOnly={readOnly} error={errors[name]}>
      {fromPhone && !readOnly ? (
        <PhoneFiles
          purpose={fromPhone.purpose}
          most={max! - rows.length}
          taken={rows.map((row) => row[fromPhone.into] as number)}
          onFiles={(files) => {
            setArrived((before) => [...before, ...files]);
            const row = ({ id }: Found) => ({ ...blank(), ...next?.(rows), [fromPhone.into]: id });
            onChange([...rows, ...files.slice(0, max! - rows.length).map(row)]);
          }}
        >
          {drawn}
        </PhoneFiles>
      ) : (
        drawn(null)
      )}
      {paste && !readOnly && !pasting && (
        <button type="button" className="link" onClick={() => setPasting(true)}>
          {paste.open ?? words.paste}
        </button>
      )}
      {paste && pasting && (
        <OnDemand>
          <Paste {...paste} rows={rows} onChange={onChange} />
        </OnDemand>
      )}
    </Part>
  );
}

interface EntryProps {
  name: string;
  title: string;
  /** Its line; undefined: it has none. */
  said: ReactNode;
  table: boolean;
  tools: ReactNode;
  children: ReactNode;
}

/** The fields of a row: behind its line, as a line of a table, or under their head. */
function Entry({ name, title, said, table, tools, children }: EntryProps) {
  const head = (
    <div className="entry-head">
      <span className="grow muted" aria-hidden>
        {/* The line above says which one it is. */}
        {said === undefined && title}
      </span>
      {tools}
    </div>
  );
  if (said !== undefined)
    return (
      <Line said={said} name={name}>
        {head}
        {children}
      </Line>
    );
  return (
    <>
      {!table && head}
      {children}
      {table && tools}
    </>
  );
}

/** A row as one line that opens to its fields. One that says nothing yet begins open, and stays so while it is filled. */
function Line({ said, name, children }: { said: ReactNode; name: string; children: ReactNode }) {
  const [isOpen] = useState(said === null);
  return (
    <details open={isOpen}>
      <summary>{said ?? name}</summary>
      {children}
    </details>
  );
}

/** A single record within the record; an optional one appears once its box is ticked. */
function FormGroup<V extends object>({ field, values, errors, readOnly, tax, parts, onChange }: ControlProps<V>) {
  const { fields, blank } = field.within!;
  const record = values[field.name] as Row | null;
  return (
    <Part
      field={field}
      readOnly={readOnly}
      error={errors[field.name]}
      {...(field.nullable && { there: record !== null, onThere: (there) => onChange(there ? blank() : null) })}
    >
      {record && (
        <FormFields
          fields={fields}
          readOnly={readOnly}
          values={record}
          errors={errorsBelow(errors, field.name)}
          around={{ values: tax.values, net: tax.net }}
          parts={parts}
          onChange={(change) => onChange({ ...record, ...change })}
        />
      )}
    </Part>
  );
}
