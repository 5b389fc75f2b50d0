import type { State } from '../record/machine.ts';

/** States of a quote (rules.md §20), with the words and colours used everywhere. */
export const quoteStates = {
  draft: { label: 'Bozza', tone: 'mute' },
  issued: { label: 'Emesso', tone: 'info' },
  accepted: { label: 'Accettato', tone: 'ok' },
  converted: { label: 'In contratto', tone: 'ok' },
  expired: { label: 'Scaduto', tone: 'bad', of: 'issued', after: 'expiresOn' },
  closed: { label: 'Perso', tone: 'mute' },
} as const satisfies Record<string, State>;
export type QuoteState = keyof typeof quoteStates;

/** Sections of the new-car quote, in the order of specification §3; a company may choose another order. */
export const quoteSectionWords = {
  version: 'Versione',
  customer: 'Cliente',
  used: 'Usato',
  services: 'Servizi',
  makerServices: 'Servizi della Casa',
  incentives: 'Incentivi',
  insurances: 'Assicurazioni',
  financial: 'Finanziamento',
  notes: 'Note',
} as const;
export type QuoteSection = keyof typeof quoteSectionWords;
export const quoteSections = Object.keys(quoteSectionWords) as QuoteSection[];

/** Sections of the used-car quote, in the order of specification §3. */
export const usedSections = [
  'services',
  'customer',
  'used',
  'incentives',
  'insurances',
  'financial',
  'notes',
] as const satisfies QuoteSection[];

/** Kinds of quotes, with the words of lists and filters. */
export const quoteKinds = { new: 'Nuovo', used: 'Usato' } as const;
export type QuoteKind = keyof typeof quoteKinds;

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

/** How the incentives of a campaign go together with those of other campaigns. */
export const stackings = {
  others: 'Con le campagne che si cumulano',
  alone: 'Da sola, senza altre campagne',
  always: 'Sempre, anche con campagne che vanno da sole',
} as const;

/** Used types of specification §3: part exchange or scrapping. */
export const usedTypes = ['barter', 'scrapping'] as const;
export type UsedType = (typeof usedTypes)[number];

/** Reasons why a buyer pays no IPT (rules.md §4). */
export const iptExemptions = {
  none: 'Nessuna',
  disabled: 'Disabilità (art. 8 L. 449/97)',
  volunteers: 'Associazione di volontariato',
  trader: 'Minivoltura a commerciante',
} as const;
export type IptExemption = keyof typeof iptExemptions;

/** Reasons why a quote was closed without a sale. */
export const closeReasons = {
  price: 'Prezzo',
  competitor: 'Ha scelto un concorrente',
  finance_refused: 'Finanziamento rifiutato',
  postponed: 'Acquisto rimandato',
  no_answer: 'Non risponde più',
  other: 'Altro',
} as const;
export type CloseReason = keyof typeof closeReasons;

/** Default days until a quote expires (specification §9, unit decided in rules.md §20). */
export const EXPIRY_DAYS = 8;

const { converted: _, ...states } = quoteStates;
/**
 * States of a wholesale offer: those of a quote without the contract, because its cars are sold when it is accepted
 * (rules.md §22, U8).
 */
export const b2bStates = states satisfies Record<string, State>;
export type B2bState = keyof typeof b2bStates;

/**
 * The deed of the cars that the dealer sees to: an expense type of specification §3 (rules.md §6), or nothing.
 */
export const transfers = {
  b2b: 'Minivoltura',
  export: 'Radiazione per esportazione',
  none: 'A cura dell’acquirente',
} as const;
export type Transfer = keyof typeof transfers;

export const MOST_CARS = 30;
