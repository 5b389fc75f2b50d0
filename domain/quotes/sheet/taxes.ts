import { netOf, sum } from '#domain/money.ts';
import type { TaxPart } from '#domain/sale-lines.ts';
import type { PriceSheet, QuoteDraft } from '../schema.ts';
import { chosenOf, priceOf } from './lines.ts';
import { priceByRate } from './pricing.ts';
import { inMargin } from './vat.ts';

/**
 * What the customer owes by rate and nature of VAT, in cents, the car's part first; a nature that nothing has is left
 * out. Their sum is `totalOf(price(draft, sheet))`.
 *
 * @param marginVat VAT that the car owes in the margin scheme
 */
export function taxesOf(draft: QuoteDraft, sheet: PriceSheet, marginVat: number): TaxPart[] {
  const { priced, rates, untaxed } = priceByRate(draft, sheet);
  const part = (tax: string, gross: number, vat = 0): TaxPart => ({ tax, gross, vat, marginVat: 0 });
  const onBehalf = priceOf(
    [...chosenOf(draft.serviceIds, sheet.services), ...chosenOf(draft.makerServiceIds, sheet.makerServices)].filter(
      ({ taxRate, taxNature }) => taxRate === 0 && taxNature === 'N1',
    ),
  );
  const exempt = (rates.get(0) ?? 0) - onBehalf + sum(priced.insurances.map(({ gross }) => gross));
  return [
    ...(inMargin(draft, sheet.used) ? [{ ...part('N5', untaxed), marginVat }] : []),
    ...[...rates].filter(([rate]) => rate !== 0).map(([rate, gross]) => part(String(rate), gross, gross - netOf(gross, rate))), // prettier-ignore
    part('N4', exempt),
    part('N1', onBehalf + priced.ipt + priced.registration),
    part('aid', -priced.stateAid),
  ].filter(({ gross }) => gross !== 0);
}
