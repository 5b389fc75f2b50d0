import { useEffect } from 'react';

/** Single keys of the screen; not while something is typed or a dialog is open, nor where they are switched off (WCAG 2.1.4). */
export function useKeys(keys: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.documentElement.dataset.shortcuts === 'off') return;
      if ((event.target as Element).closest('input, textarea, select, [contenteditable]')) return;
      if (document.querySelector('dialog[open]')) return;
      keys[event.key]?.();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
