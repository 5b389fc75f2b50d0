import { useState } from 'react';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { confirmAll as words } from '#site/messages/it/commissions.ts';
import { Dialog } from '#site/ui/Dialog.tsx';

interface Row {
  id: number;
  version: number;
  user: string;
}
interface Props {
  /** Drafts of others of a month that is over, which nobody disputes. */
  rows: readonly Row[];
}

/** Confirms the drafts of a month together, and says which ones stay and why. */
export function ConfirmAll({ rows }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState<readonly string[] | null>(null);
  const [key] = useState(newKey);
  const close = () => (left === null ? setOpen(false) : location.reload());
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const body = { rows: rows.map(({ id, version }) => ({ id, version })) };
      const { results } = await call('POST /commissions/statements/confirm', { body, key });
      const refused = results.filter(({ confirmed }) => !confirmed);
      if (refused.length === 0) return location.reload();
      setLeft(refused.map(({ id, message }) => `${rows.find((row) => row.id === id)!.user}: ${message ?? ''}`));
    } catch (error) {
      setLeft([(error as Error).message]);
    }
    setBusy(false);
  };
  const isOne = rows.length === 1;
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {isOne ? words.openOne : t(words.open, { n: rows.length })}
      </button>
      <Dialog
        open={isOpen}
        title={isOne ? words.titleOne : t(words.title, { n: rows.length })}
        onClose={close}
        size="s"
        actions={
          <>
            <button type="button" className="btn" onClick={close}>
              {left === null ? words.cancel : words.close}
            </button>
            {left === null && (
              <button type="button" className="btn primary" aria-busy={busy} onClick={() => void confirm()}>
                {words.confirm}
              </button>
            )}
          </>
        }
      >
        {left === null ? (
          <p>{words.note}</p>
        ) : (
          <div role="alert">
            <p>{words.left}</p>
            <ul>
              {left.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        )}
      </Dialog>
    </>
  );
}
