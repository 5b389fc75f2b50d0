import { Failure } from '#domain/errors.ts';
import type { Why } from '#domain/moves.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { newCarMachine } from '#domain/stock/new/rules.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import type { Verbs } from '#backend/lib/bind.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { carry, moving, take, type Fill, type Kept } from '#backend/lib/move.ts';
import { readByIds, readOne } from '#backend/lib/records.ts';
import { writeWords } from '#backend/lib/search.ts';
import { free } from '../reserve.ts';
import { saleOf, soldBy, soldFrom, unsoldColumns } from '../sale.ts';
import { readStockSettings } from '../settings.ts';
import { newCars } from './list.ts';
import { newCarOf, type NewCarRecord } from './records.ts';

/** The car as it stands, for this caller. */
export const answer = async (ctx: Ctx, id: number): Promise<NewCar> =>
  newCarOf(ctx, await readOne(ctx, newCars, id), await readStockSettings(ctx));

/** Cars as the mover keeps them. */
export const kept: Kept<typeof newCarMachine, NewCarRecord, NewCar> = {
  machine: newCarMachine,
  answer,
  lock: async (ctx, id) => {
    const [car] = await readByIds(ctx, newCars, [id]);
    if (!car) throw new Failure('not_found');
    return car;
  },
  write: async (ctx, { id, version }, columns) => {
    await ctx.db
      .updateTable('newCars')
      .set({ ...columns, version: version + 1, updatedAt: ctx.now })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .execute();
    await writeWords(ctx, 'newCars', [id]);
  },
};

const gone: Fill<NewCarRecord> = ({ now }) => ({ columns: { archivedAt: now, ...free } });

/** The moves that persons make. */
export const moves = moving(kept, {
  // From the day that it says, or today: since then it costs money to hold it.
  arrive: ({ today }, { arrivedOn }) => {
    const since = arrivedOn ?? today;
    return { columns: { arrivedOn: since }, told: { before: { arrivedOn }, after: { arrivedOn: since } } };
  },
  cancel: gone,
  reopen: () => ({ columns: { archivedAt: null } }),
  deliver: ({ now, today }) => ({ columns: { archivedAt: now, deliveredOn: today } }),
});

const back = { ordered: 'unsellOrdered', in_transit: 'unsellTransit', in_stock: 'unsellStock' } as const;

type ByHand = 'POST /stock/new/:id/sell' | 'POST /stock/new/:id/unsell';

/** Sales that a person registers where no contract does. */
export const sales: Pick<Verbs<typeof table>, ByHand> = {
  'POST /stock/new/:id/sell': async (ctx, { params, version, body }) => {
    const car = await take(ctx, kept, { id: params.id, action: 'sellByHand', version });
    await carry(ctx, kept, car, 'sell', soldBy(await saleOf(ctx, car, body)));
    return answer(ctx, car.id);
  },
  'POST /stock/new/:id/unsell': async (ctx, { params, version, body }) => {
    const car = await take(ctx, kept, { id: params.id, action: 'unsellByHand', version });
    const from = await soldFrom(ctx, newCarMachine.entity, car.id);
    // It may have arrived since it was sold.
    const to = car.arrivedOn !== null ? 'in_stock' : from === 'ordered' ? 'ordered' : 'in_transit';
    const why: Partial<Why> = body;
    await carry(ctx, kept, car, back[to], { columns: unsoldColumns, ...why });
    return answer(ctx, car.id);
  },
};
