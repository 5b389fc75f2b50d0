import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyFields } from '#domain/companies/fields.ts';
import { companyInput } from '#domain/companies/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { colourIssues, contrast } from '#domain/companies/rules.ts';

const base = { ...blankOf(companyFields), name: 'Autosalone Prova', province: 'MI' };

test('contrast is that of WCAG: 21 for black on white, the same in both directions', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  const colours = fc.nat(0xffffff).map((n) => `#${n.toString(16).padStart(6, '0')}`);
  fc.assert(fc.property(colours, colours, (a, b) => void expect(contrast(a, b)).toBe(contrast(b, a))));
});

test('a title that would not be read on white and a ground that hides its text are refused, both at once', () => {
  expect(colourIssues(base)).toEqual({});
  expect(Object.keys(colourIssues({ colour: '#ffee88', accent: '#223355' }))).toEqual(['colour', 'accent']);
});

test.each([
  ['colour', 'rosso'],
  ['accent', '#fff'],
  ['vatNumber', '12345678901'],
  ['email', 'niente'],
  ['phone', 'abc'],
  ['cap', '2012'],
  ['province', ''],
  ['name', ''],
  ['taxCode', '12345'],
  ['pec', 'niente'],
  ['sdi', '12AB'],
  ['rea', '1234567'],
  ['website', 'il nostro sito'],
])('%s is refused when it is «%s»', (field, value) => {
  const { error } = companyInput.safeParse({ ...base, [field]: value });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
