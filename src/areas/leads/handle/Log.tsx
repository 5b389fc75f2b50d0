import { useEffect, useState } from 'react';
import { addDays } from '#domain/dates.ts';
import { blankOf, type Values } from '#domain/fields.ts';
import { effectOf } from '#domain/leads/actions.ts';
import { actionFields } from '#domain/leads/fields.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { ResultWord } from '#domain/leads/setting-fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import type { Reasons } from './Dialogs.tsx';

const form = formOf(actionFields, {
  type: { span: 3 },
  result: { span: 3 },
  reason: { span: 6, options: [] },
  note: { span: 6 },
  nextType: { span: 6 },
  nextOn: { span: 3 },
  nextTime: { span: 3 },
});

interface Props {
  lead: Lead;
  terms: LeadTerms;
  reasons: Reasons;
  /** Today in Rome. */
  today: string;
  /** How long the telephone call lasted, to begin the note with; asked once, when it is said how it went. */
  onAsked: () => string;
  onSaved: (lead: Lead) => void;
}

/** Logs what was done: a press or its number says how it went, the form asks what comes next, or why it ends. */
export function Log({ lead, terms, reasons, today, onAsked, onSaved }: Props) {
  const [chosen, setChosen] = useState<{ word: ResultWord; note: string } | null>(null);
  const offered = terms.results.filter(({ type, result }) => effectOf(lead.state, type, result) !== null);
  const choose = (word: ResultWord) => setChosen({ word, note: onAsked() });
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
            {word.label} <kbd aria-hidden="true">{at + 1}</kbd>
          </button>
        ))}
      </div>
      {chosen && (
        <After
          key={chosen.word.label}
          {...chosen}
          lead={lead}
          reasons={reasons}
          today={today}
          onSaved={(now) => {
            setChosen(null);
            onSaved(now);
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** What comes after: the next action of a lead that stays open, the reason of one that ends. */
function After({
  word: { label, type, result },
  note,
  lead,
  reasons,
  today,
  onSaved,
  onClose,
}: Pick<Props, 'lead' | 'reasons' | 'today' | 'onSaved'> & {
  word: ResultWord;
  note: string;
  onClose: () => void;
}) {
  const moves = effectOf(lead.state, type, result)?.moves ?? [];
  const ends = moves.some((name) => leadMachine.moves[name].to === 'closed');
  const why = reasons.filter(({ move }) => moves.some((name) => name === move));
  const asked = ends ? ['reason', 'note'] : ['note', 'nextType', 'nextOn', 'nextTime'];
  const blank: Values<typeof actionFields> = { ...blankOf(actionFields), type, result, note };
  const initial = ends
    ? blank
    : { ...blank, nextType: 'follow_up' as const, nextOn: addDays(today, 1), nextTime: '10:00' };
  return (
    <RecordForm<Values<typeof actionFields>, Lead>
      card
      title={label}
      fields={form
        .filter(({ name }) => asked.includes(name))
        .map((field) =>
          field.name === 'reason'
            ? { ...field, options: named(why.map((one) => ({ id: one.id, name: one.label }))) }
            : field,
        )}
      initial={initial}
      version={lead.version}
      save={(values, { version }) =>
        call('POST /leads/:id/actions', { params: { id: lead.id }, version, body: { ...initial, ...values } })
      }
      onSaved={(now) => {
        void toast(words.saved, { kind: 'ok' });
        onSaved(now);
      }}
      onClose={onClose}
    />
  );
}
