import { useStore } from '@nanostores/react';
import type { UsedCar } from '#domain/quotes/start/used-car.ts';
import { warrantyOf } from '#domain/quotes/sheet/warranty.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { useBuilder } from '../store.ts';

/** The legal warranty of a used car: 24 months, or 12 when the customer agrees in writing. A business buyer has a different one. */
export function WarrantyChoice({ car }: { car: UsedCar }) {
  const store = useBuilder();
  const draft = useStore(store.$draft);
  const { title, text } = warrantyOf(draft, car);
  const consumer = !draft.customer || draft.customer.type === 'private';
  return (
    <div className="warranty">
      {consumer && (
        <Checkbox
          name="warrantyReduced"
          label={words.warranty.reduced}
          checked={draft.warrantyReduced}
          onChange={(event) => store.change({ warrantyReduced: event.currentTarget.checked })}
        />
      )}
      <p className="muted">
        <b>{title}.</b> {text}
      </p>
    </div>
  );
}
