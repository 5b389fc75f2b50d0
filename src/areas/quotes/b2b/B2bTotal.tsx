import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { money } from '#domain/italian.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { useB2b } from './store.ts';

const say = words.totals;

/** Behind an eye that who sees no costs does not have. */
function Margin() {
  const { $priced, $view } = useB2b();
  const { margin } = useStore($priced);
  const { margin: shown } = useStore($view);
  if (!margin) return null;
  return (
    <div className="margin">
      <button
        type="button"
        className="btn ghost small"
        aria-expanded={shown}
        onClick={() => $view.set({ margin: !shown })}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} size={16} /> {shown ? say.hideMargin : say.showMargin}
      </button>
      {shown && (
        <dl className="waterfall">
          <div className={margin.amount !== null && margin.amount < 0 ? 'step loss' : 'step'}>
            <dt>{say.margin}</dt>
            <dd>{margin.amount === null ? say.unknown : money(margin.amount)}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}

/** The offer by regime, always in view; on a phone a bar at the foot that opens. */
export function B2bTotal() {
  const { cars, regimes, expenses, vat, total } = useStore(useB2b().$priced);
  const [open, setOpen] = useState(false);
  return (
    <aside className="card total" aria-label={say.title} data-open={open || undefined}>
      <div className="total-head">
        <p>
          <small>{say.total}</small>
          <span className="kih">{money(total)}</span>
        </p>
        <p className="rate">
          <small>{say.cars}</small>
          <b>{cars.length}</b>
        </p>
        <button
          type="button"
          className="icon total-toggle"
          aria-expanded={open}
          aria-label={open ? builder.totals.hideColumn : builder.totals.showColumn}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-up'} />
        </button>
      </div>
      <div className="total-body">
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
            <dt>{say.total}</dt>
            <dd>{money(total)}</dd>
          </div>
          {vat > 0 && (
            <div className="info">
              <dt>{say.vat}</dt>
              <dd>{money(vat)}</dd>
            </div>
          )}
        </dl>
        <Margin />
      </div>
      <p className="sr-only" role="status">
        {say.total} {money(total)}
      </p>
    </aside>
  );
}
