/** Reservation and sale of a new or used car, as the caller may see them. */
import { privileges as p } from '#domain/privileges.ts';
import type { SaleChannel, SaleRegime } from '#domain/stock/terms.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { holds, type Ctx } from '../lib/context.ts';

/** The caller and the time. */
export type Seeing = Pick<Ctx, 'user' | 'now' | 'today'>;

export interface Holding {
  reservedBy: number | null;
  reservedByName: string | null;
  reservedFor: number | null;
  reservedForName: string | null;
  reservedUntil: string | null;
  reservedNote: string;
}

export interface Sold {
  saleChannel: SaleChannel | null;
  salePrice: number | null;
  saleDocument: string;
  soldByHand: boolean;
  soldOn: string | null;
  buyer: string;
  deliveredOn: string | null;
}

const seesCustomer = ({ user }: Seeing, { reservedBy }: Holding) =>
  reservedBy === user.id || holds({ user }, p.seeCustomers, p.manageCustomers, p.manageStock);

/** The customer's name only appears to callers who may see customers. */
export function reservationOf(ctx: Seeing, car: Holding): UsedCar['reservation'] {
  const { reservedBy, reservedByName, reservedUntil } = car;
  if (reservedBy === null || reservedUntil === null) return null;
  const named = seesCustomer(ctx, car);
  return {
    byId: reservedBy,
    by: reservedByName!,
    until: reservedUntil,
    customerId: named ? car.reservedFor : null,
    customer: named ? car.reservedForName : null,
    lapsed: Date.parse(reservedUntil) <= ctx.now.getTime(),
    note: named ? car.reservedNote : '',
  };
}

export const saleSeen = (car: Sold, regime: SaleRegime | null = null): UsedCar['sale'] =>
  car.saleChannel === null
    ? null
    : {
        channel: car.saleChannel,
        price: car.salePrice!,
        regime,
        soldOn: car.soldOn!,
        buyer: car.buyer,
        document: car.saleDocument,
        byHand: car.soldByHand,
        deliveredOn: car.deliveredOn,
      };
