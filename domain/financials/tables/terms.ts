/** Where a table of future values is on a day, and for whom it is. */
export const audiences = { all: 'Tutta la rete', named: 'Alcune concessionarie' } as const;

export const tableStates = {
  draft: { label: 'Bozza', tone: 'info' },
  scheduled: { label: 'Programmata', tone: 'info' },
  running: { label: 'In vigore', tone: 'ok' },
  over: { label: 'Scaduta', tone: 'bad' },
} as const;
export type TableState = keyof typeof tableStates;

interface Dated {
  draft: boolean;
  validFrom: string;
  /** The last day on which it is in force: its own, or the one before the next edition. */
  until: string | null;
}

/** The state of a table on a day; days as `YYYY-MM-DD`. */
export function tableStateOn({ draft, validFrom, until }: Dated, today: string): TableState {
  if (draft) return 'draft';
  if (validFrom > today) return 'scheduled';
  return until !== null && until < today ? 'over' : 'running';
}

/** Whether two periods share a day; null: without end. */
export const overlap = (
  one: { validFrom: string; until: string | null },
  other: { validFrom: string; until: string | null },
): boolean =>
  (one.until === null || other.validFrom <= one.until) && (other.until === null || one.validFrom <= other.until);

/** The page of the manufacturer's tables; below it the page of each. */
export const tablesPath = '/fms/futurevalue';
