import { addDays } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { BRERA, LIGURE } from './companies.ts';
import { approvalOfFirst } from './homologations.ts';
import { enter, insertRows, type Owner } from './insert.ts';
import { receptionWordsSince, stagesSince } from './stages.ts';

const anyEuro = [0, 1, 2];
const classes = (euro: readonly number[] | null) => (euro ?? []).map(String);
const band = (
  co2From: number,
  co2To: number,
  cap: number,
  scrappedEuro: number[] | null,
  euro: number,
  maxIncome: number | null = null,
) => ({
  co2From,
  co2To,
  scrappedEuro: classes(scrappedEuro),
  maxIncome,
  amount: euro * 100,
  maxListPrice: cap * 100,
});
/** Highest ISEE of the first band, in cents. */
const LOW = 30_000_00;
/**
 * Bands of the decree of 20 May 2024 (rules.md §17), a quarter more with a low ISEE; price caps with VAT. It only
 * serves as an example: the programme has ended.
 */
const aid = {
  plain: [
    band(0, 20, 42_700, null, 6_000),
    band(0, 20, 42_700, null, 7_500, LOW),
    band(21, 60, 54_900, null, 4_000),
    band(21, 60, 54_900, null, 5_000, LOW),
  ],
  scrapping: [
    ...[band(0, 20, 42_700, anyEuro, 11_000), band(0, 20, 42_700, [3], 10_000), band(0, 20, 42_700, [4], 9_000)],
    ...[
      band(0, 20, 42_700, anyEuro, 13_750, LOW),
      band(0, 20, 42_700, [3], 12_500, LOW),
      band(0, 20, 42_700, [4], 11_250, LOW),
    ],
    band(0, 20, 42_700, [5], 8_000, LOW),
    ...[band(21, 60, 54_900, anyEuro, 8_000), band(21, 60, 54_900, [3], 6_000), band(21, 60, 54_900, [4], 5_500)],
    ...[band(21, 60, 54_900, anyEuro, 10_000, LOW), band(21, 60, 54_900, [3], 7_500, LOW)],
    ...[band(21, 60, 54_900, [4], 6_875, LOW), band(21, 60, 54_900, [5], 5_000, LOW)],
    ...[band(61, 135, 42_700, anyEuro, 3_000), band(61, 135, 42_700, [3], 2_000), band(61, 135, 42_700, [4], 1_500)],
  ],
};

/** The first id of campaigns with one incentive. */
const ALONE = 100;

/** An incentive with every key of the table, because all rows of one statement need the same keys. */
const incentive = (
  id: number,
  company_id: number,
  type: string,
  name: string,
  rest: Record<string, unknown> & { ends?: number | undefined; plates?: number; campaign_id?: number },
) => ({
  id,
  company_id,
  type,
  name,
  payer: 'maker',
  basis: 'list',
  amount: null,
  percent: null,
  bands: null,
  cumulability_group: null,
  customer_types: [] as string[],
  requires_used: null,
  requires_financing: false,
  refund_percent: 100,
  bonus: 0,
  min_months: null,
  scrapped_euro: [] as string[],
  owned_months: null,
  needs_booking: false,
  campaign_id: ALONE + id,
  lender: null,
  min_financed: null,
  maker_id: null,
  model_id: null,
  usage: 'new',
  ...rest,
});

const captive = 'Adria Finance S.p.A.';
const LUMERA = { maker_id: 1 };
const REA = { maker_id: 1, model_id: 2 };
/** State programmes have an end: this example's lies a year ahead. */
const state = { payer: 'state', basis: 'total', cumulability_group: 'stato', ends: 365 };

