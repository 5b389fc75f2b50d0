import { centerFields, locationFields } from '#domain/companies/place-fields.ts';
import { typed, type Fields } from '#domain/fields.ts';
import { fiscalFields } from '#domain/preferences/fiscal.ts';
import { privacySettingFields } from '#domain/privacy/setting-fields.ts';
import { purposes } from '#domain/privacy/terms.ts';
import { quoteSettingFields } from '#domain/quotes/setting-fields.ts';
import { stockSettingFields } from '#domain/stock/setting-fields.ts';
import { usedSettingFields } from '#domain/stock/used-setting-fields.ts';
import { preferences as words } from '#site/messages/it/preferences.ts';
import type { IconName } from '#site/ui/icon.ts';

const icons = {
  quoteParams: 'file-text',
  params: 'percent',
  privacy: 'shield',
  locations: 'building-2',
  businessCenters: 'chart-column',
  stock: 'car',
  usedParameters: 'wrench',
} as const satisfies Record<string, IconName>;
export type Page = keyof typeof icons;

const fields: Readonly<Record<Page, Fields>> = {
  quoteParams: quoteSettingFields,
  params: fiscalFields,
  privacy: privacySettingFields,
  locations: locationFields,
  businessCenters: centerFields,
  stock: stockSettingFields,
  usedParameters: usedSettingFields,
};

/** The names of a page's settings, which the search covers, too. */
export const labelsOf = (page: Page): string[] => [
  ...typed(fields[page]).map(([, { label }]) => label),
  ...(page === 'privacy' ? Object.values(purposes) : []),
];

export const pages = (Object.keys(icons) as Page[]).map((page) => {
  const [title, text] = words[page];
  return { page, icon: icons[page], title, text };
});
