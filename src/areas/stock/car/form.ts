import { typed, type Values } from '#domain/fields.ts';
import { usedCarFields as fields } from '#domain/stock/fields.ts';
import { regimeOf } from '#domain/stock/regime.ts';
import type { SellerKind } from '#domain/stock/terms.ts';
import { named, type Named } from '#site/ui/choices.ts';
import type { Layout } from '#site/ui/record/form-of.ts';

export type Car = Values<typeof fields>;

/** The sections of a car's page, and the fields in each; photos have an album, costs a ledger of their own. */
export const sections = {
  photos: [],
  car: [
    ...(['plate', 'vin', 'registeredOn', 'maker', 'model', 'versionName', 'km', 'owners', 'inspectionUntil'] as const),
    ...([
      'fuel',
      'kw',
      'euroClass',
      'body',
      'gearbox',
      'colour',
      'category',
      'payload',
      'cc',
      'co2',
      'seats',
      'doors',
    ] as const),
  ],
  place: ['locationId', 'spot', 'code', 'keys', 'keyTag'],
  purchase: [
    ...([
      'purchaseType',
      'sellerKind',
      'market',
      'regime',
      'sellerId',
      'seller',
      'purchasedOn',
      'purchaseCost',
      'purchaseTaxRate',
    ] as const),
    ...(['purchaseDocument', 'expectedOn', 'acquiredOn', 'consignor', 'mandateUntil', 'consignmentFee'] as const),
  ],
  costs: [],
  prices: ['retailPrice', 'minPrice', 'b2bPrice'],
  equipment: ['warrantyKind', 'warrantyMonths', 'equipment'],
  papers: ['papers'],
  expenses: ['retailExpense', 'b2bExpense', 'exportExpense'],
  notes: ['notes'],
} as const satisfies Record<string, readonly (keyof Car)[]>;
export type CarSection = keyof typeof sections;

const third = { span: 2 } as const;
const thirds = Object.fromEntries(typed(fields).map(([key]) => [key, third])) as Record<keyof Car, { span: 2 }>;

/** Who sold the car decides the regime and the VAT of its purchase (domain.md §2.2). */
const bySeller = (kind: SellerKind): Partial<Car> => ({
  regime: regimeOf(kind),
  purchaseTaxRate: kind === 'vat' ? 22 : 0,
});

/** Customer and name of the seller go together: who is chosen gives the name, another name lets the customer go. */
function sellerOf({ sellerId, seller }: Pick<Car, 'sellerId' | 'seller'>) {
  const names = new Map<unknown, string>();
  const search = async (query: string, signal: AbortSignal) =>
    (await import('../find.ts')).findNamed(query, signal, names);
  const also = (id: unknown): Partial<Car> => (names.has(id) ? { seller: names.get(id)! } : {});
  const known = sellerId ? [{ id: sellerId, name: seller }] : [];
  return {
    sellerId: { span: 2, search, known, also },
    seller: { span: 2, also: () => ({ sellerId: null }) },
  } as const;
}

export const layout = (locations: Named, car: Pick<Car, 'sellerId' | 'seller'>): Layout<typeof fields> => ({
  ...thirds,
  ...sellerOf(car),
  purchaseCost: { span: 3 },
  purchaseTaxRate: { span: 3 },
  sellerKind: { span: 2, also: bySeller },
  locationId: { span: 2, options: named(locations) },
  equipment: { span: 6 },
  papers: { span: 6 },
  notes: { span: 6 },
});

/** The typed part of a car. */
export const valuesOf = (car: object): Car =>
  Object.fromEntries(typed(fields).map(([key]) => [key, (car as Record<string, unknown>)[key]])) as Car;
