import type { Fields, Values } from '../record/fields.ts';

const months = { kind: 'number', min: 1, max: 240, suffix: 'mesi' } as const;

/**
 * Retention times (rules.md §13: the Garante recommends 24 and 12 months; the law requires ten years for accounting
 * papers).
 */
export const privacySettingFields = {
  marketingMonths: { label: 'Consenso alle comunicazioni commerciali', short: 'Comunicazioni', ...months, default: 24 },
  profilingMonths: { label: 'Consenso alla profilazione', short: 'Profilazione', ...months, default: 12 },
  thirdPartiesMonths: { label: 'Consenso alla comunicazione a terzi', short: 'Terzi', ...months, default: 24 },
  quietMonths: {
    label: 'Clienti senza trattative concluse',
    short: 'Clienti',
    ...months,
    default: 24,
    help: 'Dall’ultimo preventivo, consenso o modifica: poi i dati personali si cancellano',
  },
  erases: {
    label: 'Cancella ogni notte chi ha superato il termine',
    short: 'Cancellazione automatica',
    kind: 'flag',
    help: 'Senza, l’elenco di chi lo ha superato resta qui sotto e si cancella a mano',
  },
  notesOpenings: {
    label: 'Annota chi apre le schede dei clienti',
    short: 'Aperture annotate',
    kind: 'flag',
    help: 'Nel registro attività, per 180 giorni. Controlla chi lavora: accenderlo solo dopo aver sentito un legale (art. 4 L. 300/1970)',
  },
} as const satisfies Fields;
export type PrivacySettings = Values<typeof privacySettingFields>;

/** The setting with the validity of a consent, by purpose. */
export const monthsOf = {
  marketing: 'marketingMonths',
  profiling: 'profilingMonths',
  third_parties: 'thirdPartiesMonths',
} as const;
