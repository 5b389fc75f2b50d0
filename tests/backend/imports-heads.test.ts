import { describe, expect, test } from 'vitest';
import { areas } from '#backend/areas.ts';
import { bare, columnsOf, guess } from '#backend/imports/guess.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';

const importables = areas.flatMap(({ imports = [] }) => imports);
const kindOf = (kind: ImportKind) => importables.find((one) => one.kind === kind)!;

test.each([
  'customers',
  'accessories',
  'tyres',
  'services',
  'stock/new',
  'stock/used',
  'users',
  'contracts',
  'catalog/options',
] as const)('each field of %s is known by twelve spellings or more', (kind) => {
  const one = kindOf(kind);
  const few = Object.keys(columnsOf(one)).filter((key) => new Set(one.heads?.[key]?.map(bare)).size < 12);
  // What takes several cells is written as our own exports do, and not guessed.
  expect(few.filter((key) => !['documents', 'cars', 'recordNumber'].includes(key))).toEqual([]);
  const unknown = Object.keys(one.heads ?? {}).filter((key) => !columnsOf(one)[key]);
  expect(unknown).toEqual([]);
});

describe('columns are known', () => {
  const guessed = (kind: ImportKind, heads: string, rows: string[][] = []) => {
    const names = heads.split(';');
    const samples = names.map((_, index) => rows.map((row) => row[index] ?? ''));
    return guess(kindOf(kind), names, new Map(), samples);
  };

  test('by the words of other systems', () => {
    expect(
      guessed('customers', 'TIPO_SOGG;RAG_SOC;C.F.;CELL;Tel.2;Data Nasc.;Cod.SDI;Prov.;CAP_RES;CLI_COGNOME;P.IVA'),
    ).toEqual([
      ...['type', 'companyName', 'taxCode', 'phone', 'phone2', 'birthDate', 'sdi', 'province', 'cap', 'lastName'],
      'vatNumber',
    ]);
    expect(guessed('customers', 'Nominativo;Cod.Fiscale;Codice destinatario;Località;Cellulare')).toEqual([
      ...['fullName', 'taxCode', 'sdi', 'city', 'phone'],
    ]);
    expect(guessed('customers', 'Ragione Sociale;Cell.')).toEqual(['companyName', 'phone']);
    expect(guessed('accessories', 'Cod. Articolo;Descr.;Giacenza;Costo acquisto;Prezzo pubblico')).toEqual([
      'code',
      'description',
      'inStock',
      'cost',
      'price',
    ]);
    expect(guessed('stock/used', 'N. stock;Targa;Casa;Alim.;Immatr.;Data carico;Costo acquisto;Prezzo web')).toEqual([
      ...['code', 'plate', 'maker', 'fuel', 'registeredOn', 'acquiredOn', 'purchaseCost', 'retailPrice'],
    ]);
  });

  test('by their values where no head says them', () => {
    const rows = [
      'RSSMRA80A01F205X;AB123CD;a@b.it;3331234567',
      'VRDGPP80A01F205X;AB124CD;c@d.it;3331234568',
      'BNCLRA75D12F205P;AB125CD;e@f.it;3331234569',
    ];
    expect(
      guessed(
        'customers',
        'Campo1;Campo2;Campo3;Campo4',
        rows.map((row) => row.split(';')),
      ),
    ).toEqual(['taxCode', null, 'email', 'phone']);
  });

  test('once: of columns that are all alike the first is read', () => {
    expect(guessed('accessories', 'Codice;Codice;Codice')).toEqual(['code', null, null]);
  });
});
