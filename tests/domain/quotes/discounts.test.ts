import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { incentiveIssue } from '#domain/quotes/sheet/incentives.ts';
import { linesOf } from '#domain/quotes/sheet/lines.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { quoteDraft, type Incentive, type QuoteDraft } from '#domain/quotes/schema.ts';
import { incentiveTypes, type IncentiveType } from '#domain/quotes/terms.ts';
import { aCampaign, aChoice, aDraft, anIncentive, aSheet, aTradeIn } from '#tests/support/price-sheet.ts';

/** Row 6 and 13 by key with the warnings, for a draft on a sheet with these incentives, all chosen. */
function discounted(incentives: Incentive[], change: Partial<QuoteDraft> = {}) {
  const priced = price(aDraft({ incentiveIds: incentives.map((each) => each.id), ...change }), aSheet({ incentives }));
  const rows = priced.rows.filter((row) => row.kind === 'discount').map(({ key, amount }) => [key, amount / 100]);
  return { rows: Object.fromEntries(rows), warnings: priced.issues.map((issue) => issue.message), priced };
}
const custom = (amount: number | null, percent: number | null = null) => ({ label: '', amount, percent });

describe('order and base of discounts (rules.md §3, 2)', () => {
  test('every percentage is of what is listed, whatever else is given', () => {
    const { rows } = discounted(
      [
        anIncentive({ id: 1, amount: 1_000_00 }),
        anIncentive({ id: 2, amount: null, percent: 10 }),
        anIncentive({ id: 3, basis: 'optional', amount: 450_00 }),
      ],
      { optionIds: [10], customDiscounts: [custom(200_00), custom(null, 5)] },
    );
    expect(rows).toEqual({
      'incentive-2': -2_635,
      'incentive-1': -1_000,
      'incentive-3': -450,
      'custom-1': -1_317.5,
      'custom-0': -200,
    });
  });

  test('a name that says its percentage does not say it twice', () => {
    const label = (name: string, percent: number) =>
      discounted([anIncentive({ name, amount: null, percent })]).priced.rows.find(({ key }) => key === 'incentive-1')!
        .label;
    expect(label('Accessori −20 %', 20)).toBe('Accessori −20 % su 24.900,00\u00a0€');
    expect(label('Sconto 12,50%', 12.5)).toBe('Sconto 12,50% su 24.900,00\u00a0€');
    expect(label('Campagna 120 %', 20)).toBe('Campagna 120 % 20\u00a0% su 24.900,00\u00a0€');
  });

  test('a line discount stops at the price of its line', () => {
    const { rows, warnings, priced } = discounted([anIncentive({ basis: 'optional', amount: 500_00 })], {
      optionIds: [6],
    });
    expect(rows).toEqual({ 'incentive-1': -250 });
    expect(warnings).toEqual(['Campagna Casa: ridotto a 250,00\u00a0€, gli sconti superano il prezzo']);
    expect(priced.listTotal - priced.discounts).toBe(24_900_00);
  });

  test('the list part stops at zero; road costs and accessories stay to be paid', () => {
    const { priced } = discounted([anIncentive({ amount: null, percent: 80 })], {
      customDiscounts: [custom(9_000_00)],
      accessoryIds: [2],
    });
    expect(priced.supply).toBe(640_00 + 950_00 + 3_05);
  });

  test("a maker's incentive on the total reduces the taxable base, the state's does not", () => {
    const maker = discounted([anIncentive({ basis: 'total', amount: 1_000_00 })]).priced;
    const state = discounted([anIncentive({ basis: 'total', payer: 'state', amount: 1_000_00 })]).priced;
    expect(maker.keysInHand).toBe(state.keysInHand);
    expect([maker.stateAid, state.stateAid]).toEqual([0, 1_000_00]);
    expect(state.supply - maker.supply).toBe(1_000_00);
  });

  test('a discount is an amount or a percentage, not both', () => {
    const { priced } = discounted([], { customDiscounts: [custom(100_00, 5)] });
    expect(priced.issues).toMatchObject([{ level: 'error', path: 'customDiscounts.0' }]);
  });
});

