import type { FieldBase } from '#site/ui/Field.tsx';
import type { Choices, FormField } from './form.ts';
import { useChoices } from './FormChoice.tsx';
import { Part } from './Part.tsx';

/** Several values of a list, each with a box to tick; they stay in the order of the list. */
export function Ticks<V>({
  field,
  value,
  by,
  error,
  readOnly,
  onChange,
}: Pick<FieldBase, 'error'> & {
  field: FormField<V>;
  value: readonly (string | number)[];
  by: unknown;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}) {
  const all = useChoices(field, by);
  const known = all.map((option) => option.value);
  // A chosen value that is no longer offered, or whose choices are still loading, stays chosen.
  const others = value.filter((one) => !known.includes(one)).map((one) => ({ value: one, label: String(one) }));
  const shown: Choices = [...all, ...others];
  const groups = [...new Set(shown.map(({ group }) => group))];
  const tick = (option: Choices[number]) => (
    <label key={option.value} className="check" title={option.locked}>
      <input
        type="checkbox"
        name={field.name}
        checked={value.includes(option.value)}
        disabled={readOnly || option.locked !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          onChange(
            [...known, ...others.map((one) => one.value)].filter((one) =>
              one === option.value ? checked : value.includes(one),
            ),
          )
        }
      />
      {option.label}
    </label>
  );
  return (
    <Part field={field} readOnly={readOnly} error={error ?? undefined}>
      {groups.length > 1 ? (
        <div className="tick-groups">
          {groups.map((group) => (
            <fieldset key={group ?? ''}>
              <legend>{group}</legend>
              {shown.filter((option) => option.group === group).map(tick)}
            </fieldset>
          ))}
        </div>
      ) : (
        <div className="ticks">{shown.map(tick)}</div>
      )}
    </Part>
  );
}
