import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeIstat, mergeIstat } from '#backend/customers/istat.ts';

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

test('a file names what is missing: columns, municipalities, or the CSV itself', () => {
  const lacking = 'Codice Regione;Denominazione in italiano;Sigla automobilistica\n03;Milano;MI\n';
  expect(() => mergeIstat(kept, lacking)).toThrow(/mancano le colonne codice catastale\.$/);
  expect(() => mergeIstat(kept, '')).toThrow('codice catastale, denominazione in italiano, sigla automobilistica');
  expect(() => mergeIstat(kept, `${heads}\n03;Milano;MI;\n`)).toThrow('nessun comune');
  for (const magic of [
    [0x50, 0x4b, 3, 4],
    [0xd0, 0xcf, 0x11, 0xe0],
  ])
    expect(() => decodeIstat(Uint8Array.from(magic))).toThrow('salvarlo come CSV');
});

test.each([
  ['commas and quotes', 'CODICE CATASTALE DEL COMUNE,"Denominazione (italiano)",Sigla\nF205,"Milano",MI\n'],
  ['tabs', 'Sigla automobilistica \tDenominazione in italiano\tCodice  catastale\nmi\tMilano\tf205\n'],
  ['a title above', `Elenco dei comuni al 1° gennaio;;;\n;;;\n${heads}\n03;Milano;MI;F205\n`],
])('the list is read however it was saved again: %s', (_, csv) => {
  const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from(csv, 'utf16le')]);
  for (const bytes of [Buffer.from(csv, 'latin1'), Buffer.from(`\uFEFF${csv}`), utf16])
    expect(mergeIstat(kept, decodeIstat(bytes)), csv).toMatchObject({ added: 0, changed: 1 });
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

// The heads and the form of the list as ISTAT publishes it: 26 columns, semicolons, line ends within quoted heads, CRLF, Windows-1252.
const published = [
  'Codice Regione;"Codice dell\'Unità territoriale sovracomunale \n(valida a fini statistici)";Codice Provincia (Storico)(1);Progressivo del Comune (2)',
  'Codice Comune formato alfanumerico;Denominazione (Italiana e straniera);Denominazione in italiano;Denominazione altra lingua',
  'Codice Ripartizione Geografica;Ripartizione geografica;Denominazione Regione',
  '"Denominazione dell\'Unità territoriale sovracomunale \n(valida a fini statistici)";Tipologia di Unità territoriale sovracomunale ',
  'Flag Comune capoluogo di provincia/città metropolitana/libero consorzio;Sigla automobilistica;Codice Comune formato numerico',
  'Codice Comune numerico con 110 province (dal 2010 al 2016);Codice Comune numerico con 107 province (dal 2006 al 2009)',
  'Codice Comune numerico con 103 province (dal 1995 al 2005);Codice Catastale del comune;Codice NUTS1 2010;Codice NUTS2 2010 (3)',
  'Codice NUTS3 2010;Codice NUTS1 2021;Codice NUTS2 2021 (3);Codice NUTS3 2021',
].join(';');
const townOf = (both: string, name: string, other: string, province: string, code: string) =>
  `04;221;021;008;021008;${both};${name};${other};2;Nord-est;Trentino-Alto Adige/Südtirol;Bolzano/Bozen;1;1;${province};21008;21008;21008;21008;${code};ITH;ITH1;ITH10;ITH;ITH1;ITH10`;

test('the list as ISTAT publishes it is read in Windows-1252: accents, two languages, the province of Naples', () => {
  const towns = [
    townOf('Bolzano/Bozen', 'Bolzano', 'Bozen', 'BZ', 'A952'),
    townOf('Forlì', 'Forlì', '', 'FC', 'D704'),
    townOf('Napoli', 'Napoli', '', 'NA', 'F839'),
  ];
  const text = [published, ...towns, ''].join('\r\n');
  const windows = Buffer.from(text, 'latin1');
  for (const bytes of [windows, Buffer.from(text), Buffer.from(`\uFEFF${text}`)]) {
    const { text: merged, added } = mergeIstat(kept, decodeIstat(bytes));
    expect(added).toBe(3);
    expect(merged).toContain('A952\tBolzano\tBZ\t\n');
    expect(merged).toContain('D704\tForlì\tFC\t\n');
    expect(merged).toContain('F839\tNapoli\tNA\t\n');
  }
});
