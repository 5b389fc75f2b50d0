import { useEffect, useRef, useState, type ReactNode } from 'react';
import { BACK } from '#site/lib/forms.ts';
import { controls as words } from '#site/messages/it/kit.ts';
import { Confirm } from './Dialog.tsx';

/**
 * Nothing typed in a dialog goes without a question: neither by the dialog's own ways out (`leave`), nor by the browser's Back,
 * nor with the page. `saved` closes without one. `question` stands beside the dialog.
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
        // The address of the record comes back until the person has answered.
        history.pushState(state, '', here);
        setAsked({ go: () => close.current() });
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
          asked?.go();
        }}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
