import { useState, type ReactNode } from 'react';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import type { Lines } from '#domain/valuations/lines.ts';
import { mostPurchase, type Resale } from '#domain/valuations/most-purchase.ts';
import { valuations as words } from '#site/messages/it/valuations.ts';
import { MoneyField } from '#site/ui/MoneyField.tsx';
import { LineList } from './LineList.tsx';

/**
 * The highest purchase price of a car for a wanted profit, line by line, only for people who may see margins. `price`
 * null: not known yet.
 */
export function MostPurchase({
  resale,
  terms,
  needsPrice,
  children,
}: {
  resale: Pick<Resale, 'regime' | 'costs'> & { price: number | null };
  terms: ValuationTerms['resale'];
  needsPrice: string;
  children?: (most: Lines) => ReactNode;
}) {
  const [target, setTarget] = useState(terms?.targetMargin ?? 0);
  const [warranty, setWarranty] = useState(terms?.warrantyCost ?? 0);
  const [selling, setSelling] = useState(terms?.sellingCost ?? 0);
  const { price } = resale;
  const most = price === null ? null : mostPurchase({ ...resale, price, target, warranty, selling });
  return (
    <div className="valuation">
      <div className="three">
        <MoneyField name="target" label={words.target} min={0} value={target} onChange={setTarget} />
        <MoneyField name="warranty" label={words.warranty} min={0} value={warranty} onChange={setWarranty} />
        <MoneyField name="selling" label={words.selling} min={0} value={selling} onChange={setSelling} />
      </div>
      {most ? <LineList label={words.mostTotal} {...most} /> : <p className="muted">{needsPrice}</p>}
      {most && children?.(most)}
    </div>
  );
}
