/** The car of the stock that a quote is for: may it still be sold, who holds it, who else wants it (rules.md §20, 3). */
import { sql, type SqlBool } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { heldText, type CarKind } from '#domain/stock/rules.ts';
import { newSellableStates, type NewState } from '#domain/stock/new-terms.ts';
import { sellableStates, type UsedState } from '#domain/stock/terms.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx, Effects } from '#backend/lib/work/context.ts';
import { b2bHref, quoteHref } from '#backend/lib/records/links.ts';
import { notify } from '#backend/lib/people/notify.ts';
import type { Reader } from '#backend/lib/ports/sellable.ts';
import { goneOf as newGoneOf } from './stock-car.ts';
import { goneOf as usedGoneOf } from './used-car.ts';

interface Place {
  kind: CarKind;
  id: number;
}

/** The car of the stock in a quote; null for a car that is ordered. */
export function carOf({ stockId, newCarId }: { stockId: number | null; newCarId: number | null }): Place | null {
  if (stockId !== null) return { kind: 'used', id: stockId };
  return newCarId === null ? null : { kind: 'new', id: newCarId };
}

interface Row {
  name: string;
  state: string;
  soldOn: string | null;
  buyerId: number | null;
  reservedBy: number | null;
  reservedByName: string | null;
  reservedUntil: string | null;
  reservedQuote: number | null;
}
/** `gone`: why the car can no longer be sold, as a sentence. */
export type OneCar = Row & { gone: string | null };

const holding = sql`r.state, r.sold_on, r.buyer_id, r.reserved_by, r.reserved_until, r.reserved_quote, u.name as reserved_by_name`;
const holder = sql`left join users u on u.company_id = r.company_id and u.id = r.reserved_by`;

/** Reads a car of the company's stock as it stands now; undefined when there is none. */
export async function readOneCar({ db, user }: Reader, { kind, id }: Place): Promise<OneCar | undefined> {
  const select =
    kind === 'used'
      ? sql<Row>`select concat_ws(' ', r.maker, r.model, nullif(r.plate, '')) as name, ${holding} from used_cars r ${holder}`
      : sql<Row>`select concat_ws(' ', m.name, o.name, r.code) as name, ${holding} from new_cars r ${holder}
          join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id`;
  const { rows } = await sql<Row>`${select} where r.company_id = ${user.companyId} and r.id = ${id}`.execute(db);
  const [car] = rows;
  if (!car) return undefined;
  const { state, soldOn } = car;
  const gone =
    kind === 'used'
      ? usedGoneOf({ state: state as UsedState, soldOn })
      : newGoneOf({ state: state as NewState, soldOn });
  return { ...car, gone };
}

/** Why the car can no longer be sold to this customer, as a sentence; null while it can, or when it was sold to them. */
export const lostTo = ({ gone, buyerId }: OneCar, customerId: number | null): string | null =>
  buyerId !== null && buyerId === customerId ? null : gone;

/**
 * Why the car of the stock in a quote can no longer be sold today, in Italian; null if it can, or if the quote has
 * none.
 */
export async function whyGone(ctx: Reader, quote: Parameters<typeof carOf>[0]): Promise<string | null> {
  const place = carOf(quote);
  return (place && (await readOneCar(ctx, place))?.gone) ?? null;
}

/** Why an open or accepted quote has lost its car, as a sentence; null while it has not. */
export async function whyLost(
  ctx: Reader,
  quote: Parameters<typeof carOf>[0] & { state: string; superseded: boolean; customerId: number | null },
): Promise<string | null> {
  const place = carOf(quote);
  if (!place || quote.superseded || (quote.state !== 'issued' && quote.state !== 'accepted')) return null;
  const car = await readOneCar(ctx, place);
  return car ? lostTo(car, quote.customerId) : null;
}

/** SQL for a quote `q`: open or accepted, while its car of the stock can no longer be sold to its customer. */
export const lostCar = sql<SqlBool>`(q.state in ('issued', 'accepted') and not q.superseded and (
      exists (select from used_cars r where r.company_id = ${OWN} and r.id = q.stock_id
        and r.state <> all(${[...sellableStates]}::text[]) and r.buyer_id is distinct from q.customer_id)
      or exists (select from new_cars r where r.company_id = ${OWN} and r.id = q.new_car_id
        and r.state <> all(${[...newSellableStates]}::text[]) and r.buyer_id is distinct from q.customer_id)))`;

