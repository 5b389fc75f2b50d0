import type { EnclosuresPage } from '#domain/contracts/enclosure-endpoints.ts';
import { Failure } from '#domain/errors.ts';

/** The enclosures that a customer's link asks for; null when it opens nothing. */
export async function readEnclosures({ call }: App.Locals, token: string): Promise<EnclosuresPage | null> {
  if (token.length < 40 || token.length > 60) return null;
  return call('GET /links/enclosures', { query: { token } }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  });
}
