import { useState } from 'react';
import { money } from '#domain/italian.ts';
import { netOf } from '#domain/money.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import { regimes, type Regime } from '#domain/stock/terms.ts';
import { damagesOf, type Valued } from '#domain/valuations/estimate.ts';
import { t } from '#site/lib/intl.ts';
import { valuations as words } from '#site/messages/it/valuations.ts';
import { Switch } from '#site/ui/Choice.tsx';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { MostPurchase } from '#site/parts/valuations/MostPurchase.tsx';

/** The most that the trade-in may cost, calculated from its expected resale price; only for people who may see margins. */
export function Resale({ car, terms, estimated }: { car: Valued; terms: ValuationTerms; estimated: number }) {
  const [price, setPrice] = useState<number | null>(null);
  const [regime, setRegime] = useState<Regime>('retail');
  const damages = damagesOf(car, terms);
  const { gross, net } =
    car.preparation === null ? terms.preparation : { gross: car.preparation, net: netOf(car.preparation) };
  const costs = { gross: gross + damages, net: net + netOf(damages) };
  return (
    <details className="fold">
      <summary>{words.most}</summary>
      <div className="valuation">
        <div className="row">
          <MoneyField nullable name="retail" label={words.retail} min={0} value={price} onChange={setPrice} />
          <Switch
            label={words.regime}
            value={regime}
            options={(['retail', 'iva_exposed'] as const).map((value) => ({ value, label: regimes[value] }))}
            onChange={setRegime}
          />
        </div>
        <MostPurchase resale={{ price, regime, costs }} terms={terms.resale} needsPrice={words.mostNeedsPrice}>
          {({ total }) =>
            estimated > total && <p className="callout warn">{t(words.over, { amount: money(estimated - total) })}</p>
          }
        </MostPurchase>
      </div>
    </details>
  );
}
