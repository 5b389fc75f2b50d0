import type { Here } from '#domain/accesses/schema.ts';
import { accessSubjects, ticketOf } from '#domain/accesses/terms.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import type { Ticketed } from './Register.tsx';
import { minutesSince, toneOf, type Waits } from './waiting.ts';

interface Props {
  visit: Here;
  waits: Waits;
  now: Date;
  onTicket?: (one: Ticketed) => void;
}

/** Who, with which number, and what for. */
export function About({ visit, onTicket }: Pick<Props, 'visit' | 'onTicket'>) {
  const { since, name, ticket, subject, reason, wish, people, language, seller, begun, ownSeller, refusals } = visit;
  return (
    <div>
      <b>{name || words.anonymous}</b>{' '}
      {ticket !== null &&
        (onTicket ? (
          <button
            type="button"
            className="access-ticket"
            aria-label={t(words.showOf, { ticket: ticketOf(ticket) })}
            onClick={() => onTicket({ ticket, at: since })}
          >
            {ticketOf(ticket)}
          </button>
        ) : (
          <span className="access-ticket">{ticketOf(ticket)}</span>
        ))}
      <small>
        {[
          seller && t(words.with, { name: seller.name }),
          seller && !begun && words.notBegun,
          !seller && refusals > 0 && (refusals === 1 ? words.refusedOnce : t(words.refused, { n: refusals })),
          accessSubjects[subject],
          reason,
          wish,
          people > 1 && t(words.people, { n: people }),
          language && t(words.speaks, { language }),
          !seller && ownSeller && t(words.ofSeller, { name: ownSeller.name }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </div>
  );
}

/** How long, who, what for. */
export function Visitor({ visit, waits, now, onTicket }: Props) {
  const minutes = minutesSince(visit.since, now);
  return (
    <>
      <span className="reception-minutes" data-tone={visit.seller ? 'mute' : toneOf(minutes, waits)}>
        <b>{minutes}</b>
        <small>{words.minutes}</small>
      </span>
      <About visit={visit} {...(onTicket && { onTicket })} />
    </>
  );
}
