import { expect, test } from 'vitest';
import { Failure } from '#domain/errors.ts';

test('an answer to what was asked has no stack in the log, a fault has', () => {
  expect(new Failure('not_found').stack).toBe('not_found: Contenuto non trovato');
  expect(new Failure('forbidden', 'Lo fa un altro.').stack).toBe('forbidden: Lo fa un altro.');
  expect(new Failure('internal').stack).toMatch(/\n +at /);
});
