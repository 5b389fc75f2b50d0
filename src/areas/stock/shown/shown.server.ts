import { Failure } from '#domain/errors.ts';
import type { ShownCar } from '#domain/stock/shown-schema.ts';

/** The car of a public page; null when the link shows no car for sale. */
export async function readShown({ call }: App.Locals, token: string): Promise<ShownCar | null> {
  if (token.length > 60) return null;
  return call('GET /stock/shown', { query: { token } }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  });
}
