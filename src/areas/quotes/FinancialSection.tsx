import { useStore } from '@nanostores/react';
import { lazy, Suspense, useId, useState } from 'react';
import { amountForInstalment } from '#domain/financials/offers.ts';
import type { Plan } from '#domain/financials/schema.ts';
import type { Offer } from '#domain/quotes/pricing.ts';
import { money, percent, t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { Select } from '#site/ui/Field.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useProblem } from './problems.ts';
import { Section } from './Section.tsx';
import { useBuilder } from './store.ts';

const say = words.financial;
const Schedule = lazy(() => import('./Schedule.tsx'));
/** The duration that cards show before one is chosen. */
const USUAL_MONTHS = 36;

const instalments = (plan: Plan, offer: Offer) =>
  offer.balloon > 0
    ? t(say.withBalloon, {
        n: offer.instalments,
        label: plan.type === 'tcm' ? say.vfg : say.maxi,
        balloon: money(offer.balloon),
      })
    : t(say.instalments, { n: offer.instalments });

function PlanCard({
  plan,
  offer,
  chosen,
  wanted,
  why,
  onChoose,
}: {
  plan: Plan;
  offer: Offer | null;
  chosen: boolean;
  wanted: number;
  why: string | undefined;
  onChoose(): void;
}) {
  const id = useId();
  return (
    <div className="plan" data-chosen={chosen || undefined}>
      <label htmlFor={id}>
        <input type="radio" name="plan" id={id} checked={chosen} onChange={onChoose} /> {plan.name}
      </label>
      {offer ? (
        <>
          <b>{money(offer.instalment)}</b>
          <small>{instalments(plan, offer)}</small>
          <small>{t(say.rates, { tan: percent(offer.tan), taeg: percent(offer.taeg) })}</small>
          <small>{t(say.total, { total: money(offer.totalDue) })}</small>
          {offer.months !== wanted && <small>{t(say.otherMonths, { n: offer.months })}</small>}
        </>
      ) : (
        <small>{say.noOffer}</small>
      )}
      {why && <small className="why">{why}</small>}
    </div>
  );
}

/** "Voglio 300 € al mese": the amount that gives the wanted instalment with the chosen plan and duration. */
function Reverse({ plan, months, protection }: { plan: Plan; months: number; protection: boolean }) {
  const store = useBuilder();
  const [wanted, setWanted] = useState(0);
  const [failed, setFailed] = useState(false);
  const apply = () => {
    const amount = amountForInstalment(wanted, plan, { months, protection }, store.basis());
    setFailed(amount === null);
    if (amount !== null) store.change({ financing: { planId: plan.id, months, protection, amount } });
  };
  return (
    <div className="reverse">
      <MoneyField
        name="wanted"
        label={say.wanted}
        min={0}
        value={wanted}
        error={failed ? say.unreachable : null}
        onChange={setWanted}
      />
      <button type="button" className="btn" onClick={apply} disabled={wanted <= 0}>
        {say.apply}
      </button>
    </div>
  );
}

export function FinancialSection() {
  const store = useBuilder();
  const { deposit, financing } = useStore(store.$draft);
  const { plans } = useStore(store.$sheet);
  const { offer: chosenOffer } = useStore(store.$priced);
  const problem = useProblem();
  const [reverse, setReverse] = useState(false);
  const [schedule, setSchedule] = useState(false);
  const [wish, setWish] = useState(USUAL_MONTHS);
  const months = financing?.months ?? wish;
  const plan = plans.find((one) => one.id === financing?.planId) ?? null;
  const durations = [...new Set((plan ? [plan] : plans).flatMap((one) => one.terms.map((term) => term.months)))].sort(
    (a, b) => a - b,
  );
  const offers = store.offers(months);
  const choose = (planId: number) => {
    const own = offers.find((one) => one.plan.id === planId);
    const amount = financing?.amount ?? Math.max(0, store.open());
    store.change({
      financing: { planId, amount, months: own?.offer?.months ?? months, protection: financing?.protection ?? false },
    });
  };
  return (
    <Section
      name="financial"
      aside={
        plan && (
          <button type="button" className="btn ghost" aria-expanded={reverse} onClick={() => setReverse(!reverse)}>
            {say.reverse}
          </button>
        )
      }
    >
      <div className="three">
        <MoneyField
          name="deposit"
          label={say.deposit}
          min={0}
          value={deposit}
          error={problem('deposit')}
          onChange={store.setDeposit}
        />
        {plans.length > 0 && (
          <Select
            name="months"
            label={say.months}
            value={String(months)}
            error={problem('financing.months')}
            options={durations.map((n) => ({ value: String(n), label: t(say.monthsOf, { n }) }))}
            onChange={({ currentTarget: { value } }) => {
              setWish(Number(value));
              store.financing({ months: Number(value) });
            }}
          />
        )}
        {financing && (
          <MoneyField
            name="amount"
            label={say.amount}
            min={0}
            value={financing.amount}
            error={problem('financing.amount')}
            onChange={(amount) => store.financing({ amount })}
          />
        )}
      </div>
      {reverse && plan && <Reverse plan={plan} months={months} protection={financing?.protection ?? false} />}
      {plans.length === 0 ? (
        <p className="muted">{say.noPlans}</p>
      ) : (
        <div className="plans" role="radiogroup" aria-label={words.sections.financial}>
          {offers.map(({ plan: one, offer, issues }) => (
            <PlanCard
              key={one.id}
              plan={one}
              offer={offer}
              wanted={months}
              chosen={one.id === financing?.planId}
              why={issues.find((issue) => issue.level === 'error')?.message}
              onChoose={() => choose(one.id)}
            />
          ))}
        </div>
      )}
      {financing && (
        <div className="row">
          {plan?.protectionPercent != null && (
            <Checkbox
              name="protection"
              label={say.protection}
              checked={financing.protection}
              help={
                chosenOffer?.protection ? t(say.protectionCost, { price: money(chosenOffer.protection) }) : undefined
              }
              onChange={(event) => store.financing({ protection: event.currentTarget.checked })}
            />
          )}
          <span className="grow" />
          {chosenOffer && (
            <button type="button" className="btn ghost" onClick={() => setSchedule(true)}>
              <Icon name="table-2" size={16} /> {say.schedule}
            </button>
          )}
          <button type="button" className="btn ghost" onClick={() => store.change({ financing: null })}>
            {say.none}
          </button>
        </div>
      )}
      {chosenOffer && <p className="muted">{t(say.example, { amount: money(chosenOffer.amount) })}</p>}
      {schedule && plan && financing && (
        <Suspense>
          <Schedule plan={plan} choice={financing} basis={store.basis()} onClose={() => setSchedule(false)} />
        </Suspense>
      )}
    </Section>
  );
}
