import { useStore } from '@nanostores/react';
import { money } from '#domain/italian.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { useBuilder } from './store.ts';

const say = words.annual;

/** What the car costs its owner in a year, beside its price: road tax, policies, instalments. */
export function Annual() {
  const store = useBuilder();
  const { annual, insurances, offer } = useStore(store.$priced);
  const lines = useStore(store.$draft).insurances;
  const months = (tariffId: number) => lines.find((line) => line.tariffId === tariffId)?.months ?? 12;
  const premiums = insurances.reduce((sum, one) => sum + Math.round((one.gross * 12) / months(one.tariffId)), 0);
  const rows = [
    [say.roadTax, annual.bollo],
    [say.superTax, annual.superbollo],
    [words.sections.insurances, premiums],
    [say.instalments, offer ? offer.monthly * Math.min(12, offer.instalments) : 0],
  ] as const;
  const total = rows.reduce((sum, [, amount]) => sum + amount, 0);
  return (
    <details className="annual">
      <summary>
        {say.title} <b>{money(total)}</b>
      </summary>
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
    </details>
  );
}
