import { useState } from 'react';
import { ruleFaults, type RuleInput } from '#domain/commissions/rule-fields.ts';
import type { Simulation as Answer } from '#domain/commissions/rule-schema.ts';
import { day, integer, money, percent } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { simulation as words } from '#site/messages/it/commissions.ts';
import './commissions.css';

/** One amount with its bar; `of` is the longest. */
const Bar = ({ label, cents, of, strong }: { label: string; cents: number; of: number; strong?: boolean }) => (
  <div className={strong ? 'simulation-bar strong' : 'simulation-bar'}>
    <span>{label}</span>
    <meter min={0} max={Math.max(1, of)} value={Math.max(0, cents)} aria-hidden />
    <b>{money(cents)}</b>
  </div>
);

const signed = (cents: number) => `${cents > 0 ? '+' : ''}${money(cents)}`;

function Result({ answer: { from, to, contracts, today, tried, people } }: { answer: Answer }) {
  const more = tried - today;
  const changed = people.filter((one) => one.today !== one.tried);
  const most = Math.max(today, tried);
  return (
    <>
      <p className="muted">{t(words.span, { from: day(from), to: day(to), n: integer(contracts) })}</p>
      <Bar label={words.today} cents={today} of={most} />
      <Bar label={words.tried} cents={tried} of={most} strong />
      <p>
        <b>{signed(more)}</b>{' '}
        {today > 0 && more !== 0 && <span className="muted">{percent(Math.round((more / today) * 1000) / 10)}</span>}
      </p>
      {changed.length > 0 && (
        <ul className="simulation-people">
          {changed.map((one) => (
            <li key={one.id}>
              <span>{one.name}</span>
              <span>
                {money(one.today)} → <b>{money(one.tried)}</b>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

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
      setFailure((error as Error).message);
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
      {answer && <Result answer={answer} />}
    </section>
  );
}
