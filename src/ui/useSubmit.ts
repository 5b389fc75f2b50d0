import { useEffect, useRef, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * Sends a form as it is shown. Fields with a delayed `onChange` give their value when they lose the focus. If a field
 * cannot read its text, its value is an older one: nothing is sent, and `refuse` reports the other errors.
 */
export function useSubmit(send: () => void, refuse?: () => void): (event: FormEvent<HTMLFormElement>) => void {
  const latest = useRef({ send, refuse });
  useEffect(() => {
    latest.current = { send, refuse };
  });
  return (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const focused = document.activeElement as HTMLElement | null;
    flushSync(() => focused?.blur());
    focused?.focus();
    const unread = form.querySelector<HTMLElement>('[data-unread]');
    if (!unread) return latest.current.send();
    latest.current.refuse?.();
    unread.focus();
  };
}
