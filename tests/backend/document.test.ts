import { describe, expect, test } from 'vitest';
import { renderQuote } from '#backend/quotes/document.ts';
import { euro } from '#domain/money.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { sampleDocument } from './quote-sample.ts';

/** One space for every white space, so that line breaks of the page do not matter. */
const flat = (text: string) => text.replace(/\s+/g, ' ');
const textOf = (pdf: Buffer) => flat(pdfText(pdf).join(' '));

describe('the printed quote', () => {
  const data = sampleDocument();
  const rendered = renderQuote(data);
  const pages = pdfText(rendered.pdf()).map(flat);

  test('is PDF/A-2b of two pages', () => {
    const raw = rendered.pdf().toString('latin1');
    expect(raw).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
    expect(raw).toMatch(/\/OutputIntents \[<<[^>]*\/S \/GTS_PDFA1/);
    expect(raw.match(/\/FontFile\d? /g)?.length).toBe(raw.match(/\/Type \/FontDescriptor/g)?.length);
    expect(rendered.pages).toBe(2);
    expect(pages).toHaveLength(2);
  });

  test('shows every row of the engine with its own number on the first page', () => {
    expect(data.priced.keysInHand).toBe(24_021_53);
    for (const row of data.priced.rows) {
      expect(pages[0]).toContain(row.label.trim());
      expect(pages[0]).toContain(flat(euro(row.amount)));
    }
    expect(pages[0]).toContain('Fari full LED 600 1.450,00 €');
    expect(pages[0]).toMatch(/Pack Comfort P11 900,00 € Sensori di parcheggio 520 incluso/);
    expect(pages[0]).toContain('Valido fino al 28/11/2026');
  });

  test('shows financing, trade-in, registration and signatures on the second page', () => {
    const offer = data.priced.offer!;
    for (const amount of [
      offer.instalment,
      offer.capital,
      offer.totalDue,
      offer.creditCost,
      6_500_00,
      64_00,
      data.priced.ipt,
    ])
      expect(pages[1]).toContain(flat(euro(amount)));
    expect(pages[1]).toContain(`TAEG ${offer.taeg.toFixed(2).replace('.', ',')} %`);
    expect(pages[1]).toContain('Per accettazione del preventivo');
    expect(pages[1]).toContain('Regolamento UE 2016/679');
  });

  test('repeats number and page count on every page', () => {
    pages.forEach((page, i) => {
      expect(page).toContain('P-2026-000123');
      expect(page).toContain(`Pagina ${i + 1} di 2`);
    });
  });

  test('is the same to the byte for the same data', () => {
    const again = renderQuote(sampleDocument());
    expect(again.pdf().equals(rendered.pdf())).toBe(true);
    expect(again.svg(1)).toBe(rendered.svg(1));
  });

  test('keeps accents, apostrophes and the euro sign', () => {
    expect(pages[0]).toContain("Niccolò D'Angelo");
    expect(pages[0]).toContain("Via dell'Università 7");
    expect(pages[1]).toContain('valutazione dell’usato è confermata');
    expect(pages[0]).not.toContain('\ufffd');
  });

  test('marks a draft and prints it without customer, number or expiry', () => {
    const text = textOf(
      renderQuote(sampleDocument(0, { watermark: 'BOZZA', number: null, expiresOn: null, customer: null })).pdf(),
    );
    expect(text).toContain('BOZZA');
    expect(text).toContain('Cliente da definire');
    expect(text).toContain('Bozza senza valore di offerta');
  });
});

describe('text that people typed', () => {
  test.each([
    '#read("/etc/passwd")',
    '#sys.version $x^2$ *grassetto* _corsivo_',
    '#panic("no")',
    '"] #pagebreak() [',
    '<script>alert(1)</script> \\u{41} @ref // --',
  ])('%s is printed as it is', (typed) => {
    const data = sampleDocument(0, { notes: typed, conditions: typed });
    const rendered = renderQuote({ ...data, seller: { ...data.seller, name: typed } });
    expect(rendered.pages).toBe(2);
    const text = textOf(rendered.pdf());
    expect(text.split(flat(typed)).length - 1).toBeGreaterThanOrEqual(2);
    expect(rendered.svg(1)).not.toContain('<script');
  });

  test.each([
    ['Grazie 😊👍🏽 a presto ✅', 'Grazie a presto'],
    ['李小龍 Rossi', '□□□ Rossi'],
    ['campanello\u0007 e\u001b[31m tab\tfine', 'campanello e[31m tab fine'],
    ['senza\ufffe forma \ue000\ud83d', 'senza forma'],
    ['Niccolo\u0300 paga 1.000 € → ½ ✓', 'Niccolò paga 1.000 € → ½ ✓'],
  ])('%j has a document, without what no font can draw', (typed, printed) => {
    const data = sampleDocument(0, { notes: typed, conditions: typed });
    const text = textOf(
      renderQuote({
        ...data,
        company: { ...data.company, name: typed },
        customer: { ...data.customer!, name: typed },
      }).pdf(),
    );
    expect(text.split(printed).length - 1).toBeGreaterThanOrEqual(4);
  });

  test('a company name of 90 characters and a customer of 110 stay on two pages', () => {
    const data = sampleDocument();
    const company = "Società Cooperativa Automobilistica dell'Università e dei Comuni dell'Alta Brianza S.c.r.l.";
    const customer =
      'Immobiliare Costruzioni Generali e Manutenzioni Stradali Fratelli D’Angelo & Niccolò Pérez di Forlì-Cesena S.n.c.';
    const rendered = renderQuote({
      ...data,
      company: { ...data.company, name: company },
      customer: { ...data.customer!, name: customer },
    });
    expect(company.length).toBeGreaterThanOrEqual(90);
    expect(rendered.pages).toBe(2);
    expect(textOf(rendered.pdf())).toContain(flat(customer));
  });

  test('sixty options flow to a third page, each in one piece and once', () => {
    const rendered = renderQuote(sampleDocument(60));
    const pages = pdfText(rendered.pdf());
    expect(rendered.pages).toBe(3);
    for (let i = 0; i < 60; i += 1) {
      const row = `Dettaglio n. ${i + 1} più «raro»`;
      const holding = pages.filter((page) => flat(page).includes(`${row} X${i} ${flat(euro(10_00 + i))}`));
      expect(holding, row).toHaveLength(1);
    }
    pages.forEach((page) => expect(flat(page)).toContain('di 3'));
  });
});

describe('the preview', () => {
  const rendered = renderQuote(sampleDocument());

  test('is one self-contained drawing for each page', () => {
    const drawings = [rendered.svg(1), rendered.svg(2)];
    expect(drawings[0]).not.toBe(drawings[1]);
    for (const svg of drawings) {
      expect(svg).toMatch(/^<svg viewBox="0 [\d.]+ 595\.\d+ 841\.\d+"/);
      expect(svg).not.toMatch(/<script|<foreignObject|<image|\son\w+=|<style/i);
      const targets = [...svg.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1]!);
      expect(targets.length).toBeGreaterThan(500);
      expect(targets.filter((target) => !target.startsWith('#'))).toEqual([]);
      const open = svg.match(/<g[ >]/g)!.length;
      expect(svg.match(/<\/g>/g)).toHaveLength(open);
    }
  });

  test.each([0, 3, 1.5, Number.NaN])('page %s is refused', (page) => {
    expect(() => rendered.svg(page)).toThrow(RangeError);
  });
});
