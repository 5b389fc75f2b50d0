import { z } from 'zod';
import { emailOr, WRONG_EMAIL } from '../record/schema.ts';

const instant = z.iso.datetime({ offset: true });

export const email = emailOr(WRONG_EMAIL).transform((address) => address.toLowerCase());

/** Only a length, no composition rules (rules.md §26, 2); `passwordIssue` refuses context words. */
export const newPassword = z.string().min(12, 'Usare almeno 12 caratteri').max(128, 'Usare al massimo 128 caratteri');

export const credentials = z.object({
  email,
  password: z.string().min(1, 'Inserire la password').max(1024),
  /**
   * Token of a remembered browser, which is not asked for a code. Browsers keep it in a cookie, which the gateway adds.
   */
  device: z.string().max(200).optional(),
});

/** The user object of specification §3, with its literal field names. */
export const user = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  privileges: z.array(z.int()),
  role_name: z.string(),
  phone: z.string().nullable(),
  /** Path of the picture under /api; null: the page shows the initials. */
  profile_picture: z.string().nullable(),
  /** HMAC that proves the identity to the support chat; empty when no chat is configured. */
  userSecret: z.string(),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  shortcuts: z.boolean(),
  updatesSeenAt: z.iso.datetime({ offset: true }).nullable(),
  version: z.int(),
  /** Whether the caller is the token of another system; only `GET /auth/user` says it. */
  service: z.boolean().optional(),
  /** Latest end of the call's session; only `GET /auth/user` says it. */
  sessionEndsAt: z.iso.datetime({ offset: true }).optional(),
  /** Number of unread notifications, up to `MOST_UNREAD`; only `GET /auth/user` says it. */
  unread: z.int().min(0).optional(),
});
export type User = z.output<typeof user>;

/**
 * The answer to a login. The token is opaque; `expiresAt` is absolute, 3 hours after login (specification §9). The
 * dealer API always returns `token`, and the gateway does for callers that send `X-Session: bearer`; browsers never get
 * it, because the gateway seals it in an HttpOnly cookie.
 */
export const session = z.object({ token: z.string().optional(), expiresAt: instant, user });
