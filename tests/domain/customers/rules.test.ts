import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codesLine, foreignVatIssue, isEuVatNumber, vatNumberIn } from '#domain/customers/foreign-codes.ts';
import {
  computeTaxCode,
  ibanIssue,
  plainTaxCode,
  readTaxCode,
  samePlace,
  taxCodeIssue,
  taxCodeWarning,
  vatNumberIssue,
  type Person,
} from '#domain/customers/rules.ts';
import { addressLine } from '#domain/address.ts';
import { customerInput } from '#domain/customers/schema.ts';
import { fieldMessages, italian } from '#domain/validation.ts';

const person = (lastName: string, firstName: string, sex: 'M' | 'F', birthDate: string): Person => ({
  firstName,
  lastName,
  sex,
  birthDate,
});
const francesca = person('Bianchi', 'Francesca', 'F', '1990-03-07');
const omocodes = ['BNCFNC90C47F20RG', 'BNCFNC90C47F2LRR', 'BNCFNCVLCQTFNLRP'];

describe('tax code', () => {
  test.each([
    [person('Rossi', 'Mario', 'M', '1985-12-10'), 'A562', 'RSSMRA85T10A562S'],
    [francesca, 'F205', 'BNCFNC90C47F205L'],
    [person('Fo', 'Ugo', 'M', '1962-01-31'), 'H501', 'FOXGUO62A31H501Z'],
    [person("D'Angelo", 'Niccolò', 'M', '1978-08-05'), 'D612', 'DNGNCL78M05D612O'],
    [person('Esposito', 'Anna', 'F', '2001-06-22'), 'F839', 'SPSNNA01H62F839U'],
    [person('Müller', 'Gianfranco', 'M', '1971-11-02'), 'Z112', 'MLLGFR71S02Z112F'],
  ])('%o born in %s is %s (rules.md §7)', (who, place, code) => {
    expect(computeTaxCode(who, place)).toBe(code);
    expect(taxCodeIssue(code)).toBeNull();
    expect(taxCodeWarning(code, who, place)).toBeNull();
  });

  test.each(['RCCMNL83S18D969H', 'CNTCHR83T41D969D', ...omocodes, 'rss mra 85t10 a562s', '00743110157'])(
    '%s is accepted',
    (code) => {
      expect(taxCodeIssue(code)).toBeNull();
    },
  );

  test.each(['RSSMRA85T10A562T', 'RSSMRA85T10A562', 'RSSMRA85F10A562S', '00743110158', '1234567890', '', 'È'])(
    '%s is refused',
    (code) => {
      expect(taxCodeIssue(code)).toMatch(/codice fiscale/i);
    },
  );

  test('a wrong character is found, save the few that the check letter cannot tell', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 25 }), (place, shift) => {
        const code = 'BNCFNC90C47F205L';
        const wrong = String.fromCharCode(((code.charCodeAt(place) - 65 + shift) % 26) + 65);
        expect(taxCodeIssue(code.slice(0, place) + wrong + code.slice(place + 1))).not.toBeNull();
      }),
    );
  });

  test.each(omocodes)('%s is Francesca too: omocodia is no mismatch', (code) => {
    expect(plainTaxCode(code)).toBe('BNCFNC90C47F205L');
    expect(taxCodeWarning(code, francesca, 'F205')).toBeNull();
  });

  test('a code of somebody else is a warning; without birthplace only the rest is compared', () => {
    expect(taxCodeWarning('BNCFNC90C47F205L', { ...francesca, lastName: 'Neri' })).toMatch(/non corrisponde/);
    expect(taxCodeWarning('BNCFNC90C47F205L', { ...francesca, birthDate: '1990-03-08' })).toMatch(/non corrisponde/);
    expect(taxCodeWarning('BNCFNC90C47F205L', francesca, 'H501')).toMatch(/non corrisponde/);
    expect(taxCodeWarning('BNCFNC90C47F205L', francesca)).toBeNull();
  });

  test.each([
    ['RSSMRA85T10A562S', { birthDate: '1985-12-10', sex: 'M', cadastralCode: 'A562' }],
    ['bncfncvlcqtfnlrp', { birthDate: '1990-03-07', sex: 'F', cadastralCode: 'F205' }],
    ['SPSNNA01H62F839U', { birthDate: '2001-06-22', sex: 'F', cadastralCode: 'F839' }],
    ['MLLGFR71S02Z112F', { birthDate: '1971-11-02', sex: 'M', cadastralCode: 'Z112' }],
    ['RSSMRA85T10A562T', null],
    ['00743110157', null],
  ] as const)('%s says of its person %o', (code, said) => {
    expect(readTaxCode(code, '2026-11-20')).toEqual(said && { ...said, otherBirthDate: null });
  });

  test('a code of a day that does not exist says nothing; the century is the one of an adult, or of a child', () => {
    const born = (birthDate: string) => readTaxCode(computeTaxCode({ ...francesca, birthDate }, 'F205'), '2026-11-20');
    expect(born('1990-02-30')).toBeNull();
    expect(born('2008-11-20')).toMatchObject({ birthDate: '2008-11-20' });
    expect(born('2008-11-21')).toMatchObject({ birthDate: '2008-11-21', otherBirthDate: '1908-11-21' });
  });

  test('any computed code is valid and matches its person', () => {
    const name = fc.string({ unit: fc.constantFrom(..."ABCEIOU ÈÑü'-zrtm"), minLength: 1, maxLength: 20 });
    const birthDate = fc.date({ min: new Date('1930-01-01'), max: new Date('2026-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        name,
        name,
        fc.constantFrom('M' as const, 'F' as const),
        birthDate,
        (lastName, firstName, sex, date) => {
          const who = person(lastName, firstName, sex, date.toISOString().slice(0, 10));
          const code = computeTaxCode(who, 'H501');
          expect(taxCodeIssue(code)).toBeNull();
          expect(taxCodeWarning(code, who, 'H501')).toBeNull();
        },
      ),
    );
  });
});

