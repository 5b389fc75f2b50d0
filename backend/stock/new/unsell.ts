import type { Why } from '#domain/record/moves.ts';
import { newCarMachine } from '#domain/stock/new/rules.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { carry } from '#backend/lib/records/move.ts';
import { soldFrom, unsoldColumns } from '../sale.ts';
import { newCourse, type NewCarRecord } from './records.ts';

const back = { ordered: 'unsellOrdered', in_transit: 'unsellTransit', in_stock: 'unsellStock' } as const;

/** Returns a sold new car to where it stands now: it may have arrived after it was sold. */
export async function unsellNew(ctx: Ctx, car: NewCarRecord, why: Partial<Why> = {}): Promise<void> {
  const from = await soldFrom(ctx, newCarMachine.entity, car.id);
  const to = car.arrivedOn !== null ? 'in_stock' : from === 'ordered' ? 'ordered' : 'in_transit';
  await carry(ctx, newCourse, car, back[to], { columns: unsoldColumns, ...why });
}
