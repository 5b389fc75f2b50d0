import { amortisation, secondAmortisation } from '#domain/financials/amortisation.ts';
import { loanOf } from '#domain/financials/loan.ts';
import { debitText, type Offer } from '#domain/financials/offers.ts';
import { money, rate } from '#domain/italian.ts';
import { basisOf } from '#domain/quotes/sheet/financing.ts';
import { Beside } from '#site/areas/quotes/builder/financial/Beside.tsx';
import { useReckoned } from '#site/areas/quotes/builder/quote.ts';
import { t } from '#site/lib/intl.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { FoldedAmortisation } from '#site/parts/figures/FoldedAmortisation.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';

const say = builder.financial;

/** Figures of the plan beyond its headline: credit and total due, protection, second step. */
function Costs({ offer }: { offer: Offer }) {
  const { secondStep, withProtection, amount, totalDue } = offer;
  return (
    <>
      <p className="muted">{t(words.credit, { amount: money(amount), total: money(totalDue) })}</p>
      {withProtection && (
        <p className="muted">
          {t(words.covered, { amount: money(withProtection.instalment), total: money(withProtection.totalDue) })}
        </p>
      )}
      {secondStep && (
        <p className="muted">
          {t(words.second, {
            n: secondStep.months,
            amount: money(secondStep.instalment),
            tan: rate(secondStep.tan),
            total: money(secondStep.totalDue),
          })}
        </p>
      )}
    </>
  );
}

/** The chosen financing with its plan and its calculated offer; null without a financing. */
function useChosen() {
  const { draft, sheet, priced } = useReckoned();
  const { financing } = draft;
  const { plans, params } = sheet;
  const plan = plans.find(({ id }) => id === financing?.planId);
  return priced.offer && plan && financing ? { financing, plan, params, priced, offer: priced.offer } : null;
}

/** The amortisation of the chosen plan, month by month. It is folded because it needs the whole width. */
export function Schedule() {
  const chosen = useChosen();
  if (!chosen) return null;
  const { financing, plan, params, offer, priced } = chosen;
  const loan = loanOf(plan, { ...financing, amount: offer.amount }, basisOf(priced));
  if (!loan) return null;
  const second = offer.secondStep && (() => secondAmortisation(plan, loan.balloon) ?? []);
  return (
    <>
      <FoldedAmortisation
        className="card"
        label={offer.protection ? words.scheduleCovered : words.schedule}
        rows={() => amortisation(plan, loan, params)}
      />
      {second && <FoldedAmortisation className="card" label={say.scheduleSecond} rows={second} />}
    </>
  );
}

/** The chosen plan as it is printed, and the plans beside it. */
export function Financing() {
  const chosen = useChosen();
  if (!chosen) return null;
  const { plan, offer } = chosen;
  const title = t(words.financing, { plan: plan.name });
  return (
    <section className="card" aria-label={builder.sections.financial}>
      <h2>{title}</h2>
      <div className="issued-plan">
        <DescriptionList
          rows={[
            [words.instalment, debitText(offer.monthly, plan)],
            [words.duration, t(words.months, { n: offer.months })],
            [plan.type === 'tcm' ? say.vfg : say.maxi, offer.balloon > 0 && money(offer.balloon)],
            ['TAN', rate(offer.tan)],
            ['TAEG', rate(offer.taeg)],
          ]}
        />
      </div>
      <Costs offer={offer} />
      <Beside />
    </section>
  );
}
