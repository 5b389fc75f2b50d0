import { useStore } from '@nanostores/react';
import { lazy, useState } from 'react';
import { money, percent } from '#domain/italian.ts';
import { shareOf } from '#domain/money.ts';
import type { FinancingChoice, HashedSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { Select } from '#site/ui/Field.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { Section } from '#site/ui/record/page/Section.tsx';
import { FinancialDocument } from '../documents.tsx';
import { choosePlan, MOST_BESIDE, putBeside, withAmount } from './financing.ts';
import { FutureValue } from './FutureValue.tsx';
import { PlanCard, type Place } from './PlanCard.tsx';
import { useBuilder } from '../store.ts';
import { Turned } from '../incentives/Turned.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const say = words.financial;
const Schedule = lazy(() => import('./Schedule.tsx'));
const Wanted = lazy(() => import('./Wanted.tsx'));
/** The duration that the cards show until one is chosen. */
const USUAL_MONTHS = 36;

const share = (cents: number, whole: number) => t(say.share, { percent: percent(shareOf(cents, Math.max(0, whole))) });

/** Every plan of the sheet once. The chosen one and those beside it show their own durations. */
function Plans({ wish }: { wish: number }) {
  const store = useBuilder();
  const draft = useStore(store.$draft);
  const { offer, alternatives } = useStore(store.$priced);
  const { financing } = draft;
  const full = draft.alternatives.length >= MOST_BESIDE;
  return (
    <div className="plans" role="radiogroup" aria-label={words.sections.financial}>
      {store.offers(wish).map(({ plan, offer: offered, issues: ofPlan }) => {
        const at = draft.alternatives.findIndex(({ planId }) => planId === plan.id);
        const place: Place = plan.id === financing?.planId ? 'chosen' : at >= 0 ? 'beside' : 'offered';
        const own = { chosen: offer, beside: alternatives[at]?.offer ?? null, offered }[place];
        const months = { chosen: financing?.months, beside: draft.alternatives[at]?.months, offered: offered?.months };
        const wrong = {
          // The fields of the chosen plan show its problems.
          chosen: [],
          beside: alternatives[at]?.issues ?? [],
          offered: ofPlan,
        }[place].find(({ level }) => level === 'error');
        const set = (months: number, patch: Partial<FinancingChoice> = {}) =>
          store.change({
            alternatives: draft.alternatives.map((one, i) => (i === at ? { ...one, ...patch, months } : one)),
          });
        const ownMonths = months[place] ?? wish;
        return (
          <PlanCard
            key={plan.id}
            plan={plan}
            place={place}
            full={full}
            months={ownMonths}
            offer={own}
            why={wrong?.message}
            onChoose={() => store.change(choosePlan(draft, plan.id, ownMonths))}
            onBeside={(on) => store.change(putBeside(draft, plan.id, ownMonths, on))}
            onMonths={set}
          />
        );
      })}
    </div>
  );
}

/** What is financed: typed, or what is left to pay. */
function Amount({ draft, financing }: { draft: QuoteDraft; financing: FinancingChoice }) {
  const store = useBuilder();
  const { financed, keysInHand } = useStore(store.$priced);
  const problem = useProblem();
  return (
    <MoneyField
      name="amount"
      label={say.amount}
      min={0}
      percentOf={keysInHand}
      value={financed}
      error={problem('financing.amount')}
      help={
        <>
          {share(financed, keysInHand)} ·{' '}
          {financing.amount === null ? (
            say.follows
          ) : (
            <button type="button" className="link" onClick={() => store.change(withAmount(draft, null))}>
              {say.follow}
            </button>
          )}
        </>
      }
      onChange={(amount) => store.change(withAmount(draft, amount))}
    />
  );
}

function Chosen({
  plan,
  financing,
  onSchedule,
}: {
  plan: HashedSheet['plans'][number] | null;
  financing: FinancingChoice;
  onSchedule: () => void;
}) {
  const store = useBuilder();
  const { offer } = useStore(store.$priced);
  return (
    <div className="row">
      {plan?.protectionPercent != null && (
        <Checkbox
          name="protection"
          label={say.protection}
          checked={financing.protection}
          help={offer?.protection ? t(say.protectionCost, { price: money(offer.protection) }) : undefined}
          onChange={(event) => store.financing({ protection: event.currentTarget.checked })}
        />
      )}
      <span className="grow" />
      {offer && (
        <button type="button" className="btn ghost" onClick={onSchedule}>
          <Icon name="table-2" size={16} /> {say.schedule}
        </button>
      )}
      <button type="button" className="btn ghost" onClick={() => store.change({ financing: null, alternatives: [] })}>
        {say.none}
      </button>
    </div>
  );
}

export function FinancialSection() {
  const store = useBuilder();
  const draft = useStore(store.$draft);
  const { plans, params } = useStore(store.$sheet);
  const { offer, financed, keysInHand } = useStore(store.$priced);
  const problem = useProblem();
  const [wanted, setWanted] = useState(false);
  const [schedule, setSchedule] = useState(false);
  const [wish, setWish] = useState(USUAL_MONTHS);
  const { deposit, financing } = draft;
  const months = financing?.months ?? wish;
  const plan = plans.find((one) => one.id === financing?.planId) ?? null;
  const durations = [...new Set((plan ? [plan] : plans).flatMap((one) => one.terms.map((term) => term.months)))].sort(
    (a, b) => a - b,
  );
  return (
    <Section
      name="financial"
      document={<FinancialDocument />}
      aside={
        plan && (
          <button type="button" className="btn ghost" aria-expanded={wanted} onClick={() => setWanted(!wanted)}>
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
          percentOf={keysInHand}
          help={deposit > 0 && share(deposit, keysInHand)}
          value={deposit}
          error={problem('deposit')}
          onChange={(amount) => store.change({ deposit: amount })}
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
        {financing && <Amount draft={draft} financing={financing} />}
      </div>
      {wanted && plan && financing && (
        <OnDemand>
          <Wanted plan={plan} choice={{ ...financing, amount: financed }} />
        </OnDemand>
      )}
      {plan?.balloonBasis && financing && <FutureValue plan={plan} choice={financing} />}
      {plans.length === 0 ? <p className="muted">{say.noPlans}</p> : <Plans wish={months} />}
      {financing && <Chosen plan={plan} financing={financing} onSchedule={() => setSchedule(true)} />}
      {offer && <p className="muted">{t(say.example, { amount: money(offer.amount) })}</p>}
      {schedule && plan && financing && (
        <OnDemand>
          <Schedule
            plan={plan}
            choice={{ ...financing, amount: financed }}
            basis={store.basis()}
            taxes={params}
            onClose={() => setSchedule(false)}
          />
        </OnDemand>
      )}
      <Turned section="financial" />
    </Section>
  );
}
