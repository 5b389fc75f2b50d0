import { quoteMachine } from '#domain/quotes/rules.ts';
import type { CloseReason } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import ReasonDialog from '#site/ui/ReasonDialog.tsx';

const { noteFor, reasons } = quoteMachine.moves.close;

export interface Lost {
  reason: CloseReason;
  note: string;
}

/** Asks why the quote is lost; the statistics need the reason. */
export default function Lose(given: { onClose(): void; onChosen(why: Lost): unknown }) {
  return (
    <ReasonDialog<CloseReason>
      title={words.loseTitle}
      verb={words.lose}
      reasons={reasons}
      noteFor={noteFor}
      {...given}
    />
  );
}
