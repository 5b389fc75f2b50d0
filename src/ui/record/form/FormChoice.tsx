import { useEffect, useRef, useState } from 'react';
import { Switch } from '#site/ui/Choice.tsx';
import { Select, type FieldBase, type Option } from '#site/ui/Field.tsx';
import type { Choices, FormField } from './form.ts';

const none: Choices = [];

/** The choices of a field: fixed, or loaded for the value of the field on which it depends (`by`). */
export function useChoices<V>({ options = none, from }: FormField<V>, by: unknown): Choices {
  const [loaded, setLoaded] = useState(none);
  const loader = useRef(from?.load);
  useEffect(() => {
    let gone = false;
    loader.current?.(by).then(
      (found) => gone || setLoaded(found),
      () => gone || setLoaded(none),
    );
    return () => {
      gone = true;
    };
  }, [by]);
  return from && loaded !== none ? loaded : options;
}

/** One value of a list. */
export function FormChoice<V>({
  field,
  value,
  by,
  readOnly,
  onChange,
  ...base
}: FieldBase & {
  field: FormField<V>;
  value: unknown;
  by: unknown;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}) {
  const all = useChoices(field, by);
  const known = value === null || all.some((option) => option.value === value);
  // An old value, or one whose choices are still loading, stays chosen.
  const shown = known ? all : [...all, { value: value as string | number, label: String(value) }];
  const options: Option[] = shown.map((option) => ({ ...option, value: String(option.value) }));
  if (field.look === 'switch') {
    const buttons = (
      <Switch label={field.label} options={options} onChange={onChange} value={String(value)} disabled={readOnly} />
    );
    // Among labelled fields it has its label, too; on a line of its own its words say what it is.
    return field.span === 6 ? (
      buttons
    ) : (
      <div className="field">
        <span className="label" aria-hidden>
          {field.label}
        </span>
        {buttons}
      </div>
    );
  }
  const numeric = shown.some((option) => typeof option.value === 'number');
  return (
    <Select
      {...base}
      options={options}
      empty={field.empty}
      disabled={readOnly}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === '' ? null : numeric ? Number(chosen) : chosen)
      }
    />
  );
}
