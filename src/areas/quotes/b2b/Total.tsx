import { useStore } from '@nanostores/react';
import { money } from '#domain/italian.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { Eye } from '../builder/total/Eye.tsx';
import { TotalCard } from '../builder/total/TotalCard.tsx';
import { useB2b } from './store.ts';

/** The margin, hidden until the eye is pressed; absent for people who may not see costs. */
export function Margin() {
  const { $priced, $view } = useB2b();
  const { margin } = useStore($priced);
  const { margin: shown } = useStore($view);
  if (!margin) return null;
  return (
    <Eye shown={shown} onToggle={() => $view.set({ margin: !shown })}>
      <dl className="waterfall">
        <div className={margin.amount !== null && margin.amount < 0 ? 'step loss' : 'step'}>
          <dt>{words.totals.margin}</dt>
          <dd>{margin.amount === null ? words.totals.unknown : money(margin.amount)}</dd>
        </div>
      </dl>
    </Eye>
  );
}

/** The rows of the total: cars by regime, expenses, sum and VAT. */
export function Figures() {
  const { regimes, expenses, vat, total } = useStore(useB2b().$priced);
  return (
    <dl>
      {regimes.map(({ regime, cars: n, total: amount, vat: tax, net }) => [
        <div key={regime}>
          <dt>
            {saleRegimes[regime].label} · {t(words.cars, { n })}
          </dt>
          <dd>{money(amount)}</dd>
        </div>,
        tax > 0 && (
          <div key={`${regime} tax`} className="info">
            <dt>{t(words.taxed, { net: money(net), vat: money(tax) })}</dt>
            <dd />
          </div>
        ),
      ])}
      {expenses.map(({ key, label, amount }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{words.totals.total}</dt>
        <dd>{money(total)}</dd>
      </div>
      {vat > 0 && (
        <div className="info">
          <dt>{words.totals.vat}</dt>
          <dd>{money(vat)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The totals of the offer by regime. */
export function Total() {
  const { cars, total } = useStore(useB2b().$priced);
  return (
    <TotalCard
      title={words.totals.title}
      total={[words.totals.total, money(total)]}
      beside={[words.totals.cars, String(cars.length)]}
      spoken={
        <p className="sr-only" role="status">
          {words.totals.total} {money(total)}
        </p>
      }
    >
      <Figures />
      <Margin />
    </TotalCard>
  );
}
