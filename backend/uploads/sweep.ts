import { KEPT_HOURS } from '#domain/upload-purposes.ts';
import { hourly } from '#domain/due-times.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { drop, unused } from './unused.ts';

/** The most rows of a company that one run deletes; the next run continues. */
const AT_ONCE = 500;

/** Deletes the uploads that no record has held for `KEPT_HOURS`; their bytes are deleted after the commit. */
export const sweep: Schedule = {
  name: 'sweep-uploads',
  at: hourly(0, 23, 27),
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - KEPT_HOURS * 3_600_000).toISOString();
    const gone = unused(ctx).where((or) => or(or.fn.coalesce('releasedAt', 'createdAt'), '<', before));
    await drop(ctx, await gone.limit(AT_ONCE).execute());
  },
};
