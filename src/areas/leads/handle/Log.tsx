import { lazy, useEffect, useState } from 'react';
import { effectOf } from '#domain/leads/actions.ts';
import type { ResultWord } from '#domain/leads/setting-fields.ts';
import { t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { endsBy, type LogProps } from './log-props.ts';

const After = lazy(() => import('./After.tsx'));

/** Logs what was done: a press or its number says how it went, then what comes next, or why it ends. */
export function Log(props: LogProps) {
  const { lead, terms, onAsked, onSaved } = props;
  const [chosen, setChosen] = useState<{ word: ResultWord; note: string } | null>(null);
  const offered = terms.results.filter(({ type, result }) => effectOf(lead.state, type, result) !== null);
  const choose = (word: ResultWord) => setChosen((before) => ({ word, note: before?.note ?? onAsked() }));
  const ending = offered.find(({ type, result }) => type === 'closed' && result === 'failed');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const word = offered[Number(event.key) - 1];
      if (!word || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element).closest('input, textarea, select, dialog, [contenteditable]')) return;
      choose(word);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  return (
    <>
      <h2 className="lead-step">
        <i aria-hidden="true">1</i> {words.log}{' '}
        <small className="muted">{t(words.numbers, { n: offered.length })}</small>
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
            <span>{word.label}</span> <kbd aria-hidden="true">{at + 1}</kbd>
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
