import type { Ctx } from '../lib/context.ts';
import { take } from '../lib/move.ts';
import { accessCourse } from './records.ts';

/** Writes an act of a visit that changes no state. */
const acting =
  (action: 'begin' | 'miss', columns: (ctx: Ctx) => object) =>
  async (ctx: Ctx, { params, version }: { params: { id: number }; version: number }) => {
    const record = await take(ctx, accessCourse, { id: params.id, action, version });
    await accessCourse.write(ctx, record, columns(ctx), { action, before: {}, after: {} });
    return accessCourse.answer(ctx, record.id);
  };

export const begin = acting('begin', ({ now }) => ({ begunAt: now, timesOutAt: null }));
export const miss = acting('miss', ({ now }) => ({ missedAt: now }));
