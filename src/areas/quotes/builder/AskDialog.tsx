import { useState } from 'react';
import { approvals as words } from '#site/messages/it/approvals.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Select, TextArea } from '#site/ui/Field.tsx';

/** A reason with its note: "other" needs one. */
export default function AskDialog({
  title,
  verb,
  reasons,
  onClose,
  onChosen,
}: {
  title: string;
  verb: string;
  reasons: Readonly<Record<string, string>>;
  onClose(): void;
  onChosen(why: { reason: string; note: string }): unknown;
}) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const needsNote = reason === 'other';
  const submit = () => {
    setAsked(true);
    if (!reason || (needsNote && !note.trim())) return;
    void onChosen({ reason, note });
    onClose();
  };
  return (
    <Dialog
      open
      size="s"
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="button" className="btn primary" data-save onClick={submit}>
            {verb}
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
        options={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextArea
        name="note"
        label={words.note}
        maxLength={500}
        required={needsNote}
        error={asked && needsNote && !note.trim() ? words.writeNote : null}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Dialog>
  );
}
