import { under } from '#domain/record/under.ts';
import type { Side } from './area.ts';

/** How the comments of a kind of record are read and written; `fresh` makes a record. */
export const commentsOf = <const Area extends string>(
  area: Area,
  fresh: (side: Side) => Promise<{ params: { id: number } }>,
) => {
  const made = async (side: Side) => ({ params: (await fresh(side)).params });
  return under(area, {
    'GET /:id/comments': made,
    'POST /:id/comments': async (side: Side) => ({
      ...(await made(side)),
      body: { text: 'Da richiamare', mentions: [side.as.id] },
    }),
    'GET /:id/colleagues': made,
  });
};
