import { lazy, useContext, useState } from 'react';
import { futureValueOf, withMonths } from '#domain/financials/future-value.ts';
import type { FutureTableValues } from '#domain/financials/tables/fields.ts';
import { money } from '#domain/italian.ts';
import { CAR_LIMIT, percentOf } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Compared } from './compared.ts';
import { rowOf, share, sourceOf } from './source.ts';

const Curve = lazy(() => import('./Curve.tsx'));
const Examples = lazy(() => import('./Examples.tsx'));
/** As high as the examples that a table mostly has: what follows does not move when they come. */
const room = (
  <dl className="worked" aria-hidden>
    {[1, 2, 3].map((line) => (
      <div key={line}>
        <dt>&nbsp;</dt>
        <dd>
          <small>&nbsp;</small>
        </dd>
      </div>
    ))}
  </dl>
);

/** A value of the table for a duration and a mileage, by the rule of quotes. */
export function Trial({ values: { cells: typed, betweenMonths } }: { values: FutureTableValues }) {
  const before = useContext(Compared);
  const [months, setMonths] = useState(36);
  const [kmPerYear, setKm] = useState(15_000);
  const [price, setPrice] = useState(26_000_00);
  const cells = typed.filter((cell) => !Number.isNaN(cell.percent));
  const table = betweenMonths ? withMonths(cells, [months]) : cells;
  const value = futureValueOf(table, months, kmPerYear);
  const drawn = [
    ...(before
      ? [
          {
            name: 'former',
            label: t(words.formerCurve, { edition: before.edition }),
            row: rowOf(betweenMonths ? withMonths(before.cells, [months]) : before.cells, months),
          },
        ]
      : []),
    { name: 'now', row: rowOf(table, months) },
  ];
  return (
    <section className="card sample trial-table" aria-label={words.trial}>
      <h2>
        {words.trial} <small className="muted">{words.trialNote}</small>
      </h2>
      <div className="trial-fields">
        <NumberField live name="months" label={words.months} min={2} max={120} value={months} onChange={setMonths} />
        <NumberField
          live
          name="km"
          label={words.kmPerYear}
          min={1000}
          max={100_000}
          value={kmPerYear}
          onChange={setKm}
        />
        <MoneyField name="price" label={words.price} min={0} max={CAR_LIMIT} value={price} onChange={setPrice} />
      </div>
      <div role="status">
        {value ? (
          <>
            <p className="trial-value">
              <b>{share(value.percent)}</b> {money(percentOf(price, value.percent))}
            </p>
            <p className="muted">{sourceOf(cells, months, kmPerYear)}</p>
          </>
        ) : (
          <p className="callout warn">{words.none}</p>
        )}
      </div>
      {drawn.flatMap(({ row }) => row).length > 1 && (
        <OnDemand until={<svg className="curve" viewBox="0 0 320 120" />}>
          <Curve months={months} drawn={drawn.filter(({ row }) => row.length > 0)} tried={value} />
        </OnDemand>
      )}
      {cells.length > 0 && (
        <OnDemand until={room}>
          <Examples cells={cells} betweenMonths={betweenMonths} price={price} />
        </OnDemand>
      )}
    </section>
  );
}