describe('VAT number', () => {
  test.each(['00743110157', '07134830962', '01234560157', '09988770013', '04567890639', '12345670017', '03334440124'])(
    '%s is accepted',
    (number) => {
      expect(vatNumberIssue(number)).toBeNull();
    },
  );

  test.each(['00743110158', '00000000000', '0743110158', '0074311015A', '12345671015', ''])(
    '%s is refused',
    (number) => {
      expect(vatNumberIssue(number)).toMatch(/partita IVA/i);
    },
  );

  test('any single wrong digit is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const number = '07134830962';
        const wrong = String((Number(number[place]) + shift) % 10);
        expect(vatNumberIssue(number.slice(0, place) + wrong + number.slice(place + 1))).not.toBeNull();
      }),
    );
  });
});

test.each([
  ['RSSMRA85T00A562', false],
  ['RSSMRA85T32A562', false],
  ['RSSMRA85S31A562', false],
  ['RSSMRA85T40A562', false],
  ['RSSMRA85T72A562', false],
  ['RSSMRA85B29A562', false],
  ['RSSMRA84B29A562', true],
  ['RSSMRA85T71A562', true],
  ['RSSMRA85T31A562', true],
])('a fiscal code %s… with its right check letter has a day of birth: %s', (body, fine) => {
  const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => taxCodeIssue(body + letter));
  expect(codes.includes(null)).toBe(fine);
  expect(codes.some((issue) => issue?.includes('giorno di nascita'))).toBe(!fine);
});

