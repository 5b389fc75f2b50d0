import { describe, expect, test } from 'vitest';
import { masked, refusalToSend, refusalToTry, wrongCode, type Codes } from '#domain/signatures/code.ts';
import { numberIn, readNumber } from '#domain/signatures/evidence.ts';

const now = new Date('2026-11-24T09:00:00Z');
const today = '2026-11-24';
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const codes = (changes: Partial<Codes> = {}): Codes => ({
  sentAt: before(120),
  sent: 1,
  sentOn: today,
  tries: 0,
  live: true,
  ...changes,
});

describe('a code is sent', () => {
  test.each([
    ['at first', codes({ sentAt: null, sent: 0, sentOn: null }), null],
    ['after a minute', codes({ sentAt: before(60) }), null],
    ['not before', codes({ sentAt: before(59) }), 'tra 1 secondi'],
    ['five times a day', codes({ sent: 5 }), 'domani'],
    ['again on the next day', codes({ sent: 5, sentOn: '2026-11-23' }), null],
  ])('%s', (_, of, said) => {
    const refusal = refusalToSend(of, now, today)?.sentence ?? null;
    if (said === null) expect(refusal).toBeNull();
    else expect(refusal).toContain(said);
  });
});

describe('a code is tried', () => {
  test.each([
    ['within ten minutes', codes({ sentAt: before(599) }), null],
    ['not after them', codes({ sentAt: before(600) }), 'scaduto'],
    ['three times', codes({ tries: 2 }), null],
    ['not a fourth time', codes({ tries: 3 }), 'tre volte'],
    ['not once it was used', codes({ live: false }), 'Chiedere prima'],
  ])('%s', (_, of, said) => {
    const refusal = refusalToTry(of, now);
    if (said === null) expect(refusal).toBeNull();
    else expect(refusal).toContain(said);
  });

  test('says how many tries are left', () =>
    expect([2, 1, 0].map(wrongCode)).toEqual([
      expect.stringContaining('restano 2'),
      expect.stringContaining('resta un'),
      expect.stringContaining('terza volta'),
    ]));
});

test.each([
  ['anna.rossi@posta.it', 'a••••@posta.it'],
  ['+393331234567', '+39333 •••• 567'],
])('%s is shown as %s', (address, shown) => expect(masked(address)).toBe(shown));

test.each([
  ['9-7KQ2M-9XWTD', 9],
  [' p1-44em0-y7c8c ', 901],
  ['9-7KQ2M-9XWT', null],
  ['9-7KQ2I-9XWTD', null],
  ['ZZZZZZ-7KQ2M-9XWTD', null],
  ['', null],
])('the number %j is of company %s', (text, company) => expect(readNumber(text)?.companyId ?? null).toBe(company));

test('a number is found among the bytes of a file', () => {
  const bytes = new TextEncoder().encode('%PDF-1.7 /Keywords (evidenza:9-7KQ2M-9XWTD) /x');
  expect(numberIn(bytes)).toBe('9-7KQ2M-9XWTD');
  expect(numberIn(new TextEncoder().encode('%PDF-1.7'))).toBeNull();
});
