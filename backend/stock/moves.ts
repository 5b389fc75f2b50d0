import { Failure } from '#domain/errors.ts';
import type { Why } from '#domain/moves.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { barsSale, usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { isSellable, type UsedState } from '#domain/stock/terms.ts';
import type { Verbs } from '../lib/bind.ts';
import type { Ctx, Effects } from '../lib/context.ts';
import { carry, moving, take, type Fill, type Kept } from '../lib/move.ts';
import { readByIds, readOne } from '../lib/records.ts';
import { usedCars } from './list.ts';
import { cutsOf, ranksOf } from './prices.ts';
import { usedCarOf, type UsedCarRecord } from './records.ts';
import { free } from './reserve.ts';
import { readStockSettings } from './settings.ts';
import { saleOf, soldBy, soldFrom, unsoldColumns } from './sale.ts';

/** The car, locked until the transaction ends; throws `not_found`. */
export async function lock(ctx: Ctx, id: number): Promise<UsedCarRecord> {
  const [car] = await readByIds(ctx, usedCars, [id]);
  if (!car) throw new Failure('not_found');
  return car;
}

/** The car as it stands, for this caller. */
export async function answer(ctx: Ctx, id: number): Promise<UsedCar> {
  const car = await readOne(ctx, usedCars, id);
  return {
    ...usedCarOf(ctx, car, await readStockSettings(ctx)),
    rank: (await ranksOf(ctx, [id])).get(id) ?? null,
    cuts: await cutsOf(ctx, id),
  };
}

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

const back: Partial<Record<UsedState, keyof (typeof usedCarMachine)['moves']>> = {
  scheduled: 'unsellScheduled',
  acquired: 'unsellAcquired',
  restoring: 'unsellRestoring',
  consignment: 'unsellConsignment',
  service_vehicle: 'unsellService',
};

/** Brings a sold car back to where it stood. */
async function unsell(ctx: Ctx, car: UsedCarRecord, why: Partial<Why> = {}): Promise<void> {
  const from = (await soldFrom(ctx, usedCarMachine.entity, car.id)) as UsedState | null;
  await carry(ctx, kept, car, back[from ?? 'acquired'] ?? 'unsellAcquired', {
    columns: { ...unsoldColumns, saleRegime: null },
    ...why,
  });
}

/** What sales of other areas do to a car (U8, U9). */
export const effects: Effects = {
  'car.sold': async (ctx, { id, channel, price, regime, buyer, customerId, sellerId }) => {
    const car = await lock(ctx, id);
    if (!isSellable(car.state)) throw new Failure('conflict', `L’auto ${car.code} non è più in vendita.`);
    // Through a private link nobody is logged in, and the buyer hears no colleague's name.
    const actorId = ctx.user.id || null;
    if (barsSale(car, { customerId, sellerId, actorId }, ctx.now))
      throw new Failure('conflict', `L’auto ${car.code} è opzionata${actorId ? ` da ${car.reservedByName}` : ''}.`);
    const sale = { channel, price, buyer, buyerId: customerId, document: '', soldOn: ctx.today, byHand: false };
    await carry(ctx, kept, car, 'sell', soldBy(sale, { saleRegime: regime }));
  },
  'car.unsold': async (ctx, { id }) => {
    const car = await lock(ctx, id);
    if (car.state !== 'sold') throw new Failure('conflict', `L’auto ${car.code} non è venduta.`);
    await unsell(ctx, car);
  },
};

type ByHand = 'POST /stock/used/:id/sell' | 'POST /stock/used/:id/unsell';

/** Sales that a person registers where no offer or contract does. */
export const sales: Pick<Verbs<typeof table>, ByHand> = {
  'POST /stock/used/:id/sell': async (ctx, { params, version, body }) => {
    const car = await take(ctx, kept, { id: params.id, action: 'sellByHand', version });
    await carry(ctx, kept, car, 'sell', soldBy(await saleOf(ctx, car, body)));
    return answer(ctx, car.id);
  },
  'POST /stock/used/:id/unsell': async (ctx, { params, version, body }) => {
    const car = await take(ctx, kept, { id: params.id, action: 'unsellByHand', version });
    await unsell(ctx, car, body);
    return answer(ctx, car.id);
  },
};
