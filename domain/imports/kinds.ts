/** What can be imported, by the path of its calls; apart, because every list asks whether it is one of them. */
export const importKindNames = [
  'customers',
  'accessories',
  'tyres',
  'services',
  'insurances',
  'financials',
  'stock/new',
  'stock/used',
] as const;

export type ImportKind = (typeof importKindNames)[number];
