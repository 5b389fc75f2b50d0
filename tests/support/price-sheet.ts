import { blankOf } from '#domain/record/fields.ts';
import { choiceFields, quoteFields } from '#domain/quotes/fields.ts';
import type {
  FinancingChoice,
  Incentive,
  InsuranceTariff,
  PriceSheet,
  Province,
  QuoteDraft,
  ServiceItem,
} from '#domain/quotes/schema.ts';
import type { UsedCar } from '#domain/quotes/start/used-car.ts';
import type { Plan } from '#domain/financials/schema.ts';

const provinces: Province[] = [
  { code: 'MI', name: 'Milano', iptPercent: 30, fixedForVatDeeds: false, iptRules: [] },
  { code: 'GE', name: 'Genova', iptPercent: 30, fixedForVatDeeds: false, iptRules: [] },
  { code: 'CR', name: 'Cremona', iptPercent: 30, fixedForVatDeeds: false, iptRules: [] },
  { code: 'SO', name: 'Sondrio', iptPercent: 25, fixedForVatDeeds: false, iptRules: [] },
  { code: 'VI', name: 'Vicenza', iptPercent: 20, fixedForVatDeeds: false, iptRules: [] },
  { code: 'TN', name: 'Trento', iptPercent: 0, fixedForVatDeeds: true, iptRules: [] },
];

/** A plan with the terms of the worked examples of rules.md §9; tests change only the terms they examine. */
export const aPlan = (change: Partial<Plan> = {}): Plan => ({
  id: 1,
  name: 'Lumera Classico',
  company: 'Lumera Finance',
  type: 'loan',
  terms: [36, 48, 60].map((months) => ({ months, tan: 6.95, balloonPercent: null })),
  balloonBasis: null,
  fee: 395_00,
  collectionFee: 3_50,
  yearlyFee: 1_00,
  taxMode: 'substitute',
  protectionPercent: 0.065,
  minAmount: 3_000_00,
  maxAmount: 60_000_00,
  minDepositPercent: 0,
  maxDepositPercent: null,
  minBalloonPercent: null,
  maxBalloonPercent: null,
  guaranteed: false,
  futureValues: [],
  exceedKmPrice: null,
  secondStep: null,
  commissionPercent: 0,
  ...change,
});

export const aCampaign = (
  change: Partial<NonNullable<Incentive['campaign']>> = {},
): NonNullable<Incentive['campaign']> => ({
  companyId: 10,
  id: 1,
  name: 'Porte aperte',
  validTo: null,
  priority: 0,
  left: null,
  customerTypes: null,
  stacking: 'others',
  documentUrl: null,
  ...change,
});

export const anIncentive = (change: Partial<Incentive> = {}): Incentive => ({
  id: 1,
  type: 'flat',
  payer: 'maker',
  name: 'Campagna Casa',
  basis: 'list',
  amount: 1_800_00,
  percent: null,
  bands: null,
  group: null,
  customerTypes: null,
  requiresUsed: null,
  requiresFinancing: false,
  refundPercent: 100,
  bonus: 0,
  minMonths: null,
  scrappedEuro: null,
  ownedMonths: null,
  plateBy: null,
  needsBooking: false,
  campaign: null,
  minFinanced: null,
  lender: null,
  validTo: null,
  ...change,
});

/** Payload bands of DM 435/1998 (rules.md §4, 2). */
const vans = [
  ...[[7, 199_35], [15, 290_25], [30, 326_40], [45, 380_63], [60, 452_93], [80, 519_04]], [null, 646_60],
].map(([quintals, amount]) => ({ quintals: quintals!, amount: amount! })); // prettier-ignore
const roadTax = {
  perKw: [[300, 450], [290, 435], [280, 420], [270, 405], [258, 387]].map(([upTo, above], euro) => ({ euro, upTo: upTo!, above: above! })), // prettier-ignore
  kwLimit: 100,
  superKwLimit: 185,
  superPerKw: 20_00,
  vans: [4, 8, 15, 30, null].map((quintals) => ({ quintals, amount: null as number | null })),
};

