import { Failure } from '#domain/errors.ts';
import type { notices as table } from '#domain/notices/endpoints.ts';
import type { NotificationKind, NotificationSettings } from '#domain/notices/kinds.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { countUnread } from '../lib/people/notify.ts';

type Table = typeof table;
const PAGE = 30;

const answer = async (ctx: Ctx) => ({ unread: await countUnread(ctx) });
const own = ({ db, user }: Ctx) =>
  db.updateTable('notifications').where('companyId', '=', user.companyId).where('userId', '=', user.id);

export const list: VerbOf<Table, 'GET /notifications'> = async (ctx, { query: { before } }) => {
  const rows = await ctx.db
    .selectFrom('notifications')
    .select(['id', 'kind', 'title', 'text', 'href', 'createdAt', 'readAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('userId', '=', ctx.user.id)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  return {
    rows: rows.slice(0, PAGE).map(({ kind, createdAt: at, readAt, ...row }) => ({
      ...row,
      kind: kind as NotificationKind,
      at,
      read: readAt !== null,
    })),
    more: rows.length > PAGE,
    ...(await answer(ctx)),
  };
};

export const unread: VerbOf<Table, 'GET /notifications/unread'> = answer;

export const readAll: VerbOf<Table, 'PUT /notifications/read'> = async (ctx, { body: { upTo } }) => {
  await own(ctx).set({ readAt: ctx.now }).where('id', '<=', upTo).where('readAt', 'is', null).execute();
  ctx.audit({ action: 'notifications_read', entity: 'user', entityId: ctx.user.id });
  return answer(ctx);
};

export const readOne: VerbOf<Table, 'PUT /notifications/:id/read'> = async (
  ctx,
  { params: { id }, body: { read } },
) => {
  const { numUpdatedRows } = await own(ctx)
    .set({ readAt: read ? ctx.now : null })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('not_found');
  ctx.audit({ action: 'notifications_read', entity: 'user', entityId: ctx.user.id, after: { notification: id, read } });
  return answer(ctx);
};

const readSettings = async ({ db, user }: Ctx) => {
  const { notifications } = await db
    .selectFrom('users')
    .select('notifications')
    .where('companyId', '=', user.companyId)
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return notifications as NotificationSettings;
};

export const settings: VerbOf<Table, 'GET /notifications/settings'> = readSettings;

export const saveSettings: VerbOf<Table, 'PUT /notifications/settings'> = async (ctx, { body }) => {
  const before = await readSettings(ctx);
  const after = { ...before, ...body };
  await ctx.db
    .updateTable('users')
    .set({ notifications: JSON.stringify(after), updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', ctx.user.id)
    .execute();
  ctx.audit({ action: 'notification_settings', entity: 'user', entityId: ctx.user.id, before, after });
  return after;
};
