import type { Fields, Values } from '../record/fields.ts';
import { keysOf } from '../record/machine.ts';
import { newStates, type NewState } from './new-terms.ts';
import { usedStateWords, type UsedState } from './terms.ts';

const days = { kind: 'number', min: 1, max: 730, suffix: 'gg' } as const;

/** States in which a car may be given to portals: in the yard and not in use. */
const offered = ['acquired', 'restoring', 'consignment'] as const satisfies readonly UsedState[];

/** What may be asked of a car before its restoration ends (rules.md §22, 1). */
const finishAsks = {
  ready: 'Il giorno in cui è pronta',
  photo: 'Almeno una foto',
  works: 'I lavori chiusi, con il costo effettivo',
} as const;
export type FinishAsk = keyof typeof finishAsks;

/** States of cars that have not left the stock, in which lists may show them. */
export const usedListed = [...offered, 'scheduled', 'service_vehicle', 'sold'] as const satisfies readonly UsedState[];
export const newListed = [
  'ordered',
  'in_transit',
  'in_stock',
  'sold',
  'registered',
] as const satisfies readonly NewState[];
const newWords = Object.fromEntries(newListed.map((state) => [state, newStates[state].label])) as {
  readonly [S in (typeof newListed)[number]]: string;
};
const listed = {
  kind: 'many',
  help: 'Gli altri si trovano con la ricerca o scegliendo il loro stato tra i filtri',
} as const;

/** A company's settings for its stock, new and used, each with its default. */
export const stockSettingFields = {
  usedListed: {
    ...listed,
    label: 'Stati mostrati nell’elenco delle auto usate',
    short: 'Stati dell’usato',
    words: usedStateWords(usedListed),
    default: [...usedListed],
  },
  newListed: {
    ...listed,
    label: 'Stati mostrati nell’elenco delle auto nuove',
    short: 'Stati del nuovo',
    words: newWords,
    default: [...newListed],
  },
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
    default: ['acquired'],
    help: 'Sempre con un prezzo. Quelle in ripristino e in conto vendita solo se scelte qui; mai le auto di servizio, in arrivo, vendute o uscite',
  },
  finishAsks: {
    label: 'Per finire un ripristino servono',
    short: 'Fine del ripristino',
    kind: 'many',
    words: finishAsks,
    default: keysOf(finishAsks),
    help: 'Quello che manca è detto quando si preme «Ripristino finito»',
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
