import type { User } from '#domain/auth/schema.ts';
import { assertOpen, type Endpoint } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';

/**
 * Step 7: checks that this user may make this call. Audience first, then privileges (specification §6); tokens of other
 * systems may not make calls reserved for people. Throws `unauthenticated` or `forbidden`. The backend checks the same
 * again and adds the rules of the record.
 */
export function checkAccess(endpoint: Endpoint, user: User | null): void {
  if (endpoint.audience === 'public') return;
  if (!user) throw new Failure('unauthenticated');
  const { company_id: companyId, privileges, service: isService = false } = user;
  assertOpen(endpoint, { companyId, privileges, isService });
}
