import { money, rate } from '../italian.ts';
import { basisOfPrice } from './loan.ts';
import { assess, debitText, minDeposit } from './offers.ts';
import type { Plan, TaxParams } from './schema.ts';

/** The deposit that a window sheet proposes, percent of the price, and its longest duration in months. */
const DEPOSIT_PERCENT = 20;
const LONGEST = 60;

export interface WindowOffer {
  /** `oppure 389,12 € al mese`, with the collection fee if there is one. */
  instalment: string;
  /** The figures that the law wants beside an advertised instalment (art. 123 TUB). */
  example: string;
}

/**
 * What a car at a price in cents costs a month, for the sheet behind its windscreen: the classic loan with the lowest
 * TAEG, with a fifth of the price (in whole hundreds of euros) or the plan's minimum as deposit, in at most 60 months.
 * Null when no plan allows it.
 */
export function windowOffer(plans: readonly Plan[], price: number, params: TaxParams): WindowOffer | null {
  const offers = plans
    .filter(({ type }) => type === 'loan')
    .flatMap((plan) => {
      const durations = plan.terms.map(({ months }) => months).filter((months) => months <= LONGEST);
      if (durations.length === 0) return [];
      const fifth = Math.floor((price * DEPOSIT_PERCENT) / 100 / 100_00) * 100_00;
      const deposit = Math.max(fifth, minDeposit(plan, price));
      const choice = { amount: price - deposit, months: Math.max(...durations), protection: false };
      const { offer, issues } = assess(plan, choice, basisOfPrice(price, deposit), params);
      return offer && issues.length === 0 ? [{ plan, deposit, offer }] : [];
    });
  const best = offers.toSorted((a, b) => a.offer.taeg - b.offer.taeg || a.offer.monthly - b.offer.monthly)[0];
  if (!best) return null;
  const { plan, deposit, offer } = best;
  const figures = [
    `${plan.name}, ${plan.company}`,
    `anticipo ${money(deposit)}`,
    `${offer.instalments} rate`,
    `TAN fisso ${rate(offer.tan)}`,
    `TAEG ${rate(offer.taeg)}`,
    `importo totale del credito ${money(offer.amount)}`,
    `totale dovuto ${money(offer.totalDue)}`,
  ].join(' · ');
  return {
    instalment: `oppure ${debitText(offer.monthly, plan)} al mese`,
    example: `${figures}. Salvo approvazione della finanziaria.`,
  };
}
