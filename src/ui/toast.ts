import { read, write } from '../stores/persisted.ts';
import type { ToastAction } from './toaster.tsx';

export interface ToastOptions {
  kind?: 'info' | 'ok' | 'bad';
  action?: ToastAction;
  /** When one button is not enough. */
  actions?: ToastAction[];
  /** Milliseconds; default 5000 (specification §9). */
  duration?: number;
  /** Asked from the keyboard: the keyboard goes to the first button, and back afterwards. */
  focus?: boolean;
}

const KEPT = 20;

/** The words alone, where the rest does not load. */
function showPlainly(message: string, duration: number): void {
  const box = document.getElementById('toasts')!;
  box.replaceChildren(
    Object.assign(document.createElement('p'), { className: 'toast', role: 'alert', textContent: message }),
  );
  box.showPopover();
  setTimeout(() => box.hidePopover(), duration);
}

/** Show a message at the top; React comes with the first one. It is also kept under the bell. Resolves once it is shown. */
export async function toast(
  message: string,
  { kind = 'info', action, actions, duration = 5000, focus = false }: ToastOptions = {},
) {
  write('toasts', [{ text: message, kind, at: new Date().toISOString() }, ...(read('toasts') ?? [])].slice(0, KEPT));
  const toaster = await import('./toaster.tsx').catch(() => null);
  if (!toaster) return showPlainly(message, duration);
  toaster.show({ message, kind, actions: actions ?? (action ? [action] : []), duration, focus });
}
