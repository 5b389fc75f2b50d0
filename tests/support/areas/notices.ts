import type { notices as table } from '#domain/notices/endpoints.ts';
import { shownNotice } from './news.ts';
import { nothing, type Calls, type Side } from '../area.ts';

/** A notification of the side's own user. */
async function told({ as, marker, query }: Side): Promise<number> {
  const [row] = await query(
    `insert into notifications (company_id, user_id, kind, title, href)
     values ($1, $2, 'quote_expiring', $3, '/dealer') returning id`,
    [as.companyId, as.id, marker],
  );
  return Number(row!.id);
}

export const notices: Calls<typeof table> = {
  'GET /portal/notices/active': nothing,
  'PUT /portal/notices/:id/read': async (side) => ({ params: (await shownNotice(side)).params }),
  'GET /notifications': nothing,
  'GET /notifications/unread': nothing,
  'PUT /notifications/read': async (side) => ({ body: { upTo: await told(side) } }),
  'PUT /notifications/:id/read': async (side) => ({ params: { id: await told(side) }, body: { read: true } }),
  'GET /notifications/settings': nothing,
  'PUT /notifications/settings': () => ({ body: { quote_expiring: { bell: true, mail: true } } }),
};
