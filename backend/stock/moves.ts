import type { Why } from '#domain/record/moves.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { isOpenWork, type UsedState } from '#domain/stock/terms.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { course, type Course } from '../lib/records/course.ts';
import { carry, moving, take, type Fill } from '../lib/records/move.ts';
import { marketPriceOf } from './market.ts';
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
    ...(await marketPriceOf(ctx, car.id)),
    rank: (await ranksOf(ctx, [car.id])).get(car.id) ?? null,
    cuts: (await cutsOf(ctx, [car.id])).get(car.id) ?? null,
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
export async function unsell(ctx: Ctx, car: UsedCarRecord, why: Partial<Why> = {}): Promise<void> {
  const from = (await soldFrom(ctx, usedCarMachine.entity, car.id)) as UsedState | null;
  await carry(ctx, usedCourse, car, back[from ?? 'acquired'] ?? 'unsellAcquired', {
    columns: { ...unsoldColumns, saleRegime: null },
    ...why,
  });
}

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
