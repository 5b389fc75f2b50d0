import { useState } from 'react';
import { kit as words } from '#site/messages/it/kit.ts';
import { choicesOf } from './choices.ts';
import { Dialog } from './Dialog.tsx';
import { Select, TextArea } from './Field.tsx';
import { useLeaving } from './useLeaving.tsx';

const NONE: readonly string[] = [];

/** Asks for a reason from a list, and for a note where the reason needs one. */
export default function ReasonDialog<Reason extends string>({
  title,
  verb,
  reasons,
  noteFor = NONE,
  onClose,
  onChosen,
}: {
  title: string;
  verb: string;
  reasons: Readonly<Record<Reason, string>>;
  /** Reasons that require a note, as for a move of a machine. */
  noteFor?: readonly string[];
  onClose(): void;
  /** False: it was refused, and the dialog stays. */
  onChosen(why: { reason: Reason; note: string }): unknown;
}) {
  const [reason, setReason] = useState<Reason | ''>('');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const { leave, question } = useLeaving(note.trim() !== '', onClose);
  const needsNote = reason !== '' && noteFor.includes(reason);
  const submit = async (dialog: HTMLElement) => {
    setAsked(true);
    const focus = (name: string) => dialog.querySelector<HTMLElement>(`[name=${name}]`)!.focus();
    if (!reason) return focus('reason');
    if (needsNote && !note.trim()) return focus('note');
    // What was typed stays where it is refused.
    if ((await onChosen({ reason, note })) !== false) onClose();
  };
  return (
    <>
      <Dialog
        open
        size="s"
        title={title}
        onClose={() => leave()}
        actions={
          <>
            <button type="button" className="btn" onClick={() => leave()}>
              {words.cancel}
            </button>
            <button
              type="button"
              className="btn primary"
              data-save
              onClick={(event) => void submit(event.currentTarget.closest('dialog')!)}
            >
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
          options={choicesOf(reasons)}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as Reason)}
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
      {question}
    </>
  );
}
