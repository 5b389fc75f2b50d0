import { money } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import type { Turned } from './incentives.ts';
import { useBuilder, useDraft } from '../store.ts';

const say = words.incentives;

/** Incentives that the last change made possible or removed, with one press to take them. */
export default function TurnedHere({ turned }: { turned: Turned }) {
  const store = useBuilder();
  const { incentiveIds } = useDraft('incentiveIds');
  const possible = turned.possible.filter(({ incentive }) => !incentiveIds.includes(incentive.id));
  return (
    <>
      {possible.map(({ incentive, worth }) => (
        <p key={incentive.id} className="callout ok said">
          <span className="grow">{t(say.possible, { name: incentive.name, amount: money(-worth) })}</span>
          <button type="button" className="btn small" onClick={() => store.toggleIncentive(incentive.id)}>
            {say.take}
          </button>
        </p>
      ))}
      {turned.lost.map(({ incentive, worth, why }) => (
        <p key={incentive.id} className="callout warn">
          {t(say.lost, { name: incentive.name, amount: money(-worth), reason: why ?? '' })}
        </p>
      ))}
    </>
  );
}
