/** What offers and contracts do to cars of the stock, new and used (U8–U10, rules.md §22). */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Events } from '#domain/events.ts';
import { barsSale, FOR_GOOD, usedCarMachine, type CarKind } from '#domain/stock/rules.ts';
import { isSellable, type UsedSaleChannel } from '#domain/stock/terms.ts';
import { neverOrdered, newCarMachine } from '#domain/stock/new/rules.ts';
import { isNewSellable } from '#domain/stock/new-terms.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { carry } from '../lib/records/move.ts';
import { unsell, usedCourse } from './moves.ts';
import { takeBack } from './new/convert.ts';
import { newCourse, type NewCarRecord } from './new/records.ts';
import { unsellNew } from './new/unsell.ts';
import { free, writeHold, type Holdable } from './reserve.ts';
import { soldBy } from './sale.ts';

const used = (ctx: Ctx, id: number) => usedCourse.find(ctx, id, { lock: true });
const fresh = (ctx: Ctx, id: number) => newCourse.find(ctx, id, { lock: true });
const kinds = {
  used: { table: 'usedCars', entity: usedCarMachine.entity },
  new: { table: 'newCars', entity: newCarMachine.entity },
} as const satisfies Record<CarKind, object>;

/** Throws `conflict` when the locked car cannot be sold to this buyer; `contractId`: by this contract. */
function checkSale(
  ctx: Ctx,
  car: Holdable & { isForSale: boolean },
  { customerId, sellerId }: Events['car.bound'] | Events['car.sold'],
  contractId: number | null,
): void {
  if (!car.isForSale) throw new Failure('conflict', `L’auto ${car.code} non è più in vendita.`);
  if (car.reservedContract !== null && car.reservedContract !== contractId)
    throw new Failure('conflict', `L’auto ${car.code} è nel contratto ${car.reservedNote}.`);
  // Through a private link nobody is logged in, and the buyer must not learn a colleague's name.
  const actorId = ctx.user.id || null;
  if (car.reservedContract === null && barsSale(car, { customerId, sellerId, actorId }, ctx.now))
    throw new Failure('conflict', `L’auto ${car.code} è opzionata${actorId ? ` da ${car.reservedByName}` : ''}.`);
}

async function sell(ctx: Ctx, sale: Events['car.sold']): Promise<void> {
  const { id, channel, price, regime, buyer, customerId: buyerId, contract } = sale;
  const document = contract?.number ?? '';
  const said = { price, buyer, buyerId, document, soldOn: ctx.today, byHand: false };
  if (sale.kind === 'new') {
    const car = await fresh(ctx, id);
    checkSale(ctx, { ...car, isForSale: isNewSellable(car.state) }, sale, contract?.id ?? null);
    return carry(ctx, newCourse, car, 'sell', soldBy({ ...said, channel }));
  }
  const car = await used(ctx, id);
  checkSale(ctx, { ...car, isForSale: isSellable(car.state) }, sale, contract?.id ?? null);
  // A used car's own channel is that of customers or of traders.
  const own: UsedSaleChannel = channel === 'b2b' ? 'b2b' : 'retail';
  await carry(ctx, usedCourse, car, 'sell', soldBy({ ...said, channel: own }, { saleRegime: regime }));
}

async function lockCar(ctx: Ctx, kind: CarKind, id: number): Promise<Holdable & { isForSale: boolean }> {
  if (kind === 'new') {
    const car = await fresh(ctx, id);
    return { ...car, isForSale: isNewSellable(car.state) };
  }
  const car = await used(ctx, id);
  return { ...car, isForSale: isSellable(car.state) };
}

/** The ids of the cars that a contract holds, or that stand in the stock for it, in the order in which they are locked. */
async function carsWith<Kind extends CarKind>(
  { db, user }: Ctx,
  kind: Kind,
  column: Kind extends 'new' ? 'reservedContract' | 'orderedFor' : 'reservedContract',
  contractId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom(kinds[kind].table)
    .select('id')
    .where('companyId', '=', user.companyId)
    .where(sql.ref(column), '=', contractId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The contract that asked for the car goes on without it: what was never ordered leaves the stock, the rest stays. */
async function letGo(ctx: Ctx, car: NewCarRecord): Promise<void> {
  if (!neverOrdered(car)) await newCourse.write(ctx, car, { orderedFor: null });
  else await carry(ctx, newCourse, car, 'drop', { columns: { archivedAt: ctx.now, orderedFor: null, ...free } });
}

const notSold = (code: string) => new Failure('conflict', `L’auto ${code} non è venduta.`);

/** What happens to cars in other areas. */
export const soldEffects: Effects = {
  'car.sold': sell,
  'car.unsold': async (ctx, { kind, id, goesOn }) => {
    if (kind === 'new') {
      const car = await fresh(ctx, id);
      if (car.state === 'sold') return unsellNew(ctx, car);
      if (car.state !== 'registered') throw notSold(car.code);
      if (goesOn)
        throw new Failure(
          'conflict',
          `L’auto ${car.code} è immatricolata al cliente e resta nel contratto: annullandolo, passa all’usato.`,
        );
      return takeBack(ctx, car);
    }
    const car = await used(ctx, id);
    if (car.state !== 'sold') throw notSold(car.code);
    await unsell(ctx, car);
  },
  'car.bound': async (ctx, bound) => {
    const { kind, id, contract, sellerId, customerId } = bound;
    const car = await lockCar(ctx, kind, id);
    checkSale(ctx, car, bound, contract.id);
    await writeHold(ctx, kinds[kind], car, 'reserve', {
      reservedBy: sellerId,
      reservedFor: customerId,
      reservedUntil: FOR_GOOD,
      reservedNote: contract.number,
      reservedQuote: null,
      reservedContract: contract.id,
      reservedBefore: null,
    });
  },
  'car.freed': async (ctx, { contractId, except }) => {
    for (const id of await carsWith(ctx, 'new', 'orderedFor', contractId))
      if (!except.some((one) => one.kind === 'new' && one.id === id)) await letGo(ctx, await fresh(ctx, id));
    for (const kind of ['used', 'new'] as const)
      for (const id of await carsWith(ctx, kind, 'reservedContract', contractId))
        if (!except.some((one) => one.kind === kind && one.id === id))
          await writeHold(ctx, kinds[kind], await lockCar(ctx, kind, id), 'release', free);
  },
  'car.delivered': async (ctx, { kind, id, on }) => {
    const columns = { archivedAt: ctx.now, deliveredOn: on };
    if (kind === 'new') return carry(ctx, newCourse, await fresh(ctx, id), 'complete', { columns });
    await carry(ctx, usedCourse, await used(ctx, id), 'complete', { columns });
  },
  'car.undelivered': async (ctx, { kind, id }) => {
    const columns = { archivedAt: null, deliveredOn: null };
    if (kind === 'new') return carry(ctx, newCourse, await fresh(ctx, id), 'takeBackDelivery', { columns });
    await carry(ctx, usedCourse, await used(ctx, id), 'takeBackDelivery', { columns });
  },
};
