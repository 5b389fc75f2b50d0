import type { Counted } from '../record/figures.ts';
import { seers } from '../record/rights.ts';
import { contractRights, marginSeenWith } from './rights.ts';

/**
 * What figures count of contracts: never those that were cancelled or that a customer has withdrawn from, and after a
 * reopening the day of the last entry that still holds.
 */
export const countedContracts = {
  label: 'Contratti',
  measures: {
    count: { label: 'Contratti', unit: 'count' },
    pieces: { label: 'Pezzi', unit: 'count' },
    total: { label: 'Valore', unit: 'money' },
    due: { label: 'Da incassare', unit: 'money', seenWith: seers(contractRights) },
    financed: { label: 'Finanziati', unit: 'count' },
    tradeIns: { label: 'Con usato ritirato', unit: 'count' },
    netRevenue: { label: 'Ricavo netto', unit: 'money' },
    /** What was given, and what it was given on: the mean discount is one in percent of the other; unknown of a former system. */
    discount: { label: 'Sconto', unit: 'money', seenWith: marginSeenWith },
    listTotal: { label: 'Listino', unit: 'money', seenWith: marginSeenWith },
    marginSecond: { label: 'Margine II', unit: 'money', seenWith: marginSeenWith },
    /** Those whose margin is known: a mean is of these alone. */
    margins: { label: 'Con margine noto', unit: 'count', seenWith: marginSeenWith },
  },
  bases: {
    signed: { label: 'firma', from: 'signedFrom', to: 'signedTo', undone: 'Da firmare di nuovo' },
    approved: { label: 'approvazione', from: 'approvedFrom', to: 'approvedTo', undone: 'Riaperto' },
    billed: { label: 'fattura', from: 'billedFrom', to: 'billedTo', undone: 'Stornato con nota di credito' },
    registered: { label: 'targa', from: 'registeredFrom', to: 'registeredTo', undone: 'Targa tolta' },
    delivered: { label: 'consegna', from: 'deliveredFrom', to: 'deliveredTo', undone: 'Consegna riaperta' },
  },
  list: {
    path: '/dealer/contracts',
    place: 'locationId',
    person: 'sellerId',
    filters: ['kind', 'channel', 'financed', 'tradeIn'],
    see: contractRights.see,
  },
} as const satisfies Counted;
