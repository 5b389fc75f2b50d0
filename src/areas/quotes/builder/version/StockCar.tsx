import { day } from '#domain/italian.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { newStockQuotes as words } from '#site/messages/it/quotes.ts';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';

/** The car of the stock that the quote is for; its equipment cannot be changed. */
export function StockCar({ car, options }: { car: NonNullable<PriceSheet['stock']> } & Pick<PriceSheet, 'options'>) {
  const names = car.optionIds.flatMap((id) => options.find((one) => one.id === id)?.name ?? []);
  return (
    <>
      <p className="callout">
        <span>
          <b>{t(words.title, { code: car.code })}</b> · {words.fixed}
        </span>
      </p>
      <DescriptionList
        rows={[
          [words.vin, car.vin],
          [words.place, car.location],
          [words.arrived, car.arrivedOn && day(car.arrivedOn)],
          [words.expected, !car.arrivedOn && car.expectedOn && day(car.expectedOn)],
          [words.fitted, names.join(', ')],
        ]}
      />
    </>
  );
}
