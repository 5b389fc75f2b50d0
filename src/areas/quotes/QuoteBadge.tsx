import { closeReasons } from '#domain/quotes/terms.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { SaveBadge } from '#site/ui/record/SaveBadge.tsx';

interface Quoted {
  state: string;
  number: string | null;
  revision: number;
  superseded: boolean;
  closeReason: keyof typeof closeReasons | null;
  /** Why its car can no longer be sold to the customer. */
  lost?: string | null;
}

/**
 * The state of a quote: a draft shows whether it is saved, any other quote its state. Number, revision and reason follow where they exist.
 */
export function QuoteBadge({
  quote,
  editable,
  states,
}: {
  quote: Quoted | null;
  editable: boolean;
  states: Readonly<Record<string, { label: string; tone: Tone }>>;
}) {
  const state = quote && states[quote.state]!;
  return (
    <span className="saved">
      {editable && (!quote || quote.state === 'draft') ? (
        <SaveBadge />
      ) : (
        state && (
          <StateBadge tone={quote.superseded ? 'mute' : state.tone}>
            {quote.superseded ? words.superseded : state.label}
          </StateBadge>
        )
      )}
      {quote?.lost && (
        <span title={quote.lost}>
          <StateBadge tone="bad">{words.lostCar}</StateBadge>
        </span>
      )}
      {quote?.number && (
        <>
          <b>{quote.number}</b>
          <small>
            {t(words.revision, { n: quote.revision })}
            {quote.closeReason && ` · ${closeReasons[quote.closeReason]}`}
          </small>
        </>
      )}
    </span>
  );
}
