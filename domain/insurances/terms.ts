/** Words of insurances: the key is stored, the label is Italian. */

/** Insurance types of the specification §3. */
export const insuranceTypes = {
  rca: 'RCA',
  cvt: 'Furto, incendio e kasko (CVT)',
  credit_protection: 'Protezione del credito (CPI)',
} as const;
export type InsuranceType = keyof typeof insuranceTypes;

/** What one guarantee covers. */
export const covers = {
  liability: 'Responsabilità civile',
  theft_fire: 'Furto e incendio',
  kasko: 'Kasko',
  collision: 'Collisione',
  glass: 'Cristalli',
  natural: 'Eventi naturali',
  unrest: 'Eventi sociopolitici',
  assistance: 'Assistenza',
  legal: 'Tutela legale',
  injuries: 'Infortuni del conducente',
  life: 'Vita',
  disability: 'Inabilità temporanea',
  job: 'Perdita d’impiego',
} as const;
export type Cover = keyof typeof covers;

/** Contribution to the national health service on RCA, percent of the net premium (rules.md §10). */
export const HEALTH_PERCENT = 10.5;
/** Provincial tax on RCA for zones without their own, in percent (12.5 ± 3.5, mostly 16; rules.md §10). */
export const PROVINCIAL_PERCENT = 16;

/** How the net premium of a guarantee is computed (rules.md §10). */
export const tariffModels = {
  fixed: 'Premio fisso',
  rate: 'Tasso sul valore assicurato',
  matrix: 'Tabella valore e durata',
  financed: 'Percentuale del finanziato al mese',
} as const;

/** Durations in months that a product can have. */
export const insuranceMonths = {
  '12': '12 mesi',
  '24': '24 mesi',
  '36': '36 mesi',
  '48': '48 mesi',
  '60': '60 mesi',
} as const;

/** Kinds of cars that a product is for. */
export const insuredUsages = { new: 'Nuovo', used: 'Usato' } as const;
