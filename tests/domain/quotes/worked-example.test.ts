import { describe, expect, test } from 'vitest';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { anInsurance, aService, workedExample } from '#tests/support/price-sheet.ts';

const priced = price(workedExample.draft, workedExample.sheet);

test('the worked example of rules.md §3 comes out to the cent', () => {
  expect(priced.rows.map(({ no, label, amount }) => [no, label, amount / 100])).toEqual([
    [1, 'Listino', 24_900],
    [2, 'Optional', 1_450],
    [3, 'Pacchetti', 900],
    [6, 'Campagna Casa', -1_800],
    [6, 'Sconto 5\u00a0% su 27.250,00\u00a0€', -1_362.5],
    [7, 'Messa su strada', 950],
    [8, 'Contributo PFU', 3.05],
    [9, 'Totale fornitura', 25_040.55],
    [9, 'di cui imponibile', 20_525.04],
    [9, 'di cui IVA 22\u00a0%', 4_515.51],
    [10, 'IPT Milano, 74 kW', 338],
    [11, 'Bolli, emolumenti e targhe', 142.98],
    [12, 'Totale prima dei contributi statali', 25_521.53],
    [13, 'Ecobonus con rottamazione', -1_500],
    [13, 'Chiavi in mano', 24_021.53],
    [15, 'Permuta GX123AB', -6_500],
    [16, 'Anticipo', -2_000],
    [16, 'Importo finanziato', -12_000],
    [16, 'Saldo alla consegna', 3_521.53],
  ]);
  expect(priced).toMatchObject({
    listTotal: 27_250_00,
    discounts: 3_162_50,
    supply: 25_040_55,
    net: 20_525_04,
    vat: 4_515_51,
    ipt: 338_00,
    registration: 142_98,
    total: 25_521_53,
    stateAid: 1_500_00,
    keysInHand: 24_021_53,
    tradeIn: 6_500_00,
    balance: 3_521_53,
    issues: [],
  });
});

describe('the margins (rules.md §11)', () => {
  const { sheet, draft } = workedExample;
  const steps = (change: Partial<PriceSheet> = {}, of = draft) =>
    price(of, { ...sheet, ...change }).margin?.steps.map(({ label, amount }) => [label, amount]);

  test('I: 423.15; II: with the campaign refunded, a bonus for the plate and one for the objective: 2,648.56', () => {
    const incentives = sheet.incentives.map((one) => (one.id === 1 ? { ...one, bonus: 450_00 } : one));
    const extras = [{ label: 'Premio obiettivo', amount: 300_00, margin: 2 as const }];
    expect(steps({ incentives, extras })?.slice(0, 2)).toEqual([
      ['Margine I', 423_15],
      ['Margine II', 423_15 + 1_475_41 + 450_00 + 300_00],
    ]);
    expect(423_15 + 1_475_41 + 450_00 + 300_00).toBe(2_648_56);
  });

  test('III: with financing, insurance and services, less the trade-in and the stock: 2,853.56', () => {
    const incentives = sheet.incentives.map((one) => (one.id === 1 ? { ...one, bonus: 450_00 } : one));
    const plans = sheet.plans.map((one) => ({ ...one, commissionPercent: 3.16667 }));
    const services = [
      aService({ id: 1, code: 'S', description: 'Servizio', price: 366_00, taxRate: 22, cost: 205_00 }),
    ];
    const insurances = [anInsurance({ commissionPercent: 20 })];
    const extras = [
      { label: 'Premio obiettivo', amount: 300_00, margin: 2 as const },
      { label: 'Costo di stock', amount: -140_00, margin: 3 as const },
    ];
    const [barter, scrapped] = draft.tradeIns;
    const sold = {
      ...draft,
      serviceIds: [1],
      insurances: [{ tariffId: 1, months: 12, insuredValue: null, inPlan: false }],
      tradeIns: [{ ...barter!, standInValue: 6_250_00 }, scrapped!],
    };
    const { margin } = price(sold, { ...sheet, incentives, plans, services, insurances, extras });
    expect(margin!.steps[2]).toMatchObject({
      amount: 2_853_56,
      rows: [
        { label: 'Provvigione finanziamento', amount: 380_00 },
        { label: 'Provvigione assicurazioni', amount: 120_00 },
        { label: 'Servizi', amount: 95_00 },
        { label: 'Usato oltre la quotazione', amount: -250_00 },
        { label: 'Costo di stock', amount: -140_00 },
      ],
    });
    expect([margin!.amount, margin!.percent]).toEqual([2_648_56, 13.41]);
  });

  test('nobody without costs has any', () => {
    expect(steps({ costPercent: null })).toBeUndefined();
  });
});
