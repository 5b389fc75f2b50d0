import { z } from 'zod';

const instant = z.iso.datetime({ offset: true });

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Inserire un indirizzo e-mail valido'));

/** Length only, no composition rules (reliability.md A6); context words are refused by `passwordIssue`. */
export const newPassword = z.string().min(12, 'Usare almeno 12 caratteri').max(128, 'Usare al massimo 128 caratteri');

export const credentials = z.object({
  email,
  password: z.string().min(1, 'Inserire la password').max(1024),
  /** Of a browser that was remembered: it is not asked for a code. Browsers hold it in a cookie that the gateway sends along. */
  device: z.string().max(200).optional(),
});

/** The user object of the specification §3; its field names are literal. */
export const user = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  privileges: z.array(z.int()),
  role_name: z.string(),
  phone: z.string().nullable(),
  /** Path of the picture under /api, or null: the letter picture is shown. */
  profile_picture: z.string().nullable(),
  /** HMAC that proves the identity to the support chat; empty when no chat is configured. */
  userSecret: z.string(),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  shortcuts: z.boolean(),
  updatesSeenAt: z.iso.datetime({ offset: true }).nullable(),
  version: z.int(),
  /** A token of another system, rather than a person; only `GET /auth/user` says it. */
  service: z.boolean().optional(),
  /** When the session of the call ends at the latest; only `GET /auth/user` says it. */
  sessionEndsAt: z.iso.datetime({ offset: true }).optional(),
  /** Notifications not read yet, counted up to `MOST_UNREAD`; only `GET /auth/user` says it. */
  unread: z.int().min(0).optional(),
});
export type User = z.output<typeof user>;

/**
 * The answer to a login. The token is opaque; `expiresAt` is absolute, 3 hours after login (specification §9).
 * `token` is always there from the dealer API and for callers that send `X-Session: bearer`; it is absent for browsers:
 * the gateway seals it in an HttpOnly cookie, so that no script ever sees it.
 */
export const session = z.object({ token: z.string().optional(), expiresAt: instant, user });
