import { useState } from 'react';
import { closeReasons, type CloseReason } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Select } from '#site/ui/Field.tsx';

/** Why the quote was lost: asked, because statistics live on it. */
export default function Lose({ onClose, onChosen }: { onClose(): void; onChosen(reason: CloseReason): unknown }) {
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const submit = () => {
    setAsked(true);
    if (!reason) return;
    void onChosen(reason as CloseReason);
    onClose();
  };
  return (
    <Dialog
      open
      size="s"
      title={words.loseTitle}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="button" className="btn primary" onClick={submit}>
            {words.lose}
          </button>
        </>
      }
    >
      <Select
        name="reason"
        label={words.reason}
        empty="—"
        required
        error={asked && !reason ? words.chooseReason : null}
        options={closeReasons.map((value) => ({ value, label: words.reasons[value] }))}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