describe('cumulability', () => {
  test('only the best of a group counts, a tie goes to the lowest id', () => {
    const group = 'g';
    const { rows, warnings } = discounted([
      anIncentive({ id: 3, group, amount: 1_000_00 }),
      anIncentive({ id: 2, group, amount: 1_245_00, name: 'Tardi' }),
      anIncentive({ id: 1, group, amount: null, percent: 5, name: 'Primo' }),
    ]);
    expect(rows).toEqual({ 'incentive-1': -1_245 });
    expect(warnings).toEqual([
      'Tardi: non cumulabile con Primo, che ha la precedenza',
      'Campagna Casa: non cumulabile con Primo, che vale di più per il cliente',
    ]);
  });
});

describe('campaigns', () => {
  const campaign = aCampaign();

  test('campaigns of a group worth the same: the one of higher priority goes first', () => {
    const group = 'g';
    const first = { group, name: 'Prima', campaign: aCampaign({ id: 2, priority: 5 }) };
    const { rows, warnings } = discounted([
      anIncentive({ id: 1, group, campaign, name: 'Seconda' }),
      anIncentive({ id: 2, ...first }),
      anIncentive({ id: 3, group, name: 'Di più', amount: 1_900_00 }),
    ]);
    expect(rows).toEqual({ 'incentive-3': -1_900 });
    const equal = discounted([
      anIncentive({ id: 1, group, campaign, name: 'Seconda' }),
      anIncentive({ id: 2, ...first }),
    ]);
    expect([equal.rows, equal.warnings]).toEqual([
      { 'incentive-2': -1_800 },
      ['Seconda: non cumulabile con Prima, che ha la precedenza'],
    ]);
    expect(warnings[0]).toContain('che vale di più per il cliente');
  });

  test('an incentive takes what is left of its campaign, or nothing', () => {
    const left = (cents: number) => discounted([anIncentive({ campaign: { ...campaign, left: cents } })]);
    expect(left(1_800_00).rows).toEqual({ 'incentive-1': -1_800 });
    expect(left(1_799_99).warnings.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Campagna Casa: della campagna Porte aperte restano 1.799,99 €',
    ]);
    expect(left(0).warnings).toEqual(['Campagna Casa: la campagna Porte aperte è esaurita']);
  });

  test('the customer has what is worth most of all that a budget pays, whatever stands first (rules.md §3, 3)', () => {
    const own = { ...campaign, left: 500_00 };
    const { rows, warnings } = discounted([
      anIncentive({ id: 1, campaign: own, amount: 400_00, name: 'Prima' }),
      anIncentive({ id: 2, campaign: own, amount: 500_00, name: 'Seconda' }),
    ]);
    expect(rows).toEqual({ 'incentive-2': -500 });
    expect(warnings).toEqual(['Prima: della campagna Porte aperte gli altri incentivi lasciano 0,00\u00a0€']);
    const three = [300_00, 250_00, 240_00].map((amount, i) => anIncentive({ id: i + 1, campaign: own, amount }));
    expect(discounted(three).rows).toEqual({ 'incentive-2': -250, 'incentive-3': -240 });
    // Two that come to the same: the first.
    const equal = [200_00, 300_00, 500_00].map((amount, i) => anIncentive({ id: i + 1, campaign: own, amount }));
    expect(discounted(equal).rows).toEqual({ 'incentive-1': -200, 'incentive-2': -300 });
  });

  test('several incentives of one campaign take of the same budget', () => {
    const own = { ...campaign, left: 2_000_00 };
    const { rows, warnings } = discounted([
      anIncentive({ id: 1, campaign: own }),
      anIncentive({ id: 2, campaign: own, amount: 300_00, name: 'Targa' }),
      anIncentive({ id: 3, campaign: own, amount: 200_00 }),
    ]);
    expect(rows).toEqual({ 'incentive-1': -1_800, 'incentive-3': -200 });
    expect(warnings.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Targa: della campagna Porte aperte gli altri incentivi lasciano 0,00 €',
    ]);
  });
});

test('a part of everything due takes of its campaign what it may become, not what it is of the list', () => {
  const aid = { payer: 'state' as const, basis: 'total' as const, amount: null, percent: 10 };
  const ofList = linesOf(aDraft(), aSheet()).listTotal / 10;
  const { rows } = discounted([anIncentive({ ...aid, campaign: aCampaign({ left: ofList + 1_00 }) })]);
  expect(rows).toEqual({});
  expect(discounted([anIncentive({ ...aid, campaign: aCampaign({ left: 2 * ofList }) })]).rows).not.toEqual({});
});

