import type { Fields, Values } from '../fields.ts';
import type { SettingPart } from '../setting-parts.ts';

/** What a company sets for its appointments. */
export const calendarSettingFields = {
  customerHours: {
    label: 'Il cliente sposta o annulla dal suo collegamento fino a',
    short: 'Limite per il cliente',
    kind: 'number',
    min: 0,
    max: 336,
    suffix: 'ore prima',
    default: 24,
    help: 'Dopo, la pagina dice di telefonare. Confermare si può fino all’inizio',
  },
  smsReminders: {
    label: 'Promemoria anche per SMS',
    short: 'SMS',
    kind: 'flag',
    help: 'A chi ha un cellulare, oltre alla e-mail; ogni SMS costa',
  },
} as const satisfies Fields;
export type CalendarSettings = Values<typeof calendarSettingFields>;

/** The cards of these settings. */
export const calendarParts: readonly SettingPart<keyof CalendarSettings>[] = [
  {
    id: 'customer',
    title: 'Appuntamenti con i clienti',
    help: 'Il cliente riceve conferma, spostamenti e promemoria con il collegamento alla sua pagina.',
    keys: ['customerHours', 'smsReminders'],
  },
];
