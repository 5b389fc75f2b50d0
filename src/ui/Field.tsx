import { useId, type ComponentProps, type ReactNode } from 'react';
import './field.css';

/** The attributes that tie a control to its label, help and error. */
export interface Control {
  id: string;
  name: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'data-unread'?: true;
}

export interface FieldBase {
  label: string;
  name: string;
  error?: string | null | undefined;
  help?: ReactNode;
  required?: boolean | undefined;
}

type Of<Tag extends 'input' | 'select' | 'textarea'> = FieldBase & Omit<ComponentProps<Tag>, 'id' | keyof FieldBase>;

/** Ties label, control, help and error together for eyes and screen readers. A function can draw other controls. */
export function FieldShell({
  label,
  name,
  error,
  unread,
  help,
  required,
  aside,
  children,
}: FieldBase & {
  /** Why the field cannot read its text: its value is then an older one, which must not be sent. */
  unread?: string | null | undefined;
  /** Shown at the right of the label, such as a switch. */
  aside?: ReactNode;
  children: (control: Control) => ReactNode;
}) {
  const id = useId();
  const message = unread ?? error;
  const described = [message && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  const control: Control = { id, name };
  if (required) control.required = true;
  if (described) control['aria-describedby'] = described;
  if (message) control['aria-invalid'] = true;
  if (unread) control['data-unread'] = true;
  const labelled = (
    <label htmlFor={id}>
      {label}
      {required && (
        <span className="needed" aria-hidden>
          *
        </span>
      )}
    </label>
  );
  return (
    <div className="field">
      {aside ? (
        <div className="field-top">
          {labelled}
          {aside}
        </div>
      ) : (
        labelled
      )}
      {children(control)}
      {message && (
        <p className="error" id={`${id}-error`} role="alert">
          {message}
        </p>
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** One line of text; all other properties go to the input. */
export function Field({
  label,
  name,
  error,
  help,
  required,
  children,
  ...input
}: Omit<Of<'input'>, 'children'> & {
  children?: (control: Control) => ReactNode;
}) {
  return (
    <FieldShell label={label} name={name} error={error} help={help} required={required}>
      {children ?? ((control) => <input {...input} {...control} />)}
    </FieldShell>
  );
}

export function TextArea({ label, name, error, help, required, ...rest }: Of<'textarea'>) {
  return (
    <FieldShell label={label} name={name} error={error} help={help} required={required}>
      {(control) => <textarea rows={3} {...rest} {...control} />}
    </FieldShell>
  );
}

export interface Option {
  value: string;
  label: string;
}

/** `empty` labels the empty choice: "Qualsiasi", "Scegliere…". */
export function Select({
  label,
  name,
  error,
  help,
  required,
  options,
  empty,
  ...rest
}: Omit<Of<'select'>, 'children'> & {
  options: readonly Option[];
  empty?: string | undefined;
}) {
  return (
    <FieldShell label={label} name={name} error={error} help={help} required={required}>
      {(control) => (
        <select {...rest} {...control}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldShell>
  );
}
