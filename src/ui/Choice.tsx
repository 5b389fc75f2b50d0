import { useId, type ComponentProps, type ReactNode } from 'react';

/** A box to tick, with its sentence on the right. */
export function Checkbox({
  label,
  help,
  error,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  label: ReactNode;
  help?: ReactNode;
  error?: string | null | undefined;
}) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className="field">
      <span className="check">
        <input
          type="checkbox"
          id={id}
          {...input}
          {...(note ? { 'aria-describedby': `${id}-note` } : {})}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={id}>{label}</label>
      </span>
      {note && (
        <p className={error ? 'error' : 'help'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Two states with a name each, such as "IVA inclusa" and "Imponibile". */
export function Switch<T extends string | boolean>({
  label,
  value,
  options,
  onChange,
  disabled = false,
}: {
  /** What the switch chooses between, for screen readers. */
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
  disabled?: boolean;
}) {
  return (
    <span className="switch" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={String(option.value)}
          type="button"
          aria-pressed={option.value === value}
          disabled={disabled}
          onClick={() => option.value !== value && onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </span>
  );
}
