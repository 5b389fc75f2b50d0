import type { UsedSettings } from '#domain/stock/used-setting-fields.ts';

const tables = {
  standardKm: 15_000,
  fuelKm: [{ fuel: 'diesel', km: 20_000 }],
  kmRates: [
    { from: 0, rate: 0.02 },
    { from: 10_000_00, rate: 0.03 },
    { from: 20_000_00, rate: 0.05 },
    { from: 35_000_00, rate: 0.08 },
  ],
  optionShares: [
    { years: 1, percent: 50 },
    { years: 3, percent: 35 },
    { years: 5, percent: 25 },
    { years: 8, percent: 10 },
  ],
  damageCosts: [
    { kind: 'scratch', amount: 150_00 },
    { kind: 'dent', amount: 250_00 },
    { kind: 'crack', amount: 400_00 },
    { kind: 'paint', amount: 450_00 },
    { kind: 'wear', amount: 300_00 },
  ],
  warrantyCost: 300_00,
  sellingCost: 400_00,
} satisfies Partial<UsedSettings>;

/** The demo dealer's tables for valuing used cars. */
export const valuationParams = Object.fromEntries(Object.entries(tables).map(([key, value]) => [`used.${key}`, value]));
