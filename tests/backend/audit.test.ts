import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf } from '#backend/lib/records/audit.ts';
import { rounds } from '#tests/support/rounds.ts';

/** The text that rows were hashed by before canonicalize: JSON whose keys are sorted at every depth. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

test('rows of earlier versions keep their digest, whatever the facts', () => {
  const text = fc.string({ unit: 'binary' });
  const values = [
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    text,
    fc.boolean(),
    fc.constant(null),
  ];
  // Keys that look like numbers cannot be sorted by making an object anew; facts have none.
  const facts = fc.object({
    key: text.filter((key) => !/^\d+$/.test(key) && key !== '__proto__'),
    values,
    maxDepth: 3,
  });
  const salt = Buffer.alloc(16, 1);
  fc.assert(
    fc.property(facts, facts, (before, after) => {
      const expected = createHash('sha256').update(salt).update(sorted({ before, after })).digest();
      expect(digestOf(salt, { before, after })).toEqual(expected);
    }),
    { numRuns: rounds(100) },
  );
});
