import { money } from '#domain/italian.ts';
import { builder as words } from '#site/messages/it/quotes.ts';

const say = words.annual;

/** Cents a year. */
export interface AnnualCosts {
  roadTax: number;
  superTax: number;
  premiums: number;
  instalments: number;
}

/** What a car costs in a year, one by one; the road tax also where there is none. */
export default function AnnualRows({ costs }: { costs: AnnualCosts }) {
  const rows = [
    [say.roadTax, costs.roadTax],
    [say.superTax, costs.superTax],
    [words.sections.insurances, costs.premiums],
    [say.instalments, costs.instalments],
  ] as const;
  return (
    <>
      <dl>
        {rows
          .filter(([, amount], at) => at === 0 || amount > 0)
          .map(([label, amount]) => (
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
