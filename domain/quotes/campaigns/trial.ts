import { blankOf } from '#domain/record/fields.ts';
import { tradeInFields } from '../fields.ts';
import { incentiveIssue } from '../sheet/incentives.ts';
import { linesOf } from '../sheet/lines.ts';
import { toggle } from '../sheet/options.ts';
import type { Priced } from '../sheet/priced.ts';
import { price } from '../sheet/pricing.ts';
import type { PriceSheet, QuoteDraft } from '../schema.ts';
import type { CampaignLine } from './fields.ts';
import { incentiveOf, lineIssue, ruleIssue, type CampaignCar, type StoredCampaign } from './reach.ts';
import type { Sample } from './sample.ts';
import type { Trial } from './schema.ts';

/** The first day of the month that lies so many months before a day. */
function monthsBefore(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T12:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - months);
  return first.toISOString().slice(0, 10);
}

/** An optional, a pack and an accessory of the car, the dearest of each, for incentives on them. */
function equipment(sheet: PriceSheet): Pick<QuoteDraft, 'optionIds' | 'accessoryIds'> {
  const dearest = (kind: string) =>
    sheet.options
      .filter((one) => one.kind === kind && !one.standard)
      .sort((a, b) => b.price - a.price || a.id - b.id)[0];
  const chosen = [dearest('optional'), dearest('pack')].flatMap((one) => (one ? [one.id] : []));
  const optionIds = chosen.reduce<readonly number[]>((on, id) => toggle(on, id, sheet).selected, []);
  return { optionIds: [...optionIds], accessoryIds: sheet.accessories.slice(0, 1).map(({ id }) => id) };
}

/** The financing of the sample: the first plan that one of the lines would accept, else the first of all. */
function financingOf(sheet: PriceSheet, lines: readonly CampaignLine[]): QuoteDraft['financing'] {
  const wanted = lines.find(({ requiresFinancing }) => requiresFinancing);
  const plan = sheet.plans.find(({ company }) => wanted?.lender != null && company === wanted.lender) ?? sheet.plans[0];
  const months = plan?.terms.map((term) => term.months) ?? [];
  const long = months.find((each) => each >= (wanted?.minMonths ?? 0)) ?? months[0];
  if (!plan || long === undefined) return null;
  return { planId: plan.id, amount: null, months: long, protection: false, kmPerYear: null, balloon: null };
}

/** The draft of a sample quote: `start` is an empty draft for the car. */
export function sampleDraft(
  start: QuoteDraft,
  sample: Sample,
  sheet: PriceSheet,
  lines: readonly CampaignLine[],
): QuoteDraft {
  const { used, euroClass, ownedMonths, customer, plateOn, booked, isee } = sample;
  const { day } = sheet.params;
  const tradeIn = used && {
    ...blankOf(tradeInFields),
    type: used,
    description: 'Auto di prova',
    euroClass: Number(euroClass),
    ownedSince: monthsBefore(day, ownedMonths),
  };
  return {
    ...start,
    ...(sample.kind === 'version' && sample.equipped && equipment(sheet)),
    customer: { id: 0, name: 'Cliente di prova', type: customer },
    tradeIns: tradeIn ? [tradeIn] : [],
    financing: sample.financed ? financingOf(sheet, lines) : null,
    isee,
    plateOn,
    bookingNumber: booked ? 'PROVA' : '',
  };
}

const figuresOf = ({ listTotal, discounts, stateAid, keysInHand }: Priced): Trial['before'] => ({
  list: listTotal,
  discounts,
  stateAid,
  keysInHand,
});
const givenBy = ({ rows }: Priced, id: number) => -(rows.find(({ key }) => key === `incentive-${id}`)?.amount ?? 0);
const whyOf = ({ issues }: Priced, name: string) => {
  const told = issues.find(({ message }) => message.startsWith(`${name}: `));
  return told ? told.message.slice(name.length + 2) : null;
};

/** The incentives of a sheet that would count in a draft if each were the only one. */
export const possibleIncentives = (draft: QuoteDraft, sheet: PriceSheet) => {
  const lines = linesOf(draft, sheet);
  return sheet.incentives.filter((one) => incentiveIssue(one, draft, sheet, lines) === null);
};

/**
 * What a sample quote shows without the campaign and with it, as the pricing engine computes it: what each of its lines
 * gives or why not, and what other incentives lose by it. `sheet` may contain the campaign as it is in force.
 */
export function priceTrial(
  campaign: StoredCampaign,
  car: CampaignCar,
  draft: QuoteDraft,
  sheet: PriceSheet,
  withOthers: boolean,
): Pick<Trial, 'before' | 'after' | 'lines' | 'displaced'> {
  const { day } = sheet.params;
  const others = sheet.incentives.filter((one) => one.campaign?.id !== campaign.id);
  const whyNot = (line: CampaignLine) => ruleIssue(campaign, car) ?? lineIssue(line, car, day);
  const offered = campaign.lines.filter((line) => whyNot(line) === null).map((line) => incentiveOf(campaign, line));
  const priced = (incentives: PriceSheet['incentives'], chosen: PriceSheet['incentives']) =>
    price({ ...draft, incentiveIds: chosen.map(({ id }) => id) }, { ...sheet, incentives });
  const beside = withOthers ? possibleIncentives(draft, { ...sheet, incentives: others }) : [];
  const before = priced(others, beside);
  const after = priced([...others, ...offered], [...beside, ...offered]);
  return {
    before: figuresOf(before),
    after: figuresOf(after),
    lines: campaign.lines.map((line) => {
      const { id, name } = incentiveOf(campaign, line);
      return { name, amount: givenBy(after, id), why: whyNot(line) ?? whyOf(after, name) };
    }),
    displaced: beside
      .map(({ id, name }) => ({ name, from: givenBy(before, id), to: givenBy(after, id), why: whyOf(after, name) }))
      .filter(({ from, to }) => to < from),
  };
}
