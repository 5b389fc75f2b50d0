/** Which rule of the company says who takes a lead, and why the others do not. */
import type { AssignmentRule } from './setting-fields.ts';
import type { LeadType } from './lead-types.ts';
import type { LeadSource } from './terms.ts';

/** What rules look at. */
export interface RuleFacts {
  source: LeadSource;
  sourceName: string;
  type: LeadType;
  locationId: number | null;
  /** The car that was asked for, in the customer's words. */
  vehicle: string;
}

/** What counts where no rule fits: who knows the customer, then whose turn it is. */
export const usualRule: AssignmentRule = {
  source: null,
  sourceName: '',
  type: null,
  locationId: null,
  brand: '',
  keeps: true,
  how: 'turn',
  userId: null,
};

const plain = (text: string) => text.trim().toLowerCase();
/** Whether a text names a brand as a word of its own: year and model may stand before it. */
const names = (text: string, brand: string): boolean => {
  const worded = (one: string) =>
    ` ${one
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .join(' ')
      .trim()} `;
  return worded(text).includes(worded(brand));
};

/** Why a rule does not fit, in Italian; null: it fits. */
export function unfit(rule: AssignmentRule, facts: RuleFacts): string | null {
  if (rule.source !== null && rule.source !== facts.source) return 'la fonte è un’altra';
  if (plain(rule.sourceName) && plain(rule.sourceName) !== plain(facts.sourceName))
    return 'il nome della fonte è un altro';
  if (rule.type !== null && rule.type !== facts.type) return 'il tipo è un altro';
  if (rule.locationId !== null && rule.locationId !== facts.locationId) return 'la sede è un’altra';
  if (plain(rule.brand) && !names(plain(facts.vehicle), plain(rule.brand)))
    return 'l’auto richiesta è di un’altra marca';
  return null;
}

/** The first rule that fits, with its place among them; -1: none, the usual one counts. */
export function ruleFor(rules: readonly AssignmentRule[], facts: RuleFacts): { at: number; rule: AssignmentRule } {
  const at = rules.findIndex((rule) => unfit(rule, facts) === null);
  return { at, rule: rules[at] ?? usualRule };
}
