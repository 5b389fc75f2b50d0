import type { SettingPart } from '../record/setting-parts.ts';
import type { ProvinceSettings } from './province-fields.ts';

/** The card of the company's own rules of provinces. */
export const provinceParts: readonly SettingPart<keyof ProvinceSettings>[] = [
  {
    id: 'provinces',
    title: 'Regole dell’azienda per provincia',
    help: 'Addizionali e regole nazionali valgono per tutti. Una regola dell’azienda le sostituisce dal giorno indicato finché non la si toglie; i preventivi emessi tengono la loro.',
    keys: ['rules'],
    wide: true,
  },
];
