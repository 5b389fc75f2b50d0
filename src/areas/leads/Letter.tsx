import { useEffect, useState } from 'react';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { integer } from '#domain/italian.ts';
import { letterFields } from '#domain/leads/fields.ts';
import { letterRefusals, MOST_LETTERS } from '#domain/leads/letter-terms.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import { call, CallError, type CallAnswer } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { letters as words } from '#site/messages/it/leads-letters.ts';
import { textsOf } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { useDebounced } from '#site/ui/useDebounced.ts';

type Typed = Values<typeof letterFields>;
type Counts = CallAnswer<'POST /leads/messages'>;

/** What is asked before anything is written, so that the numbers stand there from the first. */
const ANYTHING = { subject: '—', text: '—' };

/** Who may get the mail as it is typed now; null: not known yet. */
function useCounts(rows: readonly { id: number; version: number }[], { subject, text }: Typed): Counts | null {
  const [counts, setCounts] = useState<Counts | null>(null);
  const { later } = useDebounced((typed: typeof ANYTHING) => {
    const body = { rows: [...rows], ...typed, dryRun: true };
    // What is wrong with the text stands at its field when it is sent.
    call('POST /leads/messages', { key: newKey(), body }, { quiet: true }).then(setCounts, console.info);
  }, 400);
  useEffect(() => {
    later({ subject: subject || ANYTHING.subject, text: text || ANYTHING.text });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `later` is new each time and always the same
  }, [subject, text]);
  return counts;
}

/** The numbers in one sentence: how many may get it, and why the others do not. */
const saidOf = ({ sent, refused }: Counts, of: number): string =>
  [
    sent === 1 ? t(words.mayOne, { of: integer(of) }) : t(words.may, { n: integer(sent), of: integer(of) }),
    ...refused.map(({ why, count }) => `${integer(count)} ${letterRefusals[why][count === 1 ? 'one' : 'other']}`),
  ].join('; ');

function Numbers({
  typed,
  rows,
  onCounted,
}: {
  typed: Typed;
  rows: Parameters<typeof useCounts>[0];
  onCounted: (counts: Counts) => void;
}) {
  const counts = useCounts(rows, typed);
  useEffect(() => {
    if (counts) onCounted(counts);
  }, [counts, onCounted]);
  return (
    <div role="status">
      {counts && <p className={counts.sent === 0 ? 'callout bad' : 'callout'}>{saidOf(counts, rows.length)}.</p>}
      {counts && counts.missing.length > 0 && (
        <p className="callout warn">{t(words.missing, { names: counts.missing.join(', ') })}</p>
      )}
    </div>
  );
}

/** Writes one mail to the chosen leads, each with its own values; before that it says to how many the law allows it. */
export function Letter({
  rows: chosen,
  templates,
  onClose,
  onDone,
}: {
  rows: readonly LeadRow[];
  templates: LeadTerms['templates'];
  onClose: () => void;
  onDone: () => void;
}) {
  const [rows] = useState(() => chosen.map(({ id, version }) => ({ id, version })));
  const [counts, setCounts] = useState<Counts | null>(null);
  const mails = templates.filter(({ channel }) => channel === 'mail');
  const byTemplate = (name: unknown): Partial<Typed> => {
    const found = mails.find((one) => one.name === name);
    return found ? { subject: found.subject ?? '', text: found.text } : {};
  };
  const refuse = (message: string) => new CallError(409, { error: 'conflict', message, requestId: '' });
  return (
    <RecordForm<Typed, Counts>
      title={t(words.title, { n: rows.length })}
      note={rows.length > MOST_LETTERS ? t(words.tooMany, { n: MOST_LETTERS }) : words.help}
      verb={counts ? t(words.send, { n: counts.sent }) : t(words.send, { n: rows.length })}
      fields={formOf(letterFields, {
        template: {
          span: 6,
          options: textsOf(mails.map(({ name }) => name)),
          also: byTemplate as (value: string | null) => Partial<Typed>,
        },
        subject: { span: 6 },
        text: { span: 6 },
      })}
      initial={blankOf(letterFields)}
      save={async ({ subject, text }, { key }) => {
        if (counts?.sent === 0) throw refuse(words.nobody);
        return call('POST /leads/messages', { key, body: { rows, subject, text } });
      }}
      onSaved={({ sent }) => {
        void toast(t(words.sent, { n: integer(sent) }), { kind: 'ok' });
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      {(typed) => rows.length <= MOST_LETTERS && <Numbers typed={typed} rows={rows} onCounted={setCounts} />}
    </RecordForm>
  );
}
