import { fuels } from '#domain/catalog/terms.ts';
import { customerTypeWords } from '#domain/customers/terms.ts';
import type { Fields, Values } from '#domain/record/fields.ts';
import { bases, categories, channels, euroClasses, measures, payers, typeWords, usages, usedWords } from './terms.ts';
import { stackings } from '../terms.ts';
import { CAR_LIMIT, FEE_LIMIT, SUM_LIMIT } from '#domain/money.ts';

const all = 'Nessuna scelta: tutti';
const co2 = { kind: 'number', min: 0, max: 999, suffix: 'g/km' } as const;
const onlyWith = (used: readonly string[]) => ({ field: 'requiresUsed', is: used }) as const;
const anyUsed = onlyWith(['barter', 'scrapping']);
const financed = { field: 'requiresFinancing', is: [true] } as const;

/** State aid by CO2, price of the car, class of the scrapped car and income; amounts in cents. */
export const bandFields = {
  co2From: { ...co2, label: 'CO₂ da' },
  co2To: { ...co2, label: 'CO₂ a', default: 999 },
  maxListPrice: { label: 'Listino fino a', kind: 'money', max: CAR_LIMIT },
  scrappedEuro: { label: 'Con rottamazione', kind: 'many', words: euroClasses, help: 'Nessuna scelta: senza' },
  maxIncome: { label: 'ISEE fino a', kind: 'money', max: CAR_LIMIT, nullable: 'Qualsiasi' },
  amount: { label: 'Importo', kind: 'money', max: CAR_LIMIT },
} as const satisfies Fields;

/** One incentive of a campaign, with everything that the pricing engine asks of a quote; amounts in cents. */
export const lineFields = {
  name: { label: 'Nome nel preventivo', kind: 'text', maxLength: 80, help: 'Vuoto: il nome della campagna' },
  type: { label: 'Tipo', kind: 'choice', words: typeWords, default: 'custom' },
  payer: { label: 'A carico di', kind: 'choice', words: payers },
  basis: { label: 'Riduce', kind: 'choice', words: bases },
  measure: { label: 'Vale', kind: 'choice', words: measures },
  amount: { label: 'Importo', kind: 'money', max: CAR_LIMIT, when: { field: 'measure', is: ['amount'] } },
  percent: {
    label: 'Percentuale',
    kind: 'percent',
    min: 0,
    max: 100,
    decimals: 2,
    when: { field: 'measure', is: ['percent'] },
  },
  bands: {
    label: 'Fasce',
    kind: 'rows',
    fields: bandFields,
    most: 40,
    when: { field: 'measure', is: ['bands'] },
  },
  usage: { label: 'Auto', kind: 'choice', words: usages },
  makerId: { label: 'Marca', kind: 'lookup', nullable: 'Tutte', shown: 'maker' },
  modelId: { label: 'Modello', kind: 'lookup', nullable: 'Tutti', shown: 'model' },
  group: {
    label: 'Gruppo di cumulabilità',
    short: 'Gruppo',
    kind: 'text',
    maxLength: 40,
    help: 'Di un gruppo conta un solo incentivo: quello che vale di più per il cliente',
  },
  customerTypes: { label: 'Clienti', kind: 'many', words: customerTypeWords, help: all },
  requiresUsed: { label: 'Serve un usato', kind: 'choice', words: usedWords, nullable: 'No' },
  scrappedEuro: {
    label: 'Classi dell’usato',
    kind: 'many',
    words: euroClasses,
    help: 'Nessuna scelta: tutte',
    when: anyUsed,
  },
  ownedMonths: {
    label: 'Usato intestato da almeno',
    kind: 'number',
    min: 1,
    max: 120,
    suffix: 'mesi',
    nullable: true,
    when: anyUsed,
  },
  requiresFinancing: { label: 'Serve un finanziamento', kind: 'flag' },
  lender: { label: 'Finanziaria', kind: 'text', maxLength: 120, nullable: 'Qualsiasi', when: financed },
  minMonths: {
    label: 'Durata minima',
    kind: 'number',
    min: 1,
    max: 120,
    suffix: 'mesi',
    nullable: true,
    when: financed,
  },
  minFinanced: { label: 'Finanziato minimo', kind: 'money', max: CAR_LIMIT, nullable: true, when: financed },
  plateBy: { label: 'Targa entro il', kind: 'day', span: 'planned', nullable: true },
  needsBooking: { label: 'Serve il numero di prenotazione', kind: 'flag' },
  validFrom: { label: 'Solo dal', kind: 'day', span: 'period', nullable: true },
  validTo: { label: 'Solo al', kind: 'day', span: 'period', nullable: true },
  refundPercent: {
    label: 'Rimborsato da chi paga',
    kind: 'percent',
    min: 0,
    max: 100,
    decimals: 2,
    help: 'Quota dello sconto che torna alla concessionaria',
  },
  bonus: { label: 'Premio in più', kind: 'money', max: FEE_LIMIT, help: 'Senza IVA, da chi paga alla concessionaria' },
} as const satisfies Fields;
export type CampaignLine = Values<typeof lineFields>;

