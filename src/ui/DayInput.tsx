import { useRef, type ComponentProps } from 'react';

interface Kind {
  type: 'date' | 'time';
  placeholder: string;
  /** What may be typed, for browsers without scripts. */
  pattern: string;
}
/** In Italian whatever the browser's language, which the browser's own fields follow. */
const kinds = {
  date: {
    type: 'date',
    placeholder: 'gg/mm/aaaa',
    pattern: '\\s*(\\d{1,2}[\\/. \\-]\\d{1,2}[\\/. \\-](\\d{2}|\\d{4})|\\d{6}|\\d{8}|\\d{4}-\\d\\d-\\d\\d)\\s*',
  },
  time: { type: 'time', placeholder: 'hh:mm', pattern: '\\s*\\d{1,2}([:.,]?\\d{2})?\\s*' },
} as const satisfies Record<string, Kind>;

/**
 * A day or an hour as text; its button opens the browser's own picker, which is on a phone the one that people know.
 * Without scripts the text alone remains.
 */
export function DayInput({
  kind,
  picked,
  picker: label,
  min,
  max,
  onPick,
  ...input
}: Omit<ComponentProps<'input'>, 'min' | 'max' | 'type'> & {
  kind: keyof typeof kinds;
  /** The value from which the picker starts, `YYYY-MM-DD` or `HH:MM`; '' for none. */
  picked: string;
  /** The name of the button. */
  picker: string;
  min?: string | undefined;
  max?: string | undefined;
  /** The picked value, and the field in which it is to be shown. */
  onPick: (value: string, input: HTMLInputElement) => void;
}) {
  const native = useRef<HTMLInputElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  const { type, ...written } = kinds[kind];
  return (
    <span className="suffix start">
      <input ref={typed} inputMode="numeric" autoComplete="off" maxLength={20} {...written} {...input} />
      {!input.disabled && !input.readOnly && (
        <>
          <button
            type="button"
            className={`icon ${kind}`}
            aria-label={label}
            onClick={() => {
              native.current!.value = picked;
              native.current!.showPicker();
            }}
          />
          <input
            ref={native}
            type={type}
            className="picker"
            tabIndex={-1}
            aria-hidden
            min={min}
            max={max}
            defaultValue={picked}
            onChange={(event) => onPick(event.currentTarget.value, typed.current!)}
          />
        </>
      )}
    </span>
  );
}
