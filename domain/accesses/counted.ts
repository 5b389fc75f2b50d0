import type { Counted } from '../record/figures.ts';
import { privileges as p } from '../privileges.ts';
import { accessRights } from './rights.ts';

/** What figures count of visits: those of people who came. */
export const countedVisits = {
  label: 'Visite',
  measures: { count: { label: 'Visite', unit: 'count' } },
  bases: { arrived: { label: 'arrivo', from: 'from', to: 'to' } },
  list: {
    path: '/dealer/accesses/list',
    place: 'locationId',
    person: 'sellerId',
    always: { arrived: 'true' },
    // The reception sees every visit, and has no page of this list.
    see: { own: accessRights.see.own, all: [p.registerAccesses, p.seeAccesses, p.manageAccesses] },
  },
} as const satisfies Counted;
