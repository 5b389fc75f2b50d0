import { describe, expect, test } from 'vitest';
import { capOf } from '#domain/quotes/approvals/caps.ts';
import type { DiscountCap } from '#domain/quotes/settings/fields.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { issueBlockers, limitsOf } from '#domain/quotes/rules.ts';
import { transferOf } from '#domain/quotes/sheet/transfer.ts';
import { warrantyOf } from '#domain/quotes/sheet/warranty.ts';
import { aSheet, aTradeIn, aUsedDraft, aUsedSheet, anIncentive, anInsurance } from '#tests/support/price-sheet.ts';

const rowsOf = (draft = aUsedDraft({ serviceIds: [1] }), sheet = aUsedSheet()) =>
  price(draft, sheet).rows.map(({ label, amount, tax }) => [label.replaceAll('\u00a0', ' '), amount / 100, tax]);
const aCap = (of: Partial<DiscountCap>, percent: number): DiscountCap => ({
  role: null,
  makerId: null,
  usage: null,
  ...of,
  percent,
});
const steps = (sheet = aUsedSheet(), draft = aUsedDraft()) =>
  price(draft, sheet).margin?.steps[0]!.rows.map(({ label, amount }) => [label, amount / 100]);

test('the worked example of rules.md §3: 17,900 + 439.20 deed + 109.80 agency + 719.80 warranty = 19,168.80', () => {
  expect(rowsOf()).toEqual([
    ['Prezzo dell’auto', 17_900, 'N5'],
    ['Servizi', 719.8, 22],
    ['Pratica di agenzia', 109.8, 22],
    ['Totale fornitura', 18_729.6, null],
    ['di cui in regime del margine, IVA non esposta', 17_900, 'N5'],
    ['di cui imponibile', 680, null],
    ['di cui IVA 22 %', 149.6, 22],
    ['IPT Milano, 74 kW', 338, 'N1'],
    ['Passaggio di proprietà, diritti e bolli', 101.2, 'N1'],
    ['Chiavi in mano', 19_168.8, null],
    ['Saldo alla consegna', 19_168.8, null],
  ]);
});

describe('the deed (rules.md §6)', () => {
  const { params, provinces, version } = aSheet();
  const of = (type: Parameters<typeof transferOf>[0], code = 'MI', kw = 74) =>
    transferOf(
      type,
      { ...version, kw },
      provinces.find((one) => one.code === code),
      params,
    ).total / 100;

  test('change of ownership: 101.20 and the tax of the buyer’s province', () => {
    expect([of('retail'), of('retail', 'SO'), of('retail', 'VI'), of('retail', 'MI', 51)]).toEqual([
      439.2,
      101.2 + 325,
      101.2 + 312,
      101.2 + 196,
    ]);
  });
  test('a province with the fixed tariff for VAT deeds keeps it', () =>
    expect(of('retail', 'TN', 110)).toBe(101.2 + 151));
  test('minivoltura and export pay no tax', () => expect([of('b2b'), of('export')]).toEqual([71.7, 55.7]));
  test('a trader buys by minivoltura', () => {
    expect(rowsOf(aUsedDraft({ iptExemption: 'trader' })).filter(([, , tax]) => tax === 'N1')).toEqual([
      ['IPT esente: Minivoltura a commerciante', 0, 'N1'],
      ['Minivoltura, diritti e bolli', 71.7, 'N1'],
    ]);
  });
  test('a car with an amount of its own: what the deed leaves of it is the agency’s, with VAT', () => {
    const agency = (expense: number) =>
      rowsOf(aUsedDraft(), aUsedSheet({}, { expense })).find(([label]) => label === 'Pratica di agenzia')?.[1];
    expect([agency(600_00), agency(439_20), agency(300_00)]).toEqual([600 - 439.2, undefined, undefined]);
  });
});

