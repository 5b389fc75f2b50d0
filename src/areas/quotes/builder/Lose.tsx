import { useState } from 'react';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { CloseReason } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Select, TextArea } from '#site/ui/Field.tsx';

const { noteFor, reasons } = quoteMachine.moves.close;

export interface Lost {
  reason: CloseReason;
  note: string;
}

/** Why the quote was lost: asked, because statistics live on it. */
export default function Lose({ onClose, onChosen }: { onClose(): void; onChosen(why: Lost): unknown }) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const needsNote = (noteFor as readonly string[]).includes(reason);
  const submit = () => {
    setAsked(true);
    if (!reason || (needsNote && !note.trim())) return;
    void onChosen({ reason: reason as CloseReason, note });
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
        options={Object.entries(reasons).map(([value, text]) => ({ value, label: text }))}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextArea
        name="note"
        label={words.reasonNote}
        maxLength={500}
        required={needsNote}
        error={asked && needsNote && !note.trim() ? words.writeReason : null}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Dialog>
  );
}
