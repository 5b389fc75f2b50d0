/** How far people may go with their own discounts, and what an approval beyond that covers. */
import { money, percent } from '#domain/italian.ts';
import { percentOf, round, shareOf } from '#domain/money.ts';
import type { Approval } from './schema.ts';
import type { Issue, Priced } from '../sheet/priced.ts';
import type { QuoteDraft, TradeIn } from '../schema.ts';
import type { DiscountCap } from '../settings/fields.ts';

/** A cap of a role; of all roles where it is null. */
export interface RoleCap extends DiscountCap {
  /** It is a cap of the role that this one was copied from. */
  inherited?: true;
}

/**
 * Percent that a role may give on a car without asking. The most specific row wins: a role's own before one of the role
 * that it was copied from before a brand's before one for new or used cars. Null: no cap.
 */
export function capOf(
  caps: readonly RoleCap[],
  role: string,
  { makerId, usage }: { makerId: number | null; usage: 'new' | 'used' },
): number | null {
  const fits = (cap: RoleCap) =>
    (cap.role === null || cap.role === role) &&
    (cap.makerId === null || cap.makerId === makerId) &&
    (cap.usage === null || cap.usage === usage);
  const weight = (cap: RoleCap) =>
    (cap.role === null ? 0 : cap.inherited ? 4 : 8) + (cap.makerId === null ? 0 : 2) + (cap.usage === null ? 0 : 1);
  return caps.filter(fits).toSorted((a, b) => weight(b) - weight(a))[0]?.percent ?? null;
}

/**
 * The facts about a discount that a request is decided by, in cents with VAT; an approval covers these and nothing
 * larger.
 */
export interface DiscountFacts {
  /**
   * The seller's own discounts after all limits, and the amount by which trade-ins are valued above their quotation.
   */
  discount: number;
  /** Rows 1–4 of rules.md §3; a cap is a percentage of it. */
  listTotal: number;
  /** The whole of row 6. */
  discounts: number;
  versionId: number;
  /** The used car; null for a new one. */
  stockId: number | null;
  customerId: number | null;
  /** The part of the discount that is valuation of trade-ins above their quotation. */
  overValued: number;
}

/**
 * The amount in cents by which a trade-in is valued above its quotation: a hidden discount (rules.md §3, 5). Without a
 * quotation the whole valuation counts if the seller has a `cap`, and nothing if not (rules.md §3, 5).
 */
export const overValued = ({ valuation, standInValue }: TradeIn, cap: Limits['cap']): number =>
  Math.max(0, valuation - (standInValue ?? (cap === null ? valuation : 0)));

/** The sum over all trade-ins of a quote, in cents. */
export const overValuation = ({ tradeIns }: Pick<QuoteDraft, 'tradeIns'>, cap: Limits['cap']): number =>
  tradeIns.reduce((sum, car) => sum + overValued(car, cap), 0);

/** The facts of a quote's discount. `cap`: the seller's, in percent of the list. */
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

/** The seller's own discounts as a percentage of the list, to two decimals. */
export const percentGiven = ({ discount, listTotal }: Pick<DiscountFacts, 'discount' | 'listTotal'>): number =>
  shareOf(discount, listTotal);

/** Cents by which several percentages, each rounded by itself, may exceed their sum as one. */
const ROUNDING = 4;

/** The car of a request, as `capOf` needs it. */
export const cappedCar = (
  { stockId }: Pick<DiscountFacts, 'stockId'>,
  makerId: number | null,
): { makerId: number | null; usage: 'new' | 'used' } => ({ makerId, usage: stockId === null ? 'new' : 'used' });

/**
 * Whether the discount exceeds the cap. It is compared in cents, so a cap of 5 % allows exactly 5 %, whatever the
 * rounding.
 */
const isPastCap = ({ discount, listTotal }: DiscountFacts, cap: number | null): boolean =>
  cap !== null && discount > percentOf(listTotal, cap) + (cap === 0 ? 0 : ROUNDING);

/** Cents by which all discounts together bring a used car below its lowest price; else 0. */
export const below = ({ discounts, listTotal }: DiscountFacts, floor: number | null): number =>
  floor === null ? 0 : Math.max(0, Math.min(discounts, floor - (listTotal - discounts)));

/** A person's limits: percent of the list, and the lowest price of a used car in cents; null: no limit. */
export interface Limits {
  cap: number | null;
  floor: number | null;
}

/**
 * Whether the discount needs consent. A person without a cap decides alone, also about the lowest price of used cars.
 */
export const isPast = (facts: DiscountFacts, { cap, floor }: Limits): boolean =>
  cap !== null && (isPastCap(facts, cap) || below(facts, floor) > 0);

/**
 * Why the approval of `approved` no longer covers the quote, in Italian; null if it does. It covers a percentage of the
 * list for this quote and its revisions: a further option needs no new request; a larger percentage, a worse trade-in,
 * another car or customer, or a lower price of a used car does (rules.md §3, 4).
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

/** Why a person may not decide: the request exceeds that person's own cap. Null if not. */
export const beyondOwn = (facts: DiscountFacts, cap: number | null): string | null =>
  isPastCap(facts, cap) ? `Supera anche il proprio limite del ${percent(cap!)}: decide chi ne ha uno più alto.` : null;

/**
 * Why a discount above the cap prevents issuing: nobody granted it, or the quote has outgrown the approval. Null if
 * nothing prevents it.
 *
 * @param over cents of the discount that are valuation of trade-ins above their quotation, or without one
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
