/** How far a person may go with discounts of their own, and what an approval past that covers (screens.md §5, §9). */
import { money, percent } from '../italian.ts';
import { percentOf, round, shareOf } from '../money.ts';
import type { Approval } from './approvals.ts';
import type { Issue, Priced } from './priced.ts';
import type { QuoteDraft, TradeIn } from './schema.ts';
import type { DiscountCap } from './setting-fields.ts';

/**
 * Percent that a role may give by itself on a car: the row that says most wins, one of the role before one of the brand before one of
 * new or used cars; null: no cap.
 */
export function capOf(
  caps: readonly DiscountCap[],
  role: string,
  { makerId, usage }: { makerId: number | null; usage: 'new' | 'used' },
): number | null {
  const fits = (cap: DiscountCap) =>
    (cap.role === null || cap.role === role) &&
    (cap.makerId === null || cap.makerId === makerId) &&
    (cap.usage === null || cap.usage === usage);
  const weight = (cap: DiscountCap) =>
    (cap.role === null ? 0 : 4) + (cap.makerId === null ? 0 : 2) + (cap.usage === null ? 0 : 1);
  return caps.filter(fits).toSorted((a, b) => weight(b) - weight(a))[0]?.percent ?? null;
}

/** What decides about a discount, VAT-inclusive cents: an approval is of these, and of no larger ones. */
export interface DiscountFacts {
  /** Discounts of the seller's own, after what cut them, and what trade-ins are valued above their quotation. */
  discount: number;
  /** Rows 1–4 of domain.md §2.3, of which a cap is a percentage. */
  listTotal: number;
  /** All of row 6. */
  discounts: number;
  versionId: number;
  /** Of a used car. */
  stockId: number | null;
  customerId: number | null;
  /** What of the discount is the valuation of trade-ins above their quotation. */
  overValued: number;
}

/**
 * What a trade-in is valued above its quotation, in cents: a discount by another name (domain.md §1.2). Without a quotation all of it
 * counts where the seller has a `cap`, nothing where there is none (§5.1, 21).
 */
export const overValued = ({ valuation, standInValue }: TradeIn, cap: Limits['cap']): number =>
  Math.max(0, valuation - (standInValue ?? (cap === null ? valuation : 0)));

/** The same of all trade-ins of a quote. */
export const overValuation = ({ tradeIns }: Pick<QuoteDraft, 'tradeIns'>, cap: Limits['cap']): number =>
  tradeIns.reduce((sum, car) => sum + overValued(car, cap), 0);

/** `cap`: of the seller, in percent of the list. */
export const discountFacts = (
  draft: QuoteDraft,
  { rows, listTotal, discounts }: Priced,
  cap: Limits['cap'],
): DiscountFacts => ({
  discount:
    overValuation(draft, cap) -
    rows.filter(({ key }) => key.startsWith('custom-')).reduce((sum, { amount }) => sum + amount, 0),
  listTotal,
  discounts,
  versionId: draft.versionId,
  stockId: draft.stockId,
  customerId: draft.customer?.id ?? null,
  overValued: overValuation(draft, cap),
});

/** Percent of the list that the seller's own discounts are, to two decimals. */
export const percentGiven = ({ discount, listTotal }: Pick<DiscountFacts, 'discount' | 'listTotal'>): number =>
  shareOf(discount, listTotal);

/** Cents that several percentages may come to above one of their sum, each rounded by itself. */
const ROUNDING = 4;

/** The car of a request, as caps know it. */
export const cappedCar = (
  { stockId }: Pick<DiscountFacts, 'stockId'>,
  makerId: number | null,
): { makerId: number | null; usage: 'new' | 'used' } => ({ makerId, usage: stockId === null ? 'new' : 'used' });

