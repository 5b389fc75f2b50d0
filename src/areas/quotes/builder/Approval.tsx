import { useStore } from '@nanostores/react';
import { lazy, Suspense, useRef, useState } from 'react';
import { money, percent } from '#domain/italian.ts';
import { actionsOf } from '#domain/machine.ts';
import { approvalMachine, askReasons, refuseReasons } from '#domain/quotes/approval-terms.ts';
import {
  below,
  discountFacts,
  isPast,
  outgrown,
  overValuation,
  percentGiven,
  type DiscountFacts,
  type Limits,
} from '#domain/quotes/caps.ts';
import { limitsOf } from '#domain/quotes/rules.ts';
import type { Approval as Asked } from '#domain/quotes/approvals.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { approvals as words } from '#site/messages/it/approvals.ts';
import { toast } from '#site/ui/toast.ts';
import { useBuilder } from './store.ts';

const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));
const { moves } = approvalMachine;
const { refuse } = moves;

/** What stands: asked, granted or refused, as a sentence. */
function sentenceOf({ state, percent: given, askedBy, decidedBy, refusal, sentence }: Asked): string {
  const why = [refusal && refuseReasons[refusal], sentence].filter(Boolean).join(', ');
  const values = { percent: percent(given), name: (state === 'asked' ? askedBy.name : decidedBy) ?? '', why };
  return t({ asked: words.waiting, granted: words.granted }[state as 'asked'] ?? words.refused, values);
}

/** What the discount is past: the lowest price of a used car, or a percentage of the list. */
function pastOf(facts: DiscountFacts, { cap, floor }: Limits): string {
  const given = percent(percentGiven(facts));
  return below(facts, floor) > 0
    ? t(words.belowFloor, { percent: given, floor: money(floor!) })
    : t(words.past, { percent: given, cap: percent(cap ?? 0) });
}

/** A discount past the cap, beside the discounts: why it stops the quote, and the one press that goes on. */
export function Approval() {
  const store = useBuilder();
  const quote = useStore(store.$quote);
  const draft = useStore(store.$draft);
  const priced = useStore(store.$priced);
  const limits = limitsOf(useStore(store.$sheet));
  const editable = useStore(store.$editable);
  const [dialog, setDialog] = useState<'ask' | 'refuse' | null>(null);
  const key = useRef('');
  const facts = discountFacts(draft, priced);
  const asked = quote?.approval ?? null;
  const holds = asked !== null && outgrown(asked.facts, facts) === null;
  const over = overValuation(draft);
  const past = isPast(facts, limits);
  if ((quote && quote.state !== 'draft') || (!past && !holds)) return null;
  const actor = { ...store.user, today: store.today };
  const may = holds ? actionsOf(approvalMachine, { state: asked.state, askedBy: asked.askedBy.id }, actor) : [];
  const given = percent(percentGiven(facts));

  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      void toast(done, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  const ask = (body: { reason: keyof typeof askReasons; note: string }) =>
    attempt(async () => {
      if (!(await store.autosave.flush())) return;
      const { id, version } = store.$quote.get()!;
      key.current ||= newKey();
      const answer = await call('POST /quotes/:id/approvals', { params: { id }, version, body, key: key.current });
      key.current = '';
      store.$quote.set({ ...store.$quote.get()!, approval: answer.approval });
    }, words.asked);
  const decided = (approval: Asked) =>
    store.$quote.set({ ...store.$quote.get()!, approval: approval.state === 'withdrawn' ? null : approval });
  const sent = asked && { params: { id: asked.id }, version: asked.version };
  const tone = holds && asked.state === 'granted' ? 'ok' : holds && asked.state === 'asked' ? 'warn' : 'bad';
  return (
    <div className={`callout ${tone} approval`} role="status">
      <p>
        {holds ? sentenceOf(asked) : pastOf(facts, limits)}
        {over > 0 && ` ${t(words.ofUsed, { amount: money(over) })}`}
      </p>
      {editable && past && (!holds || asked.state === 'refused') && (
        <button type="button" className="btn small" name="ask-approval" onClick={() => setDialog('ask')}>
          {holds ? words.askAgain : words.ask}
        </button>
      )}
      {may.includes('withdraw') && sent && (
        <button
          type="button"
          className="btn small"
          onClick={() =>
            void attempt(async () => decided(await call('POST /approvals/:id/withdraw', sent)), moves.withdraw.done)
          }
        >
          {words.withdraw}
        </button>
      )}
      {may.includes('refuse') && (
        <button type="button" className="btn small" onClick={() => setDialog('refuse')}>
          {words.refuse}
        </button>
      )}
      {may.includes('grant') && sent && (
        <button
          type="button"
          className="btn small primary"
          onClick={() =>
            void attempt(async () => decided(await call('POST /approvals/:id/grant', sent)), moves.grant.done)
          }
        >
          {moves.grant.label}
        </button>
      )}
      <Suspense>
        {dialog === 'ask' && (
          <ReasonDialog
            title={t(words.askTitle, { percent: given })}
            verb={words.send}
            reasons={askReasons}
            noteFor={['other']}
            onClose={() => setDialog(null)}
            onChosen={ask}
          />
        )}
        {dialog === 'refuse' && sent && (
          <ReasonDialog
            title={t(words.refuseTitle, { percent: given })}
            verb={refuse.label}
            reasons={refuse.reasons}
            noteFor={refuse.noteFor}
            onClose={() => setDialog(null)}
            onChosen={({ reason, note }) =>
              attempt(
                async () =>
                  decided(
                    await call('POST /approvals/:id/refuse', {
                      ...sent,
                      body: { reason: reason as keyof typeof refuse.reasons, note },
                    }),
                  ),
                refuse.done,
              )
            }
          />
        )}
      </Suspense>
    </div>
  );
}
