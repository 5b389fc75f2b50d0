/** The variables of message templates (specification §3): exactly these, by category. */
export const variableCategories = ['Cliente', 'Lead', 'Auto', 'Altro'] as const;

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
export type Variable = keyof typeof variables;

const known = Object.keys(variables);
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
    if (!Object.hasOwn(variables, name)) return mark;
    const value = values[name as Variable];
    if (!value) missing.add(name as Variable);
    return value || mark;
  });
  return { text, missing: [...missing] };
}
