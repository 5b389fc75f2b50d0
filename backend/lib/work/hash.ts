import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The hash that identifies an answer: a caller who sends it back is only told that nothing changed. */
export const hashOf = (answer: unknown): string =>
  createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22);

/** The whole SHA-256 of what is frozen, with sorted keys: whoever reads it from its table can prove that it is the same. */
export const fullHashOf = (frozen: unknown): string => createHash('sha256').update(canonicalize(frozen)!).digest('hex');
