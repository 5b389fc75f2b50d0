import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MANUFACTURER, opens, type Endpoint } from '#domain/endpoint.ts';
import { endpoints } from '#domain/endpoints.ts';
import { holdsAny, privileges } from '#domain/privileges.ts';

const numbers = fc.subarray(Object.values(privileges));

// Tests that ask for what is shut once for all privileges that do not open it (authorisation, pages) stand on this.
test('privileges open together what one of them opens alone, and no more', () => {
  fc.assert(
    fc.property(numbers, numbers, (held, required) => {
      const alone = held.some((one) => holdsAny([one], required));
      expect(holdsAny(held, required)).toBe(alone || required.length === 0);
    }),
  );
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), numbers, (isService, isMakers, held) => {
      const companyId = isMakers ? MANUFACTURER : 901;
      for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
        const isOpen = (...some: number[]) => opens(endpoint, { companyId, privileges: some, isService });
        expect([name, isOpen(...held)]).toEqual([name, isOpen() || held.some((one) => isOpen(one))]);
      }
    }),
    { numRuns: 20 },
  );
});
