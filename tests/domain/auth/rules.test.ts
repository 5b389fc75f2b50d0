import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf, safeTarget } from '#domain/auth/rules.ts';
import { passwordIssue, passwordLength } from '#domain/passwords.ts';
import { rounds } from '#tests/support/rounds.ts';

const fallback = '/dealer';
const hostile = [
  '//evil.com', '///evil.com', '/\\evil.com', '\\/evil.com', '\\\\evil.com', '/\t/evil.com', '/\n/evil.com', '/\r/evil.com',
  '\t//evil.com', ' //evil.com', '\0//evil.com', 'https://evil.com', 'https:evil.com', 'http:\\\\evil.com',
  'javascript:alert(1)', 'data:text/html,x', '/.//evil.com', '/..//evil.com', '/%2e//evil.com', '/./\\evil.com',
  '//app@evil.com', '/\u2028/evil.com', '/\u2029/evil.com', '/\ufeff/evil.com', '@evil.com', '?next=//evil.com', '#//evil.com',
  '/a\r\nSet-Cookie:x', '//[::1]', '/a/..//evil.com', '/%2e%2e//evil.com', '/\u00a0/../..//evil.com', '/ /evil.com',
  '', 'dealer', '.', '..', './dealer', 'evil.com', '/api', '/api/quotes', '/api?x=1', '/api#x', '/x/../api/auth/logout',
  `/${'a'.repeat(3000)}`,
]; // prettier-ignore

describe('safeTarget', () => {
  test.each(hostile.map((payload) => [payload]))('refuses %j', (payload) => {
    expect(safeTarget(payload, fallback)).toBe(fallback);
  });

  test.each([[['/a']], [{ toString: () => '/a' }], [null], [undefined], [7]])(
    'refuses what is not a text: %j',
    (raw) => {
      expect(safeTarget(raw, fallback)).toBe(fallback);
    },
  );

  test.each([
    ['/dealer/quotes/retail?state=draft,issued#top', '/dealer/quotes/retail?state=draft,issued#top'],
    ['/', '/'],
    ['/apice', '/apice'],
    ['/a/../dealer', '/dealer'],
    ['/dealer?next=//evil.com', '/dealer?next=//evil.com'],
  ])('lets %s through as %s', (raw, target) => {
    expect(safeTarget(raw, fallback)).toBe(target);
  });

  test('never leaves the site, whatever is thrown at it, and is stable', () => {
    const piece = fc.constantFrom('/', '\\', '//', '.', '..', '%2e', '%2f', '%5c', '@', ':', '?', '#', '\t', '\n', ' ', 'evil.com', 'https:', 'api', 'a', '\u2028', '[::1]'); // prettier-ignore
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const target = safeTarget(raw, fallback);
        expect(new URL(target, 'https://own.example').origin).toBe('https://own.example');
        expect(target).toMatch(/^\/(?![/\\])[^\u0000-\u0020\\]*$/);
        expect(target).not.toMatch(/^\/api([/?#]|$)/);
        expect(safeTarget(target, fallback)).toBe(target);
      }),
      { numRuns: rounds(4_000) },
    );
  });
});

describe('passwordIssue', () => {
  test.each([
    ['aaaaaaaaaaaaa'],
    ['abababababab'],
    ['Qwerty-2026-xyz'],
    ['La mia PASSWORD lunga'],
    ['Ferrari-rossa-77'],
    ['autosalone-42-blu'],
    ['io.sono.giulia.21'],
    ['PROVA-2026-demo!'],
  ])('refuses %s', (password) => {
    expect(
      passwordIssue(password, ['Giulia Ferrari', 'giulia.ferrari@brera.example.it', 'Autosalone Brera']),
    ).toBeTruthy();
  });

  test('accepts a phrase that leans on nothing known, and short parts of a name', () => {
    expect(passwordIssue('tavolo verde 91 neve', ['Giulia Ferrari', 'Autosalone Brera'])).toBeNull();
    expect(passwordIssue('ada sul ponte lungo 4', ['Ada Fo'])).toBeNull();
  });

  test('the meter never rates a refused password above 1', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (password) => {
        const strength = passwordLength(password);
        if (password.length < 12 || passwordIssue(password)) expect(strength).toBeLessThanOrEqual(1);
        else expect(strength).toBeGreaterThanOrEqual(2);
      }),
    );
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
  ['2001:0DB8::1:0:0:1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['local', 'local'],
  ['', ''],
])('tries from %s count for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
