import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Words } from '#domain/record/fields.ts';
import { t } from '#site/lib/intl.ts';
import { record as texts } from '#site/messages/it/kit.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { moved } from './form.ts';
import './form.css';

/** By how many places an arrow key moves a word. */
const ARROWS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** Words in an order that a person chooses: by dragging, by the arrow keys with Alt, or by two buttons. */
export default function Order({
  label,
  words,
  order,
  readOnly,
  onChange,
}: {
  label: string;
  words: Words;
  order: readonly string[];
  readOnly: boolean;
  onChange: (order: string[]) => void;
}) {
  const hint = useId();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const move = (one: string, by: number) => {
    const at = order.indexOf(one);
    flushSync(() => onChange(moved(order, at, by)));
    // Moved in the page, an element loses the focus.
    list.current?.querySelector<HTMLElement>(`[data-word="${CSS.escape(one)}"]`)?.focus();
    setTold(t(texts.movedTo, { label: words[one] ?? one, n: Math.min(order.length, Math.max(1, at + by + 1)) }));
  };
  const press = (event: KeyboardEvent, one: string) => {
    const by = ARROWS[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(one, by);
  };
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (dragged === null) return;
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-at]');
    if (!over || !list.current?.contains(over)) return;
    const by = Number(over.dataset.at) - order.indexOf(dragged);
    if (by !== 0) onChange(moved(order, order.indexOf(dragged), by));
  };
  return (
    <>
      <ol className="order" ref={list} aria-label={label}>
        {order.map((one, at) => (
          <li key={one} data-at={at} className={dragged === one ? 'moving' : undefined}>
            <button
              type="button"
              className="grow"
              data-word={one}
              disabled={readOnly}
              aria-describedby={hint}
              onKeyDown={(event) => press(event, one)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(one);
              }}
              onPointerMove={drag}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
            >
              {words[one]} <em>{at + 1}</em>
            </button>
            {!readOnly && (
              <span className="tools">
                {([-1, 1] as const).map((by) => (
                  <button
                    key={by}
                    type="button"
                    className="icon"
                    tabIndex={-1}
                    disabled={at + by < 0 || at + by >= order.length}
                    aria-label={t(by < 0 ? texts.moveUp : texts.moveDown, { label: words[one] ?? one })}
                    onClick={() => move(one, by)}
                  >
                    <Icon name={by < 0 ? 'chevron-up' : 'chevron-down'} />
                  </button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="help" id={hint}>
        {texts.orderHint}
      </p>
      <span className="sr-only" role="status">
        {told}
      </span>
    </>
  );
}
