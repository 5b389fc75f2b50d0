import { useState } from 'react';
import { integer, number as free, parseNumber, parseWhole, percent } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { controls as words } from '#site/messages/it/kit.ts';
import { FieldShell, type FieldBase } from './Field.tsx';

type Value =
  | { nullable: true; onChange: (value: number | null) => void }
  | { nullable?: false | undefined; onChange: (value: number) => void };

/**
 * A number that is not money, such as minutes, kilometres or percent, typed the Italian way. `decimals` is the
 * largest number of decimals; without it only whole numbers are allowed.
 */
export function NumberField(
  props: FieldBase &
    Value & {
      value: number | null;
      suffix?: string | undefined;
      min?: number | undefined;
      max?: number | undefined;
      decimals?: number | undefined;
      /** How many of the value's unit are one of the typed unit. */
      scale?: number | undefined;
      /** Tells each number while it is typed, not only when the field is left. */
      live?: boolean | undefined;
      disabled?: boolean | undefined;
      readOnly?: boolean | undefined;
    },
) {
  const { label, name, error, help, required, value, suffix, scale = 1, disabled, readOnly } = props;
  const { decimals = Math.round(Math.log10(scale)) } = props;
  const [min, max] = [props.min, props.max].map((limit) => (limit === undefined ? undefined : limit / scale));
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const written = (number: number) =>
    decimals > 2 ? free(number) : decimals ? percent(number).slice(0, -2) : integer(number);
  const read = (typed: string) => (decimals ? parseNumber : parseWhole)(typed, suffix);
  const bound = (limit: number | undefined) => (limit === undefined ? '…' : written(limit));
  const take = (number: number | null) => {
    setProblem(null);
    setText(null);
    const kept = number === null ? null : scale === 1 ? number : Math.round(number * scale);
    if (kept !== value) (props.onChange as (value: number | null) => void)(kept);
  };
  const commit = () => {
    if (text === null) return;
    if (!text.trim() && props.nullable) return take(null);
    const number = text.trim() ? read(text) : 0;
    if (number === null || (!decimals && !Number.isInteger(number)))
      return setProblem(decimals ? words.number : words.whole);
    if ((min !== undefined && number < min) || (max !== undefined && number > max))
      return setProblem(t(words.numberRange, { min: bound(min), max: bound(max) }));
    take(number);
  };
  /** Tells a number that is within its limits; anything else waits until the field is left, which says why. */
  const tellWhileTyped = (typed: string) => {
    const number = read(typed);
    if (number === null || (min !== undefined && number < min) || (max !== undefined && number > max)) return;
    (props.onChange as (value: number | null) => void)(number);
  };
  return (
    <FieldShell label={label} name={name} help={help} required={required} error={error} unread={problem}>
      {(control) => (
        <span
          className={['suffix', suffix && suffix.length > 1 && 'wide', suffix && suffix.length > 3 && 'wider']
            .filter(Boolean)
            .join(' ')}
        >
          <input
            {...control}
            disabled={disabled}
            readOnly={readOnly}
            inputMode={decimals ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={text ?? (value === null ? '' : written(value / scale))}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => {
              setText(event.currentTarget.value);
              if (props.live) tellWhileTyped(event.currentTarget.value);
            }}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
          />
          {suffix && <b aria-hidden>{suffix}</b>}
        </span>
      )}
    </FieldShell>
  );
}
