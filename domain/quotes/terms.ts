/** States of a quote (domain.md §4.2); `expired` is issued with the expiry day behind it, never stored. */
export const quoteStates = ['draft', 'issued', 'accepted', 'converted', 'expired', 'closed'] as const;
export type QuoteState = (typeof quoteStates)[number];

/** States in exports and in the activity of a quote. */
export const quoteStateLabels: Record<QuoteState, string> = {
  draft: 'Bozza',
  issued: 'Emesso',
  accepted: 'Accettato',
  converted: 'In contratto',
  expired: 'Scaduto',
  closed: 'Perso',
};

/** Sections of the new-car quote that exist so far, in the order of the specification §3. */
export const quoteSections = ['version', 'customer', 'used', 'incentives', 'financial', 'notes'] as const;
export type QuoteSection = (typeof quoteSections)[number];

/** Incentive types of the specification §3. */
export const incentiveTypes = [
  'custom',
  'flat',
  'barter',
  'scrapping',
  'plate',
  'ecobonus',
  'ecobonus_scrapping',
  'vat',
  'fleet',
  'pack',
  'optional',
  'accessory',
  'financial',
  'spare_parts',
] as const;
export type IncentiveType = (typeof incentiveTypes)[number];

/** Used types of the specification §3: part exchange or car to be scrapped. */
export const usedTypes = ['barter', 'scrapping'] as const;
export type UsedType = (typeof usedTypes)[number];

/** Why a quote was closed without a sale. */
export const closeReasons = ['price', 'competitor', 'finance_refused', 'postponed', 'no_answer', 'other'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Reasons in the activity of a quote. */
export const closeReasonLabels: Record<CloseReason, string> = {
  price: 'Prezzo',
  competitor: 'Ha scelto un concorrente',
  finance_refused: 'Finanziamento rifiutato',
  postponed: 'Acquisto rimandato',
  no_answer: 'Non risponde più',
  other: 'Altro',
};

/** Quotes that the session keeps for comparison (specification §9). */
export const SESSION_QUOTES = 3;

/** Default days until a quote expires (specification §9, unit decided in domain.md §4.2). */
export const EXPIRY_DAYS = 8;
