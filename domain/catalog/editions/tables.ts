/** What an edition may change: the tables of the catalogue with their keys and fields, as data. */
import { DAY } from './day.ts';
import { bodies } from '../bodies.ts';
import { drives, fuels, gearboxes, type optionKinds, type ruleKinds } from '../terms.ts';

export interface CatalogField {
  label: string;
  /** How the database keeps it. */
  type: 'text' | 'bigint' | 'int' | 'numeric' | 'boolean' | 'date';
  /** Bounds of a number, or of the length of a text. */
  least?: number;
  most?: number;
  /** May be null. */
  isOptional?: true;
  /** Codes, with their labels where they have some. */
  choices?: Readonly<Record<string, string>>;
  unit?: 'cents' | 'percent' | 'kW' | 'cc' | 'g/km' | 'km' | 'kg';
  /** What a new row has when nobody says it; absent: it must be said. */
  initial?: string | number | boolean | null;
}

const text = (label: string, most: number, more: Partial<CatalogField> = {}): CatalogField => ({
  label,
  type: 'text',
  least: 1,
  most,
  ...more,
});
/** A text that may stay empty. */
const note = (label: string, most: number) => text(label, most, { least: 0, initial: '' });
const count = (label: string, least: number, most: number, more: Partial<CatalogField> = {}): CatalogField => ({
  label,
  type: 'int',
  least,
  most,
  ...more,
});
const flag = (label: string, initial: boolean): CatalogField => ({ label, type: 'boolean', initial });
const choice = (label: string, choices: Readonly<Record<string, string>>, more: Partial<CatalogField> = {}) => ({
  label,
  type: 'text' as const,
  choices,
  ...more,
});
const codes = (all: readonly string[]) => Object.fromEntries(all.map((code) => [code, code]));
/** A day that the publication gives; a person never types it. */
const dated = (label: string): CatalogField => ({ label, type: 'date', isOptional: true, initial: null });
const points = (label: string) => ({ label, type: 'bigint' as const, least: 1, most: Number.MAX_SAFE_INTEGER });

export const optionKindLabels: Record<(typeof optionKinds)[number], string> = {
  colour: 'Colore',
  interior: 'Interno',
  optional: 'Optional',
  pack: 'Pacchetto',
};

/** The most pictures that a version shows. */
export const MOST_IMAGES = 20;

/** The most cents of a list price: below ten million euro. */
export const MOST_PRICE = 999_999_999;
const priceOf = (least: number): CatalogField => ({
  label: 'Prezzo',
  type: 'bigint',
  unit: 'cents',
  least,
  most: MOST_PRICE,
});

interface CatalogTable {
  label: string;
  /** In the database. */
  table: string;
  key: Readonly<Record<string, CatalogField['type']>>;
  fields: Readonly<Record<string, CatalogField>>;
}

