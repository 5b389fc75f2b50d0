import { keysOf, type Guard, type Machine } from '../record/machine.ts';
import { stockRights } from './rights.ts';
import type { FinishAsk } from './setting-fields.ts';
import { delivery, manages, paperAct, sellingActs, unsold } from './selling.ts';
import { sellableStates, usedStates, type UsedSaleChannel, type UsedState } from './terms.ts';

export interface UsedCarFacts {
  state: UsedState;
  plate: string;
  vin: string;
  km: number | null;
  purchaseCost: number | null;
  purchaseDocument: string;
  /** Papers that are ticked, and those that are entered. */
  papers: readonly string[];
  paperKinds: readonly string[];
  consignor: string;
  mandateUntil: string | null;
  consignmentFee: number | null;
  readyOn: string | null;
  photos: number;
  /** Number of works in the ledger without an actual amount. */
  openWorks: number;
  /** What the company asks for when a restoration ends. */
  finishAsks: readonly FinishAsk[];
  insuredUntil: string | null;
  serviceStartKm: number | null;
  serviceEndKm: number | null;
  saleChannel: UsedSaleChannel | null;
  /** Invoice or contract of the sale. */
  saleDocument: string;
  soldByHand: boolean;
  /** The user who holds it for a customer. */
  reservedBy: number | null;
  /** A file entered it in its state. */
  imported: boolean;
}

/** The two stocks of a company. */
export type CarKind = 'new' | 'used';

/** A reservation: who holds the car, for which customer, until which instant. */
interface Option {
  reservedBy: number | null;
  reservedFor: number | null;
  reservedUntil: string | null;
}

export interface Buyer {
  customerId: number | null;
  sellerId: number;
}

/**
 * Whether a reservation prevents a sale. One for the buyer never does, nor one by the person who sells now (`actorId`;
 * null: the buyer acts through a private link). One without a customer also gives way to the seller who made the offer.
 */
export function barsSale(
  { reservedBy, reservedFor, reservedUntil }: Option,
  { customerId, sellerId, actorId }: Buyer & { actorId: number | null },
  now: Date,
): boolean {
  if (reservedUntil === null || Date.parse(reservedUntil) <= now.getTime()) return false;
  if (reservedFor !== null && reservedFor === customerId) return false;
  return reservedBy !== actorId && (reservedFor !== null || reservedBy !== sellerId);
}

/** The end of the hold of a contract, which does not expire. */
export const FOR_GOOD = '9999-12-31T12:00:00Z';

/** Until when a car is held, as the end of a sentence: ` fino al 12/12/2026`, ` per un contratto`. */
export const heldText = (until: string, written: (until: string) => string): string =>
  Date.parse(until) >= Date.parse(FOR_GOOD) ? ' per un contratto' : ` fino al ${written(until)}`;

/**
 * Whether an accepted quote may hold the car (rules.md §20, 3): nobody holds it now, or its own seller does, for this
 * customer or for none.
 */
export function mayHold(
  { reservedBy, reservedFor, reservedUntil }: Option,
  { customerId, sellerId }: Buyer,
  now: Date,
): boolean {
  if (reservedUntil === null || Date.parse(reservedUntil) <= now.getTime()) return true;
  return reservedBy === sellerId && (reservedFor === null || reservedFor === customerId);
}

const guard = (
  holds: Guard<UsedCarFacts>['holds'],
  refused: string,
  field: keyof UsedCarFacts,
): Guard<UsedCarFacts> => ({
  holds,
  refused,
  field,
});
/** A guard whose remedy is no field, but a section of the page. */
const guardIn = (section: string, holds: Guard<UsedCarFacts>['holds'], refused: string): Guard<UsedCarFacts> => ({
  holds,
  refused,
  section,
});
const identified = guard(
  ({ plate, vin }) => plate !== '' || vin !== '',
  'Inserire prima la targa o il telaio.',
  'plate',
);
const measured = guard(({ km }) => km !== null, 'Inserire prima i chilometri.', 'km');
const paid = guard(({ purchaseCost }) => purchaseCost !== null, 'Inserire prima il costo di acquisto.', 'purchaseCost');
const isBought = ({ purchaseDocument, papers, paperKinds }: UsedCarFacts) =>
  purchaseDocument !== '' || [...papers, ...paperKinds].some((paper) => paper === 'invoice' || paper === 'transfer');
