import type { Values } from '#domain/fields.ts';
import type { Approval } from '../approvals.ts';
import type { ServiceTariff } from '#domain/services/rules.ts';
import type { Costed } from '#domain/stock/margin.ts';
import type { b2bFields } from './fields.ts';
import type { SaleRegime, Transfer } from './terms.ts';

export type B2bDraft = Values<typeof b2bFields>;
export type B2bLine = B2bDraft['cars'][number];

/** A used car as an offer needs it, cents. */
export interface B2bCar {
  id: number;
  /** Make, model and version. */
  name: string;
  plate: string;
  makerId: number | null;
  kw: number | null;
  km: number | null;
  registeredOn: string | null;
  /** As the stock has it: in the margin scheme, or with VAT on the whole price. */
  regime: 'margin' | 'vat';
  /** Why it cannot be sold, as the end of a sentence ("è venduta"); null: it can. */
  barred: string | null;
  /** Who holds it for a customer, and until when, in the same way. */
  held: string | null;
  /** Asked of traders, VAT included; null: not set. */
  askingPrice: number | null;
  /** Lowest price to a trader, VAT included; null: not set. */
  minimum: number | null;
  /** Art. 15 expenses of its papers where they are not those of the tariffs. */
  ownTransfer: { b2b: number | null; export: number | null };
  /** What its margin follows from; null for who may not see it. */
  costed: Costed | null;
  /** Percent below the asking price to which the caller may go; null: no cap. */
  cap: number | null;
}

/** A service that is sold to traders; costs are missing where they may not be seen. */
export interface B2bService extends ServiceTariff {
  id: number;
  code: string;
  description: string;
  /** Percent; at 0 the nature says why it bears none. */
  taxRate: number;
  taxNature: 'N1' | 'N4';
  defaultOn: boolean;
  /** False: part of an unnamed row on paper. */
  printed: boolean;
  /** Makes of the cars that it is for; none: all. */
  makerIds: readonly number[];
}

/** Cents paid on the trader's behalf (art. 15) for the papers of one car, by what is done with them. */
export type TransferCosts = Readonly<Record<Exclude<Transfer, 'none'>, number>>;

/** All that prices an offer on one day; an issued one keeps it. */
export interface B2bSheet {
  day: string;
  taxRate: number;
  expiryDays: number;
  /** What a new offer proposes for the agency's work on a car, VAT included. */
  agencyFee: number;
  transferCosts: TransferCosts;
  /** May the caller go past caps and minimum prices? */
  mayExceed: boolean;
  /** What was asked past caps and minimum prices for any revision of it, while it stands or was refused. */
  approval: Approval | null;
  cars: readonly B2bCar[];
  /** What the caller may sell beside them today. */
  services: readonly B2bService[];
}

export interface B2bIssue {
  level: 'error' | 'warning';
  /** Of the draft's field: `cars.0.price`. */
  path: string;
  message: string;
  /** About what the offer leaves: not for the eyes of a trader beside. */
  ofMargin?: true;
}

/** VAT rate in percent or nature (domain.md §2.1). */
export type B2bTax = number | 'N1' | 'N4' | 'N3.1' | 'N3.2' | 'N5';

/** A car with what of its price is VAT; in the margin scheme nothing that the document may show. */
export interface PricedCar {
  carId: number;
  name: string;
  plate: string;
  km: number | null;
  registeredOn: string | null;
  regime: SaleRegime;
  price: number;
  net: number;
  vat: number;
  tax: B2bTax;
  /** Art. 15 expenses of its papers. */
  transfer: number;
}

/** The cars of one regime together. */
export interface RegimeTotal {
  regime: SaleRegime;
  cars: number;
  net: number;
  vat: number;
  total: number;
  tax: B2bTax;
  mention: string;
}

/** What is paid beside the cars, for all of them together. */
export interface B2bExpense {
  /** `transfer`, `agency`, `service-7`. */
  key: string;
  label: string;
  amount: number;
  tax: B2bTax;
  /** For how many of them. */
  cars: number;
  /** False: a service that paper does not name. */
  printed: boolean;
}

export interface B2bMargin {
  /** Net cents: of all cars with the agency's work and services; null where one of them has no known cost. */
  amount: number | null;
  cars: readonly { carId: number; amount: number | null }[];
}

export interface B2bPriced {
  cars: readonly PricedCar[];
  /** In the order of `saleRegimes`; only those that the offer has. */
  regimes: readonly RegimeTotal[];
  expenses: readonly B2bExpense[];
  /** Of all cars. */
  carsTotal: number;
  /** Of everything that bears VAT at a rate. */
  vat: number;
  total: number;
  /** Null without costs (privilege 33). */
  margin: B2bMargin | null;
  issues: readonly B2bIssue[];
}
