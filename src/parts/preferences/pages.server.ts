import { agencyFields } from '#domain/agencies/fields.ts';
import { companyFields } from '#domain/companies/fields.ts';
import { centerFields, locationFields } from '#domain/companies/place-fields.ts';
import { companyParts, numbersPart } from '#domain/companies/setting-parts.ts';
import { accountingFields, accountingParts } from '#domain/contracts/accounting-fields.ts';
import { contractSettingFields } from '#domain/contracts/setting-standards.ts';
import { contractParts } from '#domain/contracts/setting-parts.ts';
import type { Fields } from '#domain/record/fields.ts';
import { leadSettingFields } from '#domain/leads/setting-fields.ts';
import { leadParts } from '#domain/leads/setting-parts.ts';
import { sectionFields } from '#domain/layouts/section-fields.ts';
import { fiscalFields, fiscalParts } from '#domain/preferences/fiscal.ts';
import { provinceFields } from '#domain/preferences/province-fields.ts';
import { provinceParts } from '#domain/preferences/province-parts.ts';
import { privacySettingFields } from '#domain/privacy/setting-fields.ts';
import { privacyParts } from '#domain/privacy/setting-parts.ts';
import { purposes } from '#domain/privacy/terms.ts';
import { quoteSettingFields } from '#domain/quotes/settings/fields.ts';
import { quoteParts } from '#domain/quotes/settings/parts.ts';
import type { SettingPart } from '#domain/record/setting-parts.ts';
import { automaticFields } from '#domain/reports/automatic/fields.ts';
import { stockSettingFields } from '#domain/stock/setting-fields.ts';
import { stockParts, usedParts } from '#domain/stock/setting-parts.ts';
import { usedSettingFields } from '#domain/stock/used-setting-fields.ts';
import type { preferences as words } from '#site/messages/it/preferences.ts';
import type { IconName } from '#site/ui/icon.ts';

type Group = keyof typeof words.groups;
/** Their titles and what they set, in the messages. */
type Name = keyof typeof words.pages;

export interface Page {
  name: Name;
  group: Group;
  icon: IconName;
  fields: Fields;
  /** Its cards; a page that is a list has none. */
  parts: readonly SettingPart[];
  /** Further words that a search finds it by. */
  words?: string;
}

/** The pages of the preferences in order, each a line: navigation, tiles and search follow. */
export const pages: readonly Page[] = [
  {
    name: 'company',
    group: 'company',
    icon: 'landmark',
    fields: companyFields,
    parts: [...companyParts, numbersPart],
    words: 'logo colori carta intestata numerazione prefisso',
  },
  { name: 'locations', group: 'company', icon: 'building-2', fields: locationFields, parts: [] },
  { name: 'businessCenters', group: 'company', icon: 'chart-column', fields: centerFields, parts: [] },
  { name: 'quoteParams', group: 'sale', icon: 'file-text', fields: quoteSettingFields, parts: quoteParts },
  {
    name: 'params',
    group: 'sale',
    icon: 'percent',
    fields: { ...fiscalFields, ...provinceFields },
    parts: [...fiscalParts, ...provinceParts],
  },
  {
    name: 'leads',
    group: 'sale',
    icon: 'magnet',
    fields: leadSettingFields,
    parts: leadParts,
    words: 'sla modelli variabili portali',
  },
  {
    name: 'contract_schema',
    group: 'sale',
    icon: 'file-signature',
    fields: contractSettingFields,
    parts: contractParts,
    words: 'motivi annullamento rifiuto riapertura',
  },
  {
    name: 'print_layouts',
    group: 'sale',
    icon: 'printer',
    fields: {},
    parts: [],
    words: 'layout stampa contratti preventivi cartello variabili',
  },
  { name: 'layout_sections', group: 'sale', icon: 'file-text', fields: sectionFields, parts: [] },
  { name: 'agencies', group: 'sale', icon: 'contact', fields: agencyFields, parts: [] },
  { name: 'stock', group: 'cars', icon: 'car', fields: stockSettingFields, parts: stockParts },
  { name: 'usedParameters', group: 'cars', icon: 'wrench', fields: usedSettingFields, parts: usedParts },
  {
    name: 'accounting',
    group: 'company',
    icon: 'landmark',
    fields: accountingFields,
    parts: accountingParts,
    words: 'commercialista piano dei conti esportazione registro iva',
  },
  {
    name: 'privacy',
    group: 'people',
    icon: 'shield',
    fields: privacySettingFields,
    parts: privacyParts,
    words: Object.values(purposes).join(' '),
  },
  {
    name: 'automatic-report',
    group: 'company',
    icon: 'bell',
    fields: automaticFields,
    parts: [],
    words: 'report programmati posta ogni giorno settimana mese destinatari giacenza avviso sollecito domini ammessi',
  },
  {
    name: 'activity',
    group: 'people',
    icon: 'history',
    fields: {},
    parts: [],
    words: 'registro chi ha modificato esportato aperto log',
  },
];

export const hrefOf = (name: Name): string => `/dealer/preferences/${name}`;
