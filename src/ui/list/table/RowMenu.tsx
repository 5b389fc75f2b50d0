import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Action } from './columns.ts';
import '../drop.css';

/**
 * The actions of one row or of the chosen rows, below the button that opened them. Arrows move, Esc closes and
 * returns the focus.
 */
export default function RowMenu({
  at,
  actions,
  onClose,
}: {
  at: HTMLElement;
  actions: readonly Action[];
  onClose: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = ref.current!;
    const { right, bottom, top } = at.getBoundingClientRect();
    menu.showPopover();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(8, right - width)}px`;
    menu.style.top = `${bottom + height + 8 > innerHeight ? Math.max(8, top - height - 4) : bottom + 4}px`;
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Tab') return onClose();
    if (!step) return;
    event.preventDefault();
    const items = [...ref.current!.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const now = items.indexOf(document.activeElement as HTMLElement);
    items[(now + step + items.length) % items.length]?.focus();
  };
  return (
    <div
      ref={ref}
      popover="auto"
      className="row-menu"
      role="menu"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState !== 'closed') return;
        if (ref.current?.contains(document.activeElement) || document.activeElement === document.body) at.focus();
        onClose();
      }}
    >
      {actions.map(({ label, href, newTab, run, danger }) => {
        const className = danger ? 'drop-item danger' : 'drop-item';
        return href ? (
          <a
            key={label}
            role="menuitem"
            tabIndex={-1}
            className={className}
            href={href}
            target={newTab ? '_blank' : undefined}
            onClick={onClose}
          >
            {label}
          </a>
        ) : (
          <button
            key={label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={className}
            onClick={() => {
              onClose();
              at.focus();
              run?.();
            }}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}
