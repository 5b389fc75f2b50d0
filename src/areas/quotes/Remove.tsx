import { builder as words } from '#site/messages/it/quotes.ts';
import { Confirm } from '#site/ui/Dialog.tsx';

/** Deleting a draft cannot be undone, so it is asked. */
export default function Remove({ onClose, onConfirm }: { onClose(): void; onConfirm(): unknown }) {
  return (
    <Confirm
      open
      title={words.remove}
      text={words.removeText}
      verb={words.remove}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void onConfirm();
      }}
    />
  );
}