const network = [
  incentive(1, 10, 'flat', 'Campagna Lumera Rea', { amount: 1_800_00, campaign_id: 1, ...REA }),
  incentive(2, 10, 'flat', 'Campagna Ventor', { amount: 1_200_00, maker_id: 2 }),
  incentive(3, 10, 'flat', 'Campagna Ostro', { percent: 3, campaign_id: 2, maker_id: 3 }),
  incentive(4, 10, 'barter', 'Supervalutazione permuta', {
    amount: 700_00,
    basis: 'total',
    requires_used: 'barter',
    cumulability_group: 'usato',
  }),
  incentive(5, 10, 'scrapping', 'Contributo rottamazione della Casa', {
    amount: 900_00,
    basis: 'total',
    requires_used: 'scrapping',
    cumulability_group: 'usato',
  }),
  incentive(6, 10, 'plate', 'Targa Mese', {
    amount: 500_00,
    bonus: 450_00,
    campaign_id: 1,
    plates: 45,
    ...LUMERA,
  }),
  incentive(7, 10, 'ecobonus', 'Ecobonus (dimostrazione)', { bands: aid.plain, ...state }),
  incentive(8, 10, 'ecobonus_scrapping', 'Ecobonus con rottamazione (dimostrazione)', {
    bands: aid.scrapping,
    requires_used: 'scrapping',
    ...state,
  }),
  incentive(9, 10, 'vat', 'Partite IVA', { percent: 4, customer_types: ['vat'], cumulability_group: 'clienti' }),
  incentive(10, 10, 'fleet', 'Flotte e società', {
    percent: 7,
    customer_types: ['fleet'],
    cumulability_group: 'clienti',
  }),
  incentive(11, 10, 'pack', 'Pacchetti a metà prezzo', { percent: 50, basis: 'pack', maker_id: 2 }),
  incentive(12, 10, 'optional', 'Optional in omaggio', { amount: 300_00, basis: 'optional', ...LUMERA }),
  incentive(13, 10, 'financial', 'Bonus finanziamento Adria', {
    payer: 'financial',
    amount: 600_00,
    requires_financing: true,
    lender: captive,
    min_months: 24,
    min_financed: 5_000_00,
  }),
  incentive(14, 10, 'spare_parts', 'Premio ricambi', { amount: 200_00, maker_id: 2 }),
  incentive(20, 10, 'flat', 'Vantaggio Ostro Professionisti', { percent: 5, campaign_id: 3, maker_id: 3 }),
];
const dealer = { payer: 'dealer', refund_percent: 0 };
const own = [
  incentive(15, BRERA, 'custom', 'Sconto vetrina Brera', { amount: 400_00, ...dealer }),
  incentive(16, BRERA, 'accessory', 'Accessori −20 %', { percent: 20, basis: 'accessory', ...dealer }),
  incentive(18, BRERA, 'barter', 'Permuta su usato Brera', {
    amount: 300_00,
    basis: 'total',
    requires_used: 'barter',
    usage: 'used',
    ...dealer,
  }),
  incentive(19, BRERA, 'financial', 'Usato con finanziamento', {
    amount: 250_00,
    requires_financing: true,
    min_months: 36,
    usage: 'used',
    ...dealer,
  }),
  incentive(17, LIGURE, 'custom', 'Sconto Genova', { percent: 2, ...dealer }),
];

/** Plans of the demo are valid from here on. */
const SINCE = '2024-01-01T09:00:00Z';
const terms = (tan: number, ...months: number[]) => months.map((each) => ({ months: each, tan, balloonPercent: null }));
const balloons = (tan: number, percents: Record<number, number>) =>
  Object.entries(percents).map(([months, balloonPercent]) => ({ months: Number(months), tan, balloonPercent }));

/** Future values in percent by duration, for 10, 15 and 20 thousand kilometres a year. */
const values = (basketId: number | null, table: Record<number, [number, number, number]>) =>
  Object.entries(table).flatMap(([months, percents]) =>
    percents.map((percent, i) => ({
      basketId,
      months: Number(months),
      kmPerYear: [10_000, 15_000, 20_000][i]!,
      percent,
    })),
  );