describe('the margin (rules.md §2)', () => {
  test('17,900 − 14,200 − 951.60: VAT 495.61 on 2,748.40, 2,252.79 stay', () => {
    expect(steps()).toEqual([
      ['Prezzo di vendita', 17_900],
      ['Costo d’acquisto', -14_200],
      ['Ripristino e spese', -951.6],
      ['IVA sul margine', -495.61],
    ]);
    expect(price(aUsedDraft(), aUsedSheet()).margin?.steps[0]?.amount).toBe(2_252_79);
  });
  const sold = (listPrice: number, cost: { purchase: number; expenses: number }, draft = aUsedDraft()) => {
    const sheet = aUsedSheet({}, { cost: { ...cost, purchaseVat: 0, expensesVat: cost.expenses - 600_00 } });
    return price(draft, { ...sheet, version: { ...sheet.version, listPrice } });
  };
  test('10,900 bought for 8,000 with repairs of 732: 1,777.05', () => {
    expect(sold(10_900_00, { purchase: 8_000_00, expenses: 732_00 }).margin?.steps[0]?.amount).toBe(1_777_05);
  });
  test('the same with VAT exposed: 8,934.43 and 1,965.57 of VAT, repairs without theirs', () => {
    const priced = sold(10_900_00, { purchase: 8_000_00, expenses: 732_00 }, aUsedDraft({ vatExposed: true }));
    expect(priced.rows[0]).toMatchObject({ amount: 10_900_00, tax: 22 });
    const agency = 90_00;
    expect([priced.net - agency, priced.vat - 19_80]).toEqual([8_934_43, 1_965_57]);
    expect(priced.margin?.steps[0]?.amount).toBe(8_934_43 - 8_000_00 - 600_00);
  });
  test('a loss pays no VAT and is a loss', () => {
    const { margin } = sold(7_500_00, { purchase: 8_000_00, expenses: 300_00 });
    expect(margin?.steps[0]).toMatchObject({ amount: -800_00 });
    expect(margin?.steps[0]?.rows.map(({ label }) => label)).not.toContain('IVA sul margine');
  });
  test('people who may not see costs see no margin', () => {
    expect(price(aUsedDraft(), aUsedSheet({}, { cost: null })).margin).toBeNull();
  });
});

describe('issues that keep a used car’s quote from being issued', () => {
  const blockers = (draft = aUsedDraft(), sheet = aUsedSheet()) =>
    issueBlockers(price(draft, sheet), draft, { ...limitsOf(sheet), approval: null }).map(({ path, message }) => [
      path,
      message,
    ]);

  test('nothing, as it stands', () => expect(blockers()).toEqual([]));
  test('a car that was sold meanwhile', () => {
    expect(blockers(aUsedDraft(), aUsedSheet({}, { gone: 'L’auto è stata venduta il 20/11/2026' }))).toEqual([
      ['stockId', 'L’auto è stata venduta il 20/11/2026: scegliere un’altra auto dallo stock'],
    ]);
  });
  test('a car that somebody else holds is a warning, none for the customer it is held for', () => {
    const reserved = { by: 'Luca Costa', until: '2026-11-24', customerId: 1 };
    const issues = (id: number) =>
      price(aUsedDraft({ customer: { id, name: 'x', type: 'private' } }), aUsedSheet({}, { reserved })).issues;
    expect(issues(1)).toEqual([]);
    expect(issues(2)).toMatchObject([{ level: 'warning', path: 'stockId' }]);
  });
  test('a car without price or power', () => {
    const sheet = aUsedSheet();
    const poor = { ...sheet, version: { ...sheet.version, listPrice: 0, kw: 0 } };
    expect(blockers(aUsedDraft(), poor).map(([, message]) => message)).toEqual([
      'L’auto non ha un prezzo di vendita: indicarlo nello stock',
      'L’auto non ha i kW, che servono per l’IPT: indicarli nello stock',
    ]);
  });
  test('the sheet of another car', () => {
    expect(blockers(aUsedDraft({ stockId: 8 }))).toEqual([['stockId', expect.stringContaining('un’altra auto')]]);
  });
  test('4 % VAT in the margin scheme', () => {
    expect(blockers(aUsedDraft({ reducedVat: true })).map(([path]) => path)).toEqual(['reducedVat']);
    expect(blockers(aUsedDraft({ reducedVat: true, vatExposed: true }))).toEqual([]);
  });

  const custom = (amount: number) => aUsedDraft({ customDiscounts: [{ label: '', amount, percent: null }] });
  const capped = (minPrice: number | null, discountCap: number | null = 50) =>
    aUsedSheet({ discountCap }, { minPrice });
  test('a price below the lowest, to the cent, says by how much', () => {
    expect(blockers(custom(900_00), capped(17_000_00))).toEqual([]);
    expect(blockers(custom(900_01), capped(17_000_00))).toEqual([
      [
        'customDiscounts',
        'Sotto il prezzo minimo dell’auto (17.000,00\u00a0€): ridurre lo sconto di 0,01\u00a0€ o chiedere l’autorizzazione',
      ],
    ]);
  });
  test('the dealer’s own incentives count, too', () => {
    const incentives = [anIncentive({ payer: 'dealer', amount: 500_00, refundPercent: 0 })];
    const sheet = { ...capped(17_000_00), incentives };
    expect(blockers({ ...custom(500_00), incentiveIds: [1] }, sheet)).toEqual([
      ['customDiscounts', expect.stringContaining('ridurre lo sconto di 100,00')],
    ]);
    expect(blockers({ ...custom(400_00), incentiveIds: [1] }, sheet)).toEqual([]);
  });
  test('a car listed below its lowest price may be sold at its price', () => {
    expect(blockers(aUsedDraft(), capped(18_000_00))).toEqual([]);
  });
  test('somebody without a cap answers for the price', () =>
    expect(blockers(custom(5_000_00), capped(17_000_00, null))).toEqual([]));
  test('caps of a brand leave cars of unknown makes alone', () => {
    expect(capOf([aCap({ makerId: 1 }, 3)], 'Venditore', { makerId: null, usage: 'used' })).toBeNull();
  });
  test('a cap for used cars leaves new ones alone; the role says more than the brand, the brand more than new or used', () => {
    const caps = [
      aCap({}, 10),
      aCap({ usage: 'used' }, 4),
      aCap({ makerId: 1 }, 8),
      aCap({ makerId: 1, usage: 'used' }, 3),
      aCap({ role: 'Venditore' }, 5),
      aCap({ role: 'Venditore', usage: 'used' }, 2),
    ];
    const of = (role: string, makerId: number, usage: 'new' | 'used') => capOf(caps, role, { makerId, usage });
    expect([of('Venditore', 1, 'new'), of('Venditore', 1, 'used')]).toEqual([5, 2]);
    expect([of('Altro', 1, 'new'), of('Altro', 1, 'used'), of('Altro', 2, 'new'), of('Altro', 2, 'used')]).toEqual([
      ...[8, 3, 10, 4],
    ]);
  });
});

