import { lazy, Suspense, useState } from 'react';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/record.ts';
import { Checkbox } from '../Choice.tsx';
import { DateField } from '../DateField.tsx';
import { Field, TextArea } from '../Field.tsx';
import { MoneyField, TaxableField } from '../MoneyField.tsx';
import { NumberField } from '../NumberField.tsx';
import { PhoneField } from '../PhoneField.tsx';
import { FormChoice } from './FormChoice.tsx';
import { errorsBelow, shownOf, type FormField, type Row } from './form.ts';
import Lookup from './Lookup.tsx';
import { Part } from './Part.tsx';
import { Rows } from './Rows.tsx';
import { Ticks } from './Ticks.tsx';
import Upload from './Upload.tsx';
import './form.css';

const Paste = lazy(() => import('./Paste.tsx'));

/** The fields that stand in the form of these values. */
export function FormFields<V extends object>({
  fields,
  values,
  errors,
  readOnly,
  aligned = false,
  around,
  onChange,
}: {
  fields: readonly FormField<V>[];
  values: V;
  errors: Record<string, string>;
  readOnly: boolean;
  /** One below the other with those of other records: a field that these values do not have leaves its place empty. */
  aligned?: boolean;
  /** Of a record within another one: that one's values, and whether its amounts are shown net. */
  around?: Around | undefined;
  onChange: (change: Partial<V>) => void;
}) {
  const shown = shownOf(fields, values);
  const [net, setNet] = useState(false);
  const tax: Tax = around ?? { values, net, onNet: setNet };
  return (
    <div className="form-grid">
      {(aligned ? fields : shown).map((field) => (
        <div key={field.name} className={`span-${field.span ?? 3}`}>
          {shown.includes(field) && (
            <FormControl
              {...{ field, values, errors, readOnly, tax }}
              onChange={(value) => onChange({ [field.name]: value, ...field.also?.(value as never) } as Partial<V>)}
            />
          )}
        </div>
      ))}
    </div>
  );
}

interface Around {
  values: object;
  net: boolean;
}
/** One switch shows all amounts of a record and of those within it net or VAT-inclusive; it stands at the record's own. */
type Tax = Around & { onNet?: (net: boolean) => void };

interface ControlProps<V> {
  field: FormField<V>;
  values: V;
  errors: Record<string, string>;
  readOnly: boolean;
  tax: Tax;
  onChange: (value: unknown) => void;
}

