import { describe, expect, test } from 'vitest';
import type { Field } from '#domain/record/fields.ts';
import { tidy } from '#domain/imports/tidy.ts';
import { writtenName } from '#domain/imports/written.ts';

const kinds = {
  day: { label: 'Giorno', kind: 'day' },
  money: { label: 'Prezzo', kind: 'money' },
  number: { label: 'Km', kind: 'number' },
  percent: { label: 'IVA', kind: 'percent' },
  flag: { label: 'Disponibile', kind: 'flag' },
} as const satisfies Record<string, Field>;

describe('cells of other programs', () => {
  test.each([
    ['day', '01/2016', '2016-01-01'],
    ['day', 'gen-16', '2016-01-01'],
    ['day', '31.12.1985', '1985-12-31'],
    ['day', '2016-02-29 00:00:00', '2016-02-29'],
    ['day', '46053', '2026-01-31'],
    ['day', '00/00/0000', ''],
    ['day', '30/02/2016', '30/02/2016'],
    ['money', '€ 1.234,50', '1.234,50'],
    ['money', '18.900', '18.900'],
    ['money', 'EUR 18.900,-', '18.900'],
    ['money', '12 %', '12 %'],
    ['number', '85.000 km', '85.000'],
    ['number', '12,00', '12'],
    ['percent', '22 %', '22'],
    ['flag', '7', 'Sì'],
    ['flag', '0,00', 'No'],
    ['number', 'n.d.', ''],
  ] as const)('a %s «%s» is read as «%s»', (kind, cell, read) =>
    expect(tidy(kinds[kind], cell, '2026-11-28')).toBe(read),
  );

  test.each([
    ["D'ANGELO", 'person', "D'Angelo"],
    ['DI LUCA', 'person', 'Di Luca'],
    ["NICOLO'", 'person', 'Nicolò'],
    ["FORLI'", 'place', 'Forlì'],
    ['REGGIO NELL’EMILIA', 'place', 'Reggio nell’Emilia'],
    ['EDIL NORD SRL', 'company', 'Edil Nord S.r.l.'],
    ['B.M.W. ITALIA S.P.A.', 'company', 'B.M.W. Italia S.p.A.'],
    ['McDonald', 'person', 'McDonald'],
  ] as const)('«%s» of a %s is written «%s»', (text, what, name) => expect(writtenName(text, what)).toBe(name));
});