const premium = {
  company_id: 10,
  id: 1,
  name: 'Gamma Ostro',
  maker_ids: [3],
  model_ids: [],
  version_ids: [],
  version: 1,
  created_at: SINCE,
  updated_at: SINCE,
};
const futureValues = [
  ...values(null, { 24: [57, 55, 52], 36: [50, 48.5, 46], 48: [43, 41, 38] }),
  ...values(premium.id, { 24: [60, 58, 55], 36: [54, 52, 49], 48: [47, 45, 42] }),
];

/** What company 10 guarantees for its network: 10, 15 and 20 thousand kilometres a year. */
const guarantee = {
  company_id: 10,
  id: 1,
  name: 'Rea HEV',
  lender: captive,
  basis: 'car_price',
  between_months: true,
  cells: values(null, { 12: [74, 72, 69], 24: [64, 61, 57], 36: [56, 52, 47], 48: [49, 45, 40], 60: [43, 39, 34] }).map(
    ({ basketId: _basketId, ...cell }) => cell,
  ),
  draft: false,
  created_at: SINCE,
  updated_at: SINCE,
};

const plan = (id: number, company_id: number, lender: string, name: string, rest: Record<string, unknown>) => ({
  id,
  company_id,
  lender,
  code: `PF-${String(id).padStart(2, '0')}`,
  name,
  balloon_basis: null,
  fee: 395_00,
  collection_fee: 3_50,
  yearly_fee: 1_00,
  tax_mode: 'substitute',
  protection_percent: 0.065,
  min_amount: 3_000_00,
  max_amount: 75_000_00,
  min_deposit_percent: 0,
  max_deposit_percent: null,
  min_balloon_percent: null,
  max_balloon_percent: null,
  future_values: [],
  exceed_km_price: null,
  second_tan: null,
  second_months: null,
  commission_percent: 2.5,
  usages: ['new', 'used'],
  maker_ids: [],
  location_ids: [],
  roles: [],
  version: 1,
  created_at: SINCE,
  updated_at: SINCE,
  valid_to: null,
  ...rest,
});

const bank = 'Banca del Lago Credito S.p.A.';
/**
 * Terms of the worked examples of rules.md §9: a loan at 6.95 %, a guaranteed future value at 6.49 % with 36
 * months.
 */
const plansOf = (company: number, first: number) => [
  plan(first, company, captive, 'Adria Classico', { type: 'loan', terms: terms(6.95, 24, 36, 48, 60, 72, 84) }),
  plan(first + 1, company, captive, 'Adria Futuro Garantito', {
    type: 'tcm',
    usages: ['new'],
    terms: balloons(6.49, { 24: 57, 36: 50, 48: 43 }),
    balloon_basis: 'car_price',
    max_amount: 60_000_00,
    exceed_km_price: 0.08,
    future_values: futureValues,
    max_deposit_percent: 60,
  }),
  plan(first + 2, company, captive, 'Adria Due Tempi', {
    type: 'two_step_base',
    terms: balloons(6.75, { 36: 45, 48: 38 }),
    balloon_basis: 'financing',
    min_deposit_percent: 10,
    min_balloon_percent: 20,
    max_balloon_percent: 50,
    second_months: 36,
    second_tan: 7.95,
  }),
  plan(first + 3, company, captive, 'Adria Due Tempi Fisso', {
    type: 'two_step_fixed',
    terms: balloons(6.25, { 36: 30, 48: 25 }),
    balloon_basis: 'kih',
    min_deposit_percent: 15,
    second_months: 24,
    second_tan: 6.25,
  }),
  plan(first + 4, company, bank, 'Lago Tasso Zero', {
    type: 'loan',
    terms: terms(0, 18, 24, 36),
    fee: 0,
    collection_fee: 0,
    yearly_fee: 0,
    max_amount: 18_000_00,
    min_deposit_percent: 30,
  }),
  plan(first + 5, company, bank, 'Lago Prestito Auto', {
    type: 'loan',
    terms: terms(7.9, 36, 48, 60, 84, 96),
    fee: 300_00,
    collection_fee: 2_50,
    tax_mode: 'stamp',
    protection_percent: null,
  }),
];

