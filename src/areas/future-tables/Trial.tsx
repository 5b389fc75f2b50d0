import { lazy, useContext, useState } from 'react';
import { futureValueOf, withMonths } from '#domain/financials/future-value.ts';
import type { Cell, FutureTableValues } from '#domain/financials/tables/fields.ts';
import { SHARE, workedOf, type Worked } from '#domain/financials/tables/worked.ts';
import { integer, money, percent } from '#domain/italian.ts';
import { CAR_LIMIT, percentOf } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { NumberField } from '#site/ui/NumberField.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Compared } from './compared.ts';

const Curve = lazy(() => import('./Curve.tsx'));

/** The values of one duration, by mileage. */
const rowOf = (cells: readonly Cell[], months: number): Cell[] =>
  cells.filter((cell) => cell.months === months).toSorted((a, b) => a.kmPerYear - b.kmPerYear);

/** The durations of the table around one that it lacks; null: it lies outside of them. */
function aroundOf(cells: readonly Cell[], months: number): { from: number; to: number } | null {
  const known = [...new Set(cells.map((cell) => cell.months))].toSorted((a, b) => a - b);
  const [from, to] = [known.findLast((one) => one < months), known.find((one) => one > months)];
  return from === undefined || to === undefined || known.includes(months) ? null : { from, to };
}

/** Where a value comes from: a cell, or between which cells it lies. */
function sourceOf(cells: readonly Cell[], months: number, kmPerYear: number): string {
  const around = aroundOf(cells, months);
  if (around) return t(words.betweenMonths, around);
  const row = rowOf(cells, months);
  const at = row.findIndex((cell) => cell.kmPerYear >= kmPerYear);
  const [above, below] = [row[at], row[at - 1]];
  return above && below && above.kmPerYear !== kmPerYear
    ? t(words.between, { from: percent(below.percent), to: percent(above.percent) })
    : words.inTable;
}

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
              <b>{percent(value.percent)}</b> {money(percentOf(price, value.percent))}
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
      <dl className="worked">
        {workedOf(cells, betweenMonths).map((one) => (
          <WorkedLine key={one.rule} one={one} cells={cells} price={price} />
        ))}
      </dl>
    </section>
  );
}

/** An example of the table with how it comes about. */
function WorkedLine({ one, cells, price }: { one: Worked; cells: readonly Cell[]; price: number }) {
  const { rule, months, kmPerYear, percent: value } = one;
  const source = sourceOf(cells, months, kmPerYear);
  const why = {
    mileages: t(words.share, { source, ...SHARE }),
    durations: value === null ? t(words.notBetween, aroundOf(cells, months)!) : source,
    cell: t(words.cellOf, { percent: percent(value ?? 0), price: money(price) }),
  };
  const result = rule === 'cell' ? money(percentOf(price, value ?? 0)) : value === null ? words.none : percent(value);
  return (
    <div>
      <dt>{t(words.cell, { months, km: integer(kmPerYear) })}</dt>
      <dd>
        <b>{result}</b>
        <small className="muted">{why[rule]}</small>
      </dd>
    </div>
  );
}
