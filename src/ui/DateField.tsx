import { useState } from 'react';
import { day as written, parseDay, parseTime } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { controls as words } from '#site/messages/it/kit.ts';
import { DayInput } from './DayInput.tsx';
import { FieldShell, type FieldBase } from './Field.tsx';

interface Props extends FieldBase {
  value: string | null;
  onChange: (value: string | null) => void;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
}
interface Kind {
  kind: 'date' | 'time';
  read: (text: string) => string | null;
  write: (value: string) => string;
  /** The name of the picker's button, with the field's label. */
  picker: string;
  /** Why a text has no value, or the value may not be taken; null: it may. */
  refuse: (value: string | null) => string | null;
  min?: string | undefined;
  max?: string | undefined;
}

function Picked({
  label,
  name,
  value,
  onChange,
  error,
  help,
  required,
  disabled,
  readOnly,
  kind,
  read,
  write,
  picker,
  refuse,
  min,
  max,
}: Props & Kind) {
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (typed: string) => {
    const next = read(typed);
    const why = typed.trim() ? refuse(next) : null;
    setProblem(why);
    if (why) return;
    setText(null);
    if (next !== value) onChange(next);
  };
  const commit = () => text !== null && take(text);
  return (
    <FieldShell label={label} name={name} help={help} required={required} error={error} unread={problem}>
      {(control) => (
        <DayInput
          {...control}
          kind={kind}
          picker={t(picker, { label })}
          picked={value ?? ''}
          min={min}
          max={max}
          disabled={disabled}
          readOnly={readOnly}
          pattern={undefined}
          value={text ?? (value ? write(value) : '')}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
          onPick={take}
        />
      )}
    </FieldShell>
  );
}

/** A day (`YYYY-MM-DD` or null): people type it in any Italian form, or pick it in the browser's own calendar. */
export function DateField({ min, max, ...props }: Props & { min?: string; max?: string }) {
  return (
    <Picked
      {...props}
      kind="date"
      read={(typed) => parseDay(typed, new Date().getFullYear())}
      write={written}
      picker={words.calendar}
      min={min}
      max={max}
      refuse={(day) => {
        if (!day) return words.day;
        if ((!min || day >= min) && (!max || day <= max)) return null;
        return t(words.dayRange, { min: min ? written(min) : '…', max: max ? written(max) : '…' });
      }}
    />
  );
}

/** An hour (`HH:MM` or null): typed as `9`, `9.30`, `0930` or `9:30`, or picked. */
export function TimeField(props: Props) {
  return (
    <Picked
      {...props}
      kind="time"
      read={parseTime}
      write={(time) => time}
      picker={words.clock}
      refuse={(time) => (time ? null : words.time)}
    />
  );
}
