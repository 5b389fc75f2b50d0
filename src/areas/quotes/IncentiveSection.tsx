import { useStore } from '@nanostores/react';
import { incentiveAmount, incentiveIssue } from '#domain/quotes/discounts.ts';
import { linesOf } from '#domain/quotes/pricing.ts';
import type { CustomDiscount, Incentive } from '#domain/quotes/schema.ts';
import { money, percent, t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { Field } from '#site/ui/Field.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { TaxableField } from '#site/ui/MoneyField.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { useProblem } from './problems.ts';
import { Section } from './Section.tsx';
import { useBuilder } from './store.ts';

const say = words.incentives;
const LIMIT = 5;

function Listed({
  incentive,
  on,
  why,
  worth,
  onToggle,
}: {
  incentive: Incentive;
  on: boolean;
  why: string | null;
  worth: number;
  onToggle(): void;
}) {
  const value = incentive.percent === null ? money(-worth) : `−${percent(incentive.percent)}`;
  return (
    <label className="opt" data-off={why ? true : undefined}>
      {/* One that does not apply can still be taken away, and one waiting for its customer or car be chosen later. */}
      <input type="checkbox" checked={on} disabled={why !== null && !on} onChange={onToggle} />
      <span>
        {incentive.name}{' '}
        <small>
          {say.types[incentive.type]} · {say.payers[incentive.payer]}
          {why && ` · ${t(say.why, { reason: why })}`}
        </small>
      </span>
      <span className="num minus">{why ? '' : value}</span>
    </label>
  );
}

/** A discount of the dealer: an amount, or a percentage of the list price. */
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
          label={net ? `${say.amount} (${words.net.toLowerCase()})` : say.amount}
          min={0}
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
          decimals
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

export function IncentiveSection() {
  const store = useBuilder();
  const draft = useStore(store.$draft);
  const sheet = useStore(store.$sheet);
  const lines = linesOf(draft, sheet);
  const { incentiveIds, customDiscounts } = draft;
  const toggle = (id: number) =>
    store.change({
      incentiveIds: incentiveIds.includes(id) ? incentiveIds.filter((one) => one !== id) : [...incentiveIds, id],
    });
  const add = (amount: number | null, rate: number | null) =>
    store.change({ customDiscounts: [...customDiscounts, { label: '', amount, percent: rate }] });
  const banded = sheet.incentives.some((one) => one.bands?.some((band) => band.lowIncome));
  return (
    <Section name="incentives">
      <div className="choices">
        {sheet.incentives.length === 0 && <p className="muted">{say.none}</p>}
        {sheet.incentives.map((one) => (
          <Listed
            key={one.id}
            incentive={one}
            on={incentiveIds.includes(one.id)}
            why={incentiveIssue(one, draft, sheet, lines)}
            worth={incentiveAmount(one, draft, sheet, lines)}
            onToggle={() => toggle(one.id)}
          />
        ))}
      </div>
      {banded && (
        <Checkbox
          name="lowIncome"
          label={say.lowIncome}
          checked={draft.lowIncome}
          onChange={(event) => store.change({ lowIncome: event.currentTarget.checked })}
        />
      )}
      {customDiscounts.map((discount, index) => (
        <Custom key={index} discount={discount} index={index} />
      ))}
      {customDiscounts.length < LIMIT && (
        <div className="row">
          <button type="button" className="btn" onClick={() => add(0, null)}>
            <Icon name="euro" size={16} /> {say.addAmount}
          </button>
          <button type="button" className="btn" onClick={() => add(null, 0)}>
            <Icon name="percent" size={16} /> {say.addPercent}
          </button>
        </div>
      )}
    </Section>
  );
}
