import type { Priced } from './priced.ts';
import type { PriceSheet, QuoteDraft } from '../schema.ts';

/** The yearly cost of a car for its owner, in cents. */
export interface AnnualCosts {
  /** Null for a van whose region's tax by payload nobody has typed. */
  roadTax: number | null;
  superTax: number;
  /**
   * Premiums of policies that the financing does not pay: financed ones are part of the instalments (rules.md §3, 8).
   */
  premiums: number;
  instalments: number;
}

/**
 * Road tax, policies and instalments of the first year, in cents; each policy counts once, with its cost for twelve
 * months.
 */
export function annualCosts(
  { insurances: lines, financing }: Pick<QuoteDraft, 'insurances' | 'financing'>,
  { version }: Pick<PriceSheet, 'version'>,
  { annual, insurances, offer }: Pick<Priced, 'annual' | 'insurances' | 'offer'>,
): AnnualCosts {
  // A typed amount of financing contains no premiums: they are paid with the balance.
  const financed = offer !== null && financing?.amount === null;
  const premiums = insurances.map(({ tariffId, gross }) => {
    const line = lines.find((one) => one.tariffId === tariffId);
    return financed && line?.inPlan ? 0 : Math.round((gross * 12) / (line?.months ?? 12));
  });
  return {
    roadTax: version.category === 'M1' || annual.bollo > 0 ? annual.bollo : null,
    superTax: annual.superbollo,
    premiums: premiums.reduce((sum, premium) => sum + premium, 0),
    instalments: offer ? offer.monthly * Math.min(12, offer.instalments) : 0,
  };
}