const bought = guard(
  isBought,
  'Inserire prima il documento di acquisto, o tra i documenti la minivoltura.',
  'purchaseDocument',
);
const mandated = guard(
  ({ mandateUntil }, today) => mandateUntil !== null && mandateUntil >= today,
  'Inserire prima fino a quando vale il mandato.',
  'mandateUntil',
);
const rewarded = guard(
  ({ consignmentFee }) => consignmentFee !== null,
  'Inserire prima il compenso.',
  'consignmentFee',
);
const ready = guard(
  ({ readyOn, finishAsks }) => readyOn !== null || !finishAsks.includes('ready'),
  'Inserire prima il giorno in cui l’auto è pronta.',
  'readyOn',
);
const photographed = guardIn(
  'photos',
  ({ photos, finishAsks }) => photos > 0 || !finishAsks.includes('photo'),
  'Aggiungere prima almeno una foto.',
);
const worked = guardIn(
  'costs',
  ({ openWorks, finishAsks }) => openWorks === 0 || !finishAsks.includes('works'),
  'Chiudere prima i lavori aperti: inserire il costo effettivo di ogni lavoro previsto.',
);
const insured = guard(
  ({ insuredUntil }, today) => insuredUntil !== null && insuredUntil >= today,
  'Inserire prima fino a quando l’auto è assicurata.',
  'insuredUntil',
);
const returned = guard(
  ({ serviceStartKm, serviceEndKm }) => serviceEndKm !== null && serviceEndKm >= (serviceStartKm ?? 0),
  'Inserire prima i chilometri a fine servizio, non meno di quelli all’inizio.',
  'serviceEndKm',
);
const lent = guard(
  ({ consignor }) => consignor !== '',
  'Inserire prima il proprietario che affida l’auto.',
  'consignor',
);
const documented: Guard<UsedCarFacts> = {
  holds: ({ saleChannel, saleDocument }) => saleChannel !== 'retail' || saleDocument !== '',
  refused: 'La consegna a un privato si registra dal contratto, o con il documento della vendita.',
};
/** What an arrival asks for. */
const asked = [identified, measured, paid, bought];
/** The fields of an imported car that its arrival would have asked for and that are missing. */
export const importLacks = (car: UsedCarFacts, today: string): string[] =>
  car.imported ? asked.flatMap((one) => (one.holds(car, today) ? [] : [one.field!])) : [];
/** It is wanted at the next move of a car that a file entered in its state (rules.md §22). */
const afterImport = asked.map((one): Guard<UsedCarFacts> => ({
  ...one,
  holds: (car, today) => !car.imported || one.holds(car, today),
}));
/** Reasons why a car left the stock or never came. */
export const cancelReasons = {
  withdrawn: 'Il venditore si è ritirato',
  refused: 'Rifiutata alla perizia',
  error: 'Inserita per errore',
  other: 'Altro',
} as const;
export const returnReasons = {
  expired: 'Mandato scaduto',
  owner: 'Richiesta del proprietario',
  other: 'Altro',
} as const;

/**
 * The moves of a used car (rules.md §22, U0–U10); sales come by an event from wholesale offers and contracts, or by
 * hand.
 */