const band = { co2From: 61, co2To: 135, maxIncome: null, maxListPrice: 42_700_00 };

const fees = (...euro: number[]) =>
  euro.map((each, i) => ({ label: `Diritto ${i + 1}`, amount: Math.round(each * 100) }));

export const aService = (change: Partial<ServiceItem> = {}): ServiceItem => ({
  id: 1,
  code: 'S1',
  description: 'Servizio',
  price: 100_00,
  taxRate: 22,
  cost: null,
  taxNature: 'N4',
  defaultOn: false,
  printed: true,
  groups: [],
  ...change,
});

/**
 * A realistic sheet: colours, interiors, optionals, packs with rules, each kind of incentive, three plans. Amounts in
 * cents, VAT included.
 */
export const aSheet = (change: Partial<PriceSheet> = {}): PriceSheet => ({
  maker: { id: 1, name: 'Lumera' },
  model: { id: 11, name: 'Rea', body: 'hatchback' },
  version: {
    id: 101,
    modelId: 11,
    code: 'REA15H',
    name: 'Rea HEV 1.5 Comfort',
    fuel: 'hev',
    gearbox: 'automatic',
    drive: 'front',
    kw: 74,
    cc: 1490,
    co2: 98,
    consumption: 4.3,
    euroClass: 'Euro 6e',
    category: 'M1',
    payload: null,
    seats: 5,
    listPrice: 24_900_00,
  },
  used: null,
  stock: null,
  options: [
    { id: 1, code: '001', name: 'Bianco Neve', kind: 'colour', price: 0, standard: true, colour: '#f4f4f2' },
    {
      id: 2,
      code: '042',
      name: 'Blu Laguna metallizzato',
      kind: 'colour',
      price: 750_00,
      standard: false,
      colour: '#1d4e89',
    },
    { id: 3, code: '310', name: 'Tessuto grigio', kind: 'interior', price: 0, standard: true, colour: null },
    { id: 4, code: '311', name: 'Pelle nera', kind: 'interior', price: 1_100_00, standard: false, colour: null },
    { id: 5, code: '710', name: 'Tetto panoramico', kind: 'optional', price: 1_200_00, standard: false, colour: null },
    { id: 6, code: '711', name: 'Barre portatutto', kind: 'optional', price: 250_00, standard: false, colour: null },
    {
      id: 7,
      code: '520',
      name: 'Sensori di parcheggio',
      kind: 'optional',
      price: 400_00,
      standard: false,
      colour: null,
    },
    { id: 8, code: '521', name: 'Telecamera a 360°', kind: 'optional', price: 600_00, standard: false, colour: null },
    { id: 9, code: 'P11', name: 'Pack Comfort', kind: 'pack', price: 900_00, standard: false, colour: null },
    { id: 10, code: '600', name: 'Fari full LED', kind: 'optional', price: 1_450_00, standard: false, colour: null },
    { id: 11, code: 'P12', name: 'Pack Sport', kind: 'pack', price: 2_000_00, standard: false, colour: null },
  ],
  rules: [
    { optionId: 5, kind: 'excludes', otherId: 6 },
    { optionId: 8, kind: 'requires', otherId: 7 },
    { optionId: 9, kind: 'includes', otherId: 7 },
    { optionId: 11, kind: 'includes', otherId: 4 },
    { optionId: 11, kind: 'excludes', otherId: 1 },
    { optionId: 11, kind: 'requires', otherId: 10 },
  ],
  accessories: [
    { id: 1, code: 'A1', description: 'Tappetini in velluto', price: 89_00, taxRate: 22, cost: null },
    { id: 2, code: 'A2', description: 'Gancio di traino', price: 640_00, taxRate: 22, cost: null },
    { id: 3, code: 'A3', description: 'Manuale in braille', price: 25_00, taxRate: 4, cost: null },
  ],
  services: [
    aService({ id: 1, code: 'S1', description: 'Protezione vernice', price: 390_00 }),
    aService({ id: 2, code: 'S2', description: 'Soccorso stradale', price: 60_00, taxRate: 0 }),
  ],
  makerServices: [aService({ id: 1, code: 'M1', description: 'Manutenzione 4 anni', price: 1_220_00 })],
  incentives: [
    anIncentive(),
    anIncentive({
      id: 2,
      type: 'barter',
      name: 'Supervalutazione permuta',
      basis: 'total',
      amount: 700_00,
      requiresUsed: 'barter',
    }),
    anIncentive({
      id: 3,
      type: 'fleet',
      name: 'Flotte',
      amount: null,
      percent: 8,
      customerTypes: ['fleet'],
      group: 'clienti',
    }),
    anIncentive({
      id: 4,
      type: 'vat',
      name: 'Partite IVA',
      amount: null,
      percent: 4,
      customerTypes: ['vat', 'fleet'],
      group: 'clienti',
    }),
    anIncentive({ id: 5, type: 'optional', name: 'Optional in omaggio', basis: 'optional', amount: 500_00 }),
    anIncentive({
      id: 6,
      type: 'ecobonus_scrapping',
      payer: 'state',
      name: 'Ecobonus con rottamazione',
      basis: 'total',
      amount: null,
      requiresUsed: 'scrapping',
      bands: [
        { ...band, scrappedEuro: [4], amount: 1_500_00 },
        { ...band, scrappedEuro: [3], amount: 2_000_00 },
        { ...band, scrappedEuro: [0, 1, 2], amount: 3_000_00 },
      ],
    }),
    anIncentive({
      id: 7,
      type: 'financial',
      payer: 'financial',
      name: 'Bonus finanziamento',
      amount: 600_00,
      requiresFinancing: true,
    }),
    anIncentive({
      id: 8,
      type: 'accessory',
      payer: 'dealer',
      name: 'Accessori −50 %',
      basis: 'accessory',
      amount: null,
      percent: 50,
      refundPercent: 0,
    }),
  ],
  plans: [
    aPlan(),
    aPlan({
      id: 2,
      name: 'Lumera Futuro',
      type: 'tcm',
      terms: [{ months: 36, tan: 6.49, balloonPercent: 50 }],
      balloonBasis: 'car_price',
      minDepositPercent: 10,
    }),
    aPlan({
      id: 3,
      name: 'Tasso zero',
      terms: [{ months: 24, tan: 0, balloonPercent: null }],
      fee: 0,
      collectionFee: 0,
      yearlyFee: 0,
    }),
  ],
  insurances: [],
  provinces,
  params: {
    day: '2026-11-20',
    taxRate: 22,
    reducedTaxRate: 4,
    expiryDays: 8,
    quotationRequired: false,
    roadCost: 950_00,
    tyreFee: 3_05,
    iptFixed: 150_81,
    iptKwLimit: 53,
    iptPerKw: 35_119,
    iptVans: vans,
    registration: [
      { label: 'Imposta di bollo', amount: 64_00 },
      { label: 'Emolumenti ACI', amount: 27_00 },
      { label: 'Diritti Motorizzazione', amount: 10_20 },
      { label: 'Targhe', amount: 41_78 },
    ],
    // rules.md §6: the columns of its table without IPT and agency.
    transfer: { retail: fees(27, 48, 16, 10.2), b2b: fees(13.5, 32, 16, 10.2), export: fees(13.5, 32, 10.2) },
    agencyFee: 109_80,
    substituteTaxPercent: 0.25,
    contractStamp: 16_00,
    communicationStamp: 2_00,
    roadTax,
  },
  costPercent: null,
  discountCap: null,
  extras: [],
  ...change,
});

