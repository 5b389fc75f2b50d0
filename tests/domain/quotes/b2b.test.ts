import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeRegime, outgrownB2b, pastFacts, pastLines } from '#domain/quotes/b2b/lines.ts';
import type { ApprovalState } from '#domain/quotes/approvals/terms.ts';
import type { Approval } from '#domain/quotes/approvals/schema.ts';
import { priceB2b } from '#domain/quotes/b2b/pricing.ts';
import type { B2bDraft, B2bLine } from '#domain/quotes/b2b/fields.ts';
import { b2bBlockers, b2bMachine, offeredB2b } from '#domain/quotes/b2b/rules.ts';
import { isEuVatNumber } from '#domain/customers/foreign-codes.ts';
import { transfers } from '#domain/quotes/terms.ts';
import { saleRegimeKeys } from '#domain/stock/terms.ts';
import { actionsOf, keysOf, refusalOf } from '#domain/record/machine.ts';
import { aB2bCar, aB2bDraft, aB2bService, aB2bSheet, anApproval, aVatCar } from '#tests/support/b2b.ts';
import { rounds } from '#tests/support/rounds.ts';

const margin = (carId: number, price: number): B2bLine => ({ carId, price, regime: 'margin' });
const messages = (draft: B2bDraft, sheet: ReturnType<typeof aB2bSheet>) =>
  priceB2b(draft, sheet).issues.map(({ level, path, message }) => `${level} ${path} ${message}`);

describe('the worked examples of rules.md §2 and §6', () => {
  test('10.900 € in the margin scheme: no VAT on the offer, 390,95 € of it inside, 1.777,05 € left', () => {
    const {
      cars,
      regimes,
      margin: left,
      vat,
      total,
    } = priceB2b(aB2bDraft([margin(1, 10_900_00)], { transfer: 'none' }), aB2bSheet([aB2bCar(1)]));
    expect(cars[0]).toMatchObject({ price: 10_900_00, net: 10_900_00, vat: 0, tax: 'N5' });
    expect(regimes).toMatchObject([{ regime: 'margin', cars: 1, total: 10_900_00, vat: 0 }]);
    expect(regimes[0]!.mention).toContain('art. 36 D.L. 41/1995');
    expect([vat, total, left!.amount]).toEqual([0, 10_900_00, 1_777_05]);
  });

  test('the same with VAT exposed: 8.934,43 € + 1.965,57 €', () => {
    const draft = aB2bDraft([{ carId: 1, price: 10_900_00, regime: 'vat' }], { transfer: 'none' });
    const { cars, vat } = priceB2b(draft, aB2bSheet([aVatCar(1)]));
    expect(cars[0]).toMatchObject({ net: 8_934_43, vat: 1_965_57, tax: 22 });
    expect(vat).toBe(1_965_57);
  });

  test('a loss bears no VAT and lowers no other car’s', () => {
    const cars = [aB2bCar(1), aB2bCar(2)];
    const { margin: left } = priceB2b(aB2bDraft([margin(1, 10_900_00), margin(2, 8_000_00)]), aB2bSheet(cars));
    expect(left!.cars).toEqual([
      { carId: 1, amount: 1_777_05 },
      { carId: 2, amount: -732_00 },
    ]);
  });

  test('minivoltura is 71,70 € a car and export 55,70 €, both art. 15; a car’s own amount wins', () => {
    const sheet = aB2bSheet([aB2bCar(1), aB2bCar(2, { ownTransfer: { b2b: 80_00, export: null } })]);
    const of = (transfer: B2bDraft['transfer']) =>
      priceB2b(aB2bDraft([margin(1, 9_000_00), margin(2, 9_000_00)], { transfer }), sheet);
    expect(of('b2b').expenses).toEqual([
      { key: 'transfer', label: 'Minivoltura', amount: 71_70 + 80_00, tax: 'N1', cars: 2, printed: true },
    ]);
    expect(of('export').expenses).toMatchObject([{ amount: 2 * 55_70, tax: 'N1' }]);
    expect(of('none').expenses).toEqual([]);
    expect(of('b2b').total).toBe(18_000_00 + 151_70);
  });

  test('the agency’s work bears VAT and is earned net', () => {
    const draft = aB2bDraft([margin(1, 10_900_00)], { transfer: 'none', agencyFee: 122_00 });
    const { vat, total, margin: left } = priceB2b(draft, aB2bSheet([aB2bCar(1)]));
    expect([vat, total, left!.amount]).toEqual([22_00, 11_022_00, 1_777_05 + 100_00]);
  });
});

