/** What a company sets for reports by mail and for what it is told of by itself. */
import { reminderFields } from './reminder-fields.ts';
import type { Fields, Values } from '../record/fields.ts';
import type { SettingPart } from '../record/setting-parts.ts';

const after = { kind: 'number', min: 1, max: 3650, nullable: 'Nessun avviso' } as const;
const daysOf = (label: string, short: string, help: string) => ({ ...after, label, short, help, suffix: 'giorni' });

export const reportSettingFields = {
  domains: {
    label: 'Domini ammessi',
    kind: 'rows',
    most: 50,
    fields: {
      domain: {
        label: 'Dominio',
        kind: 'text',
        maxLength: 253,
        required: 'Inserire un dominio',
        pattern: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
        invalid: 'Inserire un dominio, per esempio studiolena.it',
      },
    },
  },
  stockDays: daysOf('Un’auto è in stock da più di', 'Giacenza', 'Dice a chi gestisce lo stock'),
  unsignedDays: daysOf('Un contratto non è firmato da più di', 'Senza firma', 'Dice a chi lo vende'),
  lateDays: daysOf('Un pagamento è in ritardo da più di', 'Pagamento in ritardo', 'Dice a chi tiene gli incassi'),
  targetGap: {
    kind: 'number',
    min: 1,
    max: 100,
    nullable: 'Nessun avviso',
    label: 'Un obiettivo del mese è sotto il segno di oggi di almeno',
    short: 'Sotto obiettivo',
    help: 'Dice a chi vede le vendite, una volta al mese per ogni obiettivo',
    suffix: '%',
  },
  claimEndDays: daysOf('Un rimborso va chiesto entro', 'Rimborso in scadenza', 'Dice a chi tiene gli incassi'),
  ...reminderFields,
} as const satisfies Fields;
export type ReportSettings = Values<typeof reportSettingFields>;

export const reportParts: readonly SettingPart<keyof ReportSettings>[] = [
  {
    id: 'addresses',
    title: 'Indirizzi fuori azienda',
    help: 'I rapporti automatici vanno a indirizzi di questi domini soltanto; ai colleghi vanno sempre.',
    keys: ['domains'],
  },
  {
    id: 'thresholds',
    title: 'Avvisi',
    help: 'Ogni mattina, una volta sola per ogni auto, contratto, scadenza, rimborso o obiettivo del mese. Vuoto: nessun avviso.',
    keys: ['stockDays', 'unsignedDays', 'lateDays', 'claimEndDays', 'targetGap'],
  },
  {
    id: 'reminders',
    title: 'Solleciti',
    help: 'Le e-mail che il flusso dei pagamenti manda a chi è in ritardo: la prima, e quelle che seguono finché la stessa rata manca.',
    keys: ['reminderSubject', 'reminderText', 'againSubject', 'againText'],
    wide: true,
  },
];
