import { addDays } from '../dates.ts';
import { holdsAny } from '../privileges.ts';
import type { Issue, Priced } from './pricing.ts';
import type { QuoteDraft } from './schema.ts';
import type { QuoteState } from './terms.ts';

/** What moves a quote from one state to another (domain.md §4.2). Expiry is not here: it is the day that passes (`stateOn`). */
export const transitions = {
  issue: { from: ['draft'], to: 'issued' },
  accept: { from: ['issued'], to: 'accepted' },
  convert: { from: ['issued', 'accepted'], to: 'converted' },
  close: { from: ['issued', 'accepted', 'expired'], to: 'closed' },
} as const satisfies Record<string, { from: readonly QuoteState[]; to: QuoteState }>;

export type Transition = keyof typeof transitions;
/** What a person may do with a quote: move its state, or save, delete, revise and duplicate it. */
export type QuoteAction = Transition | 'save' | 'delete' | 'revise' | 'duplicate';

export interface QuoteFacts {
  /** As stored: `expired` comes from `expiresOn` and the day. */
  state: QuoteState;
  expiresOn: string | null;
  superseded: boolean;
}

/** The last day on which a quote issued on `day` is good. */
export const expiryOf = (day: string, expiryDays: number): string => addDays(day, expiryDays);

/** The state as seen on a day in Rome: an issued quote is expired from the midnight that ends its last day. */
export const stateOn = ({ state, expiresOn }: Pick<QuoteFacts, 'state' | 'expiresOn'>, day: string): QuoteState =>
  state === 'issued' && expiresOn !== null && expiresOn < day ? 'expired' : state;

/** `P-AAAA-NNNNNN`, counted per company and year (domain.md §4.7). */
export const quoteNumber = (year: number, count: number): string => `P-${year}-${String(count).padStart(6, '0')}`;

/** Own quotes are seen with 13 or 14, all with 15 or 16. */
export const maySeeQuote = (held: readonly number[], isOwn: boolean): boolean =>
  holdsAny(held, isOwn ? [13, 14, 15, 16] : [15, 16]);

/**
 * What a user may do with a quote on a day. Who creates quotes (13) brings the own drafts as far as issuing; managing what was
 * issued takes 14 on own quotes, 16 on all; contracts are made by 27 on own, 29 on all. A superseded quote is history: it can
 * only be duplicated.
 */
export function quoteActions(quote: QuoteFacts, held: readonly number[], isOwn: boolean, day: string): QuoteAction[] {
  const state = stateOn(quote, day);
  const drafts = holdsAny(held, isOwn ? [13, 14, 16] : [16]);
  const manages = holdsAny(held, isOwn ? [14, 16] : [16]);
  const sells = holdsAny(held, isOwn ? [27, 29] : [29]);
  const allowed: Record<QuoteAction, boolean> = {
    save: drafts && state === 'draft',
    issue: drafts,
    delete: drafts && state === 'draft',
    accept: manages,
    convert: sells,
    close: manages,
    revise: manages && ['issued', 'accepted', 'expired'].includes(state),
    duplicate: holdsAny(held, [13]) && maySeeQuote(held, isOwn),
  };
  const possible = (action: QuoteAction) =>
    !(action in transitions) || (transitions[action as Transition].from as readonly QuoteState[]).includes(state);
  return (Object.keys(allowed) as QuoteAction[]).filter(
    (action) => allowed[action] && possible(action) && (action === 'duplicate' || !quote.superseded),
  );
}

/** Everything that keeps a draft from being issued: the errors of its price, and what a printed quote cannot do without. */
export function issueBlockers(priced: Priced, draft: QuoteDraft): Issue[] {
  const blockers = priced.issues.filter((issue) => issue.level === 'error');
  const need = (missing: boolean, path: string, message: string) => {
    if (missing) blockers.push({ level: 'error', path, message });
  };
  need(draft.customer === null, 'customer', 'Scegliere il cliente');
  draft.tradeIns.forEach((car, i) => {
    need(car.plate === '', `tradeIns.${i}.plate`, "Inserire la targa dell'usato");
    need(car.description === '', `tradeIns.${i}.description`, "Inserire marca e modello dell'usato");
  });
  return blockers;
}
