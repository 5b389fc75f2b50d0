import type { Counted } from '../record/figures.ts';
import { leadRights } from './rights.ts';

/** What figures count of leads: one for each that was received, whatever was joined to it. */
export const countedLeads = {
  label: 'Lead',
  measures: {
    count: { label: 'Lead', unit: 'count' },
    /** Calls, messages and visits, whether somebody answered or not. */
    contacts: { label: 'Contatti', unit: 'count' },
    /** Of these the calls. */
    calls: { label: 'Telefonate', unit: 'count' },
  },
  bases: { received: { label: 'arrivo', from: 'from', to: 'to' } },
  list: { path: '/dealer/leads/list', place: 'locationId', person: 'assigneeId', see: leadRights.see },
} as const satisfies Counted;