describe('services beside the cars', () => {
  const lines = [margin(1, 9_000_00), margin(2, 9_000_00)];
  const chosen = (...services: ReturnType<typeof aB2bService>[]) =>
    priceB2b(
      aB2bDraft(lines, { transfer: 'none', serviceIds: services.map(({ id }) => id) }),
      aB2bSheet([aB2bCar(1, { kw: 60, makerId: 5 }), aB2bCar(2, { kw: 120, km: 150_000 })], { services }),
    );

  test('cost each car what they cost for it, bear their own VAT, and are earned net of their cost', () => {
    const plain = chosen();
    const {
      expenses,
      total,
      vat,
      margin: left,
    } = chosen(
      aB2bService({ bands: [{ kwTo: 80, kmTo: null, monthsTo: null, price: 61_00, cost: 20_00 }] }),
      aB2bService({ id: 2, description: 'Bolli', price: 16_00, cost: 16_00, taxRate: 0, taxNature: 'N1' }),
    );
    expect(expenses).toEqual([
      { key: 'service-1', label: 'Trasporto', amount: 61_00 + 122_00, tax: 22, cars: 2, printed: true },
      { key: 'service-2', label: 'Bolli', amount: 32_00, tax: 'N1', cars: 2, printed: true },
    ]);
    expect([total - plain.total, vat - plain.vat]).toEqual([183_00 + 32_00, 33_00]);
    expect(left!.amount! - plain.margin!.amount!).toBe(150_00 - 60_00);
  });

  test('are for the cars of their makes and bands alone; one for none of them is not counted and says so', () => {
    const makes = chosen(aB2bService({ makerIds: [5] }));
    expect(makes.expenses).toMatchObject([{ amount: 122_00, cars: 1 }]);
    const band = { kwTo: null, kmTo: 10_000, monthsTo: null, price: 10_00, cost: 0 };
    const { expenses, issues } = chosen(aB2bService({ bands: [band], bandsOnly: true }));
    expect([expenses, issues]).toEqual([
      [],
      [{ level: 'warning', path: 'serviceIds', message: 'Trasporto: non si vende per queste auto' }],
    ]);
  });

  test('an offer has one service of a group', () => {
    const [one, two] = [1, 2].map((id) => aB2bService({ id, description: `Trasporto ${id}`, groups: ['trasporto'] }));
    const sheet = aB2bSheet([aB2bCar(1)], { services: [one!, two!] });
    const said = (serviceIds: number[]) =>
      priceB2b(aB2bDraft([margin(1, 10_900_00)], { serviceIds }), sheet).issues.filter(
        ({ path }) => path === 'serviceIds',
      );
    expect(said([1])).toEqual([]);
    expect(said([1, 2])).toEqual([
      { level: 'error', path: 'serviceIds', message: 'Trasporto 1 e Trasporto 2 si escludono: sceglierne uno' },
    ]);
  });

  test('one that is not sold any more is told and left out; an unknown cost is an unknown margin', () => {
    const draft = aB2bDraft(lines, { serviceIds: [9] });
    expect(priceB2b(draft, aB2bSheet([aB2bCar(1), aB2bCar(2)])).issues).toMatchObject([
      { level: 'warning', message: 'Un servizio scelto non si vende più e non è contato' },
    ]);
    const { cost: _, ...unknown } = aB2bService();
    expect(chosen(unknown).margin!.amount).toBeNull();
  });
});

const swiss = { id: 1, name: 'Auto Zürich AG', type: 'fleet' as const, country: 'CH' };

