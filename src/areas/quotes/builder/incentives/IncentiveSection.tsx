import { useStore } from '@nanostores/react';
import { memo, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { day, money, percent } from '#domain/italian.ts';
import type { CustomDiscount, Incentive } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { DateField } from '#site/ui/DateField.tsx';
import { Field } from '#site/ui/Field.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { MoneyField, TaxableField } from '#site/ui/MoneyField.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { Section } from '#site/ui/record/page/Section.tsx';
import { Approval } from './Approval.tsx';
import { IncentiveDocument } from '../documents.tsx';
import type { WeighedIncentive } from './incentives.ts';
import { useAmount, useBuilder, useDraft } from '../store.ts';
import { Turned } from './Turned.tsx';

const say = words.incentives;
const LIMIT = 5;

const until = (last: string | null | undefined) => last && t(say.until, { day: day(last) });

/** The campaign as the head of its incentives; null when it says no more than its only incentive. */
function headOf({ name, campaign }: Incentive): Incentive['campaign'] {
  if (!campaign) return null;
  const { documentUrl, left, stacking } = campaign;
  return campaign.name !== name || documentUrl || left !== null || stacking === 'alone' ? campaign : null;
}

/** Incentives grouped by campaign, with its last day and who pays; those without a campaign come last. */
function Grouped({ weighed }: { weighed: readonly WeighedIncentive[] }) {
  const { rows } = useStore(useBuilder().$priced);
  const given = new Set(rows.map(({ key }) => key));
  const groups = [...Map.groupBy(weighed, ({ incentive }) => headOf(incentive)?.name ?? '')].sort(
    ([a], [b]) => Number(a === '') - Number(b === ''),
  );
  return groups.map(([name, all]) => {
    const campaign = headOf(all[0]!.incentive);
    const payers = [...new Set(all.map(({ incentive }) => say.payers[incentive.payer]))];
    const left = campaign?.left ?? null;
    const about = [
      campaign && until(campaign.validTo),
      left !== null && (left === 0 ? say.usedUp : t(say.left, { amount: money(left) })),
      campaign && payers.join(', '),
      campaign?.stacking === 'alone' && say.alone,
    ]
      .filter(Boolean)
      .join(' · ');
    return (
      <div key={name} role="group" aria-label={name || say.beyond}>
        {(campaign || groups.length > 1) && (
          <p className="row">
            <b>{name || say.beyond}</b> <small>{about}</small>
            {campaign?.documentUrl && (
              <a
                className="link"
                href={campaign.documentUrl}
                target="_blank"
                rel="noreferrer"
                aria-label={t(say.rulesOf, { name: campaign.name })}
              >
                {say.rules}
              </a>
            )}
          </p>
        )}
        {all.map((one) => (
          <Listed key={one.incentive.id} {...one} given={given.has(`incentive-${one.incentive.id}`)} />
        ))}
      </div>
    );
  });
}

/**
 * Drawn again only when its worth or its reason changes. An incentive that is chosen but not given lost against another one, or against a
 * limit.
 */
const Listed = memo(function Listed({ incentive, why, worth, given }: WeighedIncentive & { given: boolean }) {
  const store = useBuilder();
  const on = useDraft('incentiveIds').incentiveIds.includes(incentive.id);
  const amount = useAmount();
  // State aid applies after VAT, so it has no net amount.
  const worthy = incentive.payer === 'state' ? money(-worth) : amount(-worth);
  const value = incentive.percent === null ? worthy : `−${percent(incentive.percent)}`;
  const idle = on && !given && worth > 0;
  return (
    <div className="opt incentive" data-off={why ? true : undefined}>
      <label>
        {/* An incentive that does not apply can still be removed; one that waits for its customer or car can be chosen early. */}
        <input
          type="checkbox"
          checked={on}
          disabled={why !== null && !on}
          onChange={() => store.toggleIncentive(incentive.id)}
        />
        <span>
          {incentive.name}{' '}
          <small>
            {[
              say.types[incentive.type],
              say.payers[incentive.payer],
              incentive.payer === 'state' && say.afterTax,
              incentive.validTo !== headOf(incentive)?.validTo && until(incentive.validTo),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      </label>
      <small className="why">{why ?? (idle && say.idle)}</small>
      <span className="num minus">{!why && !idle && value}</span>
    </div>
  );
});

/** The incentives that apply or are chosen; the others follow folded, each with its reason. */
function Offered() {
  const store = useBuilder();
  const all = useStore(store.$incentives);
  const { incentiveIds } = useDraft('incentiveIds');
  const stands = ({ why, incentive }: WeighedIncentive) => why === null || incentiveIds.includes(incentive.id);
  const others = all.filter((one) => !stands(one));
  if (all.length === 0) return <p className="muted">{say.none}</p>;
  return (
    <>
      <div className="choices">
        <Grouped weighed={all.filter(stands)} />
      </div>
      {others.length > 0 && (
        <details className="choices">
          <summary>{t(say.others, { n: others.length })}</summary>
          <Grouped weighed={others} />
        </details>
      )}
    </>
  );
}

/** A discount by the dealer: an amount, or a percentage of the list price. */
function Custom({ discount, index }: { discount: CustomDiscount; index: number }) {
  const store = useBuilder();
  const problem = useProblem();
  const sheet = useStore(store.$sheet);
  const { net } = useStore(store.$view);
  const all = () => store.$draft.get().customDiscounts;
  const set = (patch: Partial<CustomDiscount>) =>
    store.change({ customDiscounts: all().map((one, at) => (at === index ? { ...one, ...patch } : one)) });
  return (
    <div className="custom">
      <Field
        name="label"
        label={say.label}
        maxLength={80}
        placeholder={say.defaultLabel}
        autoComplete="off"
        value={discount.label}
        error={problem(`customDiscounts.${index}.label`)}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {discount.percent === null ? (
        <TaxableField
          name="amount"
          label={say.amount}
          rate={sheet.params.taxRate}
          net={net}
          value={discount.amount ?? 0}
          error={problem(`customDiscounts.${index}.amount`)}
          onChange={(amount) => set({ amount })}
        />
      ) : (
        <NumberField
          name="percent"
          label={say.percent}
          suffix="%"
          decimals={2}
          min={0}
          max={100}
          value={discount.percent}
          error={problem(`customDiscounts.${index}.percent`)}
          onChange={(value) => set({ percent: value })}
        />
      )}
      <button
        type="button"
        className="icon"
        aria-label={say.remove}
        onClick={() => store.change({ customDiscounts: all().filter((_, at) => at !== index) })}
      >
        <Icon name="trash-2" />
      </button>
    </div>
  );
}

/** The questions that the offered incentives depend on. */
function Conditions() {
  const store = useBuilder();
  const { isee, lowIncome, plateOn, bookingNumber } = useDraft('isee', 'lowIncome', 'plateOn', 'bookingNumber');
  const { incentives } = useStore(store.$sheet);
  const problem = useProblem();
  const income = incentives.some((one) => one.bands?.some((band) => band.maxIncome !== null));
  const plate = incentives.some((one) => one.plateBy !== null);
  const booking = incentives.some((one) => one.needsBooking);
  if (!income && !plate && !booking) return null;
  return (
    <div className="three">
      {income && (
        <div className="isee">
          <MoneyField
            nullable
            name="isee"
            label={say.isee}
            min={0}
            value={isee}
            error={problem('isee')}
            onChange={(amount) => store.change({ isee: amount })}
          />
          {isee === null && (
            <Checkbox
              name="lowIncome"
              label={say.lowIncome}
              checked={lowIncome}
              onChange={(event) => store.change({ lowIncome: event.currentTarget.checked })}
            />
          )}
        </div>
      )}
      {plate && (
        <DateField
          name="plateOn"
          label={say.plateOn}
          value={plateOn}
          error={problem('plateOn')}
          onChange={(day) => store.change({ plateOn: day })}
        />
      )}
      {booking && (
        <Field
          name="bookingNumber"
          label={say.bookingNumber}
          maxLength={40}
          autoComplete="off"
          value={bookingNumber}
          error={problem('bookingNumber')}
          onChange={(event) => store.change({ bookingNumber: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

export function IncentiveSection() {
  const store = useBuilder();
  const { customDiscounts } = useDraft('customDiscounts');
  const add = ({ currentTarget }: MouseEvent, amount: number | null, rate: number | null) => {
    const section = currentTarget.closest('section')!;
    flushSync(() => store.change({ customDiscounts: [...customDiscounts, { label: '', amount, percent: rate }] }));
    // The person types the figure next.
    [...section.querySelectorAll<HTMLElement>('[name=amount], [name=percent]')].at(-1)?.focus();
  };
  return (
    <Section name="incentives" document={<IncentiveDocument />}>
      <Offered />
      <Turned section="incentives" />
      <Conditions />
      {customDiscounts.map((discount, index) => (
        <Custom key={index} discount={discount} index={index} />
      ))}
      {customDiscounts.length < LIMIT && (
        <div className="row">
          <button type="button" className="btn" onClick={(event) => add(event, 0, null)}>
            <Icon name="euro" size={16} /> {say.addAmount}
          </button>
          <button type="button" className="btn" onClick={(event) => add(event, null, 0)}>
            <Icon name="percent" size={16} /> {say.addPercent}
          </button>
        </div>
      )}
      <Approval />
    </Section>
  );
}