function FormControl<V extends object>({ field, values, errors, readOnly, tax, onChange }: ControlProps<V>) {
  const { name, label, kind, help, min, max, nullable } = field;
  const error = errors[name];
  const required = Boolean(field.required) && !readOnly;
  const value: unknown = values[name];
  const base = { name, label, error, help, required, readOnly };
  const range = { min, max };
  switch (kind) {
    case 'money':
      return <MoneyField {...base} {...range} {...({ nullable, value, onChange } as Amount)} />;
    case 'taxable':
      return (
        <TaxableField
          {...{ ...base, ...range, onChange, net: tax.net, onNet: tax.onNet }}
          rate={Number({ ...tax.values, ...values }[field.rate!])}
          value={value as number}
        />
      );
    case 'number':
      return (
        <NumberField
          {...{ ...base, ...range, suffix: field.suffix, decimals: field.decimals }}
          {...({ nullable, value, onChange } as Amount)}
        />
      );
    case 'day':
      return <DateField {...{ ...base, onChange }} value={value as string | null} />;
    case 'check':
      return (
        <Checkbox
          {...{ name, label, error, help }}
          checked={value as boolean}
          disabled={readOnly}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return <FormChoice {...{ ...base, field, onChange, value }} by={field.from && values[field.from.field]} />;
    case 'many':
      return (
        <Ticks
          {...{ ...base, field, onChange }}
          value={value as (string | number)[]}
          by={field.from && values[field.from.field]}
        />
      );
    case 'lookup':
    case 'lookups':
    case 'file': {
      const Late = kind === 'file' ? Upload : Lookup;
      return <Late {...{ ...base, field, onChange }} value={value as never} />;
    }
    case 'rows':
      return <FormRows {...{ field, values, errors, readOnly, tax, onChange }} />;
    case 'group':
      return <FormGroup {...{ field, values, errors, readOnly, tax, onChange }} />;
    case 'order':
      return <FormOrder {...{ field, values, errors, readOnly, tax, onChange }} />;
    default: {
      const type = (text: string) => onChange(text === '' && nullable ? null : text);
      const text = {
        ...base,
        ...{ maxLength: field.maxLength, inputMode: field.keyboard },
        value: (value as string | null) ?? '',
      };
      if (kind === 'area') return <TextArea {...text} onChange={(event) => type(event.currentTarget.value)} />;
      if (kind === 'phone') return <PhoneField {...text} autoComplete="off" onChange={type} />;
      return (
        <Field
          {...text}
          type={kind === 'colour' ? 'color' : kind}
          autoComplete="off"
          onChange={(event) => type(event.currentTarget.value)}
        />
      );
    }
  }
}

/** A field whose emptiness is null says so; what it gives is then of the field's type. */
type Amount = { nullable: true; value: number | null; onChange: (value: number | null) => void };

/** Words in an order of the person's own. */
function FormOrder<V extends object>({ field, values, errors, readOnly, onChange }: ControlProps<V>) {
  const { name, label, words: named = {} } = field;
  const order = values[name] as string[];
  const most = order.length;
  return (
    <Part {...{ field, readOnly }} error={errors[name]}>
      <Rows<string>
        {...{ label, rows: order, least: most, most, adders: [], ordered: true, readOnly }}
        onChange={(change) => onChange(change(order))}
      >
        {(one, index, _, tools) => (
          <div className="entry-head">
            <span className="grow">
              {index + 1}. {named[one]}
            </span>
            {tools}
          </div>
        )}
      </Rows>
    </Part>
  );
}

/** Records within the record: below each other with their tools, or as the lines of a table. */
function FormRows<V extends object>({ field, values, errors, readOnly, tax, onChange }: ControlProps<V>) {
  const { name, label, min = 0, max, look, next, paste } = field;
  const { fields, blank } = field.within!;
  const [pasting, setPasting] = useState(false);
  const rows = (values[name] ?? []) as Row[];
  const table = look === 'table';
  return (
    <Part {...{ field, readOnly }} error={errors[name]}>
      <Rows<Row>
        {...{ label, rows, readOnly, table }}
        least={min}
        most={max!}
        adders={[{ label: t(words.addRow, { label }), make: () => ({ ...blank(), ...next?.(rows as never) }) }]}
        ordered
        onChange={(change) => onChange(change(rows))}
      >
        {(row, index, set, tools) => {
          const own = (
            <FormFields
              {...{ fields, readOnly }}
              values={row}
              errors={errorsBelow(errors, `${name}.${index}`)}
              aligned={table}
              around={{ values: tax.values, net: tax.net }}
              onChange={set}
            />
          );
          const head = (
            <div className="entry-head">
              <span className="grow muted" aria-hidden>
                {label} {index + 1}
              </span>
              {tools}
            </div>
          );
          return table ? (
            <>
              {own}
              {tools}
            </>
          ) : (
            <>
              {head}
              {own}
            </>
          );
        }}
      </Rows>
      {paste && !readOnly && !pasting && (
        <button type="button" className="link" onClick={() => setPasting(true)}>
          {words.paste}
        </button>
      )}
      {paste && pasting && (
        <Suspense>
          <Paste {...{ ...paste, rows, onChange }} />
        </Suspense>
      )}
    </Part>
  );
}

/** A record within the record; one that may be missing is there once it is ticked. */
function FormGroup<V extends object>({ field, values, errors, readOnly, tax, onChange }: ControlProps<V>) {
  const { fields, blank } = field.within!;
  const record = values[field.name] as Row | null;
  return (
    <Part
      {...{ field, readOnly }}
      error={errors[field.name]}
      {...(field.nullable && { there: record !== null, onThere: (there) => onChange(there ? blank() : null) })}
    >
      {record && (
        <FormFields
          {...{ fields, readOnly }}
          values={record}
          errors={errorsBelow(errors, field.name)}
          around={{ values: tax.values, net: tax.net }}
          onChange={(change) => onChange({ ...record, ...change })}
        />
      )}
    </Part>
  );
}
