import type { Effect, Guard, Move } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';

/** The privilege for changing the stock. */
export const manages = { own: [], all: [p.manageStock] } as const;

/** Guard: a sale that came from an offer or a contract can only be cancelled there. */
const byHand: Guard<{ state: string; soldByHand: boolean }> = {
  holds: ({ state, soldByHand }) => state !== 'sold' || soldByHand,
  refused: 'La vendita viene da un’offerta o da un contratto: si annulla lì.',
};

/** The move with which a car leaves the stock for its buyer. */
export const delivery = <From extends string, Facts>(
  from: From,
  guard: Guard<Facts>,
  refused: Move<string, Facts>['refused'],
) =>
  ({
    from: [from],
    to: 'delivered',
    may: manages,
    guards: [guard],
    label: 'Consegna',
    done: 'Auto consegnata: è uscita dallo stock.',
    did: 'ha consegnato l’auto',
    refused,
  }) as const;

/** The act of changing a car's papers, in every state: some still arrive after the sale. */
export const paperAct = <State extends string>(states: readonly State[]) => ({
  from: states,
  may: manages,
  label: 'Documenti',
  did: 'ha cambiato i documenti',
  refused: { else: 'I documenti li cambia chi gestisce lo stock.' },
});

/** The effect of cancelling a sale: the car returns to this state. */
export const unsold = <State extends string>(to: State): Effect<State | 'sold'> => ({
  from: ['sold'],
  to,
  by: 'sale',
  did: 'ha annullato la vendita',
});

/**
 * The moves for selling a car of the stock, new or used. `from`: the states in which it is for sale; `kept`: the states
 * in which a sale can no longer be cancelled, with the reason.
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