describe('campaigns that go with no other (rules.md §17)', () => {
  const alone = aCampaign({ id: 2, name: 'Solo oggi', stacking: 'alone' });
  const other = aCampaign({ id: 3, name: 'Saldi' });
  const sale = [
    anIncentive({ id: 1, amount: 600_00, name: 'Casa', campaign: aCampaign() }),
    anIncentive({ id: 2, amount: 700_00, name: 'Saldo', campaign: other }),
    anIncentive({ id: 3, amount: 100_00, name: 'Di sede' }),
  ];

  test('the customer has the campaigns that give more together, and the one alone is told with its reason', () => {
    const { rows, warnings } = discounted([
      ...sale,
      anIncentive({ id: 4, amount: 1_200_00, name: 'Sola', campaign: alone }),
    ]);
    expect(rows).toEqual({ 'incentive-1': -600, 'incentive-2': -700, 'incentive-3': -100 });
    expect(warnings).toEqual([
      'Sola: la campagna Solo oggi non si cumula con Porte aperte, che vale di più per il cliente',
    ]);
  });

  test('or the one alone where it gives more, with what is of no campaign', () => {
    const { rows, warnings } = discounted([
      ...sale,
      anIncentive({ id: 4, amount: 1_400_00, name: 'Sola', campaign: alone }),
    ]);
    expect(rows).toEqual({ 'incentive-4': -1_400, 'incentive-3': -100 });
    expect(warnings).toEqual([
      'Casa: la campagna Porte aperte non si cumula con Solo oggi, che vale di più per il cliente',
      'Saldo: la campagna Saldi non si cumula con Solo oggi, che vale di più per il cliente',
    ]);
  });

  test('all of its own incentives count; what is worth the same goes by priority', () => {
    const own = [
      anIncentive({ id: 4, amount: 1_000_00, name: 'Sola', campaign: alone }),
      anIncentive({ id: 5, amount: 300_00, name: 'Targa', campaign: alone }),
    ];
    expect(discounted([...sale, ...own]).rows).toEqual({
      'incentive-1': -600,
      'incentive-2': -700,
      'incentive-3': -100,
    });
    const first = own.map((one) => ({ ...one, campaign: { ...alone, priority: 1 } }));
    const { rows, warnings } = discounted([...sale, ...first]);
    expect(rows).toEqual({ 'incentive-4': -1_000, 'incentive-5': -300, 'incentive-3': -100 });
    expect(warnings[0]).toBe('Casa: la campagna Porte aperte non si cumula con Solo oggi, che ha la precedenza');
  });

  test('an amount that its budget cannot pay is worth nothing when campaigns are weighed', () => {
    const short = { ...alone, left: 900_00 };
    const own = [4, 5].map((id) => anIncentive({ id, amount: 800_00, name: `Sola ${id}`, campaign: short }));
    expect(discounted([...sale, ...own]).rows).toEqual({
      'incentive-1': -600,
      'incentive-2': -700,
      'incentive-3': -100,
    });
  });

  test('without another campaign it counts as any other', () => {
    const { rows, warnings } = discounted([anIncentive({ campaign: alone }), sale[2]!]);
    expect([rows, warnings]).toEqual([{ 'incentive-1': -1_800, 'incentive-3': -100 }, []]);
  });
});

