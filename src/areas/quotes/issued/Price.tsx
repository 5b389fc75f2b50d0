import { Fragment } from 'react';
import { money } from '#domain/italian.ts';
import { rowItems } from '#domain/quotes/sheet/row-items.ts';
import { Annual } from '#site/areas/quotes/builder/total/Annual.tsx';
import { useReckoned } from '#site/areas/quotes/builder/quote.ts';
import { MarginEye } from '#site/areas/quotes/builder/total/MarginEye.tsx';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';

/** The 16 printed rows of the price, each with its parts. */
export function Price() {
  const { draft, sheet, priced } = useReckoned();
  const chosen = {
    accessories: sheet.accessories.filter(({ id }) => draft.accessoryIds.includes(id)),
    services: sheet.services.filter(({ id }) => draft.serviceIds.includes(id)),
    makerServices: sheet.makerServices.filter(({ id }) => draft.makerServiceIds.includes(id)),
  };
  return (
    <section className="card issued-rows" aria-label={builder.totals.title}>
      <h2>{words.price}</h2>
      <dl>
        {priced.rows.map((row) => (
          <Fragment key={row.key}>
            <div className={row.kind}>
              <dt>{row.label}</dt>
              <dd className={row.amount < 0 && row.kind !== 'sum' ? 'minus' : undefined}>{money(row.amount)}</dd>
            </div>
            {rowItems(row, priced, chosen).map((item) => (
              <div key={item.code} className="item">
                <dt>
                  {item.name} <small>{item.code}</small>
                </dt>
                <dd>{item.price === 0 ? words.included : money(item.price)}</dd>
              </div>
            ))}
          </Fragment>
        ))}
      </dl>
      <Annual />
      <MarginEye />
    </section>
  );
}
