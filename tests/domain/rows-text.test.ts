import { expect, it } from 'vitest';
import fc from 'fast-check';
import { textOf } from '#domain/record/field-text.ts';
import { cellFields } from '#domain/insurances/fields.ts';
import { readRows } from '#domain/record/rows-text.ts';
import { bandFields, serviceFields } from '#domain/services/fields.ts';

const band = (kwTo: number | null, kmTo: number | null, monthsTo: number | null, price: number, cost: number) => ({
  kwTo,
  kmTo,
  monthsTo,
  price,
  cost,
});

it('reads what spreadsheets write', () => {
  expect(readRows(bandFields, '85 kW 36 mesi 390,00 € 210,00 €; 1.590,50 € 0,00 €')).toEqual([
    band(85, null, 36, 390_00, 210_00),
    band(null, null, null, 1_590_50, 0),
  ]);
  expect(readRows(cellFields, '20.000,00 € 12 mesi 300,00 €; 24 mesi 700,00 €')).toEqual([
    { valueTo: 20_000_00, months: 12, premium: 300_00 },
    { valueTo: null, months: 24, premium: 700_00 },
  ]);
});

it.each(['390,00 €', '85 kW', 'molto', '85 kW 390,00 € 210,00 € 5,00 €', '3..5 kW 1 € 1 €', '10 anni 390,00 € 1,00 €'])(
  'does not guess what «%s» means',
  (text) => expect(readRows(bandFields, text)).toBeNull(),
);

const limit = fc.option(fc.nat(2000));
const cents = fc.nat(10_000_000);
it('gives back every list of bands', () => {
  const bands = fc.array(fc.tuple(limit, limit, limit, cents, cents), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(bands, (rows) => {
      const all = rows.map((row) => band(...row));
      expect(readRows(bandFields, textOf(serviceFields.bands, all))).toEqual(all);
    }),
  );
});
