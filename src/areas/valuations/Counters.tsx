import { integer } from '#domain/italian.ts';
import {
  counters as labels,
  countersOf,
  levelOf,
  type SourceQuestion,
  type Counter,
} from '#domain/valuations/counters.ts';
import type { CounterAnswer } from '#domain/valuations/schema.ts';
import type { Source } from '#domain/valuations/terms.ts';
import { t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';

/** What is used of a counter and left for the person, and how close it is to its quota. */
export function leftOf({ rows }: CounterAnswer, counter: Counter) {
  const { used, quota, open } = rows.find((row) => row.counter === counter)!;
  return { used, quota, left: Math.max(0, open - used), level: levelOf(used, quota) };
}

/** Whether the question would be refused now. */
export const isUsedUp = (answer: CounterAnswer, asked: SourceQuestion): boolean =>
  !answer.overQuota && countersOf(asked).some((counter) => leftOf(answer, counter).left === 0);

/** Says that a source is the simulator. */
export const Simulated = ({ of, source }: { of: CounterAnswer; source: Source }) =>
  of.simulated[source] ? (
    <>
      {' '}
      <span className="badge b-warn" title={words.simulatedHelp}>
        {words.simulated}
      </span>
    </>
  ) : null;

/** The counters that a question raises, each with its bar. */
export function Counters({ of, counters }: { of: CounterAnswer; counters: readonly Counter[] }) {
  return (
    <ul className="counters">
      {counters.map((counter) => {
        const { used, quota, left, level } = leftOf(of, counter);
        return (
          <li key={counter} data-level={level}>
            <span>
              {labels[counter]} <b>{t(words.used, { used: integer(used), quota: integer(quota) })}</b>
            </span>
            <span>{t(words.left, { n: integer(left) })}</span>
            <meter min={0} max={Math.max(1, quota)} value={Math.min(used, quota)} aria-label={labels[counter]} />
          </li>
        );
      })}
    </ul>
  );
}
