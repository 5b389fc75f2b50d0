import { read, write } from '../stores/persisted.ts';
import type { ToastAction } from './toaster.tsx';

export interface ToastOptions {
  kind?: 'info' | 'ok' | 'bad';
  action?: ToastAction;
  /** Several buttons, where one is not enough. */
  actions?: ToastAction[];
  /** Milliseconds; default 5000 (specification §9). */
  duration?: number;
  /** Moves the focus to the first button, and back afterwards, for actions made by keyboard. */
  focus?: boolean;
}

const KEPT = 20;

/** Shows the text alone when React fails to load. */
function showPlainly(message: string, duration: number): void {
  const box = document.getElementById('toasts')!;
  box.replaceChildren(
    Object.assign(document.createElement('p'), { className: 'toast', role: 'alert', textContent: message }),
  );
  box.showPopover();
  setTimeout(() => box.hidePopover(), duration);
}

/**
 * Shows a message at the top and keeps it under the bell; React loads with the first one. Resolves once the message
 * is shown.
 */
export async function toast(
  message: string,
  { kind = 'info', action, actions, duration = 5000, focus = false }: ToastOptions = {},
) {
  write('toasts', [{ text: message, kind, at: new Date().toISOString() }, ...(read('toasts') ?? [])].slice(0, KEPT));
  const toaster = await import('./toaster.tsx').catch(() => null);
  if (!toaster) return showPlainly(message, duration);
  toaster.show({ message, kind, actions: actions ?? (action ? [action] : []), duration, focus });
}
