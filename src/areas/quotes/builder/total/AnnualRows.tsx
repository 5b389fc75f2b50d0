import { money } from '#domain/italian.ts';
import type { AnnualCosts } from '#domain/quotes/sheet/annual.ts';
import { builder as words } from '#site/messages/it/quotes.ts';

const say = words.annual;

/** The rows of the yearly cost; the road tax has a row even when none is due. */
export default function AnnualRows({ costs }: { costs: AnnualCosts }) {
  const rows = [
    ...(costs.roadTax === null ? [] : [{ label: say.roadTax, amount: costs.roadTax }]),
    ...[
      { label: say.superTax, amount: costs.superTax },
      { label: words.sections.insurances, amount: costs.premiums },
      { label: say.instalments, amount: costs.instalments },
    ].filter(({ amount }) => amount > 0),
  ];
  return (
    <>
      <dl>
        {rows.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{say.note}</p>
    </>
  );
}
