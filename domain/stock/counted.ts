import type { Counted } from '../record/figures.ts';
import { costSeenWith, stockRights } from './rights.ts';

const list = { place: 'locationId', see: stockRights.see };
const count = { label: 'Auto', unit: 'count' } as const;
const cost = { label: 'Costo', unit: 'money', seenWith: costSeenWith } as const;

/** What figures count of used cars. */
export const countedUsed = {
  label: 'Auto usate',
  measures: { count, retail: { label: 'Prezzo di vendita', unit: 'money' }, cost },
  bases: {},
  list: { ...list, path: '/dealer/stock/used' },
} as const satisfies Counted;

/** What figures count of new cars. */
export const countedNew = {
  label: 'Auto nuove',
  measures: { count, value: { label: 'Prezzo di vendita', unit: 'money' }, cost },
  bases: {},
  list: { ...list, path: '/dealer/stock/new' },
} as const satisfies Counted;
