import { z } from 'zod';
import { endpoint, id } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { notificationKinds, type NotificationKind } from './kinds.ts';
import { MOST_UNREAD } from './limits.ts';

/** System notice of specification §3; `body` is sanitised HTML, `color` is `#rrggbb`. */
export const notice = z.object({
  id: z.int(),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  title: z.string(),
  body: z.string(),
  edited: z.boolean().describe('Changed after it could be read'),
});
export type Notice = z.output<typeof notice>;

const kind = z.enum(keysOf(notificationKinds) as [NotificationKind, ...NotificationKind[]]);

/** A notification of the person, shown under the bell. */
export const notification = z.object({
  id: z.int(),
  kind,
  title: z.string(),
  text: z.string(),
  href: z.string(),
  at: z.iso.datetime({ offset: true }),
  read: z.boolean(),
});

const unread = z
  .int()
  .min(0)
  .max(MOST_UNREAD + 1)
  .describe(`Exact up to ${MOST_UNREAD}; ${MOST_UNREAD + 1} stands for more`);
const channels = z.object({ bell: z.boolean(), mail: z.boolean() });
/** Any kind may be missing. */
const settings = z.object(
  Object.fromEntries(keysOf(notificationKinds).map((name) => [name, channels.optional()])) as {
    [K in NotificationKind]: z.ZodOptional<typeof channels>;
  },
);

export const notices = {
  'GET /portal/notices/active': endpoint({
    summary: 'Active system notices',
    audience: 'user',
    answer: z.array(notice),
  }),
  'PUT /portal/notices/:id/read': endpoint({
    summary: 'Count the caller, who has closed it, among those who have read a notice',
    audience: 'user',
  }),
  'GET /notifications': endpoint({
    summary: 'What the caller was told, newest first, 30 at a time; `before` goes on from the last one',
    audience: 'user',
    query: z.object({ before: id.optional() }),
    answer: z.object({ rows: z.array(notification), more: z.boolean(), unread }),
  }),
  'GET /notifications/unread': endpoint({
    summary: 'How many notifications are unread',
    audience: 'user',
    answer: z.object({ unread }),
  }),
  'PUT /notifications/read': endpoint({
    summary: 'Mark as read all up to one: what came after it stays unread',
    audience: 'user',
    body: z.object({ upTo: id }),
    answer: z.object({ unread }),
  }),
  'PUT /notifications/:id/read': endpoint({
    summary: 'Mark one notification as read, or as unread again',
    audience: 'user',
    body: z.object({ read: z.boolean() }),
    answer: z.object({ unread }),
  }),
  'GET /notifications/settings': endpoint({
    summary: 'Which kinds the caller hears of by bell and mail; those without an entry are as the kind says',
    audience: 'user',
    answer: settings,
  }),
  'PUT /notifications/settings': endpoint({
    summary: 'Switch kinds',
    audience: 'user',
    body: settings,
    answer: settings,
  }),
};
