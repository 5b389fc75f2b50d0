import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { moved } from './form.ts';
import './form.css';

interface Changing<R> {
  /** The name of one row, which its number follows: "Usato 1". */
  label: string;
  rows: readonly R[];
  /** Gets a function that changes the latest rows: two fields of a row may change before it is drawn again. */
  onChange: (change: (rows: readonly R[]) => R[]) => void;
}

/** Adds, moves and removes rows, and moves the focus. */
function useRows<R>({ label, rows, onChange }: Changing<R>) {
  const ref = useRef<HTMLDivElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const [told, setTold] = useState('');
  // A stable key per row keeps half-typed texts and the state of controls with their row.
  const [kept, setKept] = useState<readonly number[]>([]);
  const own = rows.map((_, index) => kept[index] ?? Math.max(-1, ...kept) + 1 + index);
  const put = (change: (rows: readonly R[]) => R[], then: readonly number[]) => {
    flushSync(() => {
      setKept(then);
      onChange(change);
    });
  };
  const entry = (index: number) => [...ref.current!.querySelectorAll<HTMLElement>(':scope > fieldset')].at(index);
  const add = (make: () => R) => {
    put((all) => [...all, make()], own);
    // The new fields stand before the button: Tab would lead away from them.
    entry(-1)?.querySelector<HTMLElement>('input:not([type=checkbox], [type=radio]), select, textarea')?.focus();
  };
  const move = (index: number, by: number) => {
    put((all) => moved(all, index, by), moved(own, index, by));
    // The focus follows the moved row; at either end only the opposite button can be pressed.
    const tools = [...(entry(index + by)?.querySelectorAll<HTMLButtonElement>('[data-by]') ?? [])];
    (
      tools.find((tool) => tool.dataset.by === String(by) && !tool.disabled) ?? tools.find((tool) => !tool.disabled)
    )?.focus();
    setTold(t(words.movedTo, { label, n: index + by + 1 }));
  };
  const remove = (index: number) => {
    put(
      (all) => all.filter((_, at) => at !== index),
      own.filter((_, at) => at !== index),
    );
    // The focus goes to the row that took the place, or to the button that adds one.
    (entry(Math.min(index, rows.length - 2))?.querySelector<HTMLElement>('[data-remove]') ?? adder.current)?.focus();
    setTold(t(words.removed, { label }));
  };
  return { ref, adder, told, keys: own, add, move, remove };
}

/**
 * Rows within a record, each with its own fields. People add them at the end, remove them, and move them where the
 * order matters. The focus goes to a new row.
 */
export function Rows<R>({
  label,
  rows,
  least = 0,
  most,
  adders,
  ordered = false,
  table = false,
  readOnly = false,
  beside,
  onChange,
  children,
}: Changing<R> & {
  least?: number;
  most: number;
  /** The buttons that add a row. */
  adders: readonly { label: string; make: () => R }[];
  /** Can people move rows? */
  ordered?: boolean;
  /**
   * Shows one line for each row, with the labels of the first as heads; on narrow screens the fields stand one below
   * the other.
   */
  table?: boolean;
  readOnly?: boolean;
  /** Buttons beside those that add a row. */
  beside?: ReactNode;
  /** The fields of a row; `tools` are its buttons. */
  children: (row: R, index: number, set: (patch: Partial<R>) => void, tools: ReactNode) => ReactNode;
}) {
  const { ref, adder, told, keys, add, move, remove } = useRows({ label, rows, onChange });
  const named = (index: number) => `${label} ${index + 1}`;
  const mover = (index: number, by: 1 | -1) => (
    <button
      type="button"
      className="icon"
      aria-label={t(by < 0 ? words.moveUp : words.moveDown, { label: named(index) })}
      disabled={index + by < 0 || index + by >= rows.length}
      data-by={by}
      onClick={() => move(index, by)}
    >
      <Icon name={by < 0 ? 'chevron-up' : 'chevron-down'} />
    </button>
  );
  const tools = (index: number) =>
    !readOnly && (
      <span className="tools">
        {ordered && mover(index, -1)}
        {ordered && mover(index, 1)}
        {rows.length > least && (
          <button
            type="button"
            className="icon"
            aria-label={t(words.removeRow, { label: named(index) })}
            data-remove
            onClick={() => remove(index)}
          >
            <Icon name="trash-2" />
          </button>
        )}
      </span>
    );
  return (
    <div className={table ? 'rows table' : 'rows'} ref={ref}>
      {rows.map((row, index) => (
        <fieldset className="entry" key={keys[index]}>
          <legend className="sr-only">{named(index)}</legend>
          {children(
            row,
            index,
            (patch) => onChange((all) => all.map((one, at) => (at === index ? { ...one, ...patch } : one))),
            tools(index),
          )}
        </fieldset>
      ))}
      {/* As many as there have to be are no limit that anybody meets. */}
      {!readOnly && rows.length >= most && least < most && <p className="muted">{t(words.noMore, { n: most })}</p>}
      {!readOnly && (rows.length < most || beside) && (
        <div className="row">
          {rows.length < most &&
            adders.map(({ label: say, make }, nth) => (
              <button
                key={say}
                ref={nth === 0 ? adder : undefined}
                type="button"
                className="btn"
                onClick={() => add(make)}
              >
                <Icon name="plus" size={16} /> {say}
              </button>
            ))}
          {beside}
        </div>
      )}
      <span className="sr-only" role="status">
        {told}
      </span>
    </div>
  );
}
