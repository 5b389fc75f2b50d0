import { FIRST_BAND } from '#domain/quotes/sheet/incentives.ts';
import type { Offer } from '#domain/financials/offers.ts';
import type { Margin, Priced, Row } from '#domain/quotes/sheet/priced.ts';
import type { Incentive, PriceSheet } from '#domain/quotes/schema.ts';
import type { Texts } from '../print/texts.ts';

/** What an issued quote keeps for good: prices and parameters, the result without margins, and the printed texts. */
export interface Snapshot {
  /**
   * How the financing is printed: form 1 calls the capital with the financed fee the total amount of the credit and has
   * no amortisation; form 2 follows rules.md §3, 9; in form 3 texts name the instalment with what collecting it costs, in form 4 its
   * example and the plans beside it, too.
   */
  form: 1 | 2 | 3 | 4;
  sheet: PriceSheet;
  priced: Priced;
  /** Only for readers who may see margins. */
  margin: Margin | null;
  texts: Texts;
}

type Band = NonNullable<Incentive['bands']>[number];

/** Values for fields that older snapshots do not have: empty lists, null or 0. */
const absent = {
  sheet: {
    options: [],
    rules: [],
    accessories: [],
    services: [],
    makerServices: [],
    incentives: [],
    plans: [],
    insurances: [],
    provinces: [],
    costPercent: null,
    discountCap: null,
    extras: [],
    used: null,
    stock: null,
  },
  params: {
    reducedTaxRate: 4,
    quotationRequired: false,
    iptVans: [],
    transfer: { retail: [], b2b: [], export: [] },
    agencyFee: 0,
    roadTax: { perKw: [], kwLimit: 0, superKwLimit: 0, superPerKw: 0, vans: [] },
  },
  incentive: {
    minMonths: null,
    scrappedEuro: null,
    ownedMonths: null,
    plateBy: null,
    needsBooking: false,
    campaign: null,
    bonus: 0,
    minFinanced: null,
    lender: null,
    validTo: null,
  },
  plan: {
    futureValues: [],
    guaranteed: false,
    exceedKmPrice: null,
    secondStep: null,
    commissionPercent: 0,
    maxDepositPercent: null,
    minBalloonPercent: null,
    maxBalloonPercent: null,
  },
  service: { taxNature: 'N4' as const, defaultOn: false, printed: true, groups: [] as string[] },
  priced: {
    rows: [],
    options: [],
    issues: [],
    offer: null,
    alternatives: [],
    insurances: [],
    margin: null,
    listTotal: 0,
    discounts: 0,
    supply: 0,
    net: 0,
    vat: 0,
    ipt: 0,
    registration: 0,
    total: 0,
    stateAid: 0,
    keysInHand: 0,
    tradeIn: 0,
    deposit: 0,
    financed: 0,
    balance: 0,
    annual: { bollo: 0, superbollo: 0 },
  },
  texts: { customer: null, conditions: '' },
} satisfies { priced: Priced; texts: Partial<Texts> } & Record<string, object>;

/** Adds to a value stored by an earlier release the fields that came later, with their values in `absent`. */
export const filled = <T extends object>(stored: T, absent: Partial<T>): T => ({ ...absent, ...stored });

/** Bands said whether they were for a low income before they said up to which. */
const bandOf = ({ lowIncome, ...band }: Band & { lowIncome?: boolean }): Band =>
  filled<Band>(band, { maxIncome: lowIncome ? FIRST_BAND : null });

/**
 * Stored campaigns have several shapes: a name; then also a last day; then a budget. Older ones do not state customer
 * types or how they stack, or state it by a flag.
 */
function campaignOf(stored: unknown): Incentive['campaign'] {
  const said = { customerTypes: null, stacking: 'others' as const, documentUrl: null };
  const absentOf = { companyId: 0, id: 0, validTo: null, priority: 0, left: null, ...said };
  if (typeof stored === 'string') return { ...absentOf, name: stored };
  if (!stored) return null;
  const { stackable, ...campaign } = stored as NonNullable<Incentive['campaign']> & { stackable?: boolean };
  return { ...absentOf, ...(stackable === false && { stacking: 'alone' as const }), ...campaign };
}

function sheetOf(stored: PriceSheet): PriceSheet {
  const sheet = { ...absent.sheet, ...stored };
  return {
    ...sheet,
    version: filled(sheet.version, { payload: null }),
    params: {
      ...absent.params,
      ...sheet.params,
      roadTax: { ...absent.params.roadTax, ...sheet.params.roadTax },
    },
    accessories: sheet.accessories.map((item) => filled(item, { cost: null })),
    provinces: sheet.provinces.map((province) => filled(province, { iptRules: [] })),
    services: sheet.services.map((item) => ({ ...absent.service, ...item })),
    makerServices: sheet.makerServices.map((item) => ({ ...absent.service, ...item })),
    plans: sheet.plans.map((plan) => ({ ...absent.plan, ...plan })),
    incentives: sheet.incentives.map((incentive) => ({
      ...absent.incentive,
      ...incentive,
      campaign: campaignOf(incentive.campaign),
      bands: incentive.bands?.map(bandOf) ?? null,
    })),
  };
}

function pricedOf(stored: Priced): Priced {
  const offer = (one: Offer) => filled(one, { monthly: one.instalment, withProtection: null, secondStep: null });
  const priced = { ...absent.priced, ...stored };
  return {
    ...priced,
    rows: priced.rows.map((row: Row) => filled(row, { tax: null })),
    offer: priced.offer && offer(priced.offer),
  };
}

/** Reads a stored snapshot of any age; null while there is none. */
export function readSnapshot(json: unknown): Snapshot | null {
  if (json === null) return null;
  const first = { form: 1 as const, margin: null };
  const { form, sheet, priced, margin, texts } = { ...first, ...(json as Snapshot) };
  return { form, sheet: sheetOf(sheet), priced: pricedOf(priced), margin, texts: { ...absent.texts, ...texts } };
}
