/** The board of the visits that are open, and of those handled today, by one call that is asked again every few seconds. */
import type { accesses as table } from '#domain/accesses/endpoints.ts';
import type { Access } from '#domain/accesses/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { filtered, readMany } from '../lib/records/list.ts';
import { hashOf } from '../lib/work/hash.ts';
import { listed, type Filters } from './list.ts';
import { accessCourse } from './records.ts';

/** The most open and the most handled visits that the board shows. */
const MOST_SHOWN = 300;

/** The visit that the page has open; null when the caller may not see it any more, so that the board still answers. */
async function shownOf(ctx: Ctx, id: number): Promise<Access | null> {
  try {
    return await accessCourse.of.answer(ctx, await accessCourse.read(ctx, id));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

export const board: VerbOf<typeof table, 'GET /accesses/open'> = async (ctx, { query: { id } }) => {
  const read = (wanted: Filters) => readMany(ctx, listed, wanted, filtered(ctx, listed, wanted), { limit: MOST_SHOWN });
  const now = {
    rows: await read({ open: 'true', sort: 'arrivedAt', dir: 'asc' }),
    handled: await read({
      state: ['seller_handled', 'desk_handled'],
      from: ctx.today,
      to: ctx.today,
      sort: 'handledAt',
      dir: 'desc',
    }),
    shown: id === undefined ? null : await shownOf(ctx, id),
  };
  return { hash: hashOf(now), ...now };
};
