import { useId } from 'react';
import type { Offer } from '#domain/financials/offers.ts';
import type { Plan } from '#domain/financials/schema.ts';
import { money, rate } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Checkbox } from '#site/ui/Choice.tsx';

const say = words.financial;

const instalments = (plan: Plan, offer: Offer) =>
  offer.balloon > 0
    ? t(say.withBalloon, {
        n: offer.instalments,
        label: plan.type === 'tcm' ? say.vfg : say.maxi,
        balloon: money(offer.balloon),
      })
    : t(say.instalments, { n: offer.instalments });

/** How a plan stands in the quote: chosen, printed beside the chosen one, or only offered. */
export type Place = 'chosen' | 'beside' | 'offered';

function Figures({ plan, offer }: { plan: Plan; offer: Offer }) {
  const { secondStep } = offer;
  return (
    <>
      <b>{money(offer.monthly)}</b>
      {plan.collectionFee > 0 && <small>{t(say.collection, { amount: money(plan.collectionFee) })}</small>}
      <small>{instalments(plan, offer)}</small>
      <small>{t(say.rates, { tan: rate(offer.tan), taeg: rate(offer.taeg) })}</small>
      <small>{t(say.total, { total: money((offer.withProtection ?? offer).totalDue) })}</small>
      {secondStep && <small>{t(say.secondStep, { n: secondStep.months, amount: money(secondStep.instalment) })}</small>}
    </>
  );
}

/** One plan of the sheet: its figures, whether it is chosen, and whether it is printed beside the chosen one. */
export function PlanCard({
  plan,
  months,
  offer,
  place,
  why,
  full,
  onChoose,
  onBeside,
  onMonths,
}: {
  plan: Plan;
  /** The duration that the figures refer to. */
  months: number;
  offer: Offer | null;
  place: Place;
  /** Why the plan is not possible. */
  why: string | undefined;
  /** No further plan can stand beside the chosen one. */
  full: boolean;
  onChoose(): void;
  onBeside(on: boolean): void;
  onMonths(months: number): void;
}) {
  const id = useId();
  return (
    <div className="plan" data-chosen={place === 'chosen' || undefined} data-beside={place === 'beside' || undefined}>
      <label htmlFor={id}>
        <input type="radio" name="plan" id={id} checked={place === 'chosen'} onChange={onChoose} /> {plan.name}
      </label>
      {offer ? <Figures plan={plan} offer={offer} /> : !why && <small>{say.noOffer}</small>}
      {place === 'beside' ? (
        <select
          aria-label={t(say.monthsOfPlan, { plan: plan.name })}
          value={months}
          onChange={({ currentTarget: { value } }) => onMonths(Number(value))}
        >
          {plan.terms.map(({ months: n }) => (
            <option key={n} value={n}>
              {t(say.monthsOf, { n })}
            </option>
          ))}
        </select>
      ) : (
        <small>{t(say.monthsOf, { n: months })}</small>
      )}
      {/* The card shows the plan’s name already. */}
      {why && <small className="why">{why.replace(`${plan.name}: `, '')}</small>}
      {place !== 'chosen' && (
        <Checkbox
          name="beside"
          label={say.beside}
          checked={place === 'beside'}
          disabled={full && place === 'offered'}
          title={full && place === 'offered' ? say.besideFull : undefined}
          onChange={(event) => onBeside(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
