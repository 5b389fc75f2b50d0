import { z } from 'zod';
import { session } from './schema.ts';

const instant = z.iso.datetime({ offset: true });

const RECOVERY_SIGNS = 10;

/** What proves that the password was right: the step that follows takes it back. */
export const ticket = z.string().min(1).max(1000);

/** Of the app (six digits) or a recovery code, with the blanks and dashes that people type. */
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

/** The password was right, and something is asked beside it: a code, or to set up the app. */
export const ticketStep = z.object({ step: z.enum(['code', 'activate']), ticket, expiresAt: instant });
/** The company asks for a second factor and there is none: a link has gone to the mailbox, for who has stolen a password has not that, too. */
export const mailStep = z.object({ step: z.literal('mail'), expiresAt: instant });
export const step = z.discriminatedUnion('step', [ticketStep, mailStep]);
export type Step = z.output<typeof step>;
export type TicketStep = z.output<typeof ticketStep>;

/** What an authenticator app is given; `ticket` goes back with the first code. */
export const setup = z.object({
  ticket,
  /** To type where the camera does not read. */
  secret: z.string(),
  uri: z.string(),
  /** The QR code of `uri`: so many modules a side, and the SVG path of the dark ones. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type Setup = z.output<typeof setup>;

/** Shown once: the database keeps hashes. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** `device`: only where the browser is to be remembered; browsers get it as a cookie. */
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
  /** Does the company ask everybody for it? Then it is not taken away. */
  required: z.boolean(),
  /** Recovery codes that were not used. */
  recoveryCodes: z.int(),
  devices: z.array(device),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** What a company asks of its people. */
export const policy = z.object({ secondFactorRequired: z.boolean() });
/** `without`: users in use that have no second factor yet. */
export const policyNow = policy.extend({ without: z.int() });
