import type { User } from '#domain/auth/schema.ts';
import { opens, type Endpoint } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';

/**
 * Step 7: may this user make this call? Audience first, then privileges (specification §6). Throws `unauthenticated` or
 * `forbidden`. The backend asks the same again and adds the record's own rules.
 */
export function checkAccess(endpoint: Endpoint, user: User | null): void {
  if (endpoint.audience === 'public') return;
  if (!user) throw new Failure('unauthenticated');
  if (!opens(endpoint, user.company_id, user.privileges)) throw new Failure('forbidden');
}
