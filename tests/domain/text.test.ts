import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#domain/endpoint.ts';
import { endpoints } from '#domain/endpoints.ts';
import { line, lines } from '#domain/text.ts';
import { accessoryInput } from '#domain/accessories/schema.ts';
import { customerInput } from '#domain/customers/schema.ts';

describe('a line of text', () => {
  test.each([
    "D'Angelo Niccolò",
    'Müller & Söhne S.n.c.',
    'Łukasz Żółć',
    'Ruota 17" (4 pz.) – 50%',
    '王小明',
    'Cuore ❤️',
  ])('%s stands as it is typed', (text) => expect(line.parse(` ${text} `)).toBe(text));

  test.each([
    ['a NUL', 'Mario\u0000Rossi'],
    ['an escape', 'Mario\u001b[31mRossi'],
    ['a turn of direction', 'Mario\u202eissoR'],
    ['half a character', 'Mario\ud83d'],
    ['a letter that shows nothing', '\u3164'],
    ['half of one', 'Mario\uffa0'],
    ['an empty cell of Braille', '\u2800\u2800'],
    ['a joiner of marks', 'Ma\u034frio'],
    ['a variant of a letter', 'M\u{e0101}ario'],
  ])('with %s is refused', (_, text) => {
    expect(line.safeParse(text).error?.issues[0]?.message).toContain('caratteri invisibili');
  });

  test.each([
    ['a line end', 'Mario\nRossi', 'Mario Rossi'],
    ['a separator of lines', 'Mario\u2028Rossi', 'Mario Rossi'],
    ['an isolate', '\u2066Mario', 'Mario'],
    ['marks of an address book', '\u202aMario\u202c', 'Mario'],
    ['a zero-width space', 'Ma\u200brio', 'Mario'],
    ['a soft hyphen', 'Ma\u00adrio', 'Mario'],
  ])('with %s is read without', (_, text, read) => expect(line.parse(text)).toBe(read));

  test('names of records are such lines', () => {
    const messages = (fields: object) => Object.values(fields).flat().join();
    const bad = 'Tappe\u202etini';
    const accessory = accessoryInput.safeParse({ code: 'A', description: bad });
    expect(messages(accessory.error!.flatten().fieldErrors)).toContain('caratteri invisibili');
    const customer = customerInput.safeParse({ type: 'private', firstName: bad, lastName: 'Rossi' });
    expect(messages(customer.error!.flatten().fieldErrors)).toContain('caratteri invisibili');
  });
});

describe('text of several lines', () => {
  test('keeps its lines, tabs and emoji', () => {
    const text = 'Rata:\t250 €\n\nFamiglia 👨‍👩‍👧, pollice 👍🏽‍, cuore ❤️‍🔥';
    expect(lines.parse(` ${text}\n`)).toBe(text);
  });

  test.each([
    ['a turn of direction', 'Paga \u202e000.1\u202c €', 'Paga 000.1 €'],
    ['an isolate', '\u2066Note\u2069', 'Note'],
    ['a zero-width space', 'al\u200bla', 'alla'],
    ['a joiner outside an emoji', 'al\u200dla', 'alla'],
    ['a soft hyphen', 'con\u00adtratto', 'contratto'],
    ['a mark of order', '\ufeffNote', 'Note'],
    ['an escape', '\u001b[31mNote', '[31mNote'],
    ['a bullet of Word', '\uf0b7 Navigatore', 'Navigatore'],
    ['line ends of other programs', 'uno\r\ndue\rtre\u2028quattro\vcinque', 'uno\ndue\ntre\nquattro\ncinque'],
  ])('leaves out %s', (_, typed, kept) => expect(lines.parse(typed)).toBe(kept));

  test('notes of records and of moves are such text, and nothing is enough of it', () => {
    const customer = { type: 'private', firstName: 'Mario', lastName: 'Rossi' };
    expect(customerInput.parse({ ...customer, notes: 'Ri\u200bchiamare\r\ndomani' }).notes).toBe('Richiamare\ndomani');
    const close = endpoints['POST /quotes/:id/close'].body;
    expect(close.parse({ reason: 'price', note: 'Ha \u202edetto no' }).note).toBe('Ha detto no');
    expect(close.safeParse({ reason: 'other', note: '\u200b' }).success).toBe(false);
  });
});

/** Filters that take a day and nothing else. */
const days = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { query }]) => {
  const isRefused = (key: string, value: string) =>
    query!.safeParse({ [key]: value }).error?.issues.some(({ path }) => path[0] === key) ?? false;
  const keys = query
    ? Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {})
    : [];
  return (
    keys
      // A telephone may look like a day; a day never looks like one.
      .filter(
        (key) => !isRefused(key, '2026-11-20') && ['domani', '3401234567'].every((other) => isRefused(key, other)),
      )
      .map((key) => [name, key, isRefused] as const)
  );
});

test.each(days)('%s refuses a %s beyond every calendar', (_, key, isRefused) => {
  for (const day of ['9999-12-31', '0206-11-20', '2026-02-30', '+010000-01-01']) expect(isRefused(key, day)).toBe(true);
});

test('a day beyond every calendar of a dealership is refused before any query', () => {
  expect(days.length).toBeGreaterThan(5);
  const query = endpoints['GET /quotes'].query;
  expect(query.safeParse({ to: '9999-12-31' }).error?.issues[0]).toMatchObject({
    path: ['to'],
    message: 'Inserire una data valida',
  });
  expect(query.safeParse({ to: '2026-11-20' }).success).toBe(true);
});
