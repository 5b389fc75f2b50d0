import { privileges as p } from '#domain/privileges.ts';

/** Whose work stands first on the dashboard: who sells, who leads, the back office, the used stock, who answers leads, who receives. */
export type Focus = 'sales' | 'lead' | 'office' | 'used' | 'leads' | 'reception';

/** By what a person holds, since a company makes roles of its own. */
export function focusOf(held: readonly number[]): Focus {
  const has = (number: number) => held.includes(number);
  if (!has(p.createQuotes))
    return has(p.validateContracts)
      ? 'office'
      : has(p.manageAllLeads)
        ? 'leads'
        : has(p.welcomeCustomers)
          ? 'reception'
          : 'sales';
  if (has(p.seeAllQuotes)) return 'lead';
  return has(p.manageStock) && has(p.evaluateUsed) && !has(p.makeContracts) ? 'used' : 'sales';
}
