/** What quotes give to the catalogue (backend/areas.ts joins them): the catalogue knows no other area. */
import type { PriceSheet } from '#domain/quotes/schema.ts';
import type { Reader } from './sellable.ts';

/** Everything that prices a version on the reader's day for the reader's company. Throws `not_found` for an unknown one. */
export type VersionPricing = (reader: Reader, versionId: number) => Promise<PriceSheet>;