test('the agency’s 109,80 € leave 90,00 € in the third margin of a used car', () => {
  const [, second, third] = price(aUsedDraft(), aUsedSheet()).margin!.steps;
  expect(third!.rows).toContainEqual({ label: 'Pratica di agenzia', amount: 90_00 });
  expect(third!.amount - second!.amount).toBe(90_00);
});

test('warranty: 24 months, 12 where a consumer agrees in writing, the civil code for a business', () => {
  const months = (type: 'private' | 'vat' | 'fleet' | null, warrantyReduced: boolean) => {
    const { months: n, agreed } = warrantyOf(
      { customer: type && { id: 1, name: 'x', type }, warrantyReduced },
      { warranty: null },
    );
    return [n, agreed];
  };
  expect([months('private', false), months('private', true), months(null, true)]).toEqual([[24, false], [12, true], [12, true]]); // prettier-ignore
  expect([months('vat', true), months('fleet', false)]).toEqual([
    [12, false],
    [12, false],
  ]);
});

test('insurance and road tax are those of its age', () => {
  const old = { registeredOn: '2020-11-20' };
  const sheet = aUsedSheet({ insurances: [anInsurance({ usages: ['new', 'used'], maxMonths: 60 })] }, old);
  const draft = aUsedDraft({ insurances: [{ tariffId: 1, months: 12, insuredValue: null, inPlan: false }] });
  expect(price(draft, sheet).issues.map(({ message }) => message)).toEqual([
    'Furto e incendio: Solo per auto fino a 60 mesi',
  ]);
  const strong = { ...sheet, version: { ...sheet.version, kw: 220 } };
  expect(price(draft, strong).annual).toEqual({ bollo: 722_40, superbollo: 420_00 });
});

test('a trade-in, a plan and the balance are those of any quote', () => {
  const { balance, keysInHand } = price(
    aUsedDraft({ tradeIns: [aTradeIn({ plate: 'FX999AB' })], deposit: 1_000_00 }),
    aUsedSheet(),
  );
  expect(balance).toBe(keysInHand - 6_500_00 - 1_000_00);
});
