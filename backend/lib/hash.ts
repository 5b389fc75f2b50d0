import { createHash } from 'node:crypto';

/** What an answer is known by: who asks again with it hears only that nothing changed. */
export const hashOf = (answer: unknown): string =>
  createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22);