/** In the order in which new rows are written: a row points only to rows of tables above. */
export const catalogTables = {
  makers: {
    label: 'Marca',
    table: 'makers',
    key: { id: 'bigint' },
    fields: {
      name: text('Nome', 60),
      priceIncludesRoadCost: flag('Messa su strada nel prezzo', false),
      costPercent: { label: 'Costo di fattura', type: 'numeric', unit: 'percent', least: 0, most: 100 },
      published: flag('In vendita', true),
      retiredOn: dated('Ritirata dal'),
    },
  },
  models: {
    label: 'Modello',
    table: 'models',
    key: { id: 'bigint' },
    fields: {
      makerId: points('Marca'),
      name: text('Nome', 60),
      body: choice('Carrozzeria', bodies),
      published: flag('In vendita', true),
      retiredOn: dated('Ritirato dal'),
    },
  },
  versions: {
    label: 'Versione',
    table: 'versions',
    key: { id: 'bigint' },
    fields: {
      modelId: points('Modello'),
      code: text('Codice', 30),
      name: text('Nome', 80),
      fuel: choice('Alimentazione', fuels),
      kw: count('Potenza', 1, 2000, { unit: 'kW' }),
      cc: count('Cilindrata', 0, 20_000, { unit: 'cc' }),
      engineCode: note('Codice motore', 20),
      gearbox: choice('Cambio', gearboxes),
      drive: choice('Trazione', drives),
      co2: count('CO2 WLTP', 0, 999, { unit: 'g/km' }),
      consumption: { label: 'Consumo WLTP (l o kWh/100 km)', type: 'numeric', least: 0, most: 200 },
      electricRange: count('Autonomia elettrica', 0, 2000, { unit: 'km', isOptional: true, initial: null }),
      euroClass: text('Classe', 30),
      category: choice('Categoria', codes(['M1', 'N1', 'N2']), { initial: 'M1' }),
      payload: count('Portata', 0, 20_000, { unit: 'kg', isOptional: true, initial: null }),
      mass: count('Massa in marcia', 100, 20_000, { unit: 'kg', isOptional: true, initial: null }),
      seats: count('Posti', 1, 9, { initial: 5 }),
      doors: count('Porte', 1, 7, { isOptional: true, initial: null }),
      tyres: note('Pneumatici', 80),
      approval: note('Omologazione', 40),
      published: flag('In vendita', true),
      retiredOn: dated('Ritirata dal'),
    },
  },
  options: {
    label: 'Optional',
    table: 'options',
    key: { id: 'bigint' },
    fields: {
      makerId: points('Marca'),
      code: text('Codice', 20),
      name: text('Nome', 120),
      kind: choice('Tipo', optionKindLabels),
      colour: text('Colore', 7, { isOptional: true, initial: null }),
    },
  },
  versionPrices: {
    label: 'Prezzo di listino',
    table: 'version_prices',
    key: { versionId: 'bigint', validFrom: 'date' },
    fields: { price: priceOf(1) },
  },
  versionOptions: {
    label: 'Optional della versione',
    table: 'version_options',
    key: { versionId: 'bigint', optionId: 'bigint' },
    fields: { standard: flag('Di serie', false), since: dated('Dal'), retiredOn: dated('Ritirato dal') },
  },
  versionOptionPrices: {
    label: 'Prezzo dell’optional',
    table: 'version_option_prices',
    key: { versionId: 'bigint', optionId: 'bigint', validFrom: 'date' },
    fields: { price: priceOf(0) },
  },
  optionRules: {
    label: 'Regola',
    table: 'option_rules',
    key: { optionId: 'bigint', kind: 'text', otherId: 'bigint' },
    fields: { since: dated('Dal'), retiredOn: dated('Ritirata dal') },
  },
  versionImages: {
    label: 'Immagine',
    table: 'version_images',
    key: { versionId: 'bigint', imageId: 'bigint' },
    fields: {
      place: count('Posto', 1, MOST_IMAGES),
      shown: flag('Mostrata', true),
      // The paint that it shows; none: any.
      optionId: { ...points('Vernice'), isOptional: true, initial: null },
    },
  },
} as const satisfies Record<string, CatalogTable>;
export type CatalogKind = keyof typeof catalogTables;

/** The same, where the kind is not known beforehand. */
export const tableOf = (kind: CatalogKind): CatalogTable => catalogTables[kind];

/** Kinds whose rows are deleted when an edition is rolled back: nothing points to them. All others are retired. */
export const undone: readonly CatalogKind[] = ['versionPrices', 'versionOptionPrices', 'optionRules', 'versionImages'];

/** What retires a row of a kind that is never deleted; `DAY` becomes the day of the publication. */
export const retirement = {
  makers: { published: false, retiredOn: DAY },
  models: { published: false, retiredOn: DAY },
  versions: { published: false, retiredOn: DAY },
  options: null,
  versionOptions: { retiredOn: DAY },
  optionRules: { retiredOn: DAY },
} as const satisfies Partial<Record<CatalogKind, object | null>>;

export const ruleLabels: Record<(typeof ruleKinds)[number], string> = {
  requires: 'richiede',
  excludes: 'esclude',
  includes: 'comprende',
};