test.each([
  ['IT60X0542811101000000123456', true],
  ['it60 x054 2811 1010 0000 0123 456', true],
  ['IT17T9999901600000000123456', true],
  ['DE89370400440532013000', true],
  // Examples of the SWIFT registry.
  ['AE070331234567890123456', true],
  ['BR1800360305000010009795493C1', true],
  ['CR05015202001026284066', true],
  ['FR1420041010050500013M02606', true],
  ['GB29NWBK60161331926819', true],
  ['IL620108000000099999999', true],
  ['KW81CBKU0000000000001234560101', true],
  ['MT84MALT011000012345MTLCAST001S', true],
  ['MU17BOMM0101101030300200000MUR', true],
  ['SA0380000000608010167519', true],
  ['SC18SSCB11010000000000001497USD', true],
  ['TN5910006035183598478831', true],
  ['VG96VPVG0000012345678901', true],
  // right by mod 97 and length, letters where the country has digits
  ['DE85A70400440532013000', false],
  ['IT60X0542811101000000123457', false],
  ['IT60Y0542811101000000123456', false],
  // right by mod 97, wrong CIN
  ['IT64Y0542811101000000123456', false],
  ['IT60X05428111010000001234', false],
  ['DE89370400440532013001', false],
  // right by mod 97, of a country without one, and too long for Germany
  ['ZZ22370400440532013000', false],
  ['DE6537040044053201300012', false],
  ['', false],
])('is IBAN %s fine? %s (rules.md §7)', (iban, fine) => {
  expect(ibanIssue(iban) === null).toBe(fine);
});

test('any account that a bank may have has an IBAN that is fine, and no other character will do in one place', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 22, maxLength: 22 });
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 21 }), fc.integer({ min: 1, max: 9 }), (account, place, shift) => {
      const cin = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
      const checks = Array.from({ length: 97 }, (_, n) => String(n + 2).padStart(2, '0'));
      const own = cin.flatMap((letter) => checks.map((check) => `IT${check}${letter}${account}`));
      const fine = own.filter((iban) => ibanIssue(iban) === null);
      expect(fine).toHaveLength(1);
      const at = 5 + place;
      const digit = String((Number(fine[0]![at]) + shift) % 10);
      expect(ibanIssue(fine[0]!.slice(0, at) + digit + fine[0]!.slice(at + 1))).not.toBeNull();
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['Forlì', "FORLI'", true],
  ['Sant’Angelo Lodigiano', "Sant'Angelo  Lodigiano", true],
  ['Reggio Emilia', 'Reggio Calabria', false],
])('%s and %s are one place? %s', (one, other, same) => {
  expect(samePlace(one, other)).toBe(same);
});

test('a customer with a wrong code is told at the field', () => {
  const typed = {
    type: 'vat',
    firstName: 'Anna',
    lastName: 'Esposito',
    taxCode: 'SPSNNA01H62F839X',
    vatNumber: '00743110158',
  };
  const fields = customerInput.safeParse(typed).error!.issues.map((issue) => issue.path.join('.'));
  expect(fields.toSorted()).toEqual(['taxCode', 'vatNumber']);
});

test('every code and address of a customer is checked, and may be left out', () => {
  const company = { type: 'fleet', companyName: 'Verdi S.r.l.', legalForm: 'srl', vatNumber: '00743110157' };
  const wrong = {
    rea: '1',
    sdi: '1',
    pec: 'a',
    email: 'a',
    phone: 'a',
    phone2: 'a',
    cap: '1',
    province: '1',
    iban: 'IT1',
  };
  const at = (more: object) =>
    customerInput.safeParse({ ...company, ...more }).error?.issues.map((issue) => issue.path.join('.')) ?? [];
  expect(at(wrong).toSorted()).toEqual(Object.keys(wrong).toSorted());
  const messages = fieldMessages(customerInput.safeParse({ ...company, ...wrong }, { error: italian }).error!);
  expect(messages).toMatchObject({ phone: 'Inserire un numero di telefono valido', phone2: messages.phone });
  expect(Object.values(messages)).not.toContain('Valore non valido');
  expect(at({})).toEqual([]);
  expect(at(Object.fromEntries(Object.keys(wrong).map((key) => [key, ''])))).toEqual([]);
});

