import { quoteMachine } from '#domain/quotes/rules.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Confirm } from '#site/ui/Dialog.tsx';

const { label } = quoteMachine.acts.delete;

/** Asks before a draft is deleted, because that cannot be undone. */
export default function Remove({ onClose, onConfirm }: { onClose(): void; onConfirm(): unknown }) {
  return (
    <Confirm
      open
      title={label}
      text={words.removeText}
      verb={label}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void onConfirm();
      }}
    />
  );
}
