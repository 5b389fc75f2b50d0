import type { User } from '#domain/auth/schema.ts';
import { type Endpoint, MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { holdsAny } from '#domain/privileges.ts';

/**
 * Step 7: may this user make this call? Audience first, then privileges (specification §6). Throws `unauthenticated` or
 * `forbidden`. The backend asks the same again and adds the record's own rules.
 */
export function checkAccess(endpoint: Endpoint, user: User | null): void {
  if (endpoint.audience === 'public') return;
  if (!user) throw new Failure('unauthenticated');
  const isManufacturer = user.company_id === MANUFACTURER;
  if (endpoint.audience === 'dealer' && isManufacturer) throw new Failure('forbidden');
  if (endpoint.audience === 'fms' && !isManufacturer) throw new Failure('forbidden');
  if (!holdsAny(user.privileges, endpoint.privileges)) throw new Failure('forbidden');
}
