import { monthsBetween } from '#domain/dates.ts';
import { day, money, percent } from '#domain/italian.ts';
import { percentOf } from '#domain/money.ts';
import type { Lines } from './lines.ts';
import type { Incentive, PriceSheet, QuoteDraft } from '../schema.ts';

export type Context = Pick<
  QuoteDraft,
  'customer' | 'tradeIns' | 'financing' | 'lowIncome' | 'isee' | 'plateOn' | 'bookingNumber'
>;

/** Highest income in cents of the first band, for customers who state no ISEE (rules.md §17). */
export const FIRST_BAND = 30_000_00;

const earns = ({ isee, lowIncome }: Context, most: number | null) =>
  most === null || (isee === null ? lowIncome && most >= FIRST_BAND : isee <= most);

/** Cents of the best band for the car's CO2, list price with options, scrapped car and income; 0 when none fits. */
function bandAmount(bands: NonNullable<Incentive['bands']>, draft: Context, lines: Lines): number {
  const scrapped = draft.tradeIns.filter((car) => car.type === 'scrapping' && car.euroClass !== null);
  const amounts = bands
    .filter((band) => lines.co2 >= band.co2From && lines.co2 <= band.co2To)
    .filter((band) => lines.listTotal <= band.maxListPrice && earns(draft, band.maxIncome))
    .filter((band) => !band.scrappedEuro || scrapped.some((car) => band.scrappedEuro!.includes(car.euroClass!)))
    .map((band) => band.amount);
  return Math.max(0, ...amounts);
}

/** Cents with VAT, at list prices, that an incentive's percentage refers to. */
export const baseOf = (basis: Incentive['basis'], lines: Lines): number =>
  basis === 'list' || basis === 'total' ? lines.listTotal : lines[basis];

/**
 * The value of an incentive on this quote before any limit, in cents; 0 for incentives paid as credit for spare parts.
 */
export function incentiveAmount(incentive: Incentive, draft: Context, lines: Lines): number {
  if (incentive.type === 'spare_parts') return 0;
  if (incentive.bands) return bandAmount(incentive.bands, draft, lines);
  if (incentive.percent !== null) return percentOf(baseOf(incentive.basis, lines), incentive.percent);
  return Math.max(0, incentive.amount ?? 0);
}

function customerIssue(types: Incentive['customerTypes'], { customer }: Context) {
  if (!types) return null;
  if (!customer) return 'scegliere il cliente, vale solo per alcuni tipi';
  return types.includes(customer.type) ? null : 'non vale per questo tipo di cliente';
}

/** Why no trade-in of the quote meets the incentive's conditions, in Italian; null when one does. */
function usedIssue({ requiresUsed, scrappedEuro, ownedMonths }: Incentive, draft: Context, today: string) {
  if (!requiresUsed) return null;
  const cars = draft.tradeIns.filter((car) => car.type === requiresUsed);
  if (cars.length === 0)
    return requiresUsed === 'scrapping' ? 'serve un’auto da rottamare' : 'serve un’auto in permuta';
  const classed = scrappedEuro
    ? cars.filter(({ euroClass }) => euroClass !== null && scrappedEuro.includes(euroClass))
    : cars;
  if (classed.length === 0) return `l’usato dev’essere ${scrappedEuro!.map((one) => `Euro ${one}`).join(', ')}`;
  if (ownedMonths === null) return null;
  const long = classed.some(({ ownedSince }) => ownedSince !== null && monthsBetween(ownedSince, today) >= ownedMonths);
  return long ? null : `l’usato dev’essere intestato da almeno ${ownedMonths} mesi: indicare da quando`;
}

function financingIssue(incentive: Incentive, { financing }: Context, { plans }: PriceSheet) {
  const { requiresFinancing, minMonths, minFinanced, lender } = incentive;
  if (!requiresFinancing) return null;
  const plan = plans.find(({ id }) => id === financing?.planId);
  if (!financing || !plan) return lender ? `serve un finanziamento ${lender}` : 'serve un finanziamento';
  if (lender !== null && plan.company !== lender) return `serve un finanziamento ${lender}`;
  if (minMonths !== null && financing.months < minMonths) return `serve un finanziamento di almeno ${minMonths} mesi`;
  // An amount that follows the price is all that is left to pay; the plan's own limits check it.
  return minFinanced !== null && financing.amount !== null && financing.amount < minFinanced
    ? `serve un finanziamento di almeno ${money(minFinanced)}`
    : null;
}

function plateIssueOf({ plateBy }: Incentive, { plateOn }: Context) {
  if (plateBy === null || (plateOn !== null && plateOn <= plateBy)) return null;
  const by = `vale per targhe entro il ${day(plateBy)}`;
  return plateOn === null ? `${by}: indicare quando si immatricola` : by;
}

/** Sentence for a campaign with only `left` cents of budget, less than requested. */
export const budgetIssue = (name: string, left: number): string =>
  left === 0 ? `la campagna ${name} è esaurita` : `della campagna ${name} restano ${money(left)}`;

/** Why an incentive does not count on this quote, in Italian; null when it does (rules.md §17). */
export function incentiveIssue(incentive: Incentive, draft: Context, sheet: PriceSheet, lines: Lines): string | null {
  const { campaign } = incentive;
  const asked =
    customerIssue(incentive.customerTypes, draft) ??
    customerIssue(campaign?.customerTypes ?? null, draft) ??
    usedIssue(incentive, draft, sheet.params.day) ??
    financingIssue(incentive, draft, sheet) ??
    plateIssueOf(incentive, draft);
  if (asked) return asked;
  const { from = null, to = null } = campaign?.co2 ?? {};
  if ((from !== null && lines.co2 < from) || (to !== null && lines.co2 > to)) return `non vale per ${lines.co2} g/km`;
  if (incentive.type === 'spare_parts') return 'è riconosciuto in ricambi e non riduce il prezzo';
  if (baseOf(incentive.basis, lines) === 0) return 'non è stato scelto niente a cui si applichi';
  if (incentive.bands && bandAmount(incentive.bands, draft, lines) === 0)
    return 'l’auto non rientra nelle fasce previste';
  const worth = incentiveAmount(incentive, draft, lines);
  if (campaign && campaign.left !== null && worth > campaign.left) return budgetIssue(campaign.name, campaign.left);
  if (incentive.needsBooking && draft.bookingNumber === '') return 'serve il numero di prenotazione';
  return null;
}

/**
 * The printed label of a percentage: `Campagna 3 % su 26.350,00 €`; an amount has its name alone. A name that says the
 * percentage itself (`Accessori −20 %`) does not say it twice.
 */
export function relativeLabel(label: string, value: number, base: string): string {
  const said = percent(value);
  const isNamed = label.match(/\d[\d.,]*\s?%/g)?.some((one) => one.replace(/\s?%/, '\u00a0%') === said);
  return `${isNamed ? label : `${label} ${said}`} su ${base}`;
}
