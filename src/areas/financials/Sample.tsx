import { useState } from 'react';
import { amortisation, secondAmortisation } from '#domain/financials/amortisation.ts';
import type { planFields } from '#domain/financials/fields.ts';
import { basisOfPrice, loanOf } from '#domain/financials/loan.ts';
import { assess } from '#domain/financials/offers.ts';
import { planOf, sampleFields, samplePurchase } from '#domain/financials/sample.ts';
import type { TaxParams } from '#domain/financials/schema.ts';
import { secondStepOf } from '#domain/financials/second-step.ts';
import type { TableInForce } from '#domain/financials/tables/schema.ts';
import type { Values } from '#domain/record/fields.ts';
import { money, rate } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { financials as words } from '#site/messages/it/financials.ts';
import { FoldedAmortisation } from '#site/parts/figures/FoldedAmortisation.tsx';
import { idsOf } from '#site/ui/choices.ts';
import { Select } from '#site/ui/Field.tsx';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { FormFields } from '#site/ui/record/form/FormFields.tsx';
import type { Baskets } from './form.ts';

const fields = formOf(sampleFields, {});

/** Calculates the plan for an example purchase while it is edited. */
export function Sample({
  values,
  taxes,
  baskets,
  tables,
}: {
  values: Values<typeof planFields>;
  taxes: TaxParams;
  baskets: Baskets;
  tables: readonly TableInForce[];
}) {
  const [basketId, setBasketId] = useState('');
  const named = tables.filter(({ id }) => values.futureTableIds.includes(id));
  const used = baskets.filter(({ id }) => [...values.futureValues, ...named].some((row) => row.basketId === id));
  const [tried, setTried] = useState({ ...samplePurchase, months: values.terms[0]?.months ?? samplePurchase.months });
  const plan = planOf(values, used.some(({ id }) => String(id) === basketId) ? [Number(basketId)] : [], tables);
  const { price, deposit, months, kmPerYear } = tried;
  const choice = { amount: Math.max(0, price - deposit), months, kmPerYear, protection: false };
  const basis = basisOfPrice(price, deposit);
  const { offer, issues } = assess(plan, choice, basis, taxes);
  const loan = loanOf(plan, choice, basis);
  const second = offer && plan.secondStep && secondStepOf(offer.balloon, plan.secondStep.tan, plan.secondStep.months);
  return (
    <section className="card sample" aria-label={words.sample}>
      <h2>{words.sample}</h2>
      <FormFields
        fields={fields}
        values={tried}
        errors={{}}
        readOnly={false}
        onChange={(change) => setTried((before) => ({ ...before, ...change }))}
      />
      {used.length > 0 && (
        <Select
          name="basket"
          label={words.basket}
          empty={words.otherVersions}
          options={idsOf(used)}
          value={basketId}
          onChange={(event) => setBasketId(event.currentTarget.value)}
        />
      )}
      <div role="status">
        {issues.map(({ message }) => (
          <p key={message} className="callout warn">
            {message}
          </p>
        ))}
        {offer ? (
          <dl>
            {[
              [t(words.instalments, { n: offer.instalments }), money(offer.instalment)],
              ...(offer.balloon > 0 ? [[words.balloon, money(offer.balloon)]] : []),
              [words.tan, rate(offer.tan)],
              [words.taeg, rate(offer.taeg)],
              [words.credit, money(offer.amount)],
              [words.cost, money(offer.creditCost)],
              [words.due, money(offer.totalDue)],
            ].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="num">{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          issues.length === 0 && <p className="callout warn">{words.none}</p>
        )}
        {second && (
          <p>
            {t(words.second, {
              n: second.months,
              amount: money(second.instalment),
              tan: rate(second.tan),
              total: money(second.totalDue),
            })}
          </p>
        )}
      </div>
      {offer && loan && (
        <FoldedAmortisation className="fold" label={words.amortisation} rows={() => amortisation(plan, loan, taxes)} />
      )}
      {second && (
        <FoldedAmortisation
          className="fold"
          label={words.amortisationSecond}
          rows={() => secondAmortisation(plan, offer.balloon) ?? []}
        />
      )}
    </section>
  );
}
