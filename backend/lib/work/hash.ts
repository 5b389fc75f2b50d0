import { createHash } from 'node:crypto';

/** The hash that identifies an answer: a caller who sends it back is only told that nothing changed. */
export const hashOf = (answer: unknown): string =>
  createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22);

/** The whole SHA-256 of what is frozen, for whoever wants to prove that it is still the same. */
export const fullHashOf = (frozen: unknown): string =>
  createHash('sha256').update(JSON.stringify(frozen)).digest('hex');
