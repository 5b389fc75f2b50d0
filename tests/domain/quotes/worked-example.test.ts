import { expect, test } from 'vitest';
import { price } from '#domain/quotes/pricing.ts';
import { workedExample } from '#tests/support/sheet.ts';

const priced = price(workedExample.draft, workedExample.sheet);

test('the worked example of domain.md §2.3 comes out to the cent', () => {
  expect(priced.rows.map(({ no, label, amount }) => [no, label, amount / 100])).toEqual([
    [1, 'Listino', 24_900],
    [2, 'Optional', 1_450],
    [3, 'Pacchetti', 900],
    [6, 'Sconto 5 %', -1_362.5],
    [6, 'Campagna Casa', -1_800],
    [7, 'Messa su strada', 950],
    [8, 'Contributo PFU', 3.05],
    [9, 'Totale fornitura', 25_040.55],
    [9, 'di cui imponibile', 20_525.04],
    [9, 'di cui IVA 22 %', 4_515.51],
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

test('first margin: 423.15 before the maker refunds 1,475.41 of its campaign (domain.md §2.15)', () => {
  expect(priced.margin).toEqual({ amount: 423_15 + 1_475_41, percent: 9.62 });
  const unpaid = workedExample.sheet.incentives.map((each) => ({ ...each, refundPercent: 0 }));
  expect(price(workedExample.draft, { ...workedExample.sheet, incentives: unpaid }).margin?.amount).toBe(423_15);
  expect(price(workedExample.draft, { ...workedExample.sheet, costPercent: null }).margin).toBeNull();
});
