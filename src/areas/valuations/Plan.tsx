import { money } from '#domain/italian.ts';
import { netOf } from '#domain/money.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { damageCost } from '#domain/valuations/worth.ts';
import { regimes } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { MostPurchase } from '#site/parts/valuations/MostPurchase.tsx';

/** From the wanted profit to the most that the car may cost; only for who may see margins. */
export function Plan({
  of,
  terms,
  onEdit,
}: {
  of: Valuation;
  terms: ValuationTerms;
  onEdit: (() => void) | undefined;
}) {
  if (!terms.resale) return null;
  const damages = damageCost(of.damages);
  const { gross, net } =
    of.preparation === null ? terms.preparation : { gross: of.preparation, net: netOf(of.preparation) };
  const costs = { gross: gross + damages, net: net + netOf(damages) };
  const { offer } = of;
  return (
    <section className="card pad">
      <header>
        <h2>{words.most}</h2>
        <span className="muted grow">{regimes[of.regime]}</span>
        {onEdit && (
          <button type="button" className="btn small" onClick={onEdit}>
            {words.setPrice}
          </button>
        )}
      </header>
      <MostPurchase
        resale={{ price: of.retailPrice, regime: of.regime, costs }}
        terms={terms.resale}
        needsPrice={words.needsPrice}
      >
        {({ total }) =>
          offer !== null &&
          offer > total && <p className="callout warn">{t(words.overMost, { amount: money(offer - total) })}</p>
        }
      </MostPurchase>
    </section>
  );
}
