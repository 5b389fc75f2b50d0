import type { User } from '#domain/auth/schema.ts';
import { assertOpen, type Endpoint } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';

/**
 * Step 7: may this user make this call? Audience first, then privileges (specification §6); tokens of other systems
 * not what is for people alone. Throws `unauthenticated` or
 * `forbidden`. The backend asks the same again and adds the record's own rules.
 */
export function checkAccess(endpoint: Endpoint, user: User | null): void {
  if (endpoint.audience === 'public') return;
  if (!user) throw new Failure('unauthenticated');
  const { company_id: companyId, privileges, service: isService = false } = user;
  assertOpen(endpoint, { companyId, privileges, isService });
}
