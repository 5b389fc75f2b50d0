import { useStore } from '@nanostores/react';
import { kmLimits } from '#domain/financials/future-value.ts';
import { balloonBasis, balloonLimits } from '#domain/financials/loan.ts';
import type { Plan } from '#domain/financials/schema.ts';
import { km, money, number, percent } from '#domain/italian.ts';
import { shareOf } from '#domain/money.ts';
import type { FinancingChoice } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { useBuilder } from '../store.ts';

const say = words.financial;

/** Kilometres per year and the final large instalment, for a plan that has one. */
export function FutureValue({ plan, choice }: { plan: Plan; choice: FinancingChoice }) {
  const store = useBuilder();
  const { offer, financed } = useStore(store.$priced);
  const own = { ...choice, amount: financed };
  const basis = balloonBasis(plan, own, store.basis());
  const { least, most } = balloonLimits(plan, own, store.basis());
  const limited = plan.minBalloonPercent !== null || plan.maxBalloonPercent !== null;
  const value = choice.balloon ?? offer?.balloon ?? null;
  const problem = useProblem();
  const yearly = kmLimits(plan.futureValues, choice.months);
  return (
    <div className="three">
      {yearly && (
        <NumberField
          name="kmPerYear"
          label={say.kmPerYear}
          suffix="km"
          min={1_000}
          max={100_000}
          value={choice.kmPerYear ?? yearly.least}
          error={problem('financing.kmPerYear')}
          help={[
            t(say.kmRange, { least: km(yearly.least), most: km(yearly.most) }),
            plan.exceedKmPrice !== null && t(say.exceedKm, { price: number(plan.exceedKmPrice) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          onChange={(kmPerYear) => store.financing({ kmPerYear })}
        />
      )}
      <MoneyField
        nullable
        name="balloon"
        label={plan.type === 'tcm' ? say.vfg : say.maxi}
        min={0}
        percentOf={basis}
        value={value}
        error={problem('financing.balloon')}
        help={
          <>
            {value !== null && basis > 0 && (
              <>
                {t(say.shareOf[plan.balloonBasis!], { percent: percent(shareOf(value, basis)) })}
                {' · '}
              </>
            )}
            {choice.balloon === null ? (
              say.ownBalloon
            ) : (
              <button type="button" className="link" onClick={() => store.financing({ balloon: null })}>
                {say.takeOwnBalloon}
              </button>
            )}
            {limited && <> · {t(say.balloonRange, { least: money(least), most: money(most) })}</>}
          </>
        }
        onChange={(balloon) => store.financing({ balloon })}
      />
    </div>
  );
}
