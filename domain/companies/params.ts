import type { QuoteSettings } from '../quotes/setting-fields.ts';

/** A company's parameters by name (screens.md §9); what they are and their defaults stand with their area's settings. */
export type CompanyParams = { [K in keyof QuoteSettings as `quotes.${K}`]: QuoteSettings[K] };
