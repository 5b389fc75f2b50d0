import { useEffect, useRef, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * Sends a form as it is shown. Fields that wait for the end of typing give their value when they lose the focus; where one of
 * them cannot read its text, the value behind it is an older one and nothing is sent: `refuse` says what else is wrong.
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
