import { useState } from 'react';
import { addDays } from '#domain/dates.ts';
import { blankOf, type Values } from '#domain/fields.ts';
import { effectOf } from '#domain/leads/actions.ts';
import { actionFields } from '#domain/leads/fields.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { ActionResult, ActionType } from '#domain/leads/terms.ts';
import { call } from '#site/lib/call.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import type { Reasons } from './Dialogs.tsx';

/** How it went, in the words of people: each stands on an action and one of its results. */
const outcomes: Readonly<Record<keyof typeof words.outcomes, { type: ActionType; result: ActionResult }>> = {
  interested: { type: 'in_progress', result: 'success' },
  callBack: { type: 'follow_up', result: 'success' },
  absent: { type: 'in_progress', result: 'failed' },
  appointment: { type: 'in_progress', result: 'scheduled' },
  negotiating: { type: 'negotiation', result: 'success' },
  lost: { type: 'closed', result: 'failed' },
};
type Outcome = keyof typeof outcomes;

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
  reasons: Reasons;
  /** Today in Rome. */
  today: string;
  onSaved: (lead: Lead) => void;
}

/** Logs what was done: a press says how it went, the form asks what comes next, or why it ends. */
export function Log({ lead, reasons, today, onSaved }: Props) {
  const [chosen, setChosen] = useState<Outcome | null>(null);
  const buttons = (
    <div className="lead-outcomes">
      {(Object.keys(outcomes) as Outcome[]).map((name) => (
        <button key={name} type="button" className="btn" aria-pressed={chosen === name} onClick={() => setChosen(name)}>
          {words.outcomes[name]}
        </button>
      ))}
    </div>
  );
  if (!chosen) return buttons;
  const { type, result } = outcomes[chosen];
  const moves = effectOf(lead.state, type, result)?.moves ?? [];
  const ends = moves.some((name) => leadMachine.moves[name].to === 'closed');
  const offered = reasons.filter(({ move }) => moves.some((name) => name === move));
  const asked = ends ? ['reason', 'note'] : ['note', 'nextType', 'nextOn', 'nextTime'];
  const blank: Values<typeof actionFields> = { ...blankOf(actionFields), type, result };
  const initial = ends
    ? blank
    : { ...blank, nextType: 'follow_up' as const, nextOn: addDays(today, 1), nextTime: '10:00' };
  return (
    <>
      {buttons}
      <RecordForm<Values<typeof actionFields>, Lead>
        key={chosen}
        card
        title={words.outcomes[chosen]}
        fields={form
          .filter(({ name }) => asked.includes(name))
          .map((field) =>
            field.name === 'reason'
              ? { ...field, options: named(offered.map(({ id, label }) => ({ id, name: label }))) }
              : field,
          )}
        initial={initial}
        version={lead.version}
        save={(values, { version }) =>
          call('POST /leads/:id/actions', { params: { id: lead.id }, version, body: { ...initial, ...values } })
        }
        onSaved={(now) => {
          setChosen(null);
          void toast(words.saved, { kind: 'ok' });
          onSaved(now);
        }}
        onClose={() => setChosen(null)}
      />
    </>
  );
}
