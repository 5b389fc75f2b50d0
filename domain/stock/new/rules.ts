/**
 * The moves of a new car, its costs, margin and missing papers, and its conversion to a used one (rules.md §2, §22); cents.
 */
import { daysBetween } from '#domain/dates.ts';
import { keysOf, type Guard, type Machine } from '#domain/record/machine.ts';
import { DEFAULT_TAX_RATE, netOf, vatOf } from '#domain/money.ts';
import type { UsedMargin } from '../margin.ts';
import { stockRights } from '../rights.ts';
import { delivery, manages, paperAct, sellingActs, unsold } from '../selling.ts';
import type { Regime, SaleChannel, SellerKind } from '../terms.ts';
import {
  comingStates,
  newPapers,
  newSellableStates,
  newStates,
  type Conversion,
  type NewPaper,
  type NewState,
} from '../new-terms.ts';

export interface NewCarFacts {
  state: NewState;
  vin: string;
  plate: string;
  registeredOn: string | null;
  arrivedOn: string | null;
  purchaseCost: number | null;
  saleChannel: SaleChannel | null;
  saleDocument: string;
  soldByHand: boolean;
  /** The user who holds it for a customer. */
  reservedBy: number | null;
}

const guard = (holds: (car: NewCarFacts) => boolean, refused: string, field?: string): Guard<NewCarFacts> => ({
  holds,
  refused,
  ...(field && { field }),
});
const identified = guard(({ vin }) => vin !== '', 'Inserire prima il telaio.', 'vin');
const plated = guard(
  ({ plate, registeredOn }) => plate !== '' && registeredOn !== null,
  'Inserire prima la targa e il giorno di immatricolazione.',
  'plate',
);
const here = guard(
  ({ arrivedOn }) => arrivedOn !== null,
  'Inserire prima il giorno in cui l’auto è arrivata.',
  'arrivedOn',
);
const costed = guard(({ purchaseCost }) => purchaseCost !== null, 'Inserire prima il costo fattura.', 'purchaseCost');
const documented = guard(({ saleDocument }) => saleDocument !== '', 'Inserire prima il documento di vendita.');
/** Reasons why a car will not come. */
export const newCancelReasons = {
  maker: 'Ordine annullato dalla Casa',
  company: 'Ordine annullato da noi',
  error: 'Inserita per errore',
  other: 'Altro',
} as const;

const gone = ['delivered', 'converted', 'canceled'];

/**
 * The moves of a new car (rules.md §22): ordered, in transit, in the yard, sold, registered,
 * delivered. A reservation is not a state: a car held for a customer is assigned. The dealer may register the car and
 * continue with a used one.
 */
export const newCarMachine = {
  entity: 'new_car',
  path: '/stock/new',
  rights: stockRights,
  states: newStates,
  initial: 'ordered',
  owners: ({ reservedBy }: NewCarFacts) => (reservedBy === null ? [] : [reservedBy]),
  moves: {
    ship: {
      from: ['ordered'],
      to: 'in_transit',
      may: manages,
      label: 'Registra la partenza',
      done: 'L’auto è in viaggio.',
      did: 'ha registrato la partenza dell’auto',
      refused: { in_transit: 'L’auto è già in viaggio.', else: 'Può partire solo un’auto ordinata.' },
    },
    arrive: {
      from: comingStates,
      to: 'in_stock',
      may: manages,
      guards: [identified],
      label: 'Registra l’arrivo',
      done: 'L’auto è in stock da oggi.',
      did: 'ha registrato l’arrivo dell’auto',
      refused: { else: 'L’auto non è in arrivo.' },
    },
    cancel: {
      from: comingStates,
      to: 'canceled',
      may: manages,
      reasons: newCancelReasons,
      noteFor: ['other'],
      label: 'Annulla l’ordine',
      done: 'Ordine annullato.',
      did: 'ha annullato l’ordine',
      refused: { else: 'Si può annullare solo un’auto che deve arrivare.' },
    },
    reopen: {
      from: ['canceled'],
      to: 'ordered',
      may: manages,
      label: 'Riapri l’ordine',
      done: 'L’auto è di nuovo ordinata.',
      did: 'ha riaperto l’ordine',
      refused: { else: 'Si può riaprire solo un ordine annullato.' },
    },
    register: {
      from: ['sold'],
      to: 'registered',
      may: manages,
      guards: [identified, here, plated],
      label: 'Immatricola',
      done: 'L’auto è immatricolata.',
      did: 'ha registrato l’immatricolazione',
      refused: { registered: 'L’auto è già immatricolata.', else: 'Si immatricola solo un’auto venduta.' },
    },
    deliver: delivery('registered', documented, {
      sold: 'L’auto va prima immatricolata.',
      else: 'Si consegna solo un’auto immatricolata.',
    }),
    sell: { from: newSellableStates, to: 'sold', by: 'sale', did: 'ha venduto l’auto' },
    unsellOrdered: unsold('ordered'),
    unsellTransit: unsold('in_transit'),
    unsellStock: unsold('in_stock'),
    complete: { from: ['sold', 'registered'], to: 'delivered', by: 'contract', did: 'ha consegnato l’auto' },
    takeBackDelivery: { from: ['delivered'], to: 'registered', by: 'contract', did: 'ha riaperto la consegna' },
    comeBack: {
      from: ['registered'],
      to: 'converted',
      by: 'contract',
      did: 'ha annullato la vendita: l’auto immatricolata al cliente passa all’usato',
    },
    drop: { from: ['ordered'], to: 'canceled', by: 'contract', did: 'ha tolto l’auto, mai ordinata alla Casa' },
    convert: { from: ['in_stock'], to: 'converted', by: 'conversion', did: 'ha passato l’auto all’usato' },
  },
  acts: {
    save: {
      from: keysOf(newStates).filter((state) => !gone.includes(state)),
      may: manages,
      label: 'Salva',
      did: 'ha modificato l’auto',
      refused: { else: 'L’auto è uscita dallo stock: i suoi dati non si cambiano più.' },
    },
    ...sellingActs(newSellableStates, {
      registered: 'L’auto è immatricolata al cliente: la vendita non si annulla più qui.',
    }),
    turn: {
      from: ['in_stock'],
      may: manages,
      guards: [identified, costed],
      label: 'Passa a Km 0 o Demo',
      did: 'ha passato l’auto all’usato',
      refused: { else: 'Diventa Km 0 o Demo solo un’auto in stock e non venduta.' },
    },
    paper: paperAct(keysOf(newStates)),
  },
} as const satisfies Machine<NewState, NewCarFacts>;