/** Another quote or wholesale offer that names the car: accepted, or open for its customer. */
export interface Rival {
  number: string;
  isAccepted: boolean;
  sellerId: number;
  seller: string;
  customerId: number | null;
  href: string;
}
type QuoteRow = Parameters<typeof quoteHref>[0] & Omit<Rival, 'href'>;

const MOST_RIVALS = 50;

/** The other open and accepted quotes and offers of the car, accepted ones first; `rootId`: the quote that asks. */
export async function rivalsOf(
  { db, user, today }: Pick<Ctx, 'db' | 'user' | 'today'>,
  { kind, id }: Place,
  rootId: number | null,
): Promise<Rival[]> {
  const isOpen = sql`not q.superseded and (q.state = 'accepted' or q.state = 'issued' and q.expires_on >= ${today})`;
  const seller = sql`join users u on u.company_id = q.company_id and u.id = q.seller_id`;
  const { rows: quotes } = await sql<QuoteRow>`
    select q.id, q.number, q.state = 'accepted' as is_accepted, q.seller_id, u.name as seller, q.customer_id,
      q.maker_id, q.model_id, q.version_id, q.stock_id
    from quotes q ${seller}
    where q.company_id = ${user.companyId} and ${kind === 'used' ? sql`q.stock_id` : sql`q.new_car_id`} = ${id}
      and ${isOpen} and q.root_id is distinct from ${rootId}
    order by q.state = 'accepted' desc, q.id limit ${MOST_RIVALS}`.execute(db);
  const own = quotes.map((row): Rival => ({ ...row, href: quoteHref(row) }));
  if (kind === 'new') return own;
  // An accepted wholesale offer has sold the car.
  const { rows: offers } = await sql<Omit<Rival, 'href' | 'isAccepted'> & { id: number }>`
    select q.id, q.number, q.seller_id, u.name as seller, q.customer_id from b2b_quotes q ${seller}
    where q.company_id = ${user.companyId} and q.state = 'issued' and not q.superseded and q.expires_on >= ${today}
      and q.draft->'cars' @> ${JSON.stringify([{ carId: id }])}::jsonb
    order by q.id limit ${MOST_RIVALS}`.execute(db);
  return [...own, ...offers.map((row): Rival => ({ ...row, isAccepted: false, href: b2bHref(row.id) }))];
}

/** Who holds the car now, and whether for this quote; null when nobody does. */
export function holdOf(
  { reservedByName, reservedBy, reservedUntil, reservedQuote }: OneCar,
  rootId: number | null,
  now: Date,
): { by: string; byId: number; until: string; isOwn: boolean; lapsed: boolean } | null {
  if (reservedBy === null || reservedUntil === null) return null;
  const lapsed = Date.parse(reservedUntil) <= now.getTime();
  const isOwn = reservedQuote !== null && reservedQuote === rootId;
  if (lapsed && !isOwn) return null;
  return { by: reservedByName!, byId: reservedBy, until: reservedUntil, isOwn, lapsed };
}

const dayOf = (instant: string) => day(dayInRome(new Date(instant)));

/** The quote whose customer wants the car. */
type Wanting = Parameters<typeof quoteHref>[0] & {
  rootId: number | null;
  number: string | null;
  sellerId: number;
  seller: string;
  customerId: number | null;
  newCarId: number | null;
};

