/** Words of the new cars: the key is stored, the label is Italian. */
import { keysOf, type State } from '../record/machine.ts';

/** States of a new car (rules.md §22); in the last two it has left the stock without a sale. */
export const newStates = {
  ordered: { label: 'Ordinata', tone: 'info' },
  in_transit: { label: 'In viaggio', tone: 'info' },
  in_stock: { label: 'In stock', tone: 'ok' },
  sold: { label: 'Venduta', tone: 'ok' },
  registered: { label: 'Immatricolata', tone: 'ok' },
  delivered: { label: 'Consegnata', tone: 'mute' },
  converted: { label: 'Passata all’usato', tone: 'mute' },
  canceled: { label: 'Annullata', tone: 'mute' },
} as const satisfies Record<string, State>;
export type NewState = keyof typeof newStates;
export const newStateKeys = keysOf(newStates);

/** States in which a car can be offered and sold: before it arrives, and in the yard. */
export const comingStates = ['ordered', 'in_transit'] as const satisfies readonly NewState[];
export const newSellableStates = [...comingStates, 'in_stock'] as const satisfies readonly NewState[];
export const isNewSellable = (state: NewState): boolean => (newSellableStates as readonly NewState[]).includes(state);

/** Papers that come with a new car and are needed for its registration. */
export const newPapers = {
  invoice: 'Fattura della Casa',
  coc: 'Certificato di conformità (CoC)',
  second_key: 'Seconda chiave',
} as const;
export type NewPaper = keyof typeof newPapers;

/** Kinds of used car that a new one becomes when the dealer registers it in its own name (specification §3). */
export const conversions = { km0: 'Km 0', demo: 'Demo' } as const;
export type Conversion = keyof typeof conversions;