export const usedCarMachine = {
  entity: 'used_car',
  path: '/stock/used',
  rights: stockRights,
  states: usedStates,
  initial: 'scheduled',
  owners: ({ reservedBy }: UsedCarFacts) => (reservedBy === null ? [] : [reservedBy]),
  moves: {
    arrive: {
      from: ['scheduled'],
      to: 'acquired',
      may: manages,
      guards: asked,
      label: 'Registra l’arrivo',
      done: 'L’auto è in stock da oggi.',
      did: 'ha registrato l’arrivo dell’auto',
      refused: { else: 'L’auto è già arrivata.' },
    },
    cancel: {
      from: ['scheduled'],
      to: 'canceled',
      may: manages,
      reasons: cancelReasons,
      noteFor: ['other'],
      label: 'Annulla l’arrivo',
      done: 'Arrivo annullato.',
      did: 'ha annullato l’arrivo',
      refused: { else: 'Si può annullare solo un’auto in arrivo.' },
    },
    reopen: {
      from: ['canceled'],
      to: 'scheduled',
      may: manages,
      label: 'Riapri',
      done: 'L’auto è di nuovo in arrivo.',
      did: 'ha riaperto l’arrivo',
      refused: { else: 'Si può riaprire solo un arrivo annullato.' },
    },
    consign: {
      from: ['scheduled'],
      to: 'consignment',
      may: manages,
      guards: [identified, measured, lent, mandated, rewarded],
      label: 'Prendi in conto vendita',
      done: 'L’auto è in conto vendita.',
      did: 'ha preso l’auto in conto vendita',
      refused: { else: 'Si può prendere in conto vendita solo un’auto in arrivo.' },
    },
    adopt: {
      from: ['consignment'],
      to: 'acquired',
      may: manages,
      guards: [paid],
      label: 'Acquista',
      done: 'L’auto è ora di proprietà.',
      did: 'ha acquistato l’auto in conto vendita',
      refused: { else: 'Si può acquistare solo un’auto in conto vendita.' },
    },
    giveBack: {
      from: ['consignment'],
      to: 'returned',
      may: manages,
      reasons: returnReasons,
      noteFor: ['other'],
      label: 'Restituisci',
      done: 'Auto restituita al proprietario.',
      did: 'ha restituito l’auto al proprietario',
      refused: { else: 'Si può restituire solo un’auto in conto vendita.' },
    },
    takeBack: {
      from: ['returned'],
      to: 'consignment',
      may: manages,
      label: 'Riprendi in conto vendita',
      done: 'L’auto è di nuovo in conto vendita.',
      did: 'ha ripreso l’auto in conto vendita',
      refused: { else: 'Si può riprendere solo un’auto restituita.' },
    },
    restore: {
      from: ['acquired'],
      to: 'restoring',
      may: manages,
      guards: afterImport,
      label: 'Manda in ripristino',
      done: 'L’auto è in ripristino.',
      did: 'ha mandato l’auto in ripristino',
      refused: { restoring: 'L’auto è già in ripristino.', else: 'Prima l’auto deve essere tra quelle acquisite.' },
    },
    finish: {
      from: ['restoring'],
      to: 'acquired',
      may: manages,
      guards: [...afterImport, ready, photographed, worked],
      label: 'Ripristino finito',
      done: 'L’auto è pronta.',
      did: 'ha finito il ripristino',
      refused: { else: 'L’auto non è in ripristino.' },
    },
    lend: {
      from: ['acquired', 'restoring'],
      to: 'service_vehicle',
      may: manages,
      guards: [...afterImport, measured, insured],
      label: 'Usa come auto di servizio',
      done: 'L’auto è ora di servizio.',
      did: 'ha messo l’auto in servizio',
      refused: { else: 'Solo un’auto acquisita può diventare di servizio.' },
    },
    recall: {
      from: ['service_vehicle'],
      to: 'acquired',
      may: manages,
      guards: [returned],
      label: 'Riporta tra le auto in vendita',
      done: 'L’auto è di nuovo tra quelle acquisite.',
      did: 'ha tolto l’auto dal servizio',
      refused: { else: 'L’auto non è di servizio.' },
    },
    deliver: delivery('sold', documented, {
      delivered: 'L’auto è già stata consegnata.',
      else: 'Si può consegnare solo un’auto venduta.',
    }),
    sell: { from: sellableStates, to: 'sold', by: 'sale', did: 'ha venduto l’auto' },
    unsellScheduled: unsold('scheduled'),
    unsellAcquired: unsold('acquired'),
    unsellRestoring: unsold('restoring'),
    unsellConsignment: unsold('consignment'),
    unsellService: unsold('service_vehicle'),
    complete: { from: ['sold'], to: 'delivered', by: 'contract', did: 'ha consegnato l’auto' },
    takeBackDelivery: { from: ['delivered'], to: 'sold', by: 'contract', did: 'ha riaperto la consegna' },
    drop: { from: ['scheduled'], to: 'canceled', by: 'contract', did: 'ha annullato il ritiro' },
  },
  acts: {
    save: {
      from: sellableStates,
      may: manages,
      label: 'Salva',
      did: 'ha modificato l’auto',
      refused: {
        canceled: 'L’arrivo è annullato: per cambiare i dati riaprirlo.',
        returned: 'L’auto è stata restituita: per cambiare i dati riprenderla in conto vendita.',
        else: 'L’auto è venduta: i suoi dati non si cambiano più.',
      },
    },
    ...sellingActs(sellableStates, { delivered: 'L’auto è già consegnata.' }),
    paper: paperAct(keysOf(usedStates)),
  },
} as const satisfies Machine<UsedState, UsedCarFacts>;
