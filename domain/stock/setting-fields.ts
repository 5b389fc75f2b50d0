import type { Fields, Values } from '../fields.ts';
import { usedStateWords, type UsedState } from './terms.ts';

const days = { kind: 'number', min: 1, max: 730, suffix: 'gg' } as const;

/** States in which a car may be given to portals: in the yard and not in use, or expected. */
const offered = ['acquired', 'restoring', 'consignment', 'scheduled'] as const satisfies readonly UsedState[];

/** A company's settings for its stock, new and used (screens.md §9, stock), each with its default. */
export const stockSettingFields = {
  freshDays: { ...days, label: 'Prima fascia di giacenza, fino a', short: 'Prima fascia', default: 30 },
  normalDays: { ...days, label: 'Seconda fascia, fino a', short: 'Seconda fascia', default: 60 },
  slowDays: {
    ...days,
    label: 'Terza fascia, fino a',
    short: 'Terza fascia',
    default: 90,
    help: 'Oltre, l’auto è ferma e va tra quelle da guardare',
  },
  reservationDays: {
    ...days,
    label: 'Opzione proposta per',
    short: 'Opzione proposta',
    min: 0,
    max: 90,
    default: 1,
    help: '0: fino a stasera',
  },
  mostReservedDays: { ...days, label: 'Opzione al massimo per', short: 'Opzione massima', max: 90, default: 30 },
  holdDays: {
    ...days,
    label: 'Auto tenuta dopo il sì del cliente per',
    short: 'Tenuta dopo il sì',
    max: 90,
    default: 7,
    help: 'Un preventivo accettato opziona l’auto; l’ultimo giorno si chiede al venditore se prolungare o lasciarla',
  },
  expiryDays: {
    ...days,
    label: 'Avvisa prima che un documento scada',
    short: 'Avviso di scadenza',
    max: 180,
    default: 60,
    help: 'Revisione, bollo, mandato e gli altri documenti con una scadenza',
  },
  feedStates: {
    label: 'Auto usate nel feed per i portali',
    short: 'Stati nel feed',
    kind: 'many',
    words: usedStateWords(offered),
    default: ['acquired', 'restoring', 'consignment'],
    help: 'Sempre con un prezzo; mai le auto di servizio, vendute o uscite',
  },
  feedPhotos: {
    label: 'Foto necessarie per entrare nel feed',
    short: 'Foto nel feed',
    kind: 'number',
    min: 0,
    max: 30,
    help: '0: anche senza foto',
  },
} as const satisfies Fields;
export type StockSettings = Values<typeof stockSettingFields>;
