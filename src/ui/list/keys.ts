/** The table by keyboard. Tab reaches one row; from there arrows, Home and End go on, Enter opens as links do, Space chooses. */
import type { KeyboardEvent } from 'react';

/** What can hold the focus in a row, by place: box, link, dots. */
const places = ['.pick input', 'a.open', '[data-menu]'] as const;

/** Only this row of the table is reached by Tab; null: every one. */
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
    // A press with shift chooses the rows between, as with the mouse.
    box.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
  }
}
