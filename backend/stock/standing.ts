/** Reservation and sale of a new or used car, as the caller may see them. */
import { sql } from 'kysely';
import { valuesIn, type Fields, type Values } from '#domain/record/fields.ts';
import { privileges as p } from '#domain/privileges.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { covers } from '#domain/record/rights.ts';
import { bandOf, type Borders } from '#domain/stock/ageing.ts';
import type { SaleChannel, SaleRegime } from '#domain/stock/terms.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { OWN } from '../db/tenant.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { quoteHref } from '../lib/records/links.ts';
import { seen } from '../lib/records/list.ts';
import type { Stored } from '../lib/records/records.ts';

/** The option made by hand that a quote's hold took the place of; it was of the same seller, `named`: for the same customer. */
export interface OptionBefore {
  until: string;
  note: string;
  named: boolean;
}

/** The caller and the time. */
export type Seeing = Pick<Ctx, 'user' | 'now' | 'today'>;

export interface Holding {
  reservedBy: number | null;
  reservedByName: string | null;
  reservedFor: number | null;
  reservedForName: string | null;
  reservedUntil: string | null;
  reservedNote: string;
  /** First revision of the accepted quote that holds the car. */
  reservedQuote: number | null;
  reservedContract: number | null;
  reservedBefore: OptionBefore | null;
  /** The revision of that quote that counts now. */
  accepted: (Parameters<typeof quoteHref>[0] & { number: string; sellerId: number }) | null;
}

/** SQL for `accepted` of a car `r`. */
export const acceptedQuote = sql`(select jsonb_build_object('id', q.id, 'number', q.number, 'sellerId', q.seller_id,
      'stockId', q.stock_id, 'makerId', q.maker_id, 'modelId', q.model_id, 'versionId', q.version_id)
    from quotes q where q.company_id = ${OWN} and q.root_id = r.reserved_quote and not q.superseded and q.state <> 'draft' limit 1)`;

export interface Sold<Channel extends SaleChannel> {
  saleChannel: Channel | null;
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
  const { reservedBy, reservedByName, reservedUntil, accepted } = car;
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
    quote: accepted && {
      number: accepted.number,
      href: covers(quoteRights.see, ctx.user.privileges, accepted.sellerId === ctx.user.id)
        ? quoteHref(accepted)
        : null,
    },
  };
}

export const saleSeen = <Channel extends SaleChannel>(
  car: Sold<Channel>,
  regime: SaleRegime | null = null,
): (Omit<NonNullable<UsedCar['sale']>, 'channel'> & { channel: Channel }) | null =>
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

/** A car's own fields, as this caller may see them. */
export const fieldsSeen = <const F extends Fields>(ctx: Seeing, fields: F, car: Values<F>): Values<F> =>
  seen(ctx, fields, valuesIn(fields, car));

/** What the answers about a car, new or used, say beside its fields; `days`: how long it has been in stock. */
export const commonOf = <Car extends Stored & Holding & Record<'state' | 'location' | 'makerId', unknown>>(
  ctx: Seeing,
  car: Car,
  days: number | null,
  borders: Borders,
) => ({
  id: car.id,
  version: car.version,
  archived: car.archived,
  state: car.state as Car['state'],
  location: car.location as Car['location'],
  makerId: car.makerId as Car['makerId'],
  days,
  band: days === null ? null : bandOf(days, borders),
  reservation: reservationOf(ctx, car),
});

/** What a row of the list says of the reservation and sale of a car, and of its margin to whoever may see it. */
export const rowBeside = <Channel extends SaleChannel>(
  car: Holding & Sold<Channel>,
  { reservation, ...derived }: { reservation: UsedCar['reservation']; margin?: { net: number } | null },
) => ({
  ...('margin' in derived && { profit: derived.margin?.net ?? null }),
  holder: reservation && reservation.by,
  heldUntil: reservation && reservation.until,
  reservedBy: car.reservedBy,
  saleChannel: car.saleChannel,
  saleDocument: car.saleDocument,
  soldByHand: car.soldByHand,
});