describe('eligibility', () => {
  const company = { id: 1, name: 'Rossi srl', type: 'fleet' as const };
  test.each<[string, Partial<Incentive>, Partial<QuoteDraft>, string | null]>([
    ['customer type', { customerTypes: ['fleet'] }, {}, 'non vale per questo tipo di cliente'],
    ['no customer yet', { customerTypes: ['fleet'] }, { customer: null }, 'scegliere il cliente'],
    ['right customer', { customerTypes: ['fleet'] }, { customer: company }, null],
    [
      'campaign of others',
      { campaign: aCampaign({ customerTypes: ['vat', 'fleet'] }) },
      {},
      'non vale per questo tipo di cliente',
    ],
    [
      'campaign of others, no customer',
      { campaign: aCampaign({ customerTypes: ['vat'] }) },
      { customer: null },
      'scegliere il cliente',
    ],
    ['campaign of such', { campaign: aCampaign({ customerTypes: ['fleet'] }) }, { customer: company }, null],
    [
      'campaign of such, incentive of others',
      { customerTypes: ['vat'], campaign: aCampaign({ customerTypes: ['fleet'] }) },
      { customer: company },
      'non vale per questo tipo di cliente',
    ],
    ['no trade-in', { requiresUsed: 'barter' }, { tradeIns: [aTradeIn({ type: 'scrapping' })] }, 'in permuta'],
    ['trade-in', { requiresUsed: 'barter' }, { tradeIns: [aTradeIn()] }, null],
    ['no scrapping', { requiresUsed: 'scrapping' }, {}, 'da rottamare'],
    ['no financing', { requiresFinancing: true }, {}, 'serve un finanziamento'],
    [
      'financing',
      { requiresFinancing: true },
      { financing: aChoice({ planId: 1, months: 60, amount: 10_000_00, protection: false }) },
      null,
    ],
    [
      'a plan that is gone',
      { requiresFinancing: true },
      { financing: aChoice({ planId: 99, months: 60, amount: 1, protection: false }) },
      'serve un finanziamento',
    ],
    ['nothing on the line', { basis: 'pack' }, {}, 'non è stato scelto niente'],
    ['spare parts credit', { type: 'spare_parts' }, {}, 'in ricambi'],
  ])('%s', (_, incentive, change, why) => {
    const { rows, warnings } = discounted([anIncentive(incentive)], change);
    expect(warnings).toEqual(why === null ? [] : expect.arrayContaining([expect.stringContaining(why)]));
    expect(rows).toEqual(why === null ? { 'incentive-1': -1_800 } : {});
  });

  test('the same answer is there for a list of what could be chosen', () => {
    const [sheet, draft] = [aSheet(), aDraft()];
    const lines = linesOf(draft, sheet);
    const open = sheet.incentives.filter((each) => incentiveIssue(each, draft, sheet, lines) === null);
    expect(open.map((each) => each.id)).toEqual([1]);
  });
});

describe('state aid of 2024, 61–135 g/km and 0–20 g/km (rules.md §17)', () => {
  const cap = { maxListPrice: 42_700_00 };
  const to = (co2From: number, co2To: number) => (scrappedEuro: number[] | null, amount: number, lowIncome = false) => ({
    ...cap, co2From, co2To, scrappedEuro, amount: amount * 100, maxIncome: lowIncome ? 30_000_00 : null,
  }); // prettier-ignore
  const [electric, hybrid, petrol] = [to(0, 20), to(21, 60), to(61, 135)];
  const ecobonus = anIncentive({
    payer: 'state',
    basis: 'total',
    amount: null,
    bands: [
      electric(null, 6_000), electric([4], 9_000), electric([3], 10_000), electric([0, 1, 2], 11_000),
      electric(null, 7_500, true), electric([4], 11_250, true), electric([3], 12_500, true), electric([0, 1, 2], 13_750, true),
      electric([5], 8_000, true),
      ...[hybrid(null, 4_000), hybrid([4], 5_500), hybrid([3], 6_000), hybrid([0, 1, 2], 8_000), hybrid([5], 5_000, true),
        hybrid(null, 5_000, true), hybrid([4], 6_875, true), hybrid([3], 7_500, true), hybrid([0, 1, 2], 10_000, true)]
        .map((band) => ({ ...band, maxListPrice: 54_900_00 })),
      petrol([4], 1_500), petrol([3], 2_000), petrol([0, 1, 2], 3_000),
    ], // prettier-ignore
  });
  const aid = (co2: number, listPrice: number, euroClass: number | null, lowIncome = false) => {
    const sheet = aSheet({ incentives: [ecobonus] });
    const tradeIns = euroClass === null ? [] : [aTradeIn({ type: 'scrapping', euroClass, valuation: 0 })];
    const version = { ...sheet.version, co2, listPrice: listPrice * 100 };
    return price(aDraft({ incentiveIds: [1], tradeIns, lowIncome }), { ...sheet, version }).stateAid / 100;
  };

  test.each([
    [98, 24_900, null, false, 0],
    [98, 24_900, 4, false, 1_500],
    [98, 24_900, 3, false, 2_000],
    [98, 24_900, 0, false, 3_000],
    [98, 24_900, 5, false, 0],
    [98, 42_700, 4, false, 1_500],
    [98, 42_700.01, 4, false, 0],
    [136, 24_900, 4, false, 0],
    [0, 39_000, null, false, 6_000],
    [0, 39_000, null, true, 7_500],
    [0, 39_000, 2, true, 13_750],
    [20, 39_000, 2, false, 11_000],
    [20, 39_000, 3, false, 10_000],
    [20, 39_000, 4, false, 9_000],
    [20, 39_000, 4, true, 11_250],
    [20, 39_000, 3, true, 12_500],
    [20, 39_000, 5, true, 8_000],
    [20, 39_000, 5, false, 6_000],
    [21, 39_000, 2, false, 8_000],
    [60, 54_900, 3, false, 6_000],
    [60, 54_900, 4, false, 5_500],
    [60, 54_900, null, false, 4_000],
    [60, 54_900, 5, true, 5_000],
    [60, 54_900, 2, true, 10_000],
    [60, 54_900.01, 2, false, 0],
    [61, 24_900, null, true, 0],
  ])('%i g/km at %d, scrapping Euro %s, low income %s: %i', (co2, listPrice, euroClass, lowIncome, expected) => {
    expect(aid(co2, listPrice, euroClass, lowIncome)).toBe(expected);
  });

  test('is never more than there is to pay', () => {
    const { priced } = discounted([anIncentive({ payer: 'state', basis: 'total', amount: 99_999_00 })]);
    expect(priced.keysInHand).toBe(0);
  });
});

