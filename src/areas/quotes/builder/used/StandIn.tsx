import { useStore } from '@nanostores/react';
import { money } from '#domain/italian.ts';
import { overValued } from '#domain/quotes/approvals/caps.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { useBuilder } from '../store.ts';

const say = words.used;

/** What a trade-in is worth to the dealer, shown when it is opened. */
export default function StandIn({
  car,
  field,
}: {
  car: TradeIn;
  field: { name: string; value: number | null; error: string | undefined; onChange: (value: number | null) => void };
}) {
  const over = overValued(car, useStore(useBuilder().$sheet).discountCap);
  return (
    <div className="three">
      <MoneyField
        {...field}
        nullable
        label={say.standInValue}
        help={over > 0 ? t(say.overValued, { amount: money(over) }) : say.standInHelp}
        min={0}
      />
    </div>
  );
}
