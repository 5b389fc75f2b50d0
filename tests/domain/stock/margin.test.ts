import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bothMargins, marginOf, marginOfSale, sumsOf, type Costed } from '#domain/stock/margin.ts';

const line = (amount: number, taxRate = 22) => ({ expected: null, amount, taxRate });
const car = (purchaseCost: number, repairs: number, more: Partial<Costed> = {}): Costed => ({
  state: 'acquired',
  regime: 'retail',
  purchaseCost,
  purchaseTaxRate: 0,
  consignmentFee: null,
  costs: sumsOf([line(repairs)]),
  ...more,
});

describe('what stays of the sale of a used car (rules.md §2, to the cent)', () => {
  test.each([
    [10_900_00, 8_000_00, 732_00, { gross: 2_168_00, vat: 390_95, net: 1_777_05 }],
    [17_900_00, 14_200_00, 951_60, { gross: 2_748_40, vat: 495_61, net: 2_252_79 }],
    [7_500_00, 8_000_00, 300_00, { gross: -800_00, vat: 0, net: -800_00 }],
  ])('margin scheme: sold for %i, bought for %i, repairs of %i', (sale, bought, repairs, { gross, vat, net }) => {
    const margin = marginOf(car(bought, repairs), sale)!;
    expect(margin).toEqual({ sale, vat, cost: bought + repairs, net });
    expect(margin.sale - margin.cost).toBe(gross);
  });

  test('exposed VAT: 10,900 are 8,934.43 and 1,965.57 of VAT; costs count net', () => {
    const exposed = car(8_540_00, 732_00, { regime: 'iva_exposed', purchaseTaxRate: 22 });
    expect(marginOf(exposed, 10_900_00)).toEqual({
      sale: 10_900_00,
      vat: 1_965_57,
      cost: 7_000_00 + 600_00,
      net: 8_934_43 - 7_600_00,
    });
  });

  test('both regimes stand beside each other for a car bought without VAT that is to be sold with it', () => {
    const bought = { ...car(8_000_00, 732_00, { regime: 'iva_exposed' }), sellerKind: 'private' as const };
    expect(bothMargins(bought, 10_900_00)).toMatchObject({
      retail: { vat: 390_95, net: 1_777_05 },
      exposed: { vat: 1_965_57, net: 8_934_43 - 8_000_00 - 600_00 },
    });
    expect(bothMargins({ ...bought, sellerKind: 'vat' }, 10_900_00)).toBeNull();
    expect(bothMargins({ ...bought, regime: 'retail' }, 10_900_00)).toBeNull();
    expect(bothMargins({ ...bought, purchaseCost: null }, 10_900_00)).toBeNull();
  });

  test('a car on consignment earns its fee; one of unknown cost earns nothing that is known', () => {
    expect(marginOf(car(0, 0, { state: 'consignment', consignmentFee: 900_00 }), 10_000_00)).toEqual({
      sale: 900_00,
      vat: 162_30,
      cost: 0,
      net: 737_70,
    });
    expect(marginOf(car(0, 0, { purchaseCost: null }), 10_000_00)).toBeNull();
  });

  test('a sale abroad bears no VAT and its price is the net one; a margin car sold with VAT owes it on all of it', () => {
    const exposed = car(9_760_00, 732_00, { regime: 'iva_exposed', purchaseTaxRate: 22 });
    expect(marginOfSale(exposed, 10_000_00, 'export')).toEqual({
      sale: 10_000_00,
      vat: 0,
      cost: 8_600_00,
      net: 1_400_00,
    });
    expect(marginOfSale(exposed, 12_200_00, 'vat')!.net).toBe(1_400_00);
    expect(marginOfSale(car(8_000_00, 732_00), 10_900_00, 'margin')!.net).toBe(1_777_05);
    expect(marginOfSale(car(8_000_00, 732_00), 10_900_00, 'vat')!.vat).toBe(1_965_57);
    const lent = car(0, 0, { state: 'sold', purchaseCost: null, consignmentFee: 900_00 });
    expect(marginOfSale(lent, 10_000_00, 'intra_eu')!.net).toBe(737_70);
  });

  test('the ledger counts what a line came to, else what is planned for it, and its net once per line', () => {
    expect(sumsOf([line(122_00), { expected: 61_00, amount: null, taxRate: 22 }, line(110_00, 10)])).toEqual({
      gross: 293_00,
      net: 250_00,
    });
  });

  test('net, VAT and cost are the sale in every regime; no loss pays VAT in the margin scheme', () => {
    const cents = fc.integer({ min: 0, max: 20_000_000 });
    const regime = fc.constantFrom('retail' as const, 'iva_exposed' as const);
    fc.assert(
      fc.property(cents, cents, cents, regime, (sale, bought, repairs, kind) => {
        const margin = marginOf(
          car(bought, repairs, { regime: kind, purchaseTaxRate: kind === 'retail' ? 0 : 22 }),
          sale,
        )!;
        expect(margin.net + margin.vat + margin.cost).toBe(sale);
        if (kind === 'retail' && sale <= bought + repairs) expect(margin.vat).toBe(0);
      }),
    );
  });
});
