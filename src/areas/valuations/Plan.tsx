import { money } from '#domain/italian.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { resaleCosts } from '#domain/valuations/resale.ts';
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
  const costs = resaleCosts(of, terms.preparation);
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
        terms={{ ...terms.resale, targetMargin: of.target ?? terms.resale.targetMargin }}
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
