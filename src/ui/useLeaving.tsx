import { useEffect, useRef, useState, type ReactNode } from 'react';
import { BACK, NEXT } from '#site/lib/forms.ts';
import { controls as words } from '#site/messages/it/kit.ts';
import { Confirm } from './Dialog.tsx';

/**
 * Asks before typed text in a dialog is lost, through the dialog's own ways out (`leave`), the browser's Back button,
 * another record of the list beside it, or the closing of the page. `saved` closes without a question. `question` must be drawn beside the dialog.
 */
export function useLeaving(
  dirty: boolean,
  onClose: () => void,
): { leave(go?: () => void): void; saved(): void; asking: boolean; question: ReactNode } {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const free = useRef(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!dirty) return;
    const control = new AbortController();
    const { signal } = control;
    const { state } = history;
    const here = location.href;
    addEventListener('beforeunload', (event) => free.current || event.preventDefault(), { signal });
    addEventListener(
      BACK,
      (event) => {
        if (free.current) return;
        event.preventDefault();
        // Restores the record's address until the person has answered.
        history.pushState(state, '', here);
        setAsked({ go: () => close.current() });
      },
      { signal },
    );
    addEventListener(
      NEXT,
      (event) => {
        if (free.current) return;
        event.preventDefault();
        setAsked({ go: (event as CustomEvent<() => void>).detail });
      },
      { signal },
    );
    return () => control.abort();
  }, [dirty]);
  return {
    leave: (go = onClose) => (dirty ? setAsked({ go }) : go()),
    saved: () => void (free.current = true),
    asking: asked !== null,
    question: (
      <Confirm
        open={asked !== null}
        title={words.leaving}
        text={words.leavingText}
        verb={words.leave}
        cancel={words.stay}
        onConfirm={() => {
          free.current = true;
          setAsked(null);
          asked?.go();
        }}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
