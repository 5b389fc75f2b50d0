/** Wholesale offers as layouts print them. */
import type { Laid } from '#backend/lib/laid.ts';
import { list } from '#backend/lib/list.ts';
import { b2bDrawing, b2bHolds, b2bValues } from './document.ts';
import { documentOf } from './moves.ts';
import { b2bCourse } from './records.ts';
import { listed } from './verbs.ts';

export const laidOffer: Laid = {
  kind: 'offers',
  newest: async (ctx, most) => {
    const { rows } = await list(ctx, listed, { limit: most, offset: 0, sort: 'createdAt', dir: 'desc' });
    return rows.map(({ id, number, customer, vehicle }) => ({
      id,
      label: [number ?? 'Bozza', customer, vehicle].filter(Boolean).join(' · '),
    }));
  },
  async read(ctx, id) {
    const data = await documentOf(ctx, await b2bCourse.read(ctx, id));
    return {
      look: data.look,
      values: b2bValues(data),
      holds: b2bHolds(data),
      drawing: (look, blocks) => b2bDrawing({ ...data, look }, blocks),
    };
  },
};
