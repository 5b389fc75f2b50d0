import { percent as shownPercent, money } from '#domain/italian.ts';
import type { Incentive } from '../schema.ts';
import type { CampaignLine, CampaignValues, CarRule } from './fields.ts';
import { channels, type Channel } from './terms.ts';

/** The car of a sale as campaigns judge it; ids are null when the catalogue does not know them, prices are cents. */
export interface CampaignCar {
  usage: 'new' | 'used';
  channel: Channel;
  makerId: number | null;
  modelId: number | null;
  /** Null for a used car. */
  versionId: number | null;
  basketIds: readonly number[];
  fuel: string;
  category: string;
  co2: number;
  /** With options that raise it most; absent: no option raises it. */
  mostCo2?: number;
  listPrice: number;
  /** Days since it arrived; null: it is not in stock. */
  stockDays: number | null;
}

/** A campaign with its lines as it is stored; `left`: gross cents of its budget, null without one. */
export interface StoredCampaign extends Omit<CampaignValues, 'lines'> {
  companyId: number;
  id: number;
  left: number | null;
  lines: readonly (CampaignLine & { id: number })[];
}

const among = <T>(chosen: readonly T[], value: T | null) =>
  chosen.length === 0 || (value !== null && chosen.includes(value));
const within = (from: number | null, to: number | null, value: number) =>
  (from === null || value >= from) && (to === null || value <= to);
const inDays = (from: string | null, to: string | null, day: string) =>
  (from === null || from <= day) && (to === null || to >= day);

/** Why a rule does not fit a car, in Italian; null when it does. */
export function ruleIssue(rule: CarRule & Pick<CampaignValues, 'channels'>, car: CampaignCar): string | null {
  if (!among(rule.channels, car.channel)) return `non vale per il canale ${channels[car.channel]}`;
  if (!among(rule.makerIds, car.makerId)) return 'non vale per questa marca';
  if (!among(rule.modelIds, car.modelId)) return 'non vale per questo modello';
  if (!among(rule.versionIds, car.versionId)) return 'non vale per questa versione';
  if (rule.basketIds.length > 0 && !rule.basketIds.some((id) => car.basketIds.includes(id)))
    return 'l’auto non è nei panieri della campagna';
  if (!among<string>(rule.fuels, car.fuel)) return 'non vale per questa alimentazione';
  if (!among<string>(rule.categories, car.category)) return 'non vale per questa categoria';
  // Which options a car has is decided on the quote: here it is enough that some car of it fits.
  if (!within(rule.co2From, null, car.mostCo2 ?? car.co2) || !within(null, rule.co2To, car.co2))
    return `non vale per ${car.co2} g/km`;
  if (!within(rule.priceFrom, rule.priceTo, car.listPrice)) return `non vale per un listino di ${money(car.listPrice)}`;
  if (rule.stockDays === null) return null;
  if (car.stockDays === null) return 'vale solo per auto in stock';
  return car.stockDays < rule.stockDays ? `vale per auto in stock da almeno ${rule.stockDays} giorni` : null;
}

/** Why a line of a campaign is not offered for a car on a day, in Italian; null when it is. */
export function lineIssue(line: CampaignLine, car: CampaignCar, day: string): string | null {
  if (line.usage !== car.usage) return line.usage === 'new' ? 'vale per auto nuove' : 'vale per auto usate';
  if (line.makerId !== null && line.makerId !== car.makerId) return 'non vale per questa marca';
  if (line.modelId !== null && line.modelId !== car.modelId) return 'non vale per questo modello';
  return inDays(line.validFrom, line.validTo, day) ? null : 'non vale in questo giorno';
}

const orNull = <T>(list: readonly T[]): T[] | null => (list.length > 0 ? [...list] : null);
const earlier = (a: string | null, b: string | null) => (a === null || b === null ? (a ?? b) : a < b ? a : b);
const classes = (chosen: readonly string[]) => orNull(chosen.map(Number));

/** A line as the pricing engine reads it. */
export function incentiveOf(campaign: StoredCampaign, line: CampaignLine & { id: number }): Incentive {
  const { name, measure, group, customerTypes, scrappedEuro, bands, amount, percent, validTo, ...rest } = line;
  const { makerId: _maker, modelId: _model, usage: _usage, validFrom: _from, ...asked } = rest;
  const { companyId, id, priority, stacking, documentUrl, left, co2From, co2To } = campaign;
  return {
    ...asked,
    name: name || campaign.name,
    amount: measure === 'amount' ? amount : null,
    percent: measure === 'percent' ? percent : null,
    bands: measure === 'bands' ? bands.map((band) => ({ ...band, scrappedEuro: classes(band.scrappedEuro) })) : null,
    group: group || null,
    customerTypes: orNull(customerTypes),
    scrappedEuro: classes(scrappedEuro),
    validTo: earlier(validTo, campaign.validTo),
    campaign: {
      companyId,
      id,
      name: campaign.name,
      validTo: campaign.validTo,
      priority,
      customerTypes: orNull(campaign.customerTypes),
      stacking,
      documentUrl,
      left,
      ...((co2From !== null || co2To !== null) && { co2: { from: co2From, to: co2To } }),
    },
  };
}

/** The incentives of a campaign that are offered for a car on a day. */
export const incentivesFor = (campaign: StoredCampaign, car: CampaignCar, day: string): Incentive[] =>
  ruleIssue(campaign, car) === null
    ? campaign.lines.filter((line) => lineIssue(line, car, day) === null).map((line) => incentiveOf(campaign, line))
    : [];

/** What issued quotes and sales of a company use of a campaign: their number, and the gross cents that they take. */
export interface Uses {
  uses: number;
  given: number;
}

/** Gross cents that are left of a budget: null without one, 0 when the number of uses is exhausted. */
export function leftOf(
  { maxUses, maxAmount }: Pick<CampaignValues, 'maxUses' | 'maxAmount'>,
  { uses, given }: Uses,
): number | null {
  if (maxUses !== null && uses >= maxUses) return 0;
  return maxAmount === null ? null : Math.max(0, maxAmount - given);
}

/** What an incentive is worth, in words: `800,00 €`, `3 %`, `fasce`. */
export const worthOf = ({ measure, amount, percent }: CampaignLine): string =>
  measure === 'amount' ? money(amount) : measure === 'percent' ? shownPercent(percent) : 'a fasce';
