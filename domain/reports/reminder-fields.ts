/** What a reminder of a late payment says. */
import type { Fields } from '../record/fields.ts';

const variables = ['Nome', 'Contratti', 'Importo', 'Scadenza', 'Azienda dealer'] as const;
/** Of who was reminded of it before, also when. */
const againVariables = [...variables, 'Ultimo sollecito'] as const;
export type ReminderVariable = (typeof againVariables)[number];
const written = (names: readonly string[]) =>
  ({
    pattern: new RegExp(`^(?:[^{}]|\\{(?:${names.join('|')})\\})+$`),
    invalid: `Un testo non vuoto; tra parentesi graffe solo: ${names.map((name) => `{${name}}`).join(', ')}`,
  }) as const;

/** Subject and text of the first one, and of those that follow while the same is owed, as the company sets them. */
export const reminderFields = {
  reminderSubject: {
    label: 'Oggetto del sollecito',
    kind: 'text',
    maxLength: 160,
    default: '{Azienda dealer}: pagamento da completare, {Contratti}',
    ...written(variables),
  },
  reminderText: {
    label: 'Testo del sollecito',
    kind: 'area',
    maxLength: 4000,
    default:
      'Gentile {Nome},\n\nper {Contratti} ci risultano da ricevere {Importo}, dovuti dal {Scadenza}.\n\nSe il pagamento è già partito, consideri superato questo messaggio; per ogni domanda basta rispondere.\n\nUn cordiale saluto',
    ...written(variables),
  },
  againSubject: {
    label: 'Oggetto dal secondo sollecito',
    kind: 'text',
    maxLength: 160,
    default: '{Azienda dealer}: pagamento ancora da ricevere, {Contratti}',
    ...written(againVariables),
  },
  againText: {
    label: 'Testo dal secondo sollecito',
    kind: 'area',
    maxLength: 4000,
    default:
      'Gentile {Nome},\n\nper {Contratti} mancano ancora {Importo}, dovuti dal {Scadenza}: ne abbiamo scritto il {Ultimo sollecito}.\n\nChiediamo di provvedere entro sette giorni, o di risponderci se qualcosa lo impedisce. Se il pagamento è già partito, consideri superato questo messaggio.\n\nUn cordiale saluto',
    ...written(againVariables),
  },
} as const satisfies Fields;

/** A text with what stands at its variables. */
export const filledIn = (text: string, values: Readonly<Record<ReminderVariable, string>>): string =>
  text.replace(/\{([^{}]+)\}/g, (_, name: ReminderVariable) => values[name]);
