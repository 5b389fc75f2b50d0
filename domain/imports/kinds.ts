/** The kinds of imports, by the path of their list. */
export const importKindNames = [
  'customers',
  'accessories',
  'tyres',
  'services',
  'insurances',
  'financials',
  'stock/new',
  'stock/used',
  'users',
  'contracts',
  'catalog/options',
] as const;

export type ImportKind = (typeof importKindNames)[number];
