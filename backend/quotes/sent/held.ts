/** What quotes and wholesale offers have in common behind a private link. */
import type { Offer } from '#domain/quotes/sent/offer.ts';
import type { Printed } from '#backend/documents/printed.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

/** A record that a private link opens. */
export interface Held {
  id: number;
  version: number;
  number: string | null;
  sellerId: number;
  customerName: string | null;
  /** Customer and car, for notifications. */
  about: string;
  href: string;
  /** The contents for the holder of the link. */
  show(): Promise<Shown>;
}
type Without<T> = T extends Offer ? Omit<T, 'questions'> : never;
type Shown = Without<Offer>;

/** A kind of record that a private link opens. */
export interface Offered {
  printed: Printed;
  read(ctx: Ctx, id: number, options?: { lock?: boolean }): Promise<Held>;
  /** Accepts the record. Throws `conflict` when it can no longer be accepted. */
  accept(ctx: Ctx, input: { params: { id: number }; version: number; body: { acceptedBy: string } }): Promise<unknown>;
}

type QuoteBehindLink = Pick<Held, 'id' | 'version' | 'number' | 'sellerId' | 'customerName'> & { vehicle: string };

/** A quote or offer as a private link opens it. */
export const heldOf = (
  { id, version, number, sellerId, customerName, vehicle }: QuoteBehindLink,
  href: string,
  show: Held['show'],
): Held => ({
  id,
  version,
  number,
  sellerId,
  customerName,
  href,
  about: [customerName, vehicle].filter(Boolean).join(' · '),
  show,
});

/** The state of an offer as its customer reads it. `isThere`: whether every car of an issued one can still be sold. */
export async function offerState(
  superseded: boolean,
  state: string,
  isThere: () => Promise<boolean>,
): Promise<Offer['state']> {
  if (superseded) return 'superseded';
  if (state === 'issued') return (await isThere()) ? 'open' : 'sold';
  return state === 'accepted' || state === 'expired' ? state : 'over';
}
