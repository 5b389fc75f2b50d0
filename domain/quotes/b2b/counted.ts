import type { Counted } from '#domain/record/figures.ts';
import { b2bRights } from '../rights.ts';

/** What figures count of wholesale offers: the newest revision of each. */
export const countedB2b = {
  label: 'Offerte B2B',
  measures: {
    count: { label: 'Offerte', unit: 'count' },
    cars: { label: 'Auto', unit: 'count' },
    total: { label: 'Totale', unit: 'money' },
  },
  bases: {},
  list: { path: '/dealer/quotes/b2b', person: 'sellerId', see: b2bRights.see },
} as const satisfies Counted;
