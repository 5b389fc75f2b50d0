import { ticketOf } from '#domain/accesses/terms.ts';
import { day, time } from '#domain/italian.ts';
import { dayInRome } from '#domain/dates.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import { Dialog } from '#site/ui/Dialog.tsx';

interface Props {
  ticket: number;
  place: string;
  /** When they came. */
  at: string;
  onClose: () => void;
}

/** The number by which somebody is called, large enough to be shown across a reception, and printed alone: never a name. */
export default function Ticket({ ticket, place, at, onClose }: Props) {
  return (
    <Dialog
      open
      size="s"
      title={words.ticket}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.close}
          </button>
          <button type="button" className="btn primary" onClick={() => print()}>
            {words.print}
          </button>
        </>
      }
    >
      <div className="access-paper">
        <p>{place}</p>
        <strong>{ticketOf(ticket)}</strong>
        <p>{words.called}</p>
        <p>
          {day(dayInRome(new Date(at)))} {time(at)}
        </p>
      </div>
    </Dialog>
  );
}
