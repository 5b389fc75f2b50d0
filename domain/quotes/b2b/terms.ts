import { keysOf, type State } from '#domain/machine.ts';
import { quoteStates } from '../terms.ts';

const { converted: _, ...states } = quoteStates;
/** A wholesale offer goes the way of a quote, but to no contract: its cars are sold when it is accepted (domain.md §4.4, U8). */
export const b2bStates = states satisfies Record<string, State>;
export type B2bState = keyof typeof b2bStates;

/** VAT regimes of a used car sold to a trader, each with its nature of the e-invoice and what the document must say (domain.md §2.1, §2.2). */
export const saleRegimes = {
  margin: {
    label: 'Regime del margine',
    nature: 'N5',
    mention: 'Regime del margine – art. 36 D.L. 41/1995: IVA non esposta e non detraibile.',
  },
  vat: { label: 'IVA esposta', nature: null, mention: 'Operazione imponibile: IVA esposta e detraibile.' },
  intra_eu: {
    label: 'Cessione UE',
    nature: 'N3.2',
    mention: 'Cessione intracomunitaria non imponibile – art. 41 D.L. 331/1993.',
  },
  export: {
    label: 'Esportazione fuori UE',
    nature: 'N3.1',
    mention: 'Cessione all’esportazione non imponibile – art. 8 D.P.R. 633/1972.',
  },
} as const;
export type SaleRegime = keyof typeof saleRegimes;
export const saleRegimeKeys = keysOf(saleRegimes);

/** What is done with the papers of the cars: an expense type of the specification §3 (domain.md §2.6), or nothing by the dealer. */
export const transfers = {
  b2b: 'Minivoltura',
  export: 'Radiazione per esportazione',
  none: 'A cura dell’acquirente',
} as const;
export type Transfer = keyof typeof transfers;

/** Cars of one offer. */
export const MOST_CARS = 30;
