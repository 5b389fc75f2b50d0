/** What a company of the network begins with, until it sets its own: written by the manufacturer, by date. */
import { quoteParts } from '../quotes/settings/parts.ts';
import { quoteSettingFields as quotes } from '../quotes/settings/fields.ts';
import type { Fields, Values } from '../record/fields.ts';
import type { SettingPart } from '../record/setting-parts.ts';

/** Settings of its quotes, under the same names. */
export const starterFields = {
  expiryDays: quotes.expiryDays,
  roadVat: quotes.roadVat,
  roadRegistration: quotes.roadRegistration,
  roadTransport: quotes.roadTransport,
  roadPreparation: quotes.roadPreparation,
  agencyFee: quotes.agencyFee,
  quotationRequired: { ...quotes.quotationRequired, default: true },
  deposit: quotes.deposit,
  notes: quotes.notes,
  footer: quotes.footer,
  usedFooter: quotes.usedFooter,
  b2bFooter: quotes.b2bFooter,
} as const satisfies Fields;
export type StarterSettings = Values<typeof starterFields>;

/** The cards of the page: those of a company's own settings that begin with something. */
export const starterParts: readonly SettingPart<keyof StarterSettings>[] = quoteParts.flatMap((part) => {
  const keys = part.keys.filter((key): key is keyof StarterSettings => key in starterFields);
  return keys.length > 0 ? [{ ...part, keys }] : [];
});
