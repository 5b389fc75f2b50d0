import { useRef, useState } from 'react';
import { day as written, parseDay } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { controls as words } from '#site/messages/it/kit.ts';
import { FieldShell, type FieldBase } from './Field.tsx';

/** A day (`YYYY-MM-DD` or null): people type it in any Italian form, or pick it in the browser's own calendar. */
export function DateField({
  label,
  name,
  value,
  onChange,
  error,
  help,
  required,
  min,
  max,
  disabled,
  readOnly,
}: FieldBase & {
  value: string | null;
  onChange: (day: string | null) => void;
  min?: string;
  max?: string;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
}) {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const take = (typed: string) => {
    const day = parseDay(typed, new Date().getFullYear());
    const outside = day && ((min && day < min) || (max && day > max));
    if (typed.trim() && (!day || outside)) {
      setProblem(
        outside ? t(words.dayRange, { min: min ? written(min) : '…', max: max ? written(max) : '…' }) : words.day,
      );
      return;
    }
    setProblem(null);
    setText(null);
    if (day !== value) onChange(day);
  };
  const commit = () => text !== null && take(text);
  return (
    <FieldShell label={label} name={name} help={help} required={required} error={error} unread={problem}>
      {(control) => (
        <span className="suffix start">
          <input
            {...control}
            disabled={disabled}
            readOnly={readOnly}
            inputMode="numeric"
            autoComplete="off"
            placeholder="gg/mm/aaaa"
            value={text ?? (value ? written(value) : '')}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
          />
          {!disabled && !readOnly && (
            <>
              <button
                type="button"
                className="icon calendar"
                aria-label={t(words.calendar, { label })}
                onClick={() => picker.current?.showPicker()}
              />
              <input
                ref={picker}
                type="date"
                className="picker"
                tabIndex={-1}
                aria-hidden
                min={min}
                max={max}
                value={value ?? ''}
                onChange={(event) => take(event.currentTarget.value)}
              />
            </>
          )}
        </span>
      )}
    </FieldShell>
  );
}