const campaign = (id: number, name: string, rest: Record<string, unknown> & { ends?: number | undefined }) => ({
  company_id: 10,
  id,
  name,
  max_uses: null,
  channels: [] as string[],
  customer_types: [] as string[],
  basket_ids: [] as number[],
  stacking: 'others',
  document_url: null,
  state: 'active',
  tried: true,
  created_at: SINCE,
  updated_at: SINCE,
  ...rest,
});
/** The campaign of an incentive that stands by itself: it counts beside all others. */
const campaignOf = ({
  id,
  company_id,
  name,
  ends,
}: {
  id: number;
  company_id: number;
  name: string;
  ends?: number;
}) => ({
  ...campaign(ALONE + id, name, { stacking: 'always', ends }),
  company_id,
});
const rules = (name: string) => `https://lumera.example.it/campagne/${name}.pdf`;
const campaigns = [
  campaign(1, 'Lumera in anteprima', { max_uses: 2_000, document_url: rules('anteprima'), ends: 60 }),
  campaign(2, 'Ostro d’autunno', { document_url: rules('autunno'), ends: 75 }),
  campaign(3, 'Ostro Professionisti', {
    customer_types: ['vat', 'fleet'],
    channels: ['retail'],
    basket_ids: [premium.id],
    stacking: 'alone',
    document_url: rules('professionisti'),
    ends: 120,
  }),
];

/** What the basket holds since it was made. */
async function contentOfPremium(owner: Owner) {
  const { company_id, id, name, maker_ids: makerIds, version } = premium;
  const ofMaker = owner.selectFrom('versions').innerJoin('models', 'models.id', 'versions.modelId');
  const size = await ofMaker.where('models.makerId', 'in', makerIds).select('versions.id').execute();
  const none = { modelIds: [], fuels: [], versionIds: [], companyIds: [] };
  const fields = { name, holds: 'versions', makerIds, ...none };
  return { company_id, basket_id: id, version, fields, size: size.length, at: SINCE };
}

/** Campaigns of the manufacturer and the dealers with their incentives, and financing plans of each dealer. */
export async function seedOffers(owner: Owner, today: string): Promise<void> {
  const dated = <Row extends object>(rows: readonly (Row & { ends?: number | undefined })[]) =>
    rows.map(({ ends, ...row }) => ({
      ...row,
      valid_from: addDays(today, -700),
      valid_to: ends === undefined ? null : addDays(today, ends),
    }));
  const offer = async (incentives: typeof network, given: readonly ReturnType<typeof campaign>[] = []) => {
    const alone = incentives.filter(({ id, campaign_id }) => campaign_id === ALONE + id);
    await insertRows(owner, 'campaigns', dated([...given, ...alone.map(campaignOf)]));
    const rows = incentives.map(({ plates, ends: _ends, ...row }) => ({
      ...row,
      plate_by: plates === undefined ? null : addDays(today, plates),
    }));
    await insertRows(owner, 'incentives', rows);
  };
  await enter(owner, MANUFACTURER);
  await offer(network, campaigns);
  await insertRows(owner, 'baskets', [premium]);
  await insertRows(owner, 'basket_versions', [await contentOfPremium(owner)]);
  await insertRows(owner, 'future_tables', dated([guarantee]));
  await insertRows(owner, 'homologations', dated([await approvalOfFirst(owner, SINCE)]));
  await insertRows(owner, 'negotiation_stages', stagesSince(SINCE));
  await insertRows(owner, 'reception_words', receptionWordsSince(SINCE));
  for (const [companyId, firstPlan] of [
    [BRERA, 1],
    [LIGURE, 7],
  ] as const) {
    await enter(owner, companyId);
    await offer(own.filter((each) => each.company_id === companyId));
    await insertRows(owner, 'plans', dated(plansOf(companyId, firstPlan)));
  }
}
