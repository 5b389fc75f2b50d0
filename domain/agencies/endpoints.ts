import { privileges as p } from '../privileges.ts';
import { recordCalls } from '../record/calls.ts';
import { flag } from '../record/records.ts';
import { keepingAll } from '../record/schema.ts';
import { agencyFields } from './fields.ts';
import { agency, agencyInput } from './schema.ts';

const preferences = [p.managePreferences];

/** Calls about registration agencies. */
export const agencies = recordCalls('agencies', {
  names: ['a registration agency', 'registration agencies'],
  see: preferences,
  manage: preferences,
  filters: { archived: flag.optional() },
  input: keepingAll(agencyFields, 'notes', agencyInput),
  answer: agency,
});
