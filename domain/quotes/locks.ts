import type { Locks } from '../record/locks.ts';
import { latest, quoteMachine } from './rules.ts';
import type { Quote } from './schema.ts';
import { quoteSections, type QuoteSection } from './terms.ts';

const { refused } = quoteMachine.acts.save;

/**
 * The sections of a quote that its reader may not change, each with the reason in Italian. A quote is changed as a
 * whole or not at all: an issued quote is a document, and a change needs a new revision (rules.md §20). Null: a new
 * quote, everything open.
 */
export function quoteLocks(
  quote: Pick<Quote, 'editable' | 'state' | 'superseded' | 'seller'> | null,
): Locks<QuoteSection> {
  if (!quote || quote.editable) return {};
  const reason = quote.superseded
    ? latest.refused
    : quote.state === 'draft'
      ? `La bozza è di ${quote.seller.name}: può cambiarla chi gestisce i preventivi di tutti.`
      : quote.state === 'closed'
        ? refused.closed
        : refused.else;
  return Object.fromEntries(quoteSections.map((section) => [section, reason]));
}
