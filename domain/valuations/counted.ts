import type { Counted } from '../record/figures.ts';
import { valuationRights } from './rights.ts';

/** What figures count of valuations. */
export const countedValuations = {
  label: 'Valutazioni',
  measures: { count: { label: 'Valutazioni', unit: 'count' } },
  bases: {},
  list: { path: '/dealer/usedEvaluation', place: 'locationId', see: valuationRights.see },
} as const satisfies Counted;
