import type { releases as table } from '#domain/releases/endpoints.ts';
import { nothing, type Calls, type Side } from '../area.ts';

/** The one that all may read: what others made may be for other readers, or its time has passed. */
const first = async ({ query }: Side) => {
  const found = () => query("select id from releases where release_number = '2026.11'");
  if ((await found()).length === 0)
    await query(
      "insert into releases (release_number, release_date, title, body) values ('2026.11', '2026-11-01', 'Prova', '')",
    );
  return { params: { id: Number((await found())[0]!.id) } };
};

export const releases: Calls<typeof table> = {
  'GET /releases': nothing,
  'GET /releases/:id': first,
  'GET /releases/unread': nothing,
  'PUT /releases/:id/read': first,
};
