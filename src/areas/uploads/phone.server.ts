import { Failure } from '#domain/errors.ts';
import type { PhoneSide } from '#domain/uploads/schema.ts';

/** What the link of a phone asks for; null when it opens nothing. */
export async function readPhone({ call }: App.Locals, token: string): Promise<PhoneSide | null> {
  if (token.length < 40 || token.length > 60) return null;
  return call('GET /links/upload', { query: { token } }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  });
}
