import { useId, type ReactNode } from 'react';
import type { FormField } from './form.ts';

/** A named part of a form, with its fields, help and error; an optional part has a box to tick. */
export function Part<V>({
  field: { name, label, help, required },
  error,
  readOnly,
  there,
  onThere,
  children,
}: {
  field: FormField<V>;
  error: string | undefined;
  readOnly: boolean;
  there?: boolean;
  onThere?: (there: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    // The part itself takes the focus when it has an error but none of its fields does.
    <fieldset
      className="field part"
      tabIndex={-1}
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend>
        {onThere ? (
          <label className="check">
            <input
              type="checkbox"
              name={name}
              checked={there}
              disabled={readOnly}
              onChange={(event) => onThere(event.currentTarget.checked)}
            />
            {label}
          </label>
        ) : (
          label
        )}
        {required && !readOnly && (
          <span className="needed" aria-hidden>
            *
          </span>
        )}
      </legend>
      {error && (
        <p className="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {children}
    </fieldset>
  );
}
