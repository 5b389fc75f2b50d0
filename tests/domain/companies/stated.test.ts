import { describe, expect, test } from 'vitest';
import { companyFields } from '#domain/companies/fields.ts';
import { numberKinds, numberOf } from '#domain/companies/numbers.ts';
import { companyInput } from '#domain/companies/schema.ts';
import { contactLine, legalLine, paymentLines } from '#domain/companies/stated.ts';
import { blankOf } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';

const company = {
  ...blankOf(companyFields),
  name: 'Torino Auto S.r.l.',
  province: 'TO',
  vatNumber: '01234560157',
  registry: 'Torino',
  rea: 'to 1234567',
  capital: 100_000_00,
  pec: 'torino@pec.example.it',
  sdi: 'abc12 34',
  website: 'https://www.torino.example.it/',
  accounts: [
    { iban: 'IT60 X054 2811 1010 0000 0123 456', bank: 'Banca Prova' },
    { iban: 'it17t9999901600000000123456', bank: '' },
  ],
  payments: ['transfer', 'cash'],
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('what a company states on paper', () => {
  const read = companyInput.parse(company);

  test('is what Civil Code 2250 asks, in one way of writing', () => {
    expect(plain(legalLine(read))).toBe(
      'Torino Auto S.r.l. · P. IVA 01234560157 · Registro imprese di Torino n. 01234560157 · REA TO-1234567 · ' +
        'Capitale sociale 100.000,00 € i.v. · PEC torino@pec.example.it · SDI ABC1234',
    );
    const more = { ...read, capitalPaid: 25_000_00, soleShareholder: true, inLiquidation: true };
    const said = plain(legalLine(more));
    expect(said).toContain('Torino Auto S.r.l. in liquidazione');
    expect(said).toContain('Capitale sociale 100.000,00 €, versato 25.000,00 € · Società con unico socio');
    expect(contactLine({ ...read, phone: '+39021234567' })).toBe('Tel. 02 123 4567 · www.torino.example.it');
  });

  test('an old snapshot, which has no such fields, states what it did', () => {
    expect(legalLine({ name: 'Prima', vatNumber: '01234560157', phone: '', email: '' })).toBe(
      'Prima · P. IVA 01234560157',
    );
    expect(paymentLines({ name: 'Prima', vatNumber: '', phone: '', email: '' })).toEqual([]);
  });

  test('names the accepted payments and the preferred account alone', () => {
    expect(paymentLines(read)).toEqual([
      'Pagamenti accettati: bonifico bancario; contanti, sotto 5.000 €.',
      'Bonifici a Torino Auto S.r.l.: IBAN IT60 X054 2811 1010 0000 0123 456, Banca Prova.',
    ]);
  });

  test('says everything that is wrong at once, each account at its line', () => {
    const twice = [...company.accounts, company.accounts[0], { iban: 'IT00', bank: '' }];
    const wrong = companyInput.safeParse({ ...company, capitalPaid: 100_000_01, accounts: twice, vatNumber: '1' });
    expect(wrong.error!.issues.map(({ path }) => path.join('.')).toSorted()).toEqual([
      'accounts.2.iban',
      'accounts.3.iban',
      'capitalPaid',
      'vatNumber',
    ]);
  });
});

test('each kind counts by year under a prefix of its own', () => {
  expect(numberOf('quote', 2026, 123)).toBe('P-2026-000123');
  expect(numberOf('quote', 2026, 1_234_567)).toBe('P-2026-1234567');
  expect(numberOf('used_car', 2027, 7, 'US')).toBe('US-2027-0007');
  const prefixes = keysOf(numberKinds).map((kind) => numberKinds[kind].prefix);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});
