/** What a kept configuration costs by a price sheet: the engine of quotes decides. Pure. */
import { possibleIncentives } from '#domain/quotes/campaigns/trial.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import type { Plan } from '#domain/financials/schema.ts';
import type { SampleInput, Simulated } from './schema.ts';

/** The loan of a configuration: no lender's, without fees. */
const PLAN = 0;
const planOf = (months: number, tan: number): Plan => ({
  id: PLAN,
  name: '',
  company: '',
  type: 'loan',
  terms: [{ months, tan, balloonPercent: null }],
  balloonBasis: null,
  fee: 0,
  collectionFee: 0,
  yearlyFee: 0,
  taxMode: 'substitute',
  protectionPercent: null,
  minAmount: 0,
  maxAmount: Number.MAX_SAFE_INTEGER,
  minDepositPercent: 0,
  maxDepositPercent: null,
  minBalloonPercent: null,
  maxBalloonPercent: null,
  futureValues: [],
  guaranteed: false,
  exceedKmPrice: null,
  secondStep: null,
  commissionPercent: 0,
});

/** The draft of a quote of a configuration, with its campaigns still to be chosen. */
function draftOf(sample: SampleInput, sheet: PriceSheet): QuoteDraft {
  const { optionIds, customer, province, deposit, months } = sample;
  const loan = { amount: null, protection: false, kmPerYear: null, balloon: null };
  return {
    ...emptyDraft(sheet, province),
    // What is standard need not be named by the configuration.
    optionIds: optionIds.length > 0 ? [...optionIds] : emptyDraft(sheet, province).optionIds,
    customer: { id: 0, name: '', type: customer },
    deposit,
    financing: months === null ? null : { ...loan, planId: PLAN, months },
  };
}

/** What a configuration costs; null: the sheet does not sell it. All campaigns count that may. */
export function simulate(sample: SampleInput, sheet: PriceSheet): Simulated | null {
  if (sheet.version.listPrice === 0) return null;
  const plans = sample.months === null ? [] : [planOf(sample.months, sample.tan)];
  const own = { ...sheet, plans };
  const start = draftOf(sample, own);
  const incentives = possibleIncentives(start, own);
  const priced = price({ ...start, incentiveIds: incentives.map(({ id }) => id) }, own);
  const given = ({ id }: { id: number }) => -(priced.rows.find(({ key }) => key === `incentive-${id}`)?.amount ?? 0);
  return {
    list: priced.listTotal,
    discounts: priced.discounts,
    vat: priced.vat,
    ipt: priced.ipt,
    registration: priced.registration,
    stateAid: priced.stateAid,
    keysInHand: priced.keysInHand,
    monthly: priced.offer?.monthly ?? null,
    campaigns: incentives.map((one) => ({ name: one.name, amount: given(one) })).filter(({ amount }) => amount !== 0),
    issues: [...new Set(priced.issues.map(({ message }) => message))],
  };
}
