import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { render } from '#backend/documents/draw.ts';
import { windowSheetView } from '#backend/stock/window-sheet.ts';
import { pdfText } from '#tests/support/pdf-text.ts';

const head = {
  ...{ colour: '#1f4f9e', logo: '', watermark: '', documentTitle: 'Scheda', date: [2026, 11, 24], number: 'U-1' },
  ...{ revisionAndDate: '24/11/2026', footerLine: 'Salvo venduto.', cover: '', qr: '' },
  company: { name: 'Prova', address: 'Via Prova 1', contacts: 'prova@example.it', legal: 'P. IVA 01234567890' },
};

/** The sizes of type in a file, in points. */
function sizesOf(file: Buffer): number[] {
  const raw = file.toString('latin1');
  return [...raw.matchAll(/stream\r?\n/g)].flatMap(({ 0: { length }, index }) => {
    const part = file.subarray(index + length, raw.indexOf('endstream', index));
    // The flate header; other parts are fonts and descriptions.
    const drawn = part[0] === 0x78 ? inflateSync(part).toString('latin1') : '';
    return [...drawn.matchAll(/([\d.]+) Tf/g)].map(([, size]) => Number(size));
  });
}

test.each([9_900_00, 99_999_00, 1_234_567_89, 21_474_836_00])('a price of %i cents is 72 pt high at least', (price) => {
  const offer = { instalment: '219,40 € al mese', example: 'Esempio' };
  const equipment = Array.from({ length: 40 }, (_, n) => `Dotazione numero ${n}`);
  const car = { body: 'suv', paint: 'Grigio' } as const;
  const name = 'Lumera Rea Hybrid Electric Vehicle Sport Tourer Executive Prestige Limited Edition';
  const view = windowSheetView({ name, price, offer, car, details: [['Anno', '2021']], equipment });
  const sheet = render({ template: 'stock/window-sheet.typ', view: { ...head, ...view }, pictures: {} });
  expect([sheet.pages, pdfText(sheet.pdf()).length]).toEqual([1, 1]);
  expect(Math.max(...sizesOf(sheet.pdf()))).toBeGreaterThanOrEqual(72);
});
