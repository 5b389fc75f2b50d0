import { Failure } from '#domain/errors.ts';
import type { SigningPage } from '#domain/signatures/schema.ts';

/** What a signer's link opens; null for an unknown link. */
export async function readSigning({ call }: App.Locals, token: string): Promise<SigningPage | null> {
  if (token.length < 40 || token.length > 60) return null;
  return call('GET /signing', { query: { token } }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  });
}