/** The rule that says for which cars a campaign is: a car must fit every part; an empty part fits every car. */
export const carFields = {
  makerIds: { label: 'Marche', kind: 'lookups', most: 50, shown: 'makers', help: 'Nessuna scelta: tutte' },
  modelIds: { label: 'Modelli', kind: 'lookups', most: 100, shown: 'models', help: 'Nessuna scelta: tutti' },
  versionIds: { label: 'Versioni', kind: 'lookups', most: 200, shown: 'versions', help: 'Nessuna scelta: tutte' },
  basketIds: { label: 'Panieri', kind: 'lookups', most: 50, shown: 'baskets', help: 'Auto nuove in almeno uno' },
  fuels: { label: 'Alimentazioni', kind: 'many', words: fuels, help: 'Nessuna scelta: tutte' },
  categories: { label: 'Categorie', kind: 'many', words: categories, help: 'Nessuna scelta: tutte' },
  co2From: { ...co2, label: 'CO₂ da', nullable: true },
  co2To: { ...co2, label: 'CO₂ a', nullable: true },
  priceFrom: { label: 'Prezzo di listino da', kind: 'money', max: CAR_LIMIT, nullable: true },
  priceTo: { label: 'Prezzo di listino a', kind: 'money', max: CAR_LIMIT, nullable: true },
  stockDays: {
    label: 'In stock da almeno',
    kind: 'number',
    min: 1,
    max: 3650,
    suffix: 'giorni',
    nullable: true,
    help: 'Solo auto arrivate in sede',
  },
} as const satisfies Fields;
export type CarRule = Values<typeof carFields>;

/** A campaign as people write it: a dated container of incentives (rules.md §17); amounts in cents. */
export const campaignFields = {
  name: { label: 'Nome', kind: 'text', required: 'Inserire il nome', maxLength: 80 },
  validFrom: { label: 'Dal', kind: 'day', span: 'period', required: 'Inserire il primo giorno' },
  validTo: { label: 'Al', kind: 'day', span: 'period', nullable: 'Senza fine' },
  lines: { label: 'Incentivo', short: 'Incentivi', kind: 'rows', fields: lineFields, most: 20 },
  ...carFields,
  channels: {
    label: 'Canali',
    kind: 'many',
    words: channels,
    help: 'Nessuna scelta: tutti; un’offerta a operatori non ha incentivi',
  },
  customerTypes: { label: 'Clienti', kind: 'many', words: customerTypeWords, help: all },
  /** Of the manufacturer's campaigns alone: a basket of companies. */
  audienceId: { label: 'Per le concessionarie', kind: 'lookup', nullable: 'Tutta la rete', shown: 'audience' },
  stacking: { label: 'Si cumula', kind: 'choice', words: stackings },
  priority: {
    label: 'Precedenza',
    kind: 'number',
    min: 0,
    max: 99,
    help: 'A parità di vantaggio conta la più alta',
  },
  maxAmount: { label: 'Budget', kind: 'money', max: SUM_LIMIT, nullable: 'Senza limite' },
  maxUses: { label: 'Preventivi al massimo', kind: 'number', min: 1, max: 1_000_000, nullable: 'Senza limite' },
  documentUrl: {
    label: 'Regolamento',
    kind: 'text',
    maxLength: 500,
    nullable: true,
    pattern: /^https:\/\/\S+$/,
    invalid: 'Inserire un indirizzo che comincia con https://',
  },
} as const satisfies Fields;
export type CampaignValues = Values<typeof campaignFields>;
