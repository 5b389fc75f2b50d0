import type { search as table } from '#domain/search/endpoints.ts';
import type { Calls } from '../area.ts';

export const search: Calls<typeof table> = {
  'GET /search': ({ marker }) => ({ query: { q: marker } }),
};
