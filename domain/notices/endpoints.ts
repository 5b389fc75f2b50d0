import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** System notice of the specification §3; `body` is sanitised HTML, `color` is `#rrggbb`. */
export const notice = z.object({
  id: z.int(),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  title: z.string(),
  body: z.string(),
});
export type Notice = z.output<typeof notice>;

/** Something that wants the user's attention; shown under the bell. */
export const notification = z.object({
  kind: z.enum(['quote_expiring']),
  title: z.string(),
  text: z.string(),
  href: z.string(),
  at: z.iso.date(),
});

export const notices = {
  'GET /portal/notices/active': endpoint({
    summary: 'Active system notices',
    audience: 'user',
    answer: z.array(notice),
  }),
  'GET /notifications': endpoint({
    summary: 'What wants own attention now',
    audience: 'user',
    answer: z.array(notification),
  }),
};
