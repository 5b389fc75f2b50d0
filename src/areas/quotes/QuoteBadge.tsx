import { closeReasons } from '#domain/quotes/terms.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { SaveBadge } from '#site/ui/record/page/SaveBadge.tsx';

interface Quoted {
  state: string;
  number: string | null;
  revision: number;
  superseded: boolean;
  closeReason: keyof typeof closeReasons | null;
  /** Why its car can no longer be sold to the customer. */
  lost?: string | null;
}

interface Shown {
  label: string;
  tone: Tone;
}

/** What counts more than the state comes in its place: a newer revision, or a car that is sold. */
function shownState({ superseded, lost }: Quoted, state: Shown): Shown {
  if (superseded) return { label: words.superseded, tone: 'mute' };
  return lost ? { label: words.lostCar, tone: 'bad' } : state;
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
  states: Readonly<Record<string, Shown>>;
}) {
  const state = quote && shownState(quote, states[quote.state]!);
  return (
    <span className="saved">
      {editable && (!quote || quote.state === 'draft') ? (
        <SaveBadge />
      ) : (
        state && <StateBadge tone={state.tone}>{state.label}</StateBadge>
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
