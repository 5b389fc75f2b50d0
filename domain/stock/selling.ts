import type { Effect, Guard } from '../machine.ts';
import { privileges as p } from '../privileges.ts';

/** Who changes what is in the stock. */
export const manages = { own: [], all: [p.manageStock] } as const;

/** A sale that came from an offer or a contract is taken back there alone. */
const byHand: Guard<{ state: string; soldByHand: boolean }> = {
  holds: ({ state, soldByHand }) => state !== 'sold' || soldByHand,
  refused: 'La vendita viene da un’offerta o da un contratto: si annulla lì.',
};

/** A sale that is taken back brings the car where it stood before. */
export const unsold = <State extends string>(to: State): Effect<State | 'sold'> => ({
  from: ['sold'],
  to,
  by: 'sale',
  did: 'ha annullato la vendita',
});

/**
 * What may be done to sell a car of the stock, new or used: `from` the states in which it is for sale. `kept` says in which states,
 * and why, a sale is not taken back any more.
 */
export const sellingActs = <State extends string>(from: readonly State[], kept: Record<string, string>) => ({
  sellByHand: {
    from,
    may: manages,
    label: 'Registra la vendita',
    did: 'ha registrato la vendita',
    refused: { sold: 'L’auto è già venduta.', else: 'Si vende solo un’auto in vendita.' },
  },
  unsellByHand: {
    from: ['sold' as const],
    may: manages,
    guards: [byHand],
    label: 'Annulla la vendita',
    did: 'ha annullato la vendita',
    refused: { ...kept, else: 'L’auto non è venduta.' },
  },
  reserve: {
    from,
    may: { own: [], all: [p.manageStock, p.createQuotes] },
    label: 'Opziona',
    did: 'ha opzionato l’auto',
    refused: { else: 'Si può opzionare solo un’auto in vendita.' },
  },
  release: {
    from,
    may: { own: [p.createQuotes], all: [p.manageStock] },
    label: 'Libera',
    did: 'ha tolto l’opzione',
    refused: { else: 'Non si può fare in questo stato dell’auto.' },
  },
  quote: {
    from,
    may: { own: [], all: [p.createQuotes] },
    label: 'Fai preventivo',
    did: 'ha fatto un preventivo',
    refused: { else: 'Si può preventivare solo un’auto in vendita.' },
  },
});
