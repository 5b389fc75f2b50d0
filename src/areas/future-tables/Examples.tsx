import type { Cell } from '#domain/financials/tables/fields.ts';
import { SHARE, workedOf, type Worked } from '#domain/financials/tables/worked.ts';
import { integer, money } from '#domain/italian.ts';
import { percentOf } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';
import { examples as parts } from '#site/messages/it/future-tables-parts.ts';
import { aroundOf, share, sourceOf } from './source.ts';

/** An example of each rule that the table shows, as the price above would have it. */
export default function Examples(props: { cells: readonly Cell[]; betweenMonths: boolean; price: number }) {
  return (
    <dl className="worked">
      {workedOf(props.cells, props.betweenMonths).map((one) => (
        <WorkedLine key={one.rule} one={one} cells={props.cells} price={props.price} />
      ))}
    </dl>
  );
}

/** An example of the table with how it comes about. */
function WorkedLine({ one, cells, price }: { one: Worked; cells: readonly Cell[]; price: number }) {
  const { rule, months, kmPerYear, percent: value } = one;
  const source = sourceOf(cells, months, kmPerYear);
  const why = {
    mileages: t(parts.share, { source, ...SHARE }),
    durations: value === null ? t(parts.notBetween, aroundOf(cells, months)!) : source,
    cell: t(parts.cellOf, { percent: share(value ?? 0), price: money(price) }),
  };
  const result = rule === 'cell' ? money(percentOf(price, value ?? 0)) : value === null ? words.none : share(value);
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