describe('cars that leave the country', () => {
  test('a car with VAT goes to another state at its net price, and earns the same', () => {
    const sheet = aB2bSheet([aVatCar(1)]);
    const home: B2bLine = { carId: 1, price: 12_200_00, regime: 'vat' };
    const abroad = changeRegime(home, 'intra_eu', 22);
    expect(abroad).toEqual({ carId: 1, price: 10_000_00, regime: 'intra_eu' });
    expect(changeRegime(abroad, 'vat', 22)).toEqual(home);
    const offer = (line: B2bLine) => priceB2b(aB2bDraft([line], { transfer: 'export' }), sheet);
    expect(offer(abroad).cars[0]).toMatchObject({ vat: 0, tax: 'N3.2' });
    expect(offer(abroad).margin!.amount).toBe(offer(home).margin!.amount);
    expect(offer({ ...abroad, regime: 'export' }).cars[0]!.tax).toBe('N3.1');
  });

  test('a sale within the Union names the other state’s VAT number and takes no minivoltura', () => {
    const line: B2bLine = { carId: 1, price: 10_000_00, regime: 'intra_eu' };
    const said = messages(aB2bDraft([line]), aB2bSheet([aVatCar(1)])).join('\n');
    expect(said).toMatch(/error euVatNumber .*DE123456789/);
    expect(said).toMatch(/error transfer .*radia per esportazione/);
    const right = aB2bDraft([line], { transfer: 'export', euVatNumber: 'de 123 456 789' });
    expect(messages(right, aB2bSheet([aVatCar(1)]))).toEqual([]);
    expect([isEuVatNumber('IT01234567890'), isEuVatNumber('XX123'), isEuVatNumber('ATU12345678')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('issues that keep an offer from being issued', () => {
  const blockers = (draft: B2bDraft, sheet: ReturnType<typeof aB2bSheet>) =>
    b2bBlockers(priceB2b(draft, sheet), draft).map(({ path }) => path);

  test('a price that no used car has', () => {
    expect(blockers(aB2bDraft([margin(1, 500_000_00)]), aB2bSheet([aB2bCar(1)]))).toEqual([]);
    expect(blockers(aB2bDraft([margin(1, 500_000_01)]), aB2bSheet([aB2bCar(1)]))).toEqual(['cars.0.price']);
  });

  test('no customer, no car, a private person, no price', () => {
    expect(blockers(aB2bDraft([], { customer: null }), aB2bSheet([]))).toEqual(['cars', 'customer']);
    const person = { id: 1, name: 'Mario Rossi', type: 'private' as const, country: 'IT' };
    expect(blockers(aB2bDraft([margin(1, 0)], { customer: person }), aB2bSheet([aB2bCar(1)]))).toEqual([
      'customer',
      'cars.0.price',
    ]);
  });

  test('a car that is sold, twice in the offer, or no more in the stock; each by its plate', () => {
    const sheet = aB2bSheet([aB2bCar(1, { barred: 'non si vende più (venduta)' }), aB2bCar(2)]);
    const draft = aB2bDraft([margin(1, 1_00), margin(2, 9_000_00), margin(2, 9_000_00), margin(3, 1_00)]);
    const said = messages(draft, sheet).filter((one) => one.includes('carId'));
    expect(said).toEqual([
      'error cars.0.carId AB101CD: non si vende più (venduta), toglierla dall’offerta',
      'error cars.2.carId AB102CD: è già nell’offerta',
      'error cars.3.carId L’auto: non è più in stock, toglierla dall’offerta',
    ]);
  });

  test('the margin scheme on a car that the stock sells with VAT', () => {
    expect(blockers(aB2bDraft([margin(1, 12_000_00)]), aB2bSheet([aVatCar(1)]))).toEqual(['cars.0.regime']);
  });

  test('a price below the minimum or the cap, unless who issues answers for prices', () => {
    const car = aB2bCar(1, { askingPrice: 10_000_00, minimum: 9_500_00, cap: 5 });
    const levels = (price: number, mayExceed: boolean) =>
      priceB2b(aB2bDraft([margin(1, price)]), aB2bSheet([car], { mayExceed })).issues.map(({ level }) => level);
    expect(levels(9_500_00, false)).toEqual([]);
    expect(levels(9_499_99, false)).toEqual(['error']);
    expect(levels(9_499_99, true)).toEqual(['warning']);
    const capped = aB2bSheet([aB2bCar(1, { askingPrice: 10_000_00, cap: 2 })]);
    expect(blockers(aB2bDraft([margin(1, 9_800_00)]), capped)).toEqual([]);
    expect(blockers(aB2bDraft([margin(1, 9_799_99)]), capped)).toEqual(['cars.0.price']);
  });

  test('are exported only to a customer outside the Union, and leave for another state by its VAT number alone', () => {
    const sheet = aB2bSheet([aVatCar(1)]);
    const blockedIn = (country: string, regime: 'export' | 'intra_eu', euVatNumber = '') =>
      blockers(
        aB2bDraft([{ carId: 1, price: 10_000_00, regime }], {
          transfer: 'export',
          euVatNumber,
          customer: { ...swiss, country },
        }),
        sheet,
      );
    expect(['CH', 'GB', 'US', 'SM'].flatMap((country) => blockedIn(country, 'export'))).toEqual([]);
    expect(['IT', 'DE', 'MC'].map((country) => blockedIn(country, 'export'))).toEqual([
      ...[['customer'], ['customer'], ['customer']],
    ]);
    expect(blockedIn('DE', 'intra_eu', 'DE123456789')).toEqual([]);
    expect(blockedIn('DE', 'intra_eu', 'DE12345678')).toEqual(['euVatNumber']);
    expect(blockedIn('GB', 'intra_eu', 'XI123456789')).toEqual([]);
  });

  test('a minimum with VAT is net where no VAT is due', () => {
    const sheet = aB2bSheet([aVatCar(1, { minimum: 12_200_00 })]);
    const at = (price: number) =>
      blockers(aB2bDraft([{ carId: 1, price, regime: 'export' }], { transfer: 'export', customer: swiss }), sheet);
    expect([at(10_000_00), at(9_999_99)]).toEqual([[], ['cars.0.price']]);
  });
});

describe('consent to prices past the limits', () => {
  const sheet = aB2bSheet([
    aB2bCar(1, { askingPrice: 10_000_00, cap: 2 }),
    aB2bCar(2, { minimum: 9_000_00 }),
    aVatCar(3, { askingPrice: 12_200_00, cap: 0 }),
  ]);
  const lines = (a: number, b: number) => [margin(1, a), margin(2, b)];
  const requestOf = (cars: B2bDraft['cars'], state: ApprovalState = 'granted') => {
    const past = pastLines({ cars }, sheet);
    return anApproval(state, pastFacts(past, 1), past);
  };
  const saidOf = (cars: B2bDraft['cars'], approval: Approval) =>
    messages(aB2bDraft(cars), { ...sheet, approval }).filter((one) => one.startsWith('error'));

  test('asks for the cars past their limit alone, of what is asked for them', () => {
    const past = pastLines({ cars: [...lines(9_000_00, 9_500_00), margin(3, 12_000_00)] }, sheet);
    expect(past.map(({ carId, asked, price }) => [carId, asked, price])).toEqual([
      [1, 10_000_00, 9_000_00],
      [3, 12_200_00, 12_000_00],
    ]);
    expect(pastFacts(past, 1)).toMatchObject({ listTotal: 22_200_00, discount: 1_200_00, customerId: 1 });
  });

  test('granted lets the offer out at those prices and better ones, to that trader alone', () => {
    const given = requestOf(lines(9_000_00, 8_000_00));
    expect(saidOf(lines(9_000_00, 8_000_00), given)).toEqual([]);
    expect(saidOf(lines(9_100_00, 9_500_00), given)).toEqual([]);
    expect(saidOf(lines(8_999_99, 8_000_00), given)).toHaveLength(2);
    const past = pastLines({ cars: lines(9_000_00, 8_000_00) }, sheet);
    expect(outgrownB2b(given, past, 2)).toBe('è cambiato l’operatore');
    expect(outgrownB2b(given, [...past, { ...past[0]!, carId: 3 }], 1)).toBe('un’altra auto è oltre il limite');
  });

  test('is compared without VAT: the same net price in another regime is the same consent', () => {
    const vat = (price: number, regime: 'vat' | 'export') => [{ carId: 3, price, regime }];
    const given = requestOf(vat(11_000_00, 'vat'));
    const outgrown = (cars: B2bDraft['cars']) => outgrownB2b(given, pastLines({ cars }, sheet), 1);
    expect(outgrown(vat(9_016_39, 'export'))).toBeNull();
    expect(outgrown(vat(9_016_38, 'export'))).toBe('il prezzo di un’auto è sceso');
  });

  test.each([
    ['asked', /in attesa/],
    ['refused', /rifiutato/],
    ['void', /chiedere l’autorizzazione/],
  ] as const)('%s keeps it in', (state, said) => {
    const cars = [margin(1, 9_000_00)];
    expect(saidOf(cars, requestOf(cars, state))).toEqual([expect.stringMatching(said)]);
  });
});

test('an accepted offer with a contract is neither offered to be lost nor to be taken back', () => {
  const facts = { state: 'accepted', expiresOn: '2026-11-28', superseded: false, sellerId: 7 } as const;
  const actor = { id: 7, privileges: [13, 17], today: '2026-11-20' };
  const now = (contract: object | null) => offeredB2b(actionsOf(b2bMachine, facts, actor), { contract });
  expect(now(null)).toEqual(expect.arrayContaining(['withdraw', 'close', 'duplicate']));
  expect(now({ number: 'C-1' }).filter((name) => name === 'withdraw' || name === 'close')).toEqual([]);
  expect(now({ number: 'C-1' })).toContain('duplicate');
});

test('random offers: sums by regime are those of the cars, VAT is never on a loss, what is paid is what is said', () => {
  const car = fc.record({
    gross: fc.boolean(),
    price: fc.nat(60_000_00),
    cost: fc.nat(60_000_00),
    repairs: fc.nat(5_000_00),
    regime: fc.constantFrom(...saleRegimeKeys),
  });
  fc.assert(
    fc.property(
      fc.array(car, { maxLength: 30 }),
      fc.constantFrom(...keysOf(transfers)),
      fc.nat(300_00),
      (cars, transfer, agencyFee) => {
        const stock = cars.map(({ gross, cost, repairs }, i) => {
          const make = gross ? aB2bCar : aVatCar;
          const { costed } = make(i);
          return make(i, { costed: { ...costed!, purchaseCost: cost, costs: { gross: repairs, net: repairs } } });
        });
        const lines = cars.map(({ price, regime }, i): B2bLine => ({ carId: i, price, regime }));
        const priced = priceB2b(aB2bDraft(lines, { transfer, agencyFee }), aB2bSheet(stock));
        const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
        expect(sum(priced.regimes.map(({ total }) => total))).toBe(priced.carsTotal);
        expect(sum(priced.regimes.map((row) => row.cars))).toBe(cars.length);
        expect(priced.total).toBe(priced.carsTotal + sum(priced.expenses.map(({ amount }) => amount)));
        for (const row of priced.regimes) {
          expect(row.net + row.vat).toBe(row.total);
          if (row.regime !== 'vat') expect(row.vat).toBe(0);
        }
        for (const [i, { price, vat, net, regime }] of priced.cars.entries()) {
          expect(net + vat).toBe(price);
          const left = priced.margin!.cars[i]!.amount!;
          const { cost, repairs, gross } = cars[i]!;
          // A loss in the margin scheme is the whole difference: no VAT made it larger.
          if (regime === 'margin' && gross && price <= cost + repairs) expect(left).toBe(price - cost - repairs);
          if (regime === 'margin' && price > cost + repairs) expect(left).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: rounds(500) },
  );
});

test('an accepted offer says how it comes to be changed, as a revision of it does', () => {
  const facts = { state: 'accepted' as const, expiresOn: '2026-12-01', superseded: false, sellerId: 1 };
  const actor = { id: 1, privileges: [13, 17], today: '2026-11-20' };
  for (const act of ['save', 'revise'] as const)
    expect(refusalOf(b2bMachine, facts, actor, act)).toMatchObject({
      message: expect.stringContaining('annullare prima l’accettazione'),
    });
});
