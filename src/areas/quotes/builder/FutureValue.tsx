import { useStore } from '@nanostores/react';
import type { Plan } from '#domain/financials/schema.ts';
import { km } from '#domain/italian.ts';
import type { FinancingChoice } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Select } from '#site/ui/Field.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useProblem } from '#site/ui/record/context.ts';
import { useBuilder } from './store.ts';

const say = words.financial;

/** Kilometres a year and the last large instalment of a plan that has one. Loaded with such a plan. */
export default function FutureValue({ plan, choice }: { plan: Plan; choice: FinancingChoice }) {
  const store = useBuilder();
  const { offer, keysInHand } = useStore(store.$priced);
  const problem = useProblem();
  const yearly = [
    ...new Set(plan.futureValues.filter((row) => row.months === choice.months).map((row) => row.kmPerYear)),
  ].sort((a, b) => a - b);
  return (
    <div className="three">
      {yearly.length > 0 && (
        <Select
          name="kmPerYear"
          label={say.kmPerYear}
          value={String(choice.kmPerYear ?? yearly[0])}
          options={yearly.map((n) => ({ value: String(n), label: km(n) }))}
          help={
            plan.exceedKmPrice === null
              ? undefined
              : t(say.exceedKm, { price: plan.exceedKmPrice.toLocaleString('it') })
          }
          onChange={({ currentTarget: { value } }) => store.financing({ kmPerYear: Number(value) })}
        />
      )}
      <MoneyField
        nullable
        name="balloon"
        label={plan.type === 'tcm' ? say.vfg : say.maxi}
        min={0}
        percentOf={keysInHand}
        value={choice.balloon ?? offer?.balloon ?? null}
        error={problem('financing.balloon')}
        help={
          choice.balloon === null ? (
            say.ownBalloon
          ) : (
            <button type="button" className="link" onClick={() => store.financing({ balloon: null })}>
              {say.takeOwnBalloon}
            </button>
          )
        }
        onChange={(balloon) => store.financing({ balloon })}
      />
    </div>
  );
}
