import type { Counted } from '../record/figures.ts';
import { privileges as p } from '../privileges.ts';
import { accessRights } from './rights.ts';

const measures = {
  count: { label: 'Visite', unit: 'count' },
  /** From the arrival until a seller begins or the desk has handled it, whatever happened between. */
  waitMedian: { label: 'Attesa, mediana', unit: 'minutes' },
  waitLate: { label: 'Attesa, 90 %', unit: 'minutes' },
  /** How often sellers gave them back, or let their time pass. */
  refusals: { label: 'Rifiuti', unit: 'count' },
} as const;

const list = {
  path: '/dealer/accesses/list',
  place: 'locationId',
  person: 'sellerId',
  filters: ['state', 'subject', 'reason', 'outcome', 'arrived', 'open'],
  // The reception sees every visit, and has no page of this list.
  see: { own: accessRights.see.own, all: [p.registerAccesses, p.seeAccesses, p.manageAccesses] },
} as const;

/** What figures count of visits: those of people who came. */
export const countedVisits = {
  label: 'Visite',
  measures,
  bases: { arrived: { label: 'arrivo', from: 'from', to: 'to' } },
  list: { ...list, always: { arrived: 'true' } },
} as const satisfies Counted;

/** Every visit of a day, also of who booked and has not come. */
export const countedAccesses = {
  label: 'Accessi',
  measures: { count: { label: 'Accessi', unit: 'count' } },
  bases: { day: { label: 'visita', from: 'from', to: 'to' } },
  list,
} as const satisfies Counted;
