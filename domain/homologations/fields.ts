import type { Fields, Values } from '#domain/record/fields.ts';

const co2 = { kind: 'number', min: 0, max: 999, suffix: 'g/km' } as const;
const consumption = { kind: 'number', min: 0, max: 99, decimals: 1, suffix: '/100 km', help: 'Litri, o kWh' } as const;
const mass = { kind: 'number', min: 300, max: 12_000, suffix: 'kg', default: 1200 } as const;

/** What one option adds to the best car of an approval. */
export const addedFields = {
  code: { label: 'Codice dell’optional', kind: 'text', maxLength: 20, required: 'Inserire il codice' },
  co2: { label: 'CO₂ in più', kind: 'number', min: 1, max: 200, suffix: 'g/km', default: 1 },
} as const satisfies Fields;

/** A type approval of a version, as its certificate says it; masses in running order. */
export const homologationFields = {
  versionId: { label: 'Versione', kind: 'lookup', shown: 'vehicle', required: 'Scegliere la versione' },
  number: {
    label: 'Numero di omologazione',
    short: 'Numero',
    kind: 'text',
    maxLength: 40,
    required: 'Inserire il numero',
    pattern: /^e\d{1,2}\*[\dA-Z/]+(\*[\dA-Z]+){1,3}$/i,
    invalid: 'Per esempio e3*2018/858*00123*02',
  },
  type: { label: 'Tipo', kind: 'text', maxLength: 20, required: 'Inserire il tipo' },
  variant: { label: 'Variante', kind: 'text', maxLength: 25, required: 'Inserire la variante' },
  edition: { label: 'Versione omologata', kind: 'text', maxLength: 35, required: 'Inserire la versione omologata' },
  emissionClass: {
    label: 'Classe',
    kind: 'text',
    maxLength: 20,
    required: 'Inserire la classe',
    help: 'Per esempio Euro 6e',
  },
  validFrom: { label: 'Vale dal', kind: 'day', span: 'period', required: 'Inserire il primo giorno' },
  validTo: { label: 'al', short: 'Vale fino al', kind: 'day', span: 'period', nullable: 'Senza fine' },
  bestCo2: { ...co2, label: 'CO₂ minima' },
  worstCo2: { ...co2, label: 'CO₂ massima' },
  bestConsumption: { ...consumption, label: 'Consumo minimo' },
  worstConsumption: { ...consumption, label: 'Consumo massimo' },
  bestMass: { ...mass, label: 'Massa minima' },
  worstMass: { ...mass, label: 'Massa massima' },
  tyres: {
    label: 'Pneumatici ammessi',
    kind: 'text',
    maxLength: 300,
    required: 'Inserire le misure',
    help: 'Separati da virgola: 205/55 R16 91V, 225/45 R17 94W',
  },
  options: {
    label: 'Optional che aumentano la CO₂',
    short: 'Optional con CO₂',
    kind: 'rows',
    fields: addedFields,
    most: 60,
  },
} as const satisfies Fields;
export type HomologationValues = Values<typeof homologationFields>;

const pairs = [
  ['bestCo2', 'worstCo2'],
  ['bestConsumption', 'worstConsumption'],
  ['bestMass', 'worstMass'],
] as const;

/** What does not fit together in an approval: field → Italian sentence. */
export function homologationFaults(values: HomologationValues): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [best, worst] of pairs) if (values[worst] < values[best]) faults[worst] = 'Non può essere sotto il minimo';
  if (values.validTo !== null && values.validTo < values.validFrom)
    faults.validTo = 'La fine non può precedere l’inizio';
  const codes = values.options.map(({ code }) => code);
  for (const [at, { code, co2: added }] of values.options.entries()) {
    if (codes.indexOf(code) < at) faults[`options.${at}.code`] = 'C’è già';
    if (added > values.worstCo2 - values.bestCo2)
      faults[`options.${at}.co2`] = 'Porta oltre la CO₂ massima dell’omologazione';
  }
  return faults;
}
