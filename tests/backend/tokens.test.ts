import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';

test('a token names its company and is looked up by a hash of all of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (companyId) => {
      const token = newToken(companyId);
      const other = token.replace(/^[^.]+/, (companyId === 1 ? 2 : companyId - 1).toString(36));
      expect(readToken(token)).toMatchObject({ companyId });
      expect(readToken(other)!.hash.equals(readToken(token)!.hash)).toBe(false);
      expect(newToken(companyId)).not.toBe(token);
    }),
  );
});

test('other text is no token: of a version before, cut, with a company beyond the largest', () => {
  const random = newToken(21).split('.')[1]!;
  for (const text of [
    random,
    `.${random}`,
    `l.${random.slice(1)}`,
    `L.${random}`,
    `zik0zk.${random}`,
    `l.${random}.`,
    '',
  ])
    expect(readToken(text), text).toBeNull();
  expect(readToken(`zik0zj.${random}`)).not.toBeNull();
});
