import { day, money } from '#domain/italian.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { saleChannels, saleRegimes } from '#domain/stock/terms.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';

/** The sale of a car, entered by hand or made by an offer. */
export function Sale({ sale }: Pick<NewCar, 'sale'>) {
  return (
    sale && (
      <section className="card sec">
        <DescriptionList
          rows={[
            [words.sold, money(sale.price)],
            [words.channel, saleChannels[sale.channel]],
            [words.saleRegime, sale.regime && saleRegimes[sale.regime].label],
            [words.buyer, sale.buyer],
            [words.soldOn, day(sale.soldOn)],
            [words.document, sale.document],
            [words.deliveredOn, sale.deliveredOn && day(sale.deliveredOn)],
          ]}
        />
      </section>
    )
  );
}