/** Is the discount past the cap? Compared in cents, so that a cap of 5 % lets 5 % through whatever it is rounded to. */
const isPastCap = ({ discount, listTotal }: DiscountFacts, cap: number | null): boolean =>
  cap !== null && discount > percentOf(listTotal, cap) + (cap === 0 ? 0 : ROUNDING);

/** Cents by which all discounts together take a used car below its lowest price; 0 where they do not. */
export const below = ({ discounts, listTotal }: DiscountFacts, floor: number | null): number =>
  floor === null ? 0 : Math.max(0, Math.min(discounts, floor - (listTotal - discounts)));

/** How far somebody may go by themselves: percent of the list, and the lowest price of a used car in cents; null: as far as they want. */
export interface Limits {
  cap: number | null;
  floor: number | null;
}

/** Does it need somebody's consent? Who has no cap answers for the price alone, that of used cars too. */
export const isPast = (facts: DiscountFacts, { cap, floor }: Limits): boolean =>
  cap !== null && (isPastCap(facts, cap) || below(facts, floor) > 0);

/**
 * Why an approval of `approved` does not hold for what the quote says now, in Italian; null: it does. It is a percentage of what is
 * listed, up to which the seller may go on this quote and its revisions: an option more asks nobody again, a larger percentage, a worse
 * trade-in, another car or customer does, and so does a used car at a lower price (domain.md §5.1, 26).
 */
export function outgrown(approved: DiscountFacts, now: DiscountFacts): string | null {
  if (now.versionId !== approved.versionId || now.stockId !== approved.stockId) return 'è cambiata la vettura';
  if (approved.customerId !== null && now.customerId !== approved.customerId) return 'è cambiato il cliente';
  if (now.overValued > approved.overValued) return 'la valutazione dell’usato supera di più la quotazione';
  const share = approved.listTotal === 0 ? 0 : approved.discount / approved.listTotal;
  if (now.discount > round(now.listTotal * share) + (now.listTotal === approved.listTotal ? 0 : ROUNDING))
    return 'lo sconto è aumentato';
  const priceOf = ({ listTotal, discounts }: DiscountFacts) => listTotal - discounts;
  return now.stockId !== null && priceOf(now) < priceOf(approved) ? 'il prezzo dell’auto è sceso' : null;
}

/** Why who decides may not: their own cap is below what was asked. */
export const beyondOwn = (facts: DiscountFacts, cap: number | null): string | null =>
  isPastCap(facts, cap) ? `Supera anche il proprio limite del ${percent(cap!)}: decide chi ne ha uno più alto.` : null;

/**
 * What keeps a discount past the cap from being issued: nobody granted it, or what was granted is outgrown.
 *
 * @param over what of it, in cents, is the valuation of trade-ins above their quotation, or without one
 */
export function capIssue(
  facts: DiscountFacts,
  { cap, floor }: Limits,
  approval: Pick<Approval, 'state' | 'facts'> | null,
  over = 0,
): Issue | null {
  if (!isPast(facts, { cap, floor })) return null;
  const part = over > 0 ? `. Ne fanno parte ${money(over)} di usato oltre la quotazione o senza: indicarla` : '';
  const issue = (message: string): Issue => ({ level: 'error', path: 'customDiscounts', message: message + part });
  const why = approval && outgrown(approval.facts, facts);
  if (approval && why === null) {
    if (approval.state === 'granted') return null;
    if (approval.state === 'asked') return issue('Sconto in attesa di autorizzazione: si emette quando è autorizzato');
    if (approval.state === 'refused') return issue('Sconto rifiutato: ridurlo o chiedere di nuovo con un altro motivo');
  }
  const lack = below(facts, floor);
  return lack > 0
    ? issue(
        `Sotto il prezzo minimo dell’auto (${money(floor!)}): ridurre lo sconto di ${money(lack)} o chiedere l’autorizzazione`,
      )
    : issue(`Sconto oltre il proprio limite del ${percent(cap!)}: ridurlo o chiedere l’autorizzazione`);
}
