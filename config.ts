import { z } from 'zod';

const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
const optionalUrl = z.url().optional();

/**
 * Every setting of the product: name in the environment, meaning, default. `readConfig` reads them once at start;
 * nothing else reads the environment. A test compares the table in docs/deploy.md with this one.
 */
export const settings = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321).describe('HTTP port'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PUBLIC_ORIGIN: z
    .url()
    .optional()
    .describe('Public origin, such as https://volante.example.it; empty: http://localhost:PORT'),
  DATA_DIR: z.string().default('.data').describe('Data folder: included database, files, outgoing mail, keys'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('PostgreSQL 15–18 with a role that may create tables and roles; empty: the included database'),
  DATABASE_APP_URL: z
    .string()
    .optional()
    .describe('Connection of requests (a member of app_rw); with DATABASE_JOBS_URL no process needs DATABASE_URL'),
  DATABASE_JOBS_URL: z
    .string()
    .optional()
    .describe('Connection of jobs (a member of app_jobs): it sees the queue alone'),
  DEMO: flag
    .optional()
    .describe('on: the first start creates the demo world; empty: only where HOST and PUBLIC_ORIGIN are this machine'),
  SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Key of the cookies and second factors, at least 32 characters; empty: generated in DATA_DIR'),
  SESSION_SECRET_OLD: z
    .string()
    .min(32)
    .optional()
    .describe(
      'While SESSION_SECRET changes, the one before: what it has sealed is still read, nothing new is sealed by it',
    ),
  UPSTREAM_URL: optionalUrl.describe('Dealer API on another host; empty: in the same process'),
  UPSTREAM_TIMEOUT: z.coerce
    .number()
    .int()
    .min(100)
    .max(120_000)
    .default(10_000)
    .describe('Milliseconds before answering 503; six times as many for exports, imports and log-ins'),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe('How many trusted proxies stand in front (X-Forwarded-For)'),
  RATE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .default(300)
    .describe('Calls and pages per minute and user, over all sessions (exports and imports: 60 an hour); 0: no limit'),
  SMTP_URL: z
    .string()
    .optional()
    .describe('Mail server, such as smtps://user:password@host; empty: files in DATA_DIR/outbox'),
  MAIL_FROM: z.string().default('Volante Business <noreply@localhost>').describe('Sender of mail'),
  SMS_URL: optionalUrl.describe('SMS provider: gets `{ from, to, text }` by POST; empty: files in DATA_DIR/outbox'),
  SMS_TOKEN: z.string().optional().describe('Bearer token of the SMS provider'),
  SMS_FROM: z.string().max(11).default('Volante').describe('Sender of SMS: at most 11 letters and digits, or a number'),
  EUR_URL: optionalUrl.describe('Quotations of Eurotax/Infocar: gets the question as JSON by POST; empty: simulator'),
  EUR_TOKEN: z.string().optional().describe('Bearer token of EUR_URL'),
  IND_URL: optionalUrl.describe('Quotations of Indicata: gets the question as JSON by POST; empty: simulator'),
  IND_TOKEN: z.string().optional().describe('Bearer token of IND_URL'),
  S3_URL: optionalUrl.describe('S3 file store (https://host/bucket); empty: DATA_DIR/files'),
  S3_ACCESS_KEY: z.string().optional().describe('S3 access key'),
  S3_SECRET_KEY: z.string().optional().describe('S3 secret key'),
  CHAT_SCRIPT: optionalUrl.describe('Script of the support chat; empty: no chat'),
  CHAT_SECRET: z.string().optional().describe('Key that signs the identity for the chat (HMAC-SHA256)'),
  CHAT_HOOK_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Key by which the chat’s webhook signs messages (HMAC-SHA256); empty: none is taken'),
  ANALYTICS_SCRIPT: optionalUrl.describe('Script of the visit analytics; empty: none'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info').describe('How much is logged'),
} as const;

const schema = z.object(settings);

export type Config = z.output<typeof schema> & { SESSION_SECRET: string; PUBLIC_ORIGIN: string; DEMO: boolean };

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

/**
 * The configuration from an environment. Empty variables count as absent. Throws one error with all wrong settings.
 * SESSION_SECRET is required: the start script generates and stores one when none is configured.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Configurazione non valida:\n${lines.join('\n')}`);
  }
  if (!parsed.data.SESSION_SECRET) throw new Error('Configurazione non valida:\n  SESSION_SECRET: manca');
  const PUBLIC_ORIGIN = parsed.data.PUBLIC_ORIGIN ?? `http://localhost:${parsed.data.PORT}`;
  return {
    ...parsed.data,
    SESSION_SECRET: parsed.data.SESSION_SECRET,
    PUBLIC_ORIGIN,
    // Accounts whose passwords are in the README must never be reachable by accident.
    DEMO: parsed.data.DEMO ?? (isLoopback(parsed.data.HOST) && isLoopback(new URL(PUBLIC_ORIGIN).hostname)),
  };
}
