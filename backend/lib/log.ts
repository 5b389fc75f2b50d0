import { pino, type Logger } from 'pino';
import type { Config } from '#config';

const secrets = ['password', 'current', 'token', 'authorization', 'cookie', 'taxCode', 'base64'];

/** JSON log of the backend; whatever is logged by object loses its secrets and personal codes. */
export const createLog = (config: Pick<Config, 'LOG_LEVEL'>): Logger =>
  pino({
    level: config.LOG_LEVEL,
    base: { part: 'backend' },
    redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  });
