import { Failure } from '#domain/errors.ts';
import { notices as table } from '#domain/notices/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { cleanHtml } from '../lib/files/html.ts';
import type { Ctx } from '../lib/work/context.ts';
import { noteReadings } from '../lib/people/readings.ts';
import { notificationMail } from '../lib/people/notify.ts';
import { visitNotices } from './visits.ts';
import { list, readAll, readOne, saveSettings, settings, unread } from './notifications.ts';

/** The manufacturer's notices that the caller sees now. */
const active = ({ db, now }: Ctx) => {
  const at = now.toISOString();
  return db
    .selectFrom('notices')
    .select(['id', 'color', 'title', 'body', 'editedAt'])
    .where('startsAt', '<=', at)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', at)]));
};

export const notices = area(table, {
  verbs: {
    'GET /portal/notices/active': async (ctx) => {
      const rows = await active(ctx).orderBy('startsAt', 'desc').orderBy('id', 'desc').limit(20).execute();
      return [
        ...(await visitNotices(ctx)),
        ...rows.map(({ editedAt, ...row }) => ({ ...row, body: cleanHtml(row.body), edited: editedAt !== null })),
      ];
    },
    'PUT /portal/notices/:id/read': async (ctx, { params: { id } }) => {
      if (!(await active(ctx).where('id', '=', id).executeTakeFirst())) throw new Failure('not_found');
      await noteReadings(ctx, 'notice', [id]);
      ctx.audit({ action: 'read', entity: 'notice', entityId: id });
    },
    'GET /notifications': list,
    'GET /notifications/unread': unread,
    'PUT /notifications/read': readAll,
    'PUT /notifications/:id/read': readOne,
    'GET /notifications/settings': settings,
    'PUT /notifications/settings': saveSettings,
  },
  jobs: [notificationMail],
});