describe('VAT numbers of the Union (rules.md §7, 6)', () => {
  test.each([
    ['AT', 'ATU12345678'],
    ['BE', 'BE0123456789'],
    ['BG', 'BG123456789'],
    ['CY', 'CY12345678X'],
    ['CZ', 'CZ1234567890'],
    ['DE', 'DE123456789'],
    ['DK', 'DK12345678'],
    ['EE', 'EE123456789'],
    ['ES', 'ESX1234567R'],
    ['FI', 'FI12345678'],
    ['FR', 'FRXX123456789'],
    ['GB', 'XI123456789'],
    ['GR', 'EL123456789'],
    ['HR', 'HR12345678901'],
    ['HU', 'HU12345678'],
    ['IE', 'IE1234567WA'],
    ['LT', 'LT123456789012'],
    ['LU', 'LU12345678'],
    ['LV', 'LV12345678901'],
    ['MC', 'FR12345678901'],
    ['MT', 'MT12345678'],
    ['NL', 'NL123456789B01'],
    ['PL', 'PL1234567890'],
    ['PT', 'PT123456789'],
    ['RO', 'RO12345678'],
    ['SE', 'SE123456789001'],
    ['SI', 'SI12345678'],
    ['SK', 'SK1234567890'],
  ])('a number of %s: %s, with or without its prefix, and no digit less', (country, number) => {
    expect(isEuVatNumber(number)).toBe(true);
    expect(foreignVatIssue(country, number)).toBeNull();
    expect(vatNumberIn(country, number.slice(2))).toBe(number);
    if (country !== 'GB') expect(foreignVatIssue(country, `${number}1234567`)).toContain('Partita IVA non valida');
  });

  test('documents say the country of an address abroad, and what its codes are', () => {
    const place = { address: 'Unter den Linden 1', cap: '10115', city: 'Berlin', province: null };
    expect(addressLine({ ...place, country: 'DE' })).toBe('Unter den Linden 1, 10115 Berlin, Germania');
    expect(addressLine({ ...place, country: 'IT' })).toBe(addressLine(place));
    const codes = { taxCode: 'A1', vatNumber: 'DE123456789' };
    expect(codesLine({ ...codes, country: 'DE' })).toBe('Id. fiscale A1 · P. IVA DE123456789');
    expect(codesLine({ taxCode: null, vatNumber: 'CHE123', country: 'CH' })).toBe('Id. IVA CHE123');
    expect(codesLine({ taxCode: 'A1', vatNumber: '00743110157' })).toBe('C.F. A1 · P. IVA 00743110157');
  });

  test('elsewhere any identifier; an Italian number is no other state’s', () => {
    expect(['CH', 'US', 'GB'].map((country) => foreignVatIssue(country, 'CHE-123.456.789'))).toEqual([
      ...[null, null, null],
    ]);
    expect(foreignVatIssue('US', '?')).toBe('Inserire da 2 a 20 lettere e cifre');
    expect(isEuVatNumber('IT00743110157')).toBe(false);
    expect(foreignVatIssue('DE', 'ATU12345678')).not.toBeNull();
  });
});

/** Lengths of the registry of SWIFT (January 2025). */
const ibanLengths =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';

test('an IBAN has the length of its country, in every country of the registry', () => {
  for (const entry of ibanLengths.split(' ')) {
    const [country, length] = [entry.slice(0, 2), Number(entry.slice(2))];
    const said = ibanIssue(`${country}00${'0'.repeat(length - 3)}`);
    if (country !== 'IT') expect(said).toBe(`Un IBAN ${country} ha ${length} caratteri`);
    expect(ibanIssue(country + '0'.repeat(length - 2)) ?? '').not.toMatch(/ha \d+ caratteri/);
  }
});
