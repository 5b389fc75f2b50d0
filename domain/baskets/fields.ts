import { fuels } from '#domain/catalog/terms.ts';
import type { Fields, Values } from '#domain/record/fields.ts';

/** What a basket holds; only the manufacturer has baskets of companies. */
export const holdings = { versions: 'Versioni', companies: 'Concessionarie' } as const;

/** What names a basket: a campaign, a financing plan, a table of future values, a rule of commissions, targets of a year. */
export const basketUses = {
  campaign: 'Campagna',
  plan: 'Piano finanziario',
  table: 'Tabella dei valori futuri',
  rule: 'Regola delle provvigioni',
  target: 'Obiettivi',
} as const;
export type BasketUse = keyof typeof basketUses;

const ofVersions = { field: 'holds', is: ['versions'] } as const;

/** A basket as the manufacturer writes it: versions by a rule, one by one or both; or companies. */
export const networkBasketFields = {
  name: { label: 'Nome', kind: 'text', required: 'Inserire il nome del paniere', maxLength: 80 },
  holds: { label: 'Contiene', kind: 'choice', words: holdings, default: 'versions' },
  makerIds: {
    label: 'Marche',
    kind: 'lookups',
    most: 50,
    shown: 'makers',
    help: 'Tutte le loro versioni, anche future',
    when: ofVersions,
  },
  modelIds: {
    label: 'Modelli',
    kind: 'lookups',
    most: 200,
    shown: 'models',
    help: 'In più: tutte le loro versioni, anche future',
    when: ofVersions,
  },
  fuels: {
    label: 'Solo alimentazioni',
    kind: 'many',
    words: fuels,
    help: 'Restringe marche e modelli; da sole, valgono per tutto il catalogo',
    when: ofVersions,
  },
  versionIds: {
    label: 'Versioni, una per una',
    short: 'Versioni',
    kind: 'lookups',
    most: 500,
    shown: 'versions',
    help: 'In più, qualunque sia l’alimentazione',
    when: ofVersions,
  },
  companyIds: {
    label: 'Concessionarie',
    kind: 'lookups',
    most: 500,
    head: false,
    when: { field: 'holds', is: ['companies'] },
  },
} as const satisfies Fields;
export type NetworkBasketValues = Values<typeof networkBasketFields>;

const { holds: _holds, companyIds: _companyIds, ...ofDealer } = networkBasketFields;
/** A basket as a dealer writes it: of versions. */
export const basketFields = ofDealer;
