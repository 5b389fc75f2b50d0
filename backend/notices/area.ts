import { notices as table } from '#domain/notices/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { cleanHtml } from '../lib/files/html.ts';
import { notificationMail } from '../lib/people/notify.ts';
import { visitNotices } from './visits.ts';
import { list, readAll, readOne, saveSettings, settings, unread } from './notifications.ts';

export const notices = area(table, {
  verbs: {
    'GET /portal/notices/active': async (ctx) => {
      const { db, now } = ctx;
      const at = now.toISOString();
      const rows = await db
        .selectFrom('notices')
        .select(['id', 'color', 'title', 'body'])
        .where('startsAt', '<=', at)
        .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', at)]))
        .orderBy('startsAt', 'desc')
        .orderBy('id', 'desc')
        .limit(20)
        .execute();
      return [...(await visitNotices(ctx)), ...rows.map((row) => ({ ...row, body: cleanHtml(row.body) }))];
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
