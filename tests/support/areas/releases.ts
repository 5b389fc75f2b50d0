import type { releases as table } from '#domain/releases/endpoints.ts';
import { nothing, type Calls, type Side } from '../area.ts';

const first = async ({ query }: Side) => ({
  params: { id: Number((await query('select min(id) as id from releases where not draft'))[0]!.id) },
});

export const releases: Calls<typeof table> = {
  'GET /releases': nothing,
  'GET /releases/:id': first,
  'GET /releases/unread': nothing,
  'PUT /releases/:id/read': first,
};
