import { describe, expect, test } from 'vitest';
import { endpoints } from '#domain/endpoints.ts';
import { line } from '#domain/text.ts';
import { accessoryInput } from '#domain/accessories/schema.ts';
import { customerInput } from '#domain/customers/schema.ts';

describe('a line of text', () => {
  test.each(["D'Angelo Niccolò", 'Müller & Söhne S.n.c.', 'Łukasz Żółć', 'Ruota 17" (4 pz.) – 50%', '王小明'])(
    '%s stands as it is typed',
    (text) => expect(line.parse(` ${text} `)).toBe(text),
  );

  test.each([
    ['a line end', 'Mario\nRossi'],
    ['a NUL', 'Mario\u0000Rossi'],
    ['an escape', 'Mario\u001b[31mRossi'],
    ['a turn of direction', 'Mario\u202eissoR'],
    ['an isolate', '\u2066Mario'],
    ['a zero-width space', 'Ma\u200brio'],
    ['a soft hyphen', 'Ma\u00adrio'],
    ['a separator of lines', 'Mario\u2028Rossi'],
    ['half a character', 'Mario\ud83d'],
  ])('with %s is refused', (_, text) => {
    expect(line.safeParse(text).error?.issues[0]?.message).toContain('caratteri invisibili');
  });

  test('names of records are such lines', () => {
    const messages = (fields: object) => Object.values(fields).flat().join();
    const bad = 'Tappe\u202etini';
    const accessory = accessoryInput.safeParse({ code: 'A', description: bad });
    expect(messages(accessory.error!.flatten().fieldErrors)).toContain('caratteri invisibili');
    const customer = customerInput.safeParse({ type: 'private', firstName: bad, lastName: 'Rossi' });
    expect(messages(customer.error!.flatten().fieldErrors)).toContain('caratteri invisibili');
  });
});

test('a day beyond every calendar of a dealership is refused before any query', () => {
  const query = endpoints['GET /quotes'].query;
  expect(query.safeParse({ to: '9999-12-31' }).error?.issues[0]).toMatchObject({
    path: ['to'],
    message: 'Inserire una data valida',
  });
  expect(query.safeParse({ to: '2026-11-20' }).success).toBe(true);
});
