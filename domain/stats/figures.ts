/** The figures that statistics count, by their names in addresses. */
import { countedAccesses, countedVisits } from '../accesses/counted.ts';
import { countedAppointments, countedDrives } from '../calendars/counted.ts';
import { countedContracts } from '../contracts/counted.ts';
import type { Counted } from '../record/figures.ts';
import { countedLeads } from '../leads/counted.ts';
import { privileges as p } from '../privileges.ts';
import { countedQuotes } from '../quotes/counted.ts';
import type { Right } from '../record/rights.ts';
import { countedValuations } from '../valuations/counted.ts';

export const counted = {
  leads: countedLeads,
  visits: countedVisits,
  accesses: countedAccesses,
  drives: countedDrives,
  appointments: countedAppointments,
  valuations: countedValuations,
  quotes: countedQuotes,
  contracts: countedContracts,
} as const satisfies Record<string, Counted>;
export type FigureName = keyof typeof counted;

/** Who sees the rows behind the numbers of statistics: a seller the own, who counts visits those. */
export const seesRows = {
  leads: { own: [p.createQuotes], all: [p.manageAllContracts, p.seeSalesStats] },
  visits: { own: [p.createQuotes], all: [p.seeAccessStats, p.manageAllContracts, p.seeSalesStats] },
  accesses: { own: [], all: [p.seeAccessStats] },
  drives: { own: [], all: [p.seeAccessStats] },
  appointments: { own: [p.createQuotes], all: [p.seeSalesStats] },
  valuations: { own: [p.createQuotes], all: [p.seeSalesStats] },
  quotes: { own: [p.createQuotes], all: [p.seeAccessStats, p.manageAllContracts, p.seeSalesStats] },
  contracts: { own: [p.createQuotes], all: [p.seeAccessStats, p.manageAllContracts, p.seeSalesStats] },
} as const satisfies Record<FigureName, Right>;

/** Who sees the figures of the whole company, whatever records they may open. */
export const seesStats = { own: [], all: [p.manageAllContracts, p.seeSalesStats] } as const satisfies Right;
