import { Failure } from '#domain/errors.ts';
import { barsSale, usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { isSellable, type UsedState } from '#domain/stock/terms.ts';
import type { Ctx, Effects } from '../lib/context.ts';
import { carry, moving, type Fill, type Kept } from '../lib/move.ts';
import { readByIds, readOne } from '../lib/records.ts';
import { usedCars } from './list.ts';
import { usedCarOf, type UsedCarRecord } from './records.ts';

/** The car, locked until the transaction ends; throws `not_found`. */
export async function lock(ctx: Ctx, id: number): Promise<UsedCarRecord> {
  const [car] = await readByIds(ctx, usedCars, [id]);
  if (!car) throw new Failure('not_found');
  return car;
}

/** The car as it stands, for this caller. */
export const answer = async (ctx: Ctx, id: number): Promise<UsedCar> =>
  usedCarOf(ctx, await readOne(ctx, usedCars, id));

/** Cars as the mover keeps them. */
export const kept: Kept<typeof usedCarMachine, UsedCarRecord, UsedCar> = {
  machine: usedCarMachine,
  lock,
  answer,
  write: async (ctx, { id, version }, columns) => {
    await ctx.db
      .updateTable('usedCars')
      .set({ ...columns, version: version + 1, updatedAt: ctx.now })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .execute();
  },
};

const free = { reservedBy: null, reservedFor: null, reservedUntil: null, reservedNote: '' };
const gone: Fill<UsedCarRecord> = ({ now }) => ({ columns: { archivedAt: now, ...free } });
const again: Fill<UsedCarRecord> = () => ({ columns: { archivedAt: null } });
/** From the day that it says, or today: since then it costs money to hold it. */
const inStock: Fill<UsedCarRecord> = ({ today }, { acquiredOn }) => {
  const since = acquiredOn ?? today;
  return { columns: { acquiredOn: since }, told: { before: { acquiredOn }, after: { acquiredOn: since } } };
};

export const moves = moving(kept, {
  arrive: inStock,
  adopt: ({ today }, { acquiredOn }) => ({
    columns: { acquiredOn: today },
    told: { before: { acquiredOn }, after: { acquiredOn: today } },
  }),
  cancel: gone,
  giveBack: gone,
  reopen: again,
  takeBack: again,
  deliver: ({ now, today }) => ({ columns: { archivedAt: now, deliveredOn: today } }),
});

/** Is the car held by somebody else at this instant? */
export const heldByOther = ({ now, user }: Pick<Ctx, 'now' | 'user'>, { reservedBy, reservedUntil }: UsedCarRecord) =>
  reservedUntil !== null && Date.parse(reservedUntil) > now.getTime() && reservedBy !== user.id;

const back: Partial<Record<UsedState, keyof (typeof usedCarMachine)['moves']>> = {
  scheduled: 'unsellScheduled',
  acquired: 'unsellAcquired',
  restoring: 'unsellRestoring',
  consignment: 'unsellConsignment',
  service_vehicle: 'unsellService',
};

/** What sales of other areas do to a car (U8, U9). */
export const effects: Effects = {
  'car.sold': async (ctx, { id, channel, price, regime, buyer, customerId, sellerId }) => {
    const car = await lock(ctx, id);
    if (!isSellable(car.state)) throw new Failure('conflict', `L’auto ${car.code} non è più in vendita.`);
    // Through a private link nobody is logged in, and the buyer hears no colleague's name.
    const actorId = ctx.user.id || null;
    if (barsSale(car, { customerId, sellerId, actorId }, ctx.now))
      throw new Failure('conflict', `L’auto ${car.code} è opzionata${actorId ? ` da ${car.reservedByName}` : ''}.`);
    const sale = { saleChannel: channel, salePrice: price, saleRegime: regime, soldOn: ctx.today, buyer };
    await carry(ctx, kept, car, 'sell', { columns: { ...sale, ...free }, told: { before: {}, after: sale } });
  },
  'car.unsold': async (ctx, { id }) => {
    const car = await lock(ctx, id);
    if (car.state !== 'sold') throw new Failure('conflict', `L’auto ${car.code} non è venduta.`);
    const last = await ctx.db
      .selectFrom('stateChanges')
      .select('fromState')
      .where('companyId', '=', ctx.user.companyId)
      .where('entity', '=', usedCarMachine.entity)
      .where('recordId', '=', id)
      .where('toState', '=', 'sold')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const columns = { saleChannel: null, salePrice: null, saleRegime: null, soldOn: null, buyer: '' };
    await carry(ctx, kept, car, back[(last?.fromState ?? 'acquired') as UsedState] ?? 'unsellAcquired', { columns });
  },
};
