import { useState } from 'react';
import { integer, percent, t } from '#site/lib/intl.ts';
import { kit as words } from '#site/messages/it/kit.ts';
import { FieldShell, type FieldBase } from './Field.tsx';
import { parseNumber } from './money.ts';

/** A number that is not money: minutes, kilometres, percent. Typed the Italian way; whole unless `decimals`. */
export function NumberField({
  label,
  name,
  error,
  help,
  required,
  value,
  onChange,
  suffix,
  min,
  max,
  decimals = false,
  ...rest
}: FieldBase & {
  value: number | null;
  onChange: (value: number) => void;
  suffix?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  decimals?: boolean;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
}) {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = value === null ? '' : decimals ? percent(value).slice(0, -2) : integer(value);
  const commit = () => {
    if (text === null) return;
    const number = text.trim() ? parseNumber(text) : 0;
    if (number === null || (!decimals && !Number.isInteger(number)))
      return setProblem(decimals ? words.number : words.whole);
    if ((min !== undefined && number < min) || (max !== undefined && number > max))
      return setProblem(t(words.numberRange, { min: min ?? '…', max: max ?? '…' }));
    setProblem(null);
    setText(null);
    if (number !== value) onChange(number);
  };
  return (
    <FieldShell {...{ label, name, help, required, error }} unread={problem}>
      {(control) => (
        <span className={suffix && suffix.length > 1 ? 'suffix wide' : 'suffix'}>
          <input
            {...control}
            {...rest}
            inputMode={decimals ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={text ?? shown}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
          />
          {suffix && <b aria-hidden>{suffix}</b>}
        </span>
      )}
    </FieldShell>
  );
}
