/** Of what a variable of message templates tells (specification §3). */
export const variableCategories = ['Cliente', 'Lead', 'Auto', 'Altro'] as const;

/** The variables of the specification (§3): exactly these, by category; prints know them, too. */
export const variables = {
  Nome: 'Cliente',
  Cognome: 'Cliente',
  Email: 'Cliente',
  Telefono: 'Cliente',
  Indirizzo: 'Cliente',
  CAP: 'Cliente',
  Città: 'Cliente',
  Provincia: 'Cliente',
  Nazione: 'Cliente',
  Fonte: 'Lead',
  'Data ricezione': 'Lead',
  Sede: 'Lead',
  'Link annuncio': 'Lead',
  'Tipo veicolo': 'Auto',
  Targa: 'Auto',
  Telaio: 'Auto',
  Marchio: 'Auto',
  Modello: 'Auto',
  Versione: 'Auto',
  Anno: 'Auto',
  Chilometraggio: 'Auto',
  'Azienda dealer': 'Altro',
  'Nome Utente': 'Altro',
  'Data oggi': 'Altro',
  'Data domani': 'Altro',
  'Data dopodomani': 'Altro',
} as const satisfies Record<string, (typeof variableCategories)[number]>;

/** What messages know beside them: what is planned with the customer, the next appointment or else the next call. */
export const plannedVariables = {
  'Giorno previsto': 'Lead',
  'Ora prevista': 'Lead',
  'Luogo previsto': 'Lead',
  'Persona prevista': 'Lead',
  'Auto prevista': 'Auto',
} as const satisfies Record<string, (typeof variableCategories)[number]>;
export type PlannedVariable = keyof typeof plannedVariables;

export const messageVariables = { ...variables, ...plannedVariables };
export type Variable = keyof typeof messageVariables;

const known = Object.keys(messageVariables);
/** Matches texts that name only known variables in braces. */
export const TEMPLATE_TEXT = new RegExp(`^(?:[^{}]|\\{(?:${known.join('|')})\\})*$`);
export const UNKNOWN_VARIABLE = `Tra parentesi graffe solo: ${known.map((name) => `{${name}}`).join(', ')}`;

const MARK = /\{([^{}]{1,40})\}/g;

/** A template with its values; `missing` names the variables that have none here, which stay in the text as they are. */
export function filledIn(
  template: string,
  values: Readonly<Partial<Record<Variable, string>>>,
): { text: string; missing: Variable[] } {
  const missing = new Set<Variable>();
  const text = template.replace(MARK, (mark, name: string) => {
    if (!Object.hasOwn(messageVariables, name)) return mark;
    const value = values[name as Variable];
    if (!value) missing.add(name as Variable);
    return value || mark;
  });
  return { text, missing: [...missing] };
}