describe('after the first quotes (rules.md §3, 2)', () => {
  test('a percentage says what it is of', () => {
    const { priced } = discounted([anIncentive({ id: 2, name: 'Campagna Ostro', amount: null, percent: 3 })], {
      optionIds: [10],
      customDiscounts: [custom(null, 5)],
    });
    const labels = priced.rows.filter(({ no }) => no === 6).map(({ label }) => label.replaceAll('\u00a0', ' '));
    expect(labels).toEqual(['Campagna Ostro 3 % su 26.350,00 €', 'Sconto 5 % su 26.350,00 €']);
  });

  test('together they never exceed the price: the dealer’s are cut first, then amounts, then percentages', () => {
    const { rows, warnings } = discounted(
      [anIncentive({ id: 1, amount: 20_000_00 }), anIncentive({ id: 2, name: 'Metà', amount: null, percent: 50 })],
      { customDiscounts: [custom(1_000_00)] },
    );
    expect(rows).toEqual({ 'incentive-2': -12_450, 'incentive-1': -12_450 });
    expect(warnings.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Campagna Casa: ridotto a 12.450,00 €, gli sconti superano il prezzo',
      'Sconto: ridotto a 0,00 €, gli sconti superano il prezzo',
    ]);
  });

  test('a group keeps what is worth most to this customer after every limit', () => {
    const group = 'g';
    // 5,000 on the optionals is worth the 250 that they cost: the 400 on the list is more.
    const { rows, warnings } = discounted(
      [
        anIncentive({ id: 1, name: 'Optional', group, basis: 'optional', amount: 5_000_00 }),
        anIncentive({ id: 2, name: 'Vetrina', group, amount: 400_00 }),
      ],
      { optionIds: [6] },
    );
    expect(rows).toEqual({ 'incentive-2': -400 });
    expect(warnings).toEqual(['Optional: non cumulabile con Vetrina, che vale di più per il cliente']);
  });

  test('the customer never does better with another one of each group', () => {
    const amounts = fc.integer({ min: 0, max: 30_000_00 });
    const any = fc.record({
      group: fc.constantFrom(null, 'a', 'b'),
      basis: fc.constantFrom('list' as const, 'optional' as const, 'pack' as const, 'total' as const),
      payer: fc.constantFrom('maker' as const, 'dealer' as const, 'state' as const),
      amount: amounts,
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), amounts, (list, discount) => {
        const all = list.map((one, i) => anIncentive({ id: i + 1, ...one }));
        const change = { optionIds: [6, 9], customDiscounts: [custom(discount)] };
        const best = discounted(all, change).priced.keysInHand;
        for (const skipped of all) {
          const others = all.filter((one) => one !== skipped);
          expect(discounted(others, change).priced.keysInHand).toBeGreaterThanOrEqual(best);
        }
      }),
    );
  });

  test.each<[string, Partial<Incentive>, Partial<QuoteDraft>, string | null]>([
    ['months of ownership not stated', { requiresUsed: 'barter', ownedMonths: 6 }, { tradeIns: [aTradeIn()] }, 'da almeno 6 mesi'],
    ['owned too briefly', { requiresUsed: 'barter', ownedMonths: 6 }, { tradeIns: [aTradeIn({ ownedSince: '2026-05-21' })] }, 'da almeno 6 mesi'],
    ['owned long enough', { requiresUsed: 'barter', ownedMonths: 6 }, { tradeIns: [aTradeIn({ ownedSince: '2026-05-20' })] }, null],
    ['a car too clean', { requiresUsed: 'scrapping', scrappedEuro: [0, 1, 2] }, { tradeIns: [aTradeIn({ type: 'scrapping', euroClass: 3 })] }, 'Euro 0, Euro 1, Euro 2'],
    ['no plate date', { plateBy: '2026-11-30' }, {}, 'entro il 30/11/2026: indicare quando'],
    ['registered too late', { plateBy: '2026-11-30' }, { plateOn: '2026-12-01' }, 'entro il 30/11/2026'],
    ['registered in time', { plateBy: '2026-11-30' }, { plateOn: '2026-11-30' }, null],
    ['no booking', { needsBooking: true }, {}, 'numero di prenotazione'],
    ['booked', { needsBooking: true }, { bookingNumber: 'A1' }, null],
    ['too short a financing', { requiresFinancing: true, minMonths: 48 }, { financing: aChoice({ months: 36 }) }, 'almeno 48 mesi'],
    ['a financing of somebody else', { requiresFinancing: true, lender: 'Banca' }, { financing: aChoice() }, 'serve un finanziamento Banca'],
    ['the financing asked for', { requiresFinancing: true, lender: 'Lumera Finance' }, { financing: aChoice() }, null],
    ['too small a financing', { requiresFinancing: true, minFinanced: 5_000_00 }, { financing: aChoice({ amount: 4_999_99 }) }, 'almeno 5.000,00'],
    ['a financing large enough', { requiresFinancing: true, minFinanced: 5_000_00 }, { financing: aChoice({ amount: 5_000_00 }) }, null],
    ['a financing that follows the price', { requiresFinancing: true, minFinanced: 5_000_00 }, { financing: aChoice({ amount: null }) }, null],
    ['a long financing', { requiresFinancing: true, minMonths: 48 }, { financing: aChoice({ months: 48 }) }, null],
  ])('%s', (_, incentive, change, why) => {
    const { rows, warnings } = discounted([anIncentive(incentive)], change);
    expect(warnings.filter((text) => text.startsWith('Campagna Casa'))).toEqual(
      why === null ? [] : [expect.stringContaining(why)],
    );
    expect(rows).toEqual(why === null ? { 'incentive-1': -1_800 } : {});
  }); // prettier-ignore

  test('state aid asks the ISEE, or the customer’s word for the first band', () => {
    const bands = [null, 30_000_00, 40_000_00].map((maxIncome, i) => ({
      co2From: 0,
      co2To: 135,
      scrappedEuro: null,
      maxListPrice: 42_700_00,
      maxIncome,
      amount: [4_000_00, 11_000_00, 9_000_00][i]!,
    }));
    const aid = (change: Partial<QuoteDraft>) =>
      discounted([anIncentive({ payer: 'state', basis: 'total', amount: null, bands })], change).priced.stateAid / 100;
    expect([{}, { lowIncome: true }, { isee: 30_000_00 }, { isee: 30_000_01 }, { isee: 40_000_01 }].map(aid)).toEqual([
      4_000, 11_000, 11_000, 9_000, 4_000,
    ]);
  });
});