/** The used car of rules.md §3: 17,900 in the margin scheme, bought for 14,200, with 951.60 of costs (§2). */
export const aUsedCar = (change: Partial<UsedCar> = {}): UsedCar => ({
  stockId: 7,
  code: 'U-2026-0007',
  plate: 'GX123AB',
  vin: '',
  registeredOn: '2022-03-15',
  km: 48_000,
  colour: 'Blu',
  equipment: ['Navigatore'],
  regime: 'retail',
  minPrice: null,
  expense: null,
  warranty: null,
  gone: null,
  reserved: null,
  cost: { purchase: 14_200_00, purchaseVat: 0, expenses: 951_60, expensesVat: 171_60 },
  ...change,
});

/** The sheet of the used car: no catalogue, and the dealer's warranty at 719.80. */
export const aUsedSheet = (change: Partial<PriceSheet> = {}, car: Partial<UsedCar> = {}): PriceSheet => {
  const sheet = aSheet();
  return {
    ...sheet,
    maker: { id: null, name: 'Fiat' },
    model: { id: null, name: '500X', body: 'suv' },
    version: { ...sheet.version, id: 0, modelId: 0, code: 'U-2026-0007', name: '1.3 T4', listPrice: 17_900_00 },
    used: aUsedCar(car),
    options: [],
    rules: [],
    accessories: [],
    makerServices: [],
    incentives: [],
    services: [aService({ code: 'G12', description: 'Garanzia convenzionale', price: 719_80 })],
    params: { ...sheet.params, roadCost: 0, tyreFee: 0 },
    ...change,
  };
};

