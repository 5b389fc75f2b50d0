import { useState, type ComponentType } from 'react';
import { Checkbox } from '#site/ui/Choice.tsx';
import { DateField, TimeField } from '#site/ui/DateField.tsx';
import { Field, TextArea, type FieldBase } from '#site/ui/Field.tsx';
import { MoneyField, TaxableField } from '#site/ui/MoneyField.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { PhoneField } from '#site/ui/PhoneField.tsx';
import { FormChoice } from './FormChoice.tsx';
import { shownOf, type FormField } from './form.ts';
import { Lookup } from './Lookup.tsx';
import { Ticks } from './Ticks.tsx';
import './form.css';

export function FormFields<V extends object>({
  fields,
  values,
  errors,
  readOnly,
  aligned = false,
  around,
  parts,
  onChange,
}: {
  fields: readonly FormField<V>[];
  values: V;
  errors: Record<string, string>;
  readOnly: boolean;
  /** Aligns the fields with those of sibling records: a field that these values lack leaves an empty place. */
  aligned?: boolean;
  /** Only for a record within another one: the outer record's values, and whether its amounts are shown net. */
  around?: Around | undefined;
  /** Draws compound fields (FormParts), for records that have any. */
  parts?: ComponentType<ControlProps<never>> | undefined;
  onChange: (change: Partial<V>) => void;
}) {
  const shown = shownOf(fields, values);
  const [net, setNet] = useState(false);
  const tax: Tax = around ?? { values, net, onNet: setNet };
  return (
    <div className="form-grid">
      {(aligned ? fields : shown).map((field) => (
        <div key={field.name} className={`span-${field.span ?? 3}`} data-field={field.name}>
          {shown.includes(field) && (
            <FormControl
              field={field}
              values={values}
              errors={errors}
              readOnly={readOnly}
              tax={tax}
              parts={parts}
              onChange={(value) => onChange({ [field.name]: value, ...field.also?.(value) } as Partial<V>)}
            />
          )}
          {shown.includes(field) && field.below?.(values, onChange)}
        </div>
      ))}
    </div>
  );
}

interface Around {
  values: object;
  net: boolean;
}
/**
 * One switch shows all amounts of a record and of its inner records net or VAT-inclusive; it belongs to the outer
 * record.
 */
type Tax = Around & { onNet?: (net: boolean) => void };

export interface ControlProps<V> {
  field: FormField<V>;
  values: V;
  errors: Record<string, string>;
  readOnly: boolean;
  tax: Tax;
  parts?: ComponentType<ControlProps<never>> | undefined;
  onChange: (value: unknown) => void;
}

function FormControl<V extends object>({ field, values, errors, readOnly, tax, parts, onChange }: ControlProps<V>) {
  const { name, label, kind, help, min, max, nullable } = field;
  const error = errors[name];
  const required = Boolean(field.required) && !readOnly;
  const value: unknown = values[name];
  const base = { name, label, error, help, required, readOnly };
  const range = { min, max };
  if (field.control) {
    const Control = field.control as ComponentType<
      FieldBase & Omit<ControlProps<V>, 'values' | 'errors' | 'tax'> & { value: unknown }
    >;
    return <Control {...base} field={field} onChange={onChange} value={value} />;
  }
  switch (kind) {
    case 'money':
      return <MoneyField {...base} {...range} {...({ nullable, value, onChange } as Amount)} />;
    case 'taxable':
      return (
        <TaxableField
          {...base}
          {...range}
          onChange={onChange}
          net={tax.net}
          onNet={tax.onNet}
          rate={Number({ ...tax.values, ...values }[field.rate!])}
          value={value as number}
        />
      );
    case 'number':
      return (
        <NumberField
          {...base}
          {...range}
          suffix={field.suffix}
          decimals={field.decimals}
          scale={field.scale}
          {...({ nullable, value, onChange } as Amount)}
        />
      );
    case 'day':
      return <DateField {...base} onChange={onChange} value={value as string | null} />;
    case 'time':
      return <TimeField {...base} onChange={onChange} value={value as string | null} />;
    case 'check':
      return (
        <Checkbox
          name={name}
          label={label}
          error={error}
          help={help}
          checked={value as boolean}
          disabled={readOnly}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <FormChoice
          {...base}
          field={field}
          onChange={onChange}
          value={value}
          by={field.from && values[field.from.field]}
        />
      );
    case 'many':
      return (
        <Ticks
          {...base}
          field={field}
          onChange={onChange}
          value={value as (string | number)[]}
          by={field.from && values[field.from.field]}
        />
      );
    case 'lookup':
    case 'lookups':
      return <Lookup {...base} field={field} onChange={onChange} value={value as number | null | readonly number[]} />;
    case 'rows':
    case 'group':
    case 'order': {
      const Parts = parts as ComponentType<ControlProps<V>> | undefined;
      return (
        Parts && (
          <Parts
            field={field}
            values={values}
            errors={errors}
            readOnly={readOnly}
            tax={tax}
            parts={parts}
            onChange={onChange}
          />
        )
      );
    }
    default:
      return <TextControl {...base} field={field} values={values} value={value as string | null} onChange={onChange} />;
  }
}

/** A value typed as text; an empty field that may be null becomes null. */
function TextControl<V>({
  field: { kind, nullable, maxLength, keyboard },
  values,
  value,
  onChange,
  ...base
}: FieldBase & {
  field: FormField<V>;
  values: V;
  value: string | null;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}) {
  const type = (text: string) => onChange(text === '' && nullable ? null : text);
  const text = {
    ...base,
    maxLength,
    inputMode: typeof keyboard === 'function' ? keyboard(values) : keyboard,
    value: value ?? '',
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

/** A field in which null means empty must say so by `nullable`; `onChange` then gives the field's own type. */
type Amount = { nullable: true; value: number | null; onChange: (value: number | null) => void };
