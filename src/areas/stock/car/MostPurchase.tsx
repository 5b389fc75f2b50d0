import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { money } from '#domain/italian.ts';
import { mostPurchase } from '#domain/stock/margin.ts';
import { t } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/used-car.ts';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useCar, useCarNow } from './store.ts';

/** How much the car may cost for a wanted profit. */
export default function MostPurchase() {
  const { $value, terms } = useCar();
  const { retailPrice, regime } = useStore($value);
  const { costs } = useCarNow();
  const [target, setTarget] = useState(terms.used?.targetMargin ?? 0);
  const [others, setOthers] = useState(terms.used?.sellingCost ?? 0);
  return (
    <div className="most">
      <div className="two">
        <MoneyField name="target" label={words.target} value={target} onChange={setTarget} />
        <MoneyField name="others" label={words.others} value={others} onChange={setOthers} />
      </div>
      <p role="status">
        {retailPrice === null
          ? words.mostNeedsPrice
          : t(words.mostIs, {
              amount: money(mostPurchase({ regime, price: retailPrice, costs: costs!, others, target })),
            })}
      </p>
    </div>
  );
}
