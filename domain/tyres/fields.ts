import { sameWords, type Fields } from '../record/fields.ts';
import { pricedFields as priced } from '../record/priced-fields.ts';
import { privileges as p } from '../privileges.ts';
import { builds, labelClasses, noiseClasses, pfuCategories, seasons, speeds } from './terms.ts';

const name = { kind: 'text', maxLength: 80 } as const;
/** Fields that are read from `size` and written into it; in spreadsheets and activity `size` stands for all of them. */
const ofSize = { head: false } as const;
const labelClass = { kind: 'choice', words: sameWords(labelClasses), nullable: 'Non indicata' } as const;
/** Noise levels of tyres on sale, in decibels. */
const noises = Array.from({ length: 16 }, (_, index) => 62 + index);

/** A tyre; price in cents with VAT, cost in net cents, each for one tyre. */
export const tyreFields = {
  code: priced.code,
  brand: { ...name, label: 'Marca', required: 'Inserire la marca' },
  model: { ...name, label: 'Modello', required: 'Inserire il modello' },
  width: { ...ofSize, label: 'Larghezza', kind: 'number', min: 105, max: 395, suffix: 'mm', default: 205 },
  /** Height in percent of the width. */
  ratio: { ...ofSize, label: 'Rapporto', kind: 'number', min: 20, max: 95, suffix: '%', default: 55 },
  rim: { ...ofSize, label: 'Cerchio', kind: 'number', min: 8, max: 24, suffix: '"', default: 16 },
  /** Load index, also of twin tyres: `107/105`. */
  load: {
    ...ofSize,
    label: 'Indice di carico',
    kind: 'text',
    maxLength: 7,
    pattern: /^\d{2,3}(\/\d{2,3})?$/,
    required: 'Inserire un indice di carico, per esempio 91',
    default: '91',
  },
  speed: {
    ...ofSize,
    label: 'Codice di velocità',
    kind: 'choice',
    words: sameWords(speeds),
    default: 'V',
    invalid: `Codice di velocità: ${speeds.join(', ')}`,
  },
  build: { ...ofSize, label: 'Struttura', kind: 'choice', words: builds, default: 'standard' },
  /** `205/55 R16 91V`. */
  size: { label: 'Misura', kind: 'text', maxLength: 40, derived: true },
  season: { label: 'Stagione', kind: 'choice', words: seasons },
  /** Class of the European label; null: not stated. */
  fuelClass: {
    ...labelClass,
    label: 'Etichetta: consumo',
    short: 'Consumo',
    invalid: 'Classe di consumo da A a E',
  },
  wetClass: {
    ...labelClass,
    label: 'Etichetta: bagnato',
    short: 'Bagnato',
    invalid: 'Classe sul bagnato da A a E',
  },
  noiseDb: {
    label: 'Etichetta: rumore',
    short: 'Rumore dB',
    kind: 'number',
    min: 55,
    max: 85,
    suffix: 'dB',
    nullable: 'Non indicata',
    among: noises,
  },
  noiseClass: {
    label: 'Classe di rumore',
    short: 'Rumore',
    kind: 'choice',
    words: sameWords(noiseClasses),
    nullable: 'Non indicata',
    invalid: 'Classe di rumore da A a C',
  },
  snow: { label: 'Simbolo alpino (3PMSF)', short: '3PMSF', kind: 'flag' },
  price: { ...priced.price, help: 'Per uno pneumatico' },
  cost: { ...priced.cost, seenWith: [p.manageTyres, p.seeMargin] },
  taxRate: priced.taxRate,
  pfu: {
    label: 'Categoria PFU',
    short: 'PFU',
    kind: 'choice',
    words: pfuCategories,
    default: 'B1',
    invalid: `Categoria PFU: ${Object.keys(pfuCategories).join(', ')}`,
  },
  inStock: priced.inStock,
} as const satisfies Fields;
