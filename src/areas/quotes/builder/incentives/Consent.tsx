import { lazy, useRef, useState } from 'react';
import { percent } from '#domain/italian.ts';
import { actionsOf } from '#domain/record/machine.ts';
import { approvalMachine, askReasons, refuseReasons } from '#domain/quotes/approvals/terms.ts';
import type { Approval } from '#domain/quotes/approvals/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { approvals as words } from '#site/messages/it/quotes.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { useLooks } from '#site/ui/useLooks.ts';

const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));
const { moves } = approvalMachine;
const { refuse } = moves;

/** Why the person asks for consent. */
export interface Reason {
  reason: keyof typeof askReasons;
  note: string;
}

/** Milliseconds between two looks at a request that waits for a decision. */
const LOOK_MS = 4000;
/** Looks at an open request until somebody decides it. A session that has ended leads nowhere: what is typed would be lost. */
function useDecision(asked: Approval | null, onDecided: (asked: Approval) => void) {
  const id = asked?.state === 'asked' ? asked.id : null;
  useLooks(id === null ? null : LOOK_MS, async () => {
    const now = await call('GET /approvals/:id', { params: { id: id! } }, { quiet: true });
    if (now.state !== 'asked') onDecided(now);
  });
}

/** The state of the request (asked, granted or refused) in a sentence. */
function sentenceOf({ state, percent: given, askedBy, decidedBy, refusal, sentence, deciders }: Approval): string {
  const why = [refusal && refuseReasons[refusal], sentence && `«${sentence}»`].filter(Boolean).join(', ');
  const values = { percent: percent(given), name: (state === 'asked' ? askedBy.name : decidedBy) ?? '', why };
  if (state === 'asked') {
    const who = deciders.length > 0 ? t(words.deciders, { names: deciders.join(', ') }) : words.nobody;
    return `${t(words.waiting, values)} ${who}`;
  }
  return t(state === 'granted' ? words.granted : words.refused, values);
}

/** Does something and says that it is done, unless it answers null, or why it is refused. */
async function report(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    if ((await work()) !== null) void toast(done, { kind: 'ok' });
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
}

interface Props {
  asked: Approval | null;
  /** True when the request covers the current discount. */
  holds: boolean;
  /** Why consent is needed, in a sentence. A request that holds shows its state instead. */
  past: string;
  /** The discount in percent. */
  given: number;
  more?: string;
  mayAsk: boolean;
  actor: { id: number; privileges: readonly number[]; today: string };
  /** Asks for consent. Returns the request, or null when the draft cannot be saved first. */
  onAsk(reason: Reason, key: string): Promise<Approval | null>;
  onChange(asked: Approval | null): void;
}

/** A notice beside what exceeds the cap: why it stops the quote, and the press that asks for consent or decides. */
export function Consent({ asked, holds, past, given, more, mayAsk, actor, onAsk, onChange }: Props) {
  const [dialog, setDialog] = useState<'ask' | 'refuse' | null>(null);
  const key = useRef('');
  const may = holds && asked ? actionsOf(approvalMachine, { ...asked, askedBy: asked.askedBy.id }, actor) : [];

  useDecision(asked, (now) => {
    onChange(now.state === 'withdrawn' || now.state === 'void' ? null : now);
    if (now.state === 'granted') void toast(moves.grant.done, { kind: 'ok' });
    if (now.state === 'refused') void toast(refuse.done, { kind: 'bad' });
  });

  const ask = (reason: Reason) =>
    report(async () => {
      key.current ||= newKey();
      const answer = await onAsk(reason, key.current);
      if (!answer) return null;
      key.current = '';
      return onChange(answer);
    }, words.asked);
  const decided = (approval: Approval) => onChange(approval.state === 'withdrawn' ? null : approval);
  const sent = asked && { params: { id: asked.id }, version: asked.version };
  const tone = holds && asked?.state === 'granted' ? 'ok' : holds && asked?.state === 'asked' ? 'warn' : 'bad';
  return (
    <>
      <div className={`callout ${tone} approval`} role="status">
        <p>
          {holds && asked ? sentenceOf(asked) : past}
          {more && ` ${more}`}
        </p>
        {mayAsk && (!holds || asked?.state === 'refused') && (
          <button type="button" className="btn small" name="ask-approval" onClick={() => setDialog('ask')}>
            {holds ? words.askAgain : words.ask}
          </button>
        )}
        {may.includes('withdraw') && sent && (
          <button
            type="button"
            className="btn small"
            onClick={() =>
              void report(async () => decided(await call('POST /approvals/:id/withdraw', sent)), moves.withdraw.done)
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
              void report(async () => decided(await call('POST /approvals/:id/grant', sent)), moves.grant.done)
            }
          >
            {moves.grant.label}
          </button>
        )}
      </div>
      <OnDemand>
        {dialog === 'ask' && (
          <ReasonDialog
            title={t(words.askTitle, { percent: percent(given) })}
            verb={words.send}
            reasons={askReasons}
            noteFor={['other']}
            onClose={() => setDialog(null)}
            onChosen={ask}
          />
        )}
        {dialog === 'refuse' && sent && (
          <ReasonDialog
            title={t(words.refuseTitle, { percent: percent(given) })}
            verb={refuse.label}
            reasons={refuse.reasons}
            noteFor={refuse.noteFor}
            onClose={() => setDialog(null)}
            onChosen={({ reason, note }) =>
              report(
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
      </OnDemand>
    </>
  );
}
