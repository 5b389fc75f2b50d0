import { z } from 'zod';
import { session } from './schema.ts';

const instant = z.iso.datetime({ offset: true });

const RECOVERY_SIGNS = 10;

/** Proof that the password was right, for the next step. */
export const ticket = z.string().min(1).max(1000);

/** A code of the app (six digits) or a recovery code, with the spaces and dashes that people type. */
export const code = z
  .string()
  .trim()
  .max(40)
  .transform((typed) => typed.toUpperCase().replace(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^(\\d{6}|[A-Z2-7]{${RECOVERY_SIGNS}})$`),
        'Inserire le 6 cifre dell’app, o un codice di recupero',
      ),
  );

/** The password was right, and the next step is needed: a code, or setting up the app. */
export const ticketStep = z.object({ step: z.enum(['code', 'activate']), ticket, expiresAt: instant });
/**
 * A second factor is required and there is none: a link was mailed, because a thief of the password does not have the
 * mailbox.
 */
export const mailStep = z.object({ step: z.literal('mail'), expiresAt: instant });
export const step = z.discriminatedUnion('step', [ticketStep, mailStep]);
export type Step = z.output<typeof step>;
export type TicketStep = z.output<typeof ticketStep>;

/** The data for an authenticator app; `ticket` is sent back with the first code. */
export const setup = z.object({
  ticket,
  /** For typing when the camera cannot read the QR code. */
  secret: z.string(),
  uri: z.string(),
  /** The QR code of `uri`: modules of a side, and the SVG path of the dark ones. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type Setup = z.output<typeof setup>;

/** Shown only once: the database keeps hashes. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** `device`: only if the browser is to be remembered; browsers get it as a cookie. */
export const secondSession = session.extend({ device: z.string().optional() });
export const firstSession = session.extend(recoveryCodes.shape);

export const device = z.object({
  id: z.int(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  expiresAt: instant,
});

export const secondFactor = z.object({
  activatedAt: instant.nullable(),
  /** Whether the company requires it of everybody, so that nobody can remove it. */
  required: z.boolean(),
  /** Number of unused recovery codes. */
  recoveryCodes: z.int(),
  devices: z.array(device),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** What a company requires of its users. */
export const policy = z.object({ secondFactorRequired: z.boolean() });
/** `without`: active users who have no second factor yet. */
export const policyNow = policy.extend({ without: z.int() });
