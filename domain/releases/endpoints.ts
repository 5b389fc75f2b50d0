import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Fields of specification §3; `title` and `body` (sanitised HTML) are additions. */
export const release = z.object({
  id: z.int(),
  release_number: z.string(),
  release_date: z.iso.date(),
  title: z.string(),
});
export type Release = z.output<typeof release>;

export const releases = {
  'GET /releases': endpoint({ summary: 'Releases, the active one first', audience: 'user', answer: z.array(release) }),
  'GET /releases/:id': endpoint({
    summary: 'One release with its notes as sanitised HTML',
    audience: 'user',
    answer: release.extend({
      body: z.string(),
      editedAt: z.iso.datetime({ offset: true }).nullable().describe('When it was changed after it could be read'),
    }),
  }),
  'GET /releases/unread': endpoint({
    summary: 'The releases that the caller has not opened, since their news were last read',
    audience: 'user',
    answer: z.array(z.int()),
  }),
  'PUT /releases/:id/read': endpoint({
    summary: 'Count the caller among those who have read a release',
    audience: 'user',
  }),
};
