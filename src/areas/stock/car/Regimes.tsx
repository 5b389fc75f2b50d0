import { money } from '#domain/italian.ts';
import { bothMargins, type Costed } from '#domain/stock/margin.ts';
import type { SellerKind } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/used-cars.ts';

/** Beside each other the margins in both regimes, where a car bought without VAT is to be sold with VAT exposed. */
export function Regimes({ car, price }: { car: Costed & { sellerKind: SellerKind }; price: number | null }) {
  const both = price === null ? null : bothMargins(car, price);
  if (!both) return null;
  const { retail, exposed } = both;
  return (
    <p className="callout warn" role="status">
      {t(words.bothMargins, { retail: money(retail.net), exposed: money(exposed.net) })}{' '}
      <b>{t(words.regimeCosts, { amount: money(retail.net - exposed.net) })}</b>
    </p>
  );
}
