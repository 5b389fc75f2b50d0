import { useState } from 'react';
import { t } from '#site/lib/intl.ts';
import { controls, record as words } from '#site/messages/it/kit.ts';
import { Combobox } from '#site/ui/Combobox.tsx';
import type { FieldBase } from '#site/ui/Field.tsx';
import type { Found, FormField } from './form.ts';

interface Props<V, Value> extends FieldBase {
  field: FormField<V>;
  value: Value;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}

/** The records that the form knows by name: those that came with it, and those chosen since. */
function useFound<V>({ known = [], search }: FormField<V>) {
  const [chosen, setChosen] = useState<readonly Found[]>([]);
  return {
    of: (id: number): Found => [...known, ...chosen].find((one) => one.id === id) ?? { id, name: '' },
    keep: (one: Found) => setChosen((before) => [one, ...before]),
    search: async (query: string, signal: AbortSignal) => [...(await search!(query, signal))],
  };
}

/** A record of another area, which a call finds while the person types its name. */
function One<V>({ field, value, readOnly, onChange, ...base }: Props<V, number | null>) {
  const found = useFound(field);
  return (
    <Combobox<Found>
      {...base}
      disabled={readOnly}
      value={value ? found.of(value) : null}
      text={(one) => one.name}
      search={found.search}
      from={field.letters}
      onSelect={(one) => {
        if (one) found.keep(one);
        onChange(one?.id ?? (field.nullable ? null : 0));
      }}
    />
  );
}

/** Several records of another area: the person adds found ones and removes them. */
function Some<V>({ field, value, readOnly, onChange, ...base }: Props<V, readonly number[]>) {
  const found = useFound(field);
  const full = value.length >= field.max!;
  return (
    <div className="lookups">
      <Combobox<Found>
        {...base}
        help={full ? t(words.noMore, { n: field.max! }) : base.help}
        disabled={readOnly || full}
        value={null}
        text={(one) => one.name}
        search={found.search}
        from={field.letters}
        onSelect={(one) => {
          if (!one) return;
          found.keep(one);
          if (!value.includes(one.id)) onChange([...value, one.id]);
        }}
      />
      {value.length > 0 && (
        <ul className="chosen" aria-label={base.label}>
          {value.map((id) => (
            <li key={id} className="chip">
              {found.of(id).name}
              {!readOnly && (
                <button
                  type="button"
                  className="icon close"
                  aria-label={t(controls.takeAway, { label: found.of(id).name })}
                  onClick={() => onChange(value.filter((one) => one !== id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Records of other areas: one, or several when the field holds a list. */
export function Lookup<V>({ value, ...rest }: Props<V, number | null | readonly number[]>) {
  return Array.isArray(value) ? <Some {...rest} value={value} /> : <One {...rest} value={value as number | null} />;
}
