import type { releases as table } from '#domain/releases/endpoints.ts';
import { nothing, type Calls } from '../area.ts';

export const releases: Calls<typeof table> = {
  'GET /releases': nothing,
  'GET /releases/:id': async ({ query }) => ({
    params: { id: Number((await query('select min(id) as id from releases'))[0]!.id) },
  }),
};
