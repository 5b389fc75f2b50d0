/**
 * The kinds of imports, by the path of their list. They have a file of their own because every list checks whether it
 * is one of them.
 */
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
