import { pino, type Logger } from 'pino';
import type { Config } from '#config';

const secrets = ['password', 'current', 'token', 'authorization', 'cookie', 'taxCode', 'base64'];

/** JSON log of the backend; secrets and personal codes are removed from logged objects. */
export const createLog = (config: Pick<Config, 'LOG_LEVEL'>): Logger =>
  pino({
    level: config.LOG_LEVEL,
    base: { part: 'backend' },
    redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  });
