import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { kit as words } from '#site/messages/it/kit.ts';
import './dialog.css';

/**
 * One question in a native modal dialog. Esc and the cross call `onClose`; focus goes back by itself. `actions` are verb
 * buttons. What is inside lives only while it is open.
 */
export function Dialog({
  open,
  title,
  onClose,
  children,
  actions,
  size = 'm',
  tone,
}: {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  actions?: ReactNode;
  size?: 's' | 'm' | 'l' | 'full';
  tone?: 'danger';
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it still stands in the page: taken out open, it would give no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    dialog.showModal();
    // The first field, else the first (harmless) button: not the cross.
    const field = '.dialog-body :is(input, select, textarea):not([readonly], :disabled, [tabindex="-1"])';
    (dialog.querySelector<HTMLElement>(field) ?? dialog.querySelector<HTMLElement>('footer .btn'))?.focus();
    return () => dialog.close();
  }, [open]);
  return (
    <dialog
      ref={ref}
      className={`dialog size-${size} ${tone ?? ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // Opening a file chooser inside sends a cancel too: only the dialog's own counts.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      {open && (
        <>
          <header>
            <h2 id={id}>{title}</h2>
            <button type="button" className="icon close" aria-label={words.close} onClick={onClose} />
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer>{actions}</footer>}
        </>
      )}
    </dialog>
  );
}

/** Asked only for what cannot be undone; the button says what it does. */
export function Confirm({
  open,
  title,
  text,
  verb,
  onConfirm,
  onClose,
  cancel = words.cancel,
}: {
  open: boolean;
  title: string;
  text: ReactNode;
  verb: string;
  onConfirm: () => void;
  onClose: () => void;
  cancel?: string;
}) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      size="s"
      tone="danger"
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {cancel}
          </button>
          <button type="button" className="btn danger" onClick={onConfirm}>
            {verb}
          </button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
