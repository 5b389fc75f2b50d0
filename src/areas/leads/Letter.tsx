import { useEffect, useRef, useState } from 'react';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { integer } from '#domain/italian.ts';
import { letterFields } from '#domain/leads/fields.ts';
import { letterRefusals, MOST_LETTERS } from '#domain/leads/letter-terms.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import { inParts } from '#domain/parts.ts';
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

interface Row {
  id: number;
  version: number;
}

/** One part after the other, because each is told to whom those before it go; `done`: what earlier parts have answered. */
async function inTurn(
  parts: readonly Row[][],
  done: Counts[],
  send: (part: { rows: Row[]; earlier: number[] }, at: number) => Promise<Counts>,
): Promise<Counts> {
  for (const [at, rows] of [...parts.entries()].slice(done.length))
    done.push(await send({ rows, earlier: done.flatMap(({ to }) => to) }, at));
  return summed(done);
}

/** The numbers of several parts as one. */
const summed = (all: readonly Counts[]): Counts => ({
  sent: all.reduce((sum, { sent }) => sum + sent, 0),
  to: all.flatMap(({ to }) => to),
  refused: [
    ...Map.groupBy(
      all.flatMap(({ refused }) => refused),
      ({ why }) => why,
    ),
  ]
    .map(([why, some]) => ({ why, count: some.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count),
  missing: [...new Set(all.flatMap(({ missing }) => missing))],
});

/** Who may get the mail as it is typed now; null: not known yet. */
function useCounts(parts: readonly Row[][], { subject, text }: Typed): Counts | null {
  const [counts, setCounts] = useState<Counts | null>(null);
  const latest = useRef({});
  const { later } = useDebounced((typed: typeof ANYTHING) => {
    latest.current = typed;
    // What is wrong with the text stands at its field when it is sent.
    inTurn(parts, [], (part) =>
      call('POST /leads/messages', { key: newKey(), body: { ...part, ...typed, dryRun: true } }, { quiet: true }),
    ).then((all) => latest.current === typed && setCounts(all), console.info);
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
  parts,
  of,
  onCounted,
}: {
  typed: Typed;
  parts: readonly Row[][];
  of: number;
  onCounted: (counts: Counts) => void;
}) {
  const counts = useCounts(parts, typed);
  useEffect(() => {
    if (counts) onCounted(counts);
  }, [counts, onCounted]);
  return (
    <div role="status">
      {counts && <p className={counts.sent === 0 ? 'callout bad' : 'callout'}>{saidOf(counts, of)}.</p>}
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
  const [parts] = useState(() => inParts(rows, MOST_LETTERS));
  // What has left stays so when a later part is refused: the next press goes on from there.
  const left = useRef<Counts[]>([]);
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
      note={parts.length > 1 ? `${words.help} ${t(words.inParts, { n: MOST_LETTERS })}` : words.help}
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
        return inTurn(parts, left.current, (part, at) =>
          call('POST /leads/messages', { key: at === 0 ? key : `${key}-${at}`, body: { ...part, subject, text } }),
        );
      }}
      onSaved={({ sent }) => {
        void toast(t(words.sent, { n: integer(sent) }), { kind: 'ok' });
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      {(typed) => <Numbers typed={typed} parts={parts} of={rows.length} onCounted={setCounts} />}
    </RecordForm>
  );
}