describe('the 14 types of the specification (rules.md §17)', () => {
  const used = (type: 'barter' | 'scrapping') => ({ tradeIns: [aTradeIn({ type, valuation: 0, euroClass: 4 })] });
  const as = (type: 'vat' | 'fleet') => ({ customer: { id: 1, name: 'Rossi', type } });
  const band = { co2From: 0, co2To: 135, maxIncome: null, amount: 1_000_00, maxListPrice: 42_700_00 };
  const state = { payer: 'state' as const, basis: 'total' as const, amount: null };
  const dealer = { payer: 'dealer' as const, refundPercent: 0 };
  const all: Record<IncentiveType, [Partial<Incentive>, Partial<QuoteDraft>, 'supply' | 'total' | null]> = {
    custom: [dealer, {}, 'supply'],
    flat: [{}, {}, 'supply'],
    barter: [{ basis: 'total', requiresUsed: 'barter' }, used('barter'), 'supply'],
    scrapping: [{ basis: 'total', requiresUsed: 'scrapping' }, used('scrapping'), 'supply'],
    plate: [{ plateBy: '2026-11-30' }, { plateOn: '2026-11-30' }, 'supply'],
    ecobonus: [{ ...state, bands: [{ ...band, scrappedEuro: null }] }, {}, 'total'],
    ecobonus_scrapping: [{ ...state, bands: [{ ...band, scrappedEuro: [4] }] }, used('scrapping'), 'total'],
    vat: [{ customerTypes: ['vat'] }, as('vat'), 'supply'],
    fleet: [{ amount: null, percent: 4, customerTypes: ['fleet'] }, as('fleet'), 'supply'],
    pack: [{ amount: null, percent: 50, basis: 'pack' }, { optionIds: [9] }, 'supply'],
    optional: [{ amount: 200_00, basis: 'optional' }, { optionIds: [6] }, 'supply'],
    accessory: [{ amount: null, percent: 20, basis: 'accessory', ...dealer }, { accessoryIds: [2] }, 'supply'],
    financial: [{ payer: 'financial', requiresFinancing: true }, { financing: aChoice() }, 'supply'],
    spare_parts: [{}, {}, null],
  };

  test.each(incentiveTypes)('%s reduces what it is meant to reduce, and says who pays', (type) => {
    const [rest, change, reduces] = all[type];
    const incentive = anIncentive({ amount: 1_000_00, type, ...rest });
    const sheet = aSheet({ incentives: [incentive], costPercent: 86.5 });
    const without = price(aDraft(change), sheet);
    const given = price(aDraft({ ...change, incentiveIds: [1] }), sheet);
    const less = without.keysInHand - given.keysInHand;
    expect(less > 0).toBe(reduces !== null);
    // Makers and dealers reduce what bears VAT, the State what is left after it.
    expect([without.supply - given.supply, given.stateAid]).toEqual(
      reduces === 'supply' ? [less, 0] : reduces === 'total' ? [0, less] : [0, 0],
    );
    expect(without.vat > given.vat).toBe(reduces === 'supply');
    const refund = given.margin!.steps[1]!.rows.some(({ label }) => label.startsWith('Rimborso'));
    expect(refund).toBe(reduces === 'supply' && rest.payer !== 'dealer');
  });
});

test('a seller may round the price up: the amount is below zero, and no discount', () => {
  const rounding = { label: '', amount: -5_55, percent: null };
  const [bare, rounded] = [aDraft(), aDraft({ customDiscounts: [rounding] })].map((draft) => price(draft, aSheet()));
  expect(rounded!.keysInHand - bare!.keysInHand).toBe(5_55);
  expect(rounded!.rows.find(({ key }) => key === 'custom-0')).toMatchObject({
    label: 'Arrotondamento',
    amount: 5_55,
    kind: 'line',
  });
  expect(rounded!.net + rounded!.vat).toBe(rounded!.supply);
  expect(rounded!.issues).toEqual(bare!.issues);
  // Down, as ever; and it makes room for no discount beyond the list.
  const down = price(aDraft({ customDiscounts: [{ ...rounding, amount: 5_55 }] }), aSheet());
  expect(down.keysInHand - bare!.keysInHand).toBe(-5_55);
  expect(quoteDraft.safeParse(aDraft({ customDiscounts: [rounding] })).success).toBe(true);
});
