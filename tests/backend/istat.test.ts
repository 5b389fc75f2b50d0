import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergeIstat } from '#backend/customers/istat.ts';

const kept =
  '# Catasto\tComune\tProvincia\tCAP\nA001\tAbano Terme\tPD\t35031\nF205\tMilan\tMI\t20121-20162\nZ112\tGermania\tEE\t\n';
const heads = 'Codice Regione;"Denominazione in\nitaliano";Sigla automobilistica;"Codice Catastale\ndel comune"';

test('the list of ISTAT adds and renames municipalities; postal codes, those that are no more and states stay', () => {
  const csv = `${heads}\n03;Milano;MI;F205\n05;"Sovizzo; nuovo";VI;M450\n\n;;;\n`;
  expect(mergeIstat(kept, csv)).toEqual({
    text: '# Catasto\tComune\tProvincia\tCAP\nA001\tAbano Terme\tPD\t35031\nF205\tMilano\tMI\t20121-20162\nM450\tSovizzo; nuovo\tVI\t\nZ112\tGermania\tEE\t\n',
    added: 1,
    changed: 1,
  });
});

test('another table is refused by name', () => {
  expect(() => mergeIstat(kept, 'Codice;Nome\n1;Milano\n')).toThrow('Non è l’elenco dei comuni');
});

test('the municipalities that are shipped name every code once, with its province and postal codes', () => {
  const lines = readFileSync(new URL('../../backend/customers/municipalities.tsv', import.meta.url), 'utf8')
    .split('\n')
    .slice(1, -1);
  expect(
    lines.filter((line) => !/^[A-Z]\d{3}\t[^\t]+\t[A-Z]{2}\t(\d{5}(-\d{5})?( \d{5}(-\d{5})?)*)?$/.test(line)),
  ).toEqual([]);
  expect(new Set(lines.map((line) => line.slice(0, 4))).size).toBe(lines.length);
});
