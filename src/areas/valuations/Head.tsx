import { integer, money } from '#domain/italian.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { valuationStates } from '#domain/valuations/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import type { Asked } from './Dialogs.tsx';

/** Moves that one press makes. */
const plain = ['revalue', 'release', 'reopen'] as const;
export type Plain = (typeof plain)[number];
const asking = ['close', 'sendBack', 'ask', 'schedule', 'barter', 'offer'] as const satisfies readonly Asked[];

/** The natural next step: the first of these that the person may take. */
const leading = ['offer', 'ask', 'barter', 'schedule'] as const;

/** What comes next; where the person takes no step with an offer, the customer gets it on paper. */
function nextOf({ state, offered }: Valuation): Plain | Asked | 'print' | null {
  if (state === 'expired' && offered.includes('revalue')) return 'revalue';
  if (state === 'closed' && offered.includes('reopen')) return 'reopen';
  return leading.find((name) => offered.includes(name)) ?? (state === 'offered' ? 'print' : null);
}

interface Props {
  of: Valuation;
  /** The corrected value, in cents. */
  value: number;
  isReady: boolean;
  onAsked: (name: Asked) => void;
  onMove: (name: Plain) => void;
}

/** Which car it is, and what may be done with it now. */
export function Head({ of, value, isReady, onAsked, onMove }: Props) {
  const { id, offered } = of;
  const next = nextOf(of);
  const look = (name: typeof next) => (name === next ? 'btn primary' : 'btn');
  return (
    <header className="valuation-head" data-ready={isReady || undefined}>
      <div className="grow">
        <h1>
          {[of.maker, of.model, of.versionName].filter(Boolean).join(' ')}
          {of.plate && ` · ${of.plate}`}
        </h1>
        <p className="muted">
          {[of.number, of.customer, of.km !== null && `${integer(of.km)} km`, of.madeBy.name]
            .filter(Boolean)
            .join(' · ')}{' '}
          <StateBadge tone={valuationStates[of.state].tone}>{valuationStates[of.state].label}</StateBadge>
        </p>
      </div>
      <div className="valuation-buttons">
        {offered.includes('save') && (
          <button type="button" className="btn" onClick={() => onAsked('edit')}>
            {words.edit}
          </button>
        )}
        <a
          className={look('print')}
          href={apiPath('GET /valuations/:id/document', { params: { id } })}
          target="_blank"
          rel="noreferrer"
        >
          {next === 'print' ? words.printOffer : 'PDF'}
        </a>
        {plain
          .filter((name) => offered.includes(name))
          .map((name) => (
            <button key={name} type="button" className={look(name)} onClick={() => onMove(name)}>
              {valuationMachine.moves[name].label}
            </button>
          ))}
        {asking
          .filter((name) => offered.includes(name))
          .map((name) => (
            <button key={name} type="button" className={look(name)} onClick={() => onAsked(name)}>
              {name === 'offer' && value > 0
                ? `${valuationMachine.moves.offer.label} ${money(value)}`
                : valuationMachine.moves[name].label}
            </button>
          ))}
      </div>
    </header>
  );
}
