/** What a reminder of a late payment says. */
import type { Fields } from '../record/fields.ts';

const variables = ['Nome', 'Contratti', 'Importo', 'Scadenza', 'Azienda dealer'] as const;
export type ReminderVariable = (typeof variables)[number];
const named = variables.map((name) => `{${name}}`).join(', ');
const written = {
  pattern: new RegExp(`^(?:[^{}]|\\{(?:${variables.join('|')})\\})+$`),
  invalid: `Un testo non vuoto; tra parentesi graffe solo: ${named}`,
} as const;

/** Its subject and text, as the company sets them. */
export const reminderFields = {
  reminderSubject: {
    label: 'Oggetto del sollecito',
    kind: 'text',
    maxLength: 160,
    default: '{Azienda dealer}: pagamento da completare, {Contratti}',
    ...written,
  },
  reminderText: {
    label: 'Testo del sollecito',
    kind: 'area',
    maxLength: 4000,
    default:
      'Gentile {Nome},\n\nper {Contratti} ci risultano da ricevere {Importo}, dovuti dal {Scadenza}.\n\nSe il pagamento è già partito, consideri superato questo messaggio; per ogni domanda basta rispondere.\n\nUn cordiale saluto',
    ...written,
  },
} as const satisfies Fields;

/** A text with what stands at its variables. */
export const filledIn = (text: string, values: Readonly<Record<ReminderVariable, string>>): string =>
  text.replace(/\{([^{}]+)\}/g, (_, name: ReminderVariable) => values[name]);
