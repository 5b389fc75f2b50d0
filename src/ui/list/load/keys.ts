/**
 * Keyboard use of the table. Tab reaches one row; arrows, Home and End move between rows, Enter opens the row's link,
 * Space chooses the row.
 */
import type { KeyboardEvent } from 'react';

/** The elements of a row that can hold the focus, in order: box, link, dots. */
const places = ['.pick input', 'a.open', '[data-menu]'] as const;

/** Lets Tab reach only this row of the table; null: every row. */
export function rove(table: HTMLElement | null, row: Element | null): void {
  for (const one of table?.querySelectorAll<HTMLElement>('tbody :is(input, a, button)') ?? [])
    if (row && !row.contains(one)) one.tabIndex = -1;
    else one.removeAttribute('tabindex');
}

export function moveInTable(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  const row = (target as HTMLElement).closest<HTMLTableRowElement>('tr[data-id]');
  if (!row || altKey || metaKey) return;
  const rows = [...row.parentElement!.querySelectorAll(':scope > tr[data-id]')];
  const at = rows.indexOf(row);
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[key];
  const place = places.find((one) => (target as HTMLElement).matches(one));
  if (next !== undefined && place && !ctrlKey) {
    event.preventDefault();
    rows[next]?.classList.remove('later');
    rows[next]?.querySelector<HTMLElement>(place)?.focus();
  } else if (key === ' ' && place === 'a.open') {
    const box = row.querySelector<HTMLElement>('.pick input');
    if (!box) return;
    event.preventDefault();
    // With shift it chooses the rows between, as a press with the mouse does.
    box.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
  }
}
