import type { Simulation } from '#domain/commissions/rule-schema.ts';
import { day, integer, money, percent } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { simulation as words } from '#site/messages/it/commissions.ts';

/** One amount with its bar; `of` is the longest. */
const Bar = ({ label, cents, of, strong }: { label: string; cents: number; of: number; strong?: boolean }) => (
  <div className={strong ? 'simulation-bar strong' : 'simulation-bar'}>
    <span>{label}</span>
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width={(100 * Math.max(0, cents)) / Math.max(1, of)} height="8" />
    </svg>
    <b>{money(cents)}</b>
  </div>
);

const plus = (number: number) => (number > 0 ? '+' : '');

/** What a quarter pays by the rules of today and by the tried one, and whom it changes. */
export function SimulationResult({ answer, tried }: { answer: Simulation; tried: string }) {
  const { from, to, contracts, today, people } = answer;
  const more = answer.tried - today;
  const rate = Math.round((more / today) * 1000) / 10;
  const changed = people.filter((one) => one.today !== one.tried);
  const most = Math.max(today, answer.tried);
  return (
    <div className="simulation-result" role="status">
      <p className="muted">{t(words.span, { from: day(from), to: day(to), n: integer(contracts) })}</p>
      <Bar label={words.today} cents={today} of={most} />
      <Bar label={tried} cents={answer.tried} of={most} strong />
      <p>
        <b>{more === 0 ? words.same : `${plus(more)}${money(more)}`}</b>{' '}
        <span className="muted">
          {[today > 0 && more !== 0 && `${plus(rate)}${percent(rate)}`, words.nothing].filter(Boolean).join(', ')}
        </span>
      </p>
      {changed.length > 0 && (
        <details>
          <summary className="link">{words.people}</summary>
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
        </details>
      )}
    </div>
  );
}
