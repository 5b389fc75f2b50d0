import { useStore } from '@nanostores/react';
import { carCosts as words } from '#site/messages/it/used-cars.ts';
import { MostPurchase } from '#site/parts/valuations/MostPurchase.tsx';
import { useCar, useCarNow } from './store.ts';

/** The highest purchase price for a wanted profit, from the car's own price, regime and ledger. */
export default function MostForCar() {
  const { $value, terms } = useCar();
  const { retailPrice: price, regime } = useStore($value);
  const { costs } = useCarNow();
  return (
    <>
      <MostPurchase resale={{ price, regime, costs: costs! }} terms={terms.used} needsPrice={words.mostNeedsPrice} />
      <p className="muted">{words.mostHelp}</p>
    </>
  );
}
