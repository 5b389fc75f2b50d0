import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { kit as words } from '#site/messages/it/kit.ts';
import './dialog.css';

/** Where a dialog has room beside what it is about (dialog.css). */
const BESIDE = '(min-width: 1240px)';

/**
 * A native modal dialog with one question. Esc and the cross call `onClose`, and the focus returns to where it was.
 * `actions` are buttons labelled with verbs. The content exists only while the dialog is open. One of size `side` stands
 * beside what it is about, which goes on working, where there is room for both.
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
  size?: 's' | 'm' | 'l' | 'side' | 'full';
  tone?: 'danger';
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The dialog closes before it leaves the page: removed while open, it would not give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (size === 'side' && matchMedia(BESIDE).matches) dialog.show();
    else dialog.showModal();
    // The focus goes to the first field, else to the first (harmless) button, never to the cross.
    const field = '.dialog-body :is(input, select, textarea):not([readonly], :disabled, [tabindex="-1"])';
    (dialog.querySelector<HTMLElement>(field) ?? dialog.querySelector<HTMLElement>('footer .btn'))?.focus();
    return () => dialog.close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it opens as it is then
  }, [open]);
  return (
    <dialog
      ref={ref}
      className={`dialog size-${size} ${tone ?? ''}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // The browser closes only modal ones by a key.
        if (event.key !== 'Escape' || event.defaultPrevented || event.currentTarget.matches(':modal')) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        // A file chooser inside the dialog also sends a cancel event: only the dialog's own counts.
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

/** Asks before an action that cannot be undone; the button names the action. */
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
