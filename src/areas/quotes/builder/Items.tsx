import type { SaleItem } from '#domain/quotes/schema.ts';
import { OptionRow } from './OptionRow.tsx';
import { useAmount } from './store.ts';

/** Things sold beside the car, each to tick. */
export function Items({
  items,
  chosen,
  onToggle,
}: {
  items: readonly SaleItem[];
  chosen: readonly number[];
  onToggle: (id: number) => void;
}) {
  const amount = useAmount();
  return items.map(({ id, description, code, price, taxRate }) => (
    <OptionRow
      key={id}
      id={id}
      code={code}
      onToggle={onToggle}
      name={description}
      price={amount(price, taxRate)}
      checked={chosen.includes(id)}
    />
  ));
}
