import { describe, expect, test } from 'vitest';
import { accessoryFields } from '#domain/accessories/fields.ts';
import { accessory, accessoryInput } from '#domain/accessories/schema.ts';
import { addDays } from '#domain/dates.ts';
import { asOn, spanFault } from '#domain/day-spans.ts';
import { blankOf, sameWords, typed, type Fields } from '#domain/record/fields.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { tyreFields } from '#domain/tyres/fields.ts';
import { tyreInput } from '#domain/tyres/schema.ts';
import { fieldMessages, italian } from '#domain/validation.ts';

const every = {
  name: { label: 'Nome', kind: 'text', required: 'Inserire il nome', maxLength: 5 },
  nick: { label: 'Soprannome', kind: 'text', maxLength: 5, nullable: true },
  notes: { label: 'Note', kind: 'area', maxLength: 10 },
  km: { label: 'Chilometri', kind: 'number', min: 0, max: 100 },
  rate: { label: 'Tasso', kind: 'percent', min: 0, max: 100, decimals: 2 },
  price: { label: 'Prezzo', kind: 'money', max: 1_000_00 },
  day: { label: 'Giorno', kind: 'day', span: 'recent', nullable: true },
  hour: { label: 'Ora', kind: 'time', default: '09:00' },
  ready: { label: 'Pronta', kind: 'flag' },
  colour: { label: 'Colore', kind: 'choice', words: { red: 'Rosso', blue: 'Blu' } },
  tags: { label: 'Segni', kind: 'many', words: sameWords(['a', 'b']) },
  maker: { label: 'Marca', kind: 'lookup', nullable: true },
  options: { label: 'Optional', kind: 'lookups', most: 2 },
  cars: { label: 'Auto', kind: 'rows', most: 1, fields: { km: { label: 'Chilometri', kind: 'number', min: 0 } } },
  sum: { label: 'Somma', kind: 'money', max: 0, derived: true },
} as const satisfies Fields;

const refusals = (changes: object) => {
  const read = schemaOf(every).safeParse({ ...blankOf(every), name: 'x', ...changes }, { error: italian });
  return read.success ? {} : fieldMessages(read.error);
};

describe('fields of a record', () => {
  test('make a blank record of the values that a person types', () => {
    expect(blankOf(every)).toEqual({
      name: '',
      nick: null,
      notes: '',
      km: 0,
      rate: 0,
      price: 0,
      day: null,
      hour: '09:00',
      ready: false,
      colour: 'red',
      tags: [],
      maker: null,
      options: [],
      cars: [],
    });
  });

  test('make checks that take what fits and say what does not, field by field', () => {
    expect(refusals({})).toEqual({});
    const wrong = {
      name: ' ',
      nick: 'troppo lungo',
      km: 101,
      rate: 101,
      price: -1,
      day: '2026-02-30',
      hour: '24:00',
      colour: 'green',
      tags: ['c'],
      options: [1, 2, 3],
      cars: [{ km: -1 }],
    };
    expect(refusals(wrong)).toEqual({
      name: 'Inserire il nome',
      nick: 'Al massimo 5 caratteri',
      km: 'Inserire un numero da 0 a 100',
      rate: 'Massimo 100',
      price: 'L’importo non può essere negativo',
      day: 'Inserire una data valida',
      hour: 'Inserire un orario, per esempio 14:30',
      colour: 'Valore non valido',
      'tags.0': 'Valore non valido',
      options: 'Al massimo 2',
      'cars.0.km': 'Minimo 0',
    });
    expect(refusals({ nick: '', maker: 4 })).toEqual({});
    expect(refusals({ km: 1.5, maker: undefined })).toMatchObject({
      km: 'Inserire un numero da 0 a 100',
      maker: 'Campo obbligatorio',
    });
  });

  test('hold days and amounts between two ends; a day counts by the day on which it is read', () => {
    const on = (today: string, day: string) => asOn(today, () => refusals({ day })).day;
    expect(on('2026-11-20', '2026-11-20')).toBeUndefined();
    expect(on('2026-11-20', '2026-11-21')).toBe('La data non può essere nel futuro');
    expect(on('2026-11-20', '1999-06-01')).toBe('Inserire un giorno dal 20/11/2006 al 20/11/2026');
    expect(on('2026-11-20', '2026-13-01')).toBe('Inserire una data valida');
    // Without a day of reading only its form counts, and a check that throws leaves none behind.
    expect(() =>
      asOn('2026-11-20', () => {
        throw new Error('x');
      }),
    ).toThrow();
    expect(refusals({ day: '1999-06-01' })).toEqual({});
    expect(refusals({ price: 1_000_01 }).price).toMatch(/^Importo troppo grande: al massimo 1\.000,00/);
    for (const [span, first, last] of [
      ['past', '1906-11-20', '2026-11-20'],
      ['planned', '2006-11-20', '2036-11-20'],
      ['period', '1906-11-20', '2126-11-20'],
    ] as const) {
      for (const day of [first, last]) expect(spanFault(span, day, '2026-11-20'), `${span} ${day}`).toBeNull();
      for (const day of [addDays(first, -1), addDays(last, 1)])
        expect(spanFault(span, day, '2026-11-20'), `${span} ${day}`).not.toBeNull();
    }
  });

  test('promise in an answer the type only: a value from before a tighter limit is still answered', () => {
    const stored = { ...blankOf(every), name: '', km: 5000, price: -100 };
    expect(answerOf(every).safeParse(stored).success).toBe(true);
    expect(answerOf(every).safeParse({ ...stored, km: 'molti' }).success).toBe(false);
  });

  test('a blank accessory and a blank tyre lack only what must be typed', () => {
    const missing = (schema: typeof tyreInput | typeof accessoryInput, blank: object) =>
      Object.keys(fieldMessages(schema.safeParse(blank, { error: italian }).error!)).sort();
    expect(missing(accessoryInput, blankOf(accessoryFields))).toEqual(['code', 'description']);
    expect(missing(tyreInput, blankOf(tyreFields))).toEqual(['brand', 'code', 'model']);
    expect(Object.keys(accessory.shape)).toEqual(expect.arrayContaining(typed(accessoryFields).map(([key]) => key)));
  });
});
