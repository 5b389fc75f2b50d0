import type { Counted } from '../record/figures.ts';
import { costSeenWith, stockRights } from './rights.ts';
import type { AgeBand } from './terms.ts';

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

/** Filters of the lists of cars. */
interface Filters {
  lacks?: 'price' | 'papers' | 'expiring' | 'photos';
  reserved?: 'now' | 'lapsed';
}
interface NewFilters extends Omit<Filters, 'lacks'> {
  lacks?: 'price' | 'papers' | 'expiring' | 'arrival';
  band?: AgeBand[];
}

const lacking = {
  price: { lacks: 'price' },
  papers: { lacks: 'papers' },
  lapsed: { reserved: 'lapsed' },
  reserved: { reserved: 'now' },
  expiring: { lacks: 'expiring' },
} as const;

/** What keeps used cars from being sold, by the filters of the list behind each number: one more is a line here and its tile. */
export const usedLacking = { ...lacking, photos: { lacks: 'photos' } } satisfies Record<string, Filters>;
/** The same of new cars. */
export const newLacking = {
  ...lacking,
  late: { lacks: 'arrival' },
  aged: { band: ['aged'] },
} satisfies Record<string, NewFilters>;

/** What figures count of new cars. */
export const countedNew = {
  label: 'Auto nuove',
  measures: { count, value: { label: 'Prezzo di vendita', unit: 'money' }, cost },
  bases: {},
  list: { ...list, path: '/dealer/stock/new' },
} as const satisfies Counted;
