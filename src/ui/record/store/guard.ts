import type { AnyRecord } from './context.ts';

const plainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * Prevents the loss of changes when the person leaves the page: a link waits for the pending save, hiding the tab
 * saves at once, and the browser asks only if a save failed. Ctrl+S saves now, Ctrl+Invio presses the next step
 * (`data-next`). Returns a function that stops the guard.
 */
export function guard({ autosave, $save }: Pick<AnyRecord, 'autosave' | '$save'>): () => void {
  const control = new AbortController();
  const { signal } = control;
  const due = () => autosave.unsaved();

  const leave = (event: Event) => {
    if (!due()) return;
    event.preventDefault();
    autosave.leave();
  };
  addEventListener('beforeunload', leave, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && due() && void autosave.flush(), { signal });
  addEventListener('online', () => due() && void autosave.flush(), { signal });
  addEventListener('volante:logout', () => autosave.forget(), { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        !['s', 'Enter'].includes(event.key) ||
        document.querySelector('dialog[open]')
      )
        return;
      event.preventDefault();
      // Fields with a delayed `onChange` give their value when they lose the focus.
      const focused = document.activeElement as HTMLElement | null;
      focused?.blur();
      focused?.focus();
      const next = event.key === 'Enter' && document.querySelector<HTMLElement>('[data-next]');
      if (next) next.click();
      else if (due()) void autosave.flush();
    },
    { signal },
  );
  document.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
      if (!link || link.target || !plainClick(event) || !due() || $save.get().kind === 'conflict') return;
      if (link.origin !== location.origin || (link.pathname === location.pathname && link.hash)) return;
      event.preventDefault();
      void autosave.flush().then(() => location.assign(link.href));
    },
    { signal, capture: true },
  );
  return () => control.abort();
}
