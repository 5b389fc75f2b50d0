import type { SaleItem, ServiceItem } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { OptionRow } from '../version/OptionRow.tsx';
import { useAmount } from '../store.ts';

const words = builder.services;

/** Items sold beside the car, each with a checkbox. */
export function Items({
  items,
  chosen,
  onToggle,
}: {
  items: readonly (SaleItem | ServiceItem)[];
  chosen: readonly number[];
  onToggle: (id: number) => void;
}) {
  const amount = useAmount();
  return items.map((item) => (
    <OptionRow
      key={item.id}
      id={item.id}
      code={item.code}
      onToggle={onToggle}
      name={'defaultOn' in item && item.defaultOn ? t(words.proposed, { name: item.description }) : item.description}
      price={amount(item.price, item.taxRate)}
      checked={chosen.includes(item.id)}
    />
  ));
}
