import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grossOf, MONEY_LIMIT, netOf } from '#domain/money.ts';
import { formatMoney, readMoney } from '#site/ui/money.ts';

describe('what people type in a currency field', () => {
  test.each([
    ['1234,5', 123450],
    ['1.234,50', 123450],
    ['1.234,50 €', 123450],
    ['1234.56', 123456],
    ['12.5', 1250],
    ['1.234', 123400],
    ['1.234.567', 123456700],
    ['-12', -1200],
    ['−12,30', -1230],
    ['1,005', 101],
    [',5', 50],
    ['7,', 700],
    ['', 0],
    ['  ', 0],
    ['-0', 0],
  ])('%j is %i cents', (text, cents) => {
    expect(readMoney(text)).toEqual({ ok: true, cents });
  });

  test('a percentage is of what the field says, and no amount where it says nothing', () => {
    expect(readMoney('20%', { percentOf: 26_334_03 })).toEqual({ ok: true, cents: 5_266_81 });
    expect(readMoney('12,5 %', { percentOf: 10_000_00 })).toEqual({ ok: true, cents: 1_250_00 });
    expect(readMoney('20%')).toEqual({ ok: false, message: 'Inserire un importo in euro, non una percentuale' });
    expect(readMoney('x%', { percentOf: 1 })).toMatchObject({ ok: false });
  });

  test.each(['abc', '1,2,3', '12.34.5', '-', '1e3', '1.23,4.5', '--1', '1.2345'])('%j is no amount', (text) => {
    expect(readMoney(text)).toEqual({ ok: false, message: 'Inserire un importo, per esempio 1.234,50' });
  });

  test('whole-value rounding drops the cents, half away from zero', () => {
    expect(readMoney('1.234,50', { whole: true })).toEqual({ ok: true, cents: 123500 });
    expect(readMoney('-0,5', { whole: true })).toEqual({ ok: true, cents: -100 });
    expect(formatMoney(123449, { whole: true })).toBe('1.234');
  });

  test('nothing typed is nothing only where that is allowed', () => {
    expect(readMoney('', { nullable: true })).toEqual({ ok: true, cents: null });
  });

  test('the range of the specification and narrower ones are refused with their bounds', () => {
    expect(readMoney('21.474.836')).toEqual({ ok: true, cents: MONEY_LIMIT });
    expect(readMoney('21.474.836,01')).toEqual({
      ok: false,
      message: 'Inserire un importo tra −21.474.836\u00a0€ e 21.474.836\u00a0€',
    });
    expect(readMoney('-1', { min: 0 })).toEqual({ ok: false, message: 'L’importo non può essere negativo' });
    expect(readMoney('10,01', { min: 0, max: 1000 })).toEqual({
      ok: false,
      message: 'Inserire un importo tra 0\u00a0€ e 10\u00a0€',
    });
  });

  test('always the thousands dot, two decimals, the typographic minus, never a minus zero', () => {
    expect(formatMoney(123400)).toBe('1.234,00');
    expect(formatMoney(-123456)).toBe('−1.234,56');
    expect(formatMoney(-0)).toBe('0,00');
    expect(formatMoney(-30, { whole: true })).toBe('0');
  });

  test('every amount shown reads back as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MONEY_LIMIT, max: MONEY_LIMIT }), (cents) => {
        expect(readMoney(formatMoney(cents))).toEqual({ ok: true, cents: cents || 0 });
      }),
    );
  });

  test('no text at all makes it throw or answer something that is no safe integer', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readMoney(text);
        if (read.ok) expect(Number.isSafeInteger(read.cents)).toBe(true);
        else expect(read.message).toMatch(/^Inserire/);
      }),
    );
  });

  test('an amount typed net is shown net again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.constantFrom(4, 5, 10, 22),
        (net, rate) => {
          expect(netOf(grossOf(net, rate), rate)).toBe(net);
        },
      ),
    );
  });
});
