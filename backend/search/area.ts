import { MANUFACTURER } from '#domain/endpoint.ts';
import { search as table } from '#domain/search/endpoints.ts';
import { area, type Hits } from '../lib/ports/area.ts';
import { bestOf } from '../lib/records/search.ts';

/** The search over all areas, one kind after the other. */
export const search = (found: readonly Hits[]) =>
  area(table, {
    verbs: {
      'GET /search': async (ctx, { query: { q } }) => {
        const isNetwork = ctx.user.companyId === MANUFACTURER;
        const open = found.filter((one) => (one.isNetwork ?? false) === isNetwork && one.may(ctx));
        const kinds = open.map(({ kind }) => kind);
        const best = await bestOf(ctx, kinds, q);
        const hits = [];
        for (const [n, { find }] of open.entries()) hits.push(...(await find(ctx, best[n]!)));
        return hits;
      },
    },
  });