/** A draft for the used car, for a private customer in Milano. */
export const aUsedDraft = (change: Partial<QuoteDraft> = {}): QuoteDraft =>
  aDraft({ versionId: 0, stockId: 7, ...change });

/** A policy for any new car, at 600 net a year. */
export const anInsurance = (change: Partial<InsuranceTariff> = {}): InsuranceTariff => ({
  id: 1,
  code: 'F1',
  name: 'Furto e incendio',
  insurer: 'Assicurazioni Adria',
  type: 'cvt',
  usages: ['new'],
  durations: ['12', '24'],
  zones: [],
  powers: [],
  minValue: null,
  maxValue: null,
  maxMonths: null,
  covers: [
    {
      cover: 'theft_fire',
      model: 'fixed',
      premium: 600_00,
      yearly: true,
      rate: 0,
      minimum: 0,
      cells: [],
      percentPerMonth: 0,
      taxPercent: 13.5,
      conditions: '',
    },
  ],
  defaultOn: false,
  commissionPercent: 0,
  rappelPercent: 0,
  ...change,
});

export const aTradeIn = (change: Partial<QuoteDraft['tradeIns'][number]> = {}): QuoteDraft['tradeIns'][number] => ({
  type: 'barter',
  plate: 'GX123AB',
  description: 'Lumera Io 1.2',
  km: 61_000,
  registeredOn: '2019-05-14',
  euroClass: 6,
  valuation: 6_500_00,
  residualDebt: 0,
  ownedSince: null,
  standInValue: null,
  estimate: null,
  ...change,
});

/** A financing of the worked examples of rules.md §9; tests change only what they examine. */
export const aChoice = (change: Partial<FinancingChoice> = {}): FinancingChoice => ({
  ...blankOf(choiceFields),
  planId: 1,
  months: 60,
  amount: 20_000_00,
  ...change,
});

/** A draft with a customer and no other choices. */
export const aDraft = (change: Partial<QuoteDraft> = {}): QuoteDraft => ({
  ...blankOf(quoteFields),
  versionId: 101,
  province: 'MI',
  customer: { id: 1, name: 'Mario Rossi', type: 'private' },
  ...change,
});

/** The worked example of rules.md §3, down to a balance of 3,521.53; its costs are those of §11. */
export const workedExample = {
  sheet: aSheet({ costPercent: 86.5 }),
  draft: aDraft({
    optionIds: [10, 9],
    incentiveIds: [1, 6],
    customDiscounts: [{ label: '', amount: null, percent: 5 }],
    tradeIns: [
      aTradeIn(),
      aTradeIn({ type: 'scrapping', plate: 'CD456EF', description: 'Panda', euroClass: 4, valuation: 0 }),
    ],
    deposit: 2_000_00,
    financing: aChoice({ planId: 1, months: 60, amount: 12_000_00, protection: false }),
  }),
};
