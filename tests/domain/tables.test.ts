import { describe, expect, test } from 'vitest';
import { pastedValues } from '#domain/financials/pasted.ts';
import { pastedCells } from '#domain/insurances/pasted.ts';
import { pastedAddresses } from '#domain/reports/automatic/pasted.ts';
import { byMonths, readTables } from '#domain/tables.ts';

const values = ['\t10.000 km\t15.000 km\t20.000 km', '24 mesi\t64\t61\t57', '36 mesi\t56 %\t52 %\t47,5 %'].join('\n');

test('a table copied from a spreadsheet becomes rows, whichever way it lies', () => {
  const found = [
    { basketId: null, months: 24, kmPerYear: 10_000, percent: 64 },
    { basketId: null, months: 24, kmPerYear: 15_000, percent: 61 },
    { basketId: null, months: 24, kmPerYear: 20_000, percent: 57 },
    { basketId: null, months: 36, kmPerYear: 10_000, percent: 56 },
    { basketId: null, months: 36, kmPerYear: 15_000, percent: 52 },
    { basketId: null, months: 36, kmPerYear: 20_000, percent: 47.5 },
  ];
  expect(pastedValues(values, [], [])).toEqual(found);
  const across = 'km;24;36\n10.000;64;56\n15.000;61;52\n20.000;57;47,5';
  expect(pastedValues(across, [], [])).toEqual(found);
});

test('several tables, each for the basket in its corner; what the rows said before stays unless it is said again', () => {
  const before = [
    { basketId: null, months: 24, kmPerYear: 10_000, percent: 60 },
    { basketId: 7, months: 48, kmPerYear: 10_000, percent: 40 },
  ];
  const text = `gamma uno\t10.000\n24\t70\n\n\t10.000\n24\t64`;
  expect(pastedValues(text, before, [{ id: 7, name: 'Gamma Uno' }])).toEqual([
    { basketId: null, months: 24, kmPerYear: 10_000, percent: 64 },
    { basketId: 7, months: 24, kmPerYear: 10_000, percent: 70 },
    { basketId: 7, months: 48, kmPerYear: 10_000, percent: 40 },
  ]);
});

test('premiums by value and duration, in order, the value without a limit last', () => {
  const text = 'Valore;24;12\nfino a 35.000 €;390,50;210\noltre;560;300\nfino a 20.000 €;260;';
  expect(pastedCells(text, [])).toEqual([
    { months: 12, valueTo: 35_000_00, premium: 210_00 },
    { months: 12, valueTo: null, premium: 300_00 },
    { months: 24, valueTo: 20_000_00, premium: 260_00 },
    { months: 24, valueTo: 35_000_00, premium: 390_50 },
    { months: 24, valueTo: null, premium: 560_00 },
  ]);
});

test.each([
  ['', 'Incollare'],
  ['solo testo', 'Servono'],
  [';10.000;15.000', 'Servono'],
  [';10.000\n24;abc', '«abc» non è un numero'],
  [';10.000\n24;60;58', 'più valori'],
  [';10.000;20.000\n1.500;1;2', 'durate in mesi'],
])('%j is no table: %s', (text, why) => {
  expect(pastedValues(text, [], [])).toContain(why);
});

test('months are whole and few, so that kilometres and values are never read as such', () => {
  const [table] = readTables(';12,5\n10.000;1') as [never];
  expect(typeof byMonths(table)).toBe('string');
  expect(pastedValues(';oltre\n24;50', [], [])).toContain('servono chilometri');
  expect(pastedValues(';10.000\n24;95', [], [])).toContain('da 0 a 90 %');
});

describe('pasted addresses', () => {
  const rows = [{ address: 'studio@prova.example.it' }, { address: '' }];

  test('are read from a column and from the line of a mail program, each once', () => {
    const text =
      'Anna Bianchi <anna@prova.example.it>; "Rossi, Mario" <mario@prova.example.it>\nSTUDIO@prova.example.it\tanna@prova.example.it';
    expect(pastedAddresses(text, rows, 20)).toEqual(
      ['STUDIO', 'anna', 'mario'].map((name) => ({ address: `${name}@prova.example.it` })),
    );
  });

  test('that cannot be taken are said: too many, none, what is no address', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `n${n}@prova.example.it`).join('\n');
    expect(pastedAddresses(many, rows, 20)).toMatch(/^Al massimo 20 indirizzi, e con questi sono 10\.001/);
    expect(pastedAddresses('Anna, Mario', rows, 20)).toBe('Qui non c’è alcun indirizzo e-mail');
    const wrong = 'Non si legge come indirizzo: mario@, anna@prova';
    expect(pastedAddresses('a@prova.example.it, mario@, anna@prova', rows, 20)).toBe(wrong);
    // As much as the field takes without anything between, such as a picture as text.
    expect(pastedAddresses('a'.repeat(1_000_000), rows, 20)).toBe('Qui non c’è alcun indirizzo e-mail');
    expect(pastedAddresses(`${'a'.repeat(900_000)}@`, rows, 20)).toHaveLength('Non si legge come indirizzo: '.length + 80); // prettier-ignore
  });
});
