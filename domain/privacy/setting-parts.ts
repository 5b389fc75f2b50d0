import type { SettingPart } from '../record/setting-parts.ts';
import type { PrivacySettings } from './setting-fields.ts';

/** The cards of the retention times. */
export const privacyParts: readonly SettingPart<keyof PrivacySettings>[] = [
  {
    id: 'consents',
    title: 'Durata dei consensi',
    help: 'Dal giorno in cui il cliente lo dà: poi si chiede di nuovo. Riferimento del Garante: 24 mesi per il marketing, 12 per la profilazione.',
    keys: ['marketingMonths', 'profilingMonths', 'thirdPartiesMonths'],
  },
  {
    id: 'keeping',
    title: 'Tempi di conservazione',
    help: 'Dopo, i dati di chi non ha comprato si cancellano. Contratti e documenti contabili restano dieci anni per legge.',
    keys: ['quietMonths', 'erases'],
  },
  {
    id: 'openings',
    title: 'Chi apre le schede',
    help: 'Spento di partenza: annotare chi apre le schede è un controllo su chi lavora, e tocca a un legale dire se si può.',
    keys: ['notesOpenings'],
  },
];