/** Fields that a sale is based on cannot change after it; location, papers and plate can be entered until delivery. */
export const soldFields = ['versionId', 'optionIds', 'price', 'b2bPrice', 'minPrice'] as const;

interface Costed {
  purchaseCost: number | null;
  purchaseTaxRate: number;
  otherCosts: number | null;
}

/**
 * The margin in cents when a new car is sold for `sale` cents, VAT included, without registration. Everything counts
 * net, because VAT is deducted. Campaigns of the maker and further gains belong to the quote. Null while the costs are
 * unknown.
 */
export function newMarginOf(
  { purchaseCost, purchaseTaxRate, otherCosts }: Costed,
  sale: number,
  rate = DEFAULT_TAX_RATE,
): UsedMargin | null {
  if (purchaseCost === null) return null;
  const [vat, cost] = [vatOf(sale, rate), netOf(purchaseCost, purchaseTaxRate) + netOf(otherCosts ?? 0, rate)];
  return { sale, vat, cost, net: sale - vat - cost };
}

type Ordering = Pick<NewCarFacts, 'state' | 'vin' | 'plate' | 'purchaseCost'> & {
  orderNumber: string;
  invoice: string;
  expectedOn: string | null;
};

/** Whether nothing says that the maker knows of this car: no number, chassis, cost or day of arrival came back. */
export const neverOrdered = (car: Ordering): boolean =>
  car.state === 'ordered' &&
  [car.orderNumber, car.vin, car.plate, car.invoice].every((text) => text === '') &&
  car.purchaseCost === null &&
  car.expectedOn === null;

/** Days since the car arrived; null unless it is in the yard and unsold. */
export const newDaysOf = ({ state, arrivedOn }: { state: NewState; arrivedOn: string | null }, today: string) =>
  state === 'in_stock' && arrivedOn !== null ? Math.max(0, daysBetween(arrivedOn, today)) : null;

/** Papers that an arrived car lacks for its registration. */
export const newMissing = ({ state, papers }: { state: NewState; papers: readonly string[] }): NewPaper[] =>
  ['in_stock', 'sold'].includes(state)
    ? keysOf(newPapers).filter((paper) => paper !== 'second_key' && !papers.includes(paper))
    : [];

/** The tax consequences when the dealer registers a new car in its own name. */
export interface Converted {
  purchaseType: Conversion | 'other';
  sellerKind: SellerKind;
  regime: Regime;
  purchaseCost: number | null;
  purchaseTaxRate: number;
  /** Lines for the ledger: earlier costs, and those of the registration, without VAT (art. 15); cents. */
  costs: { kind: 'transport' | 'transfer'; note: string; amount: number; taxRate: number }[];
}

/**
 * A new car as Km 0 or Demo, or (`other`) back from who had bought it, whose invoice a credit note has undone. The VAT of its invoice was deducted, so the margin scheme is excluded for good and it is
 * sold with VAT on the whole price; `registration` (IPT and fees, cents) becomes one of its costs, and the next owner
 * pays a change of ownership.
 */
export const convertedOf = (
  { purchaseCost, purchaseTaxRate, otherCosts }: Costed,
  purchaseType: Converted['purchaseType'],
  registration: number,
): Converted => ({
  purchaseType,
  sellerKind: 'vat',
  regime: 'iva_exposed',
  purchaseCost,
  purchaseTaxRate,
  costs: [
    ...(otherCosts
      ? [
          {
            kind: 'transport' as const,
            note: 'Trasporto e preparazione',
            amount: otherCosts,
            taxRate: DEFAULT_TAX_RATE,
          },
        ]
      : []),
    ...(registration
      ? [{ kind: 'transfer' as const, note: 'Immatricolazione e IPT', amount: registration, taxRate: 0 }]
      : []),
  ],
});
