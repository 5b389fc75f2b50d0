import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Checkbox } from './Choice.tsx';
import { DateField } from './DateField.tsx';
import { Field, Select, TextArea, type Option } from './Field.tsx';
import { MoneyField, TaxableField } from './MoneyField.tsx';
import { NumberField } from './NumberField.tsx';
import './form.css';

/** One field of a record form. The value's type goes with `kind`: cents, number, day or null, id or null, boolean, text. */
export interface FormField<V> {
  name: keyof V & string;
  label: string;
  kind: 'text' | 'area' | 'money' | 'taxable' | 'number' | 'day' | 'choice' | 'check';
  required?: boolean;
  help?: ReactNode;
  maxLength?: number;
  /** `money`, `taxable`: cents; `number`: units. */
  min?: number;
  max?: number;
  suffix?: string;
  /** `choice`: numbers are ids; what an empty choice (null) is called. */
  options?: readonly { value: string | number; label: string }[];
  empty?: string;
  /** `choice`: options that follow another field. */
  from?: { field: keyof V & string; load: (value: unknown) => Promise<FormField<V>['options']> };
  /** `taxable`: the field that holds the VAT rate in percent. */
  rate?: keyof V & string;
  /** Share of the row of six; 3 without it. */
  span?: 1 | 2 | 3 | 4 | 6;
  /** How the value is written where two versions are compared. */
  show?: (value: unknown) => ReactNode;
  /** Values that change together with this one. */
  also?: (value: never) => Partial<V>;
}

export function FormFields<V extends object>({
  fields,
  values,
  errors,
  readOnly,
  onChange,
}: {
  fields: readonly FormField<V>[];
  values: V;
  errors: Record<string, string>;
  readOnly: boolean;
  onChange: (change: Partial<V>) => void;
}) {
  return (
    <div className="form-grid">
      {fields.map((field) => (
        <div key={field.name} className={`span-${field.span ?? 3}`}>
          <FormControl
            field={field}
            values={values}
            error={errors[field.name]}
            readOnly={readOnly}
            onChange={(value) => onChange({ [field.name]: value, ...field.also?.(value as never) } as Partial<V>)}
          />
        </div>
      ))}
    </div>
  );
}

function FormControl<V extends object>({
  field,
  values,
  error,
  readOnly,
  onChange,
}: {
  field: FormField<V>;
  values: V;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}) {
  const { name, label, kind, help, min, max } = field;
  const required = field.required && !readOnly;
  const value: unknown = values[name];
  const base = { name, label, error, help, required, readOnly };
  const range = { min, max };
  switch (kind) {
    case 'money':
      return <MoneyField {...base} {...range} value={value as number} onChange={onChange} />;
    case 'taxable':
      return (
        <TaxableField
          {...base}
          {...range}
          rate={Number(values[field.rate!])}
          value={value as number}
          onChange={onChange}
        />
      );
    case 'number':
      return <NumberField {...base} {...range} suffix={field.suffix} value={value as number} onChange={onChange} />;
    case 'day':
      return (
        <DateField
          {...{ name, label, error, help, required, readOnly }}
          value={value as string | null}
          onChange={onChange}
        />
      );
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
      return (
        <Choice
          {...{ field: { ...field, required: Boolean(required) }, error, readOnly, onChange }}
          value={value}
          by={field.from && values[field.from.field]}
        />
      );
    default: {
      const text = { ...base, maxLength: field.maxLength, value: value as string };
      return kind === 'area' ? (
        <TextArea {...text} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <Field {...text} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
      );
    }
  }
}

const none: readonly { value: string | number; label: string }[] = [];

function Choice<V extends object>({
  field: { name, label, help, required, empty, options: fixed = none, from },
  value,
  by,
  error,
  readOnly,
  onChange,
}: {
  field: FormField<V>;
  value: unknown;
  by: unknown;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}) {
  const [loaded, setLoaded] = useState<FormField<V>['options']>([]);
  const loader = useRef(from?.load);
  useEffect(() => {
    let gone = false;
    loader.current?.(by).then(
      (found) => gone || setLoaded(found),
      () => gone || setLoaded([]),
    );
    return () => {
      gone = true;
    };
  }, [by]);
  const all = from ? (loaded ?? []) : fixed;
  const known = value === null || all.some((option) => option.value === value);
  // A value from before, or whose options are on their way, stays chosen.
  const shown = known ? all : [...all, { value: value as string | number, label: String(value) }];
  const options: Option[] = shown.map((option) => ({ ...option, value: String(option.value) }));
  const numeric = shown.some((option) => typeof option.value === 'number');
  return (
    <Select
      {...{ name, label, error, help, required, options, empty }}
      disabled={readOnly}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === '' ? null : numeric ? Number(chosen) : chosen)
      }
    />
  );
}
