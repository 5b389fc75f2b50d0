import { lazy, useState } from 'react';
import { effectOf } from '#domain/leads/actions.ts';
import type { ResultWord } from '#domain/leads/setting-fields.ts';
import { t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { endsBy, type LogProps } from './log-props.ts';
import { useKeys } from './useKeys.ts';

const After = lazy(() => import('./After.tsx'));

/** Results that have a key: a digit. */
const MOST_KEYS = 9;

/** Logs what was done: a press or its number says how it went, then what comes next, or why it ends. */
export function Log(props: LogProps) {
  const { lead, terms, mayBook, onAsked, onSaved } = props;
  // Who has no calendars at hand plans a call.
  const labelOf = ({ type, result, label }: ResultWord) =>
    effectOf(lead.state, type, result)?.planned && !mayBook ? words.nextKinds.call : label;
  const [chosen, setChosen] = useState<{ word: ResultWord; note: string } | null>(null);
  const offered = terms.results.filter(({ type, result }) => effectOf(lead.state, type, result) !== null);
  const choose = (word: ResultWord) => setChosen((before) => ({ word, note: before?.note ?? onAsked() }));
  const ending = offered.find(({ type, result }) => type === 'closed' && result === 'failed');
  useKeys(Object.fromEntries(offered.slice(0, MOST_KEYS).map((word, n) => [String(n + 1), () => choose(word)])));
  return (
    <>
      <h2 className="lead-step">
        <i aria-hidden="true">1</i> {words.log}{' '}
        <small className="muted">{t(words.numbers, { n: Math.min(offered.length, MOST_KEYS) })}</small>
      </h2>
      {lead.unanswered >= terms.mostUnanswered && ending && (
        <p className="callout warn">
          {t(words.propose, { n: lead.unanswered })}{' '}
          <button type="button" className="btn" onClick={() => choose(ending)}>
            {ending.label}
          </button>
        </p>
      )}
      <div className="lead-outcomes">
        {offered.map((word, at) => (
          <button
            key={word.label}
            type="button"
            className="btn"
            aria-pressed={chosen?.word === word}
            onClick={() => choose(word)}
          >
            <svg width="10" height="10" aria-hidden="true">
              <circle cx="5" cy="5" r="4" fill={word.colour} />
            </svg>
            <span>{labelOf(word)}</span> {at < MOST_KEYS && <kbd aria-hidden="true">{at + 1}</kbd>}
          </button>
        ))}
      </div>
      <OnDemand>
        {chosen && (
          <After
            key={endsBy(lead, chosen.word) ? chosen.word.label : 'open'}
            {...props}
            word={chosen.word}
            note={chosen.note}
            onSaved={(now, then) => {
              setChosen(null);
              onSaved(now, then);
            }}
          />
        )}
      </OnDemand>
    </>
  );
}