/** Tells everybody who offers the car, or holds it, that another customer has accepted it. */
async function tellRivals(ctx: Ctx, quote: Wanting, place: Place): Promise<void> {
  const car = await readOneCar(ctx, place);
  const rivals = await rivalsOf(ctx, place, quote.rootId);
  const hold = car && holdOf(car, quote.rootId, ctx.now);
  const optioned = hold && !hold.isOwn && !rivals.some(({ sellerId }) => sellerId === hold.byId) ? hold : null;
  if (!car || (rivals.length === 0 && !optioned)) return;
  const held = hold
    ? hold.isOwn
      ? `L’auto è tenuta per ${quote.number} fino al ${dayOf(hold.until)}`
      : `L’auto è opzionata da ${hold.by}${heldText(hold.until, dayOf)}`
    : 'L’auto non è tenuta per nessuno';
  const kind = 'car_contended';
  const twice = `${car.name}: due clienti l’hanno accettata`;
  const others = Map.groupBy(
    rivals.filter(({ sellerId }) => sellerId !== quote.sellerId),
    ({ sellerId }) => sellerId,
  );
  for (const [sellerId, [rival]] of others)
    await notify(ctx, [sellerId], {
      kind,
      title: rival!.isAccepted ? twice : `${car.name}: un altro cliente l’ha accettata`,
      text: `${quote.number} di ${quote.seller}, e il proprio ${rival!.number}. ${held}`,
      href: rival!.href,
    });
  if (optioned && optioned.byId !== quote.sellerId)
    await notify(ctx, [optioned.byId], {
      kind,
      title: `${car.name}: un altro cliente l’ha accettata`,
      text: `${quote.number} di ${quote.seller}. ${held}`,
      href: `/dealer/stock/${place.kind}/${place.id}`,
    });
  const named = rivals.map(
    ({ number, seller, isAccepted }) => `${number} di ${seller} (${isAccepted ? 'accettato' : 'aperto'})`,
  );
  await notify(ctx, [quote.sellerId], {
    kind,
    title: rivals.some(({ isAccepted }) => isAccepted) ? twice : `${car.name}: è offerta o opzionata anche ad altri`,
    text: [named.join(', '), held].filter(Boolean).join('. ').slice(0, 300),
    href: quoteHref(quote),
  });
}

/**
 * Holds the car of a quote for its seller and customer, unless somebody else holds it. Throws `conflict` when it is not
 * for sale.
 */
export async function hold(ctx: Ctx, quote: Wanting): Promise<void> {
  const place = carOf(quote);
  if (!place) return;
  const { rootId, sellerId, customerId } = quote;
  await ctx.emit('car.wanted', { ...place, quoteId: rootId!, sellerId, customerId: customerId! });
}

/** What an acceptance does to the car: it is held, and everybody else who offers it is told at once. */
export async function acceptCar(ctx: Ctx, quote: Wanting): Promise<void> {
  await hold(ctx, quote);
  const place = carOf(quote);
  if (place) await tellRivals(ctx, quote, place);
}

/** States in which a car has left its open quotes behind. */
const leaving = ['sold', 'delivered', 'canceled', 'returned', 'converted'];

/** The sellers of these rivals who were told that they have lost the car. */
async function toldLost({ db, user }: Ctx, rivals: readonly Rival[]): Promise<Rival[]> {
  if (rivals.length === 0) return [];
  const rows = await db
    .selectFrom('notifications')
    .select(['userId', 'href'])
    .where('companyId', '=', user.companyId)
    .where('kind', '=', 'car_lost')
    .where('userId', 'in', [...new Set(rivals.map(({ sellerId }) => sellerId))])
    .where('href', 'in', [...new Set(rivals.map(({ href }) => href))])
    .execute();
  return rivals.filter((one) => rows.some(({ userId, href }) => userId === one.sellerId && href === one.href));
}

/**
 * Tells the sellers whose customers lose a car that is sold to another one or leaves the stock, and again when it comes
 * back.
 */
export const followCar: NonNullable<Effects['record.moved']> = async (ctx, { entity, id, from, to }) => {
  const kind = entity === 'used_car' ? 'used' : entity === 'new_car' ? 'new' : null;
  if (!kind || leaving.includes(from) === leaving.includes(to)) return;
  const car = await readOneCar(ctx, { kind, id });
  if (!car || (car.gone !== null) !== leaving.includes(to)) return;
  const rivals = await rivalsOf(ctx, { kind, id }, null);
  for (const { number, isAccepted, sellerId, customerId, href } of car.gone ? rivals : await toldLost(ctx, rivals)) {
    if (car.gone && !lostTo(car, customerId)) continue;
    const of = `${number} ${isAccepted ? 'accettato' : 'aperto'}`;
    await notify(
      ctx,
      [sellerId],
      car.gone
        ? { kind: 'car_lost', title: `${car.name}: ${of} resta senza auto`, text: `${car.gone}: scegliere un’altra auto`, href } // prettier-ignore
        : { kind: 'car_back', title: `${car.name}: ${of} ha di nuovo l’auto`, text: 'L’auto è di nuovo in vendita', href }, // prettier-ignore
    );
  }
};
