import { useState } from 'react';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { confirmAll as words } from '#site/messages/it/commissions.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Left, leftOf, type Row } from './Left.tsx';

interface Props {
  /** Drafts that can be confirmed, the oldest first. */
  rows: readonly Row[];
  /** The month of the oldest, in words; null: all are of the month that is shown. */
  since: string | null;
}

/** Confirms the drafts of a month together, behind those of the months before, and says which ones stay and why. */
export function ConfirmAll({ rows, since }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [key] = useState(newKey);
  const close = () => setOpen(false);
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      const body = { rows: rows.map(({ id, version }) => ({ id, version })) };
      const texts = leftOf(rows, await call('POST /commissions/statements/confirm', { body, key }));
      if (texts.length === 0) return location.reload();
      setOpen(false);
      setLeft(texts);
    } catch (error) {
      setFailure((error as Error).message);
    }
    setBusy(false);
  };
  const isOne = rows.length === 1;
  const title = isOne ? words.titleOne : t(words.title, { n: rows.length });
  return (
    <>
      <button type="button" className="btn primary" onClick={() => setOpen(true)}>
        {isOne ? words.openOne : t(words.open, { n: rows.length })}
      </button>
      <Dialog
        open={isOpen}
        title={title}
        onClose={close}
        size="s"
        actions={
          <>
            <button type="button" className="btn" onClick={close}>
              {words.cancel}
            </button>
            <button type="button" className="btn primary" aria-busy={busy} onClick={() => void confirm()}>
              {words.confirm}
            </button>
          </>
        }
      >
        {since !== null && <p>{t(words.since, { month: since })}</p>}
        <p>{words.note}</p>
        {failure && (
          <p className="callout bad" role="alert">
            {failure}
          </p>
        )}
      </Dialog>
      {left.length > 0 && <Left texts={left} />}
    </>
  );
}
