import { useStore } from '@nanostores/react';
import { money } from '#domain/italian.ts';
import type { QuoteSection } from '#domain/quotes/terms.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { useBuilder, useDraft } from './store.ts';

const say = words.incentives;

/** Incentives that the last change in this section made possible or took away: said where it was made, with one press to take them. */
export function Turned({ section }: { section: QuoteSection }) {
  const store = useBuilder();
  const turned = useStore(store.$turned);
  const { incentiveIds } = useDraft('incentiveIds');
  const here = turned?.section === section ? turned : null;
  const possible = here?.possible.filter(({ incentive }) => !incentiveIds.includes(incentive.id)) ?? [];
  return (
    <div role="status" className="turned">
      {possible.map(({ incentive, worth }) => (
        <p key={incentive.id} className="callout ok said">
          <span className="grow">{t(say.possible, { name: incentive.name, amount: money(-worth) })}</span>
          <button type="button" className="btn small" onClick={() => store.toggleIncentive(incentive.id)}>
            {say.take}
          </button>
        </p>
      ))}
      {here?.lost.map(({ incentive, worth, why }) => (
        <p key={incentive.id} className="callout warn">
          {t(say.lost, { name: incentive.name, amount: money(-worth), reason: why ?? '' })}
        </p>
      ))}
    </div>
  );
}
