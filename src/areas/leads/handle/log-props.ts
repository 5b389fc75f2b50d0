import type { CallAnswer } from '#domain/endpoints.ts';
import { effectOf } from '#domain/leads/actions.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { ResultWord } from '#domain/leads/setting-fields.ts';
import type { TemplateChannel } from '#domain/leads/terms.ts';

export type Reasons = CallAnswer<'GET /leads/reasons'>;

/** What follows on a logged action. */
interface Then {
  /** The next lead opens. */
  goesOn: boolean;
  /** The template of a message that follows; empty for none. */
  template: string;
  /** It took a time in a calendar. */
  booked: boolean;
}

/** What logging an action needs. */
export interface LogProps {
  lead: Lead;
  terms: LeadTerms;
  reasons: Reasons;
  /** Today in Rome. */
  today: string;
  /** The working days among today and those that come. */
  workdays: readonly string[];
  userId: number;
  mayBook: boolean;
  /** Ends the stop-watch of the call and returns the beginning of the note, with its duration. */
  onAsked: () => string;
  onSaved: (lead: Lead, then: Then) => void;
  /** The address of the lead that comes next. */
  next: string | null;
}

/** Whether the person of the lead can be written to by this way. */
export const reaches = ({ phone, email }: Lead, channel: TemplateChannel): boolean =>
  Boolean(channel === 'mail' ? email : phone);

/** Whether the lead is closed by it. */
export const endsBy = (lead: Lead, { type, result }: ResultWord): boolean =>
  (effectOf(lead.state, type, result)?.moves ?? []).some((name) => leadMachine.moves[name].to === 'closed');
