import { search as table } from '#domain/search/endpoints.ts';
import { area, type Hits } from '../lib/area.ts';

/** The search over all areas, one area after the other. */
export const search = (found: readonly Hits[]) =>
  area(table, {
    verbs: {
      'GET /search': async (ctx, { query: { q } }) => {
        const hits = [];
        for (const find of found) hits.push(...(await find(ctx, q)));
        return hits;
      },
    },
  });
