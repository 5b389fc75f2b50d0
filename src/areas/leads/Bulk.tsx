import { useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { bulkCloseFields, parkFields } from '#domain/leads/fields.ts';
import { parkRefused } from '#domain/leads/rules.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { Values } from '#domain/record/fields.ts';
import { saysWhy } from '#domain/record/machine.ts';
import { integer } from '#domain/italian.ts';
import { call, CallError, type CallAnswer } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { leadsBulk as words } from '#site/messages/it/leads.ts';
import { assign as assignWords } from '#site/messages/it/lists.ts';
import AssignDialog from '#site/ui/list/bulk/Assign.tsx';
import { oneByOne, refusedText } from '#site/ui/list/bulk/one-by-one.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { Letter } from './Letter.tsx';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

/** What is done with the chosen leads. */
export type BulkStep = 'assign' | 'message' | 'park' | 'close';
type Reasons = CallAnswer<'GET /leads/reasons'>;

interface BulkProps {
  rows: readonly LeadRow[];
  onClose: () => void;
  onDone: () => void;
}

const nameOf = ({ name, number }: LeadRow) => name || number;

/** Gives the chosen leads to a colleague, or to nobody. */
const Assign = ({ rows, ...props }: BulkProps) => (
  <AssignDialog
    {...props}
    rows={rows.map((row) => ({ ...row, sellerId: row.assigneeId, seller: row.assignee }))}
    given={{
      words: assignWords.leads,
      people: () => call('GET /leads/assignees', {}),
      send: (sent, key) => call('POST /leads/assign', { body: { rows: sent }, key }),
      nameOf,
      nobody: words.nobody,
    }}
  />
);

/**
 * The leads that are still to do, and how the step is made with them: while one is refused, the dialog stays open with what
 * was typed, and the next press tries those that are left.
 */
function useLeft(rows: readonly LeadRow[], again: () => void) {
  const [left, setLeft] = useState(rows);
  const run = async <D,>(doing: Pick<Parameters<typeof oneByOne<LeadRow, D>>[1], 'step' | 'undo' | 'done'>) => {
    const refused = await oneByOne(left, { ...doing, nameOf, again });
    if (refused.length === 0) return null;
    setLeft(refused.map(({ row }) => row));
    throw new CallError(409, { error: 'conflict', message: refusedText(refused), requestId: '' });
  };
  return { left, run };
}

/** Puts the chosen leads off until a day. */
function Park({ rows, onClose, onDone }: BulkProps) {
  const { left, run } = useLeft(rows, onDone);
  return (
    <RecordForm<Values<typeof parkFields>, null>
      title={t(words.park, { n: integer(left.length) })}
      verb={words.parkVerb}
      fields={formOf(parkFields, {})}
      initial={{ until: '' }}
      check={({ until }, typing): Record<string, string> => {
        const refused = until !== '' && !typing && parkRefused(until, dayInRome(new Date()));
        return refused ? { until: refused } : {};
      }}
      save={(body) =>
        run({
          step: ({ id, version }) => call('POST /leads/:id/park', { params: { id }, version, body }),
          undo: ({ id, version }) => call('DELETE /leads/:id/park', { params: { id }, version }),
          done: (n) => t(words.parked, { n }),
        })
      }
      onSaved={onClose}
      onClose={onClose}
    />
  );
}

type Closing = Values<typeof bulkCloseFields>;

const moveOf = ({ state }: LeadRow) => (state === 'to_handle' ? 'dismiss' : 'lose');

/** Closes the chosen leads for reasons of the company; within some minutes all of it can be taken back. */
function Close({ rows, reasons, onClose, onDone }: BulkProps & { reasons: Reasons }) {
  const { left, run } = useLeft(rows, onDone);
  const whole = { span: 6 } as const;
  const optionsOf = (wanted: string) =>
    reasons.filter(({ move }) => move === wanted).map(({ id, label }) => ({ value: id, label }));
  return (
    <RecordForm<Closing, null>
      title={t(words.close, { n: integer(left.length) })}
      verb={words.closeVerb}
      fields={formOf(bulkCloseFields, {
        lose: { ...whole, options: optionsOf('lose') },
        dismiss: { ...whole, options: optionsOf('dismiss') },
        note: whole,
      }).filter(({ name }) => name === 'note' || left.some((row) => moveOf(row) === name))}
      initial={{ lose: null, dismiss: null, note: '' }}
      check={({ note, ...why }, typing): Record<string, string> => {
        const chosen = left.map((row) => why[moveOf(row)]);
        const wants = reasons.some(({ id, needsNote }) => needsNote && chosen.includes(id));
        return wants && !typing && !saysWhy(note) ? { note: words.sayWhy } : {};
      }}
      save={({ note, ...why }) =>
        run({
          step: async (row) => {
            const { id, version } = row;
            const next = { nextType: null, nextOn: null, nextTime: null, followUpOn: null };
            const body = { type: 'closed', result: 'failed', reason: why[moveOf(row)], note, ...next } as const;
            return call('POST /leads/:id/actions', { params: { id }, version, body, key: newKey() });
          },
          undo: ({ id, version, actions: [last] }) =>
            call('DELETE /leads/:id/actions/:actionId', { params: { id, actionId: last!.id }, version }),
          done: (n) => t(words.closed, { n }),
        })
      }
      onSaved={onClose}
      onClose={onClose}
    />
  );
}

/** The dialog of what is done with the chosen leads. Loaded when it is opened. */
export default function Bulk({
  step,
  reasons,
  templates,
  ...props
}: BulkProps & { step: BulkStep; reasons: Reasons; templates: LeadTerms['templates'] }) {
  if (step === 'assign') return <Assign {...props} />;
  if (step === 'message') return <Letter {...props} templates={templates} />;
  return step === 'park' ? <Park {...props} /> : <Close {...props} reasons={reasons} />;
}
