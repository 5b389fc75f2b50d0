import { useState } from 'react';
import { ruleFaults, type RuleInput } from '#domain/commissions/rule-fields.ts';
import type { Simulation as Answer } from '#domain/commissions/rule-schema.ts';
import { call, whyOf } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { simulation as words } from '#site/messages/it/commissions.ts';
import { SimulationResult } from './SimulationResult.tsx';
import './commissions.css';

/** What the contracts of the last quarter would have paid with the rule as it is typed; nothing is written. */
export default function Simulation({ rule, replaces }: { rule: RuleInput; replaces: number | null }) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    if (busy) return;
    const [fault] = Object.values(ruleFaults(rule));
    setAnswer(null);
    setFailure(fault ?? '');
    if (fault) return;
    setBusy(true);
    try {
      setAnswer(await call('POST /commissions/simulation', { body: { rule, replaces }, key: newKey() }));
    } catch (error) {
      setFailure(whyOf(error));
    }
    setBusy(false);
  };
  return (
    <section className="simulation">
      <h3>{words.title}</h3>
      <p className="muted">{words.note}</p>
      <button type="button" className="btn" aria-busy={busy} onClick={() => void ask()}>
        {words.run}
      </button>
      {failure && (
        <p className="callout bad" role="alert">
          {failure}
        </p>
      )}
      {answer && <SimulationResult answer={answer} tried={words.tried} />}
    </section>
  );
}
