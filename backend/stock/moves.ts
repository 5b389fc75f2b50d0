import { Failure } from '#domain/errors.ts';
import type { Why } from '#domain/moves.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { barsSale, usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { isOpenWork, isSellable, type UsedSaleChannel, type UsedState } from '#domain/stock/terms.ts';
import type { Verbs } from '../lib/bind.ts';
import type { Ctx, Effects } from '../lib/context.ts';
import { course, type Course } from '../lib/course.ts';
import { carry, moving, take, type Fill } from '../lib/move.ts';
import { cutsOf, ranksOf } from './prices.ts';
import { readCosts, select, usedCarOf, type GuardedCar, type UsedCarRecord } from './records.ts';
import { free } from './reserve.ts';
import { readStockSettings } from './settings.ts';
import { saleOf, soldBy, soldFrom, unsoldColumns } from './sale.ts';

export const usedCourse: Course<typeof usedCarMachine, GuardedCar, UsedCar> = course({
  machine: usedCarMachine,
  table: 'usedCars',
  as: 'r',
  select,
  owner: ['reserved_by'],
  typed: async (car, ctx) => {
    const { finishAsks } = await readStockSettings(ctx);
    return { ...car, finishAsks, openWorks: (await readCosts(ctx, car.id)).filter(isOpenWork).length };
  },
  answer: async (ctx, car) => ({
    ...usedCarOf(ctx, car, await readStockSettings(ctx)),
    rank: (await ranksOf(ctx, [car.id])).get(car.id) ?? null,
    cuts: await cutsOf(ctx, car.id),
  }),
});

const gone: Fill<UsedCarRecord> = ({ now }) => ({ columns: { archivedAt: now, ...free } });
const again: Fill<UsedCarRecord> = () => ({ columns: { archivedAt: null } });
/** The car is in stock from the day in its data, or from today: from then on it costs money to hold it. */
const inStock: Fill<UsedCarRecord> = ({ today }, { acquiredOn }) => {
  const since = acquiredOn ?? today;
  return { columns: { acquiredOn: since }, told: { before: { acquiredOn }, after: { acquiredOn: since } } };
};

export const moves = moving(usedCourse, {
  arrive: inStock,
  // The car will be ready on another day.
  restore: (_, { readyOn }) => ({
    columns: { readyOn: null },
    told: { before: { readyOn }, after: { readyOn: null } },
  }),
  lend: (_, { km }) => ({ columns: { serviceStartKm: km } }),
  recall: (_, { km, serviceEndKm }) => ({
    columns: { km: serviceEndKm, serviceStartKm: null, serviceEndKm: null },
    told: { before: { km }, after: { km: serviceEndKm } },
  }),
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

/** Returns a sold car to its state before the sale. */
async function unsell(ctx: Ctx, car: UsedCarRecord, why: Partial<Why> = {}): Promise<void> {
  const from = (await soldFrom(ctx, usedCarMachine.entity, car.id)) as UsedState | null;
  await carry(ctx, usedCourse, car, back[from ?? 'acquired'] ?? 'unsellAcquired', {
    columns: { ...unsoldColumns, saleRegime: null },
    ...why,
  });
}

/** What sales in other areas do to a car (U8, U9). */
export const effects: Effects = {
  'car.sold': async (ctx, { id, channel, price, regime, buyer, customerId, sellerId }) => {
    const car = await usedCourse.find(ctx, id, { lock: true });
    if (!isSellable(car.state)) throw new Failure('conflict', `L’auto ${car.code} non è più in vendita.`);
    // Through a private link nobody is logged in, and the buyer must not learn a colleague's name.
    const actorId = ctx.user.id || null;
    if (barsSale(car, { customerId, sellerId, actorId }, ctx.now))
      throw new Failure('conflict', `L’auto ${car.code} è opzionata${actorId ? ` da ${car.reservedByName}` : ''}.`);
    // A used car's own channel is that of customers or of traders.
    const own: UsedSaleChannel = channel === 'b2b' ? 'b2b' : 'retail';
    const sale = { channel: own, price, buyer, buyerId: customerId, document: '', soldOn: ctx.today, byHand: false };
    await carry(ctx, usedCourse, car, 'sell', soldBy(sale, { saleRegime: regime }));
  },
  'car.unsold': async (ctx, { id }) => {
    const car = await usedCourse.find(ctx, id, { lock: true });
    if (car.state !== 'sold') throw new Failure('conflict', `L’auto ${car.code} non è venduta.`);
    await unsell(ctx, car);
  },
};

type ByHand = 'POST /stock/used/:id/sell' | 'POST /stock/used/:id/unsell';

/** Sales that a person registers when there is no offer or contract. */
export const sales: Pick<Verbs<typeof table>, ByHand> = {
  'POST /stock/used/:id/sell': async (ctx, { params, version, body }) => {
    const car = await take(ctx, usedCourse, { id: params.id, action: 'sellByHand', version });
    await carry(ctx, usedCourse, car, 'sell', soldBy(await saleOf(ctx, car, body)));
    return usedCourse.answer(ctx, car.id);
  },
  'POST /stock/used/:id/unsell': async (ctx, { params, version, body }) => {
    const car = await take(ctx, usedCourse, { id: params.id, action: 'unsellByHand', version });
    await unsell(ctx, car, body);
    return usedCourse.answer(ctx, car.id);
  },
};
