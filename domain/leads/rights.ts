import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/** Who may be given a lead without seeing everybody's: who sells, and who receives customers. */
export const assignable = [p.createQuotes, p.registerAccesses] as const;
/** Who works a lead: its assignee, and who manages all. */
export const handles = { own: assignable, all: [p.manageAllLeads] } as const;

/** Leads belong to their assignees; one that is nobody's is for who manages all (rules.md §21). */
export const leadRights = {
  see: { own: assignable, all: [p.seeAllLeads, p.manageAllLeads] },
  change: handles,
} as const satisfies Rights;
