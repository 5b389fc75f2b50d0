import { describe, expect, test } from 'vitest';
import { secondStepOf } from '#domain/financials/second-step.ts';
import { money } from '#domain/italian.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { aChoice, aPlan, workedExample } from '#tests/support/price-sheet.ts';
import { renderQuote, sampleDocument } from './quote-sample.ts';

/** One space for every white space, so that line breaks of the page do not matter. */
const flat = (text: string) => text.replace(/\s+/g, ' ');
const textOf = (pdf: Buffer) => flat(pdfText(pdf).join(' '));

describe('the printed quote', () => {
  const data = sampleDocument();
  const rendered = renderQuote(data);
  const pages = pdfText(rendered.pdf()).map(flat);

  test('is PDF/A-2b of three pages, the plan month by month on the third', () => {
    const raw = rendered.pdf().toString('latin1');
    expect(raw).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
    // Its properties name neither a program nor a person.
    expect(raw).not.toMatch(/typst|xmp-writer|\/Author|dc:creator/i);
    expect(raw).toMatch(/\/OutputIntents \[<<[^>]*\/S \/GTS_PDFA1/);
    expect(raw.match(/\/FontFile\d? /g)?.length).toBe(raw.match(/\/Type \/FontDescriptor/g)?.length);
    expect(rendered.pages).toBe(3);
    expect(pages).toHaveLength(3);
  });

  test('shows every row of the engine with its own number on the first page', () => {
    expect(data.priced.keysInHand).toBe(24_021_53);
    for (const row of data.priced.rows) {
      expect(pages[0]).toContain(flat(row.label.trim()));
      expect(pages[0]).toContain(flat(money(row.amount)));
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
      expect(pages[1]).toContain(flat(money(amount)));
    expect(pages[1]).toContain(`TAEG ${offer.taeg.toFixed(2).replace('.', ',')} %`);
    expect(pages[1]).toContain('Per accettazione del preventivo');
    expect(pages[1]).toContain('Regolamento UE 2016/679');
  });

  test('calls the total amount of the credit what reaches the dealer, and the plan adds up to what is due', () => {
    const offer = data.priced.offer!;
    expect(pages[1]).toContain(flat(`Importo totale del credito ${money(12_000_00)}`));
    expect(pages[1]).toContain(flat(`Importo totale dovuto dal consumatore ${money(offer.totalDue)}`));
    expect(offer.totalDue).toBe(12_000_00 + offer.creditCost);
    const cents = (text: string) => Math.round(Number(text.replaceAll('.', '').replace(',', '.')) * 100);
    const months = [...pages[2]!.matchAll(/(?<=[€ ])(\d{1,2}) (([\d.]+,\d\d € ?){6})/g)].map(([, month, amounts]) => ({
      month: Number(month),
      amounts: [...amounts!.matchAll(/([\d.]+,\d\d) €/g)].map(([, amount]) => cents(amount!)),
    }));
    expect(months.map(({ month }) => month)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    const sums = [0, 1, 2, 3, 4].map((column) => months.reduce((sum, { amounts }) => sum + amounts[column]!, 0));
    expect(pages[2]).toContain(flat(`Totale ${sums.map(money).join(' ')}`));
    expect(sums[4]).toBe(offer.totalDue);
    for (const { amounts } of months) {
      const [instalment, interest, principal, charges, total] = amounts as [number, number, number, number, number];
      expect([interest + principal, instalment + charges]).toEqual([instalment, total]);
    }
  });

  test('prints the second step of a plan in full: each of its months, adding up to what it costs', () => {
    const plan = aPlan({
      id: 2,
      name: 'Due tempi',
      type: 'two_step_fixed',
      balloonBasis: 'kih',
      secondStep: { months: 24, tan: 6.25 },
      terms: [{ months: 36, tan: 6.25, balloonPercent: 30 }],
    });
    const financing = aChoice({ planId: 2, months: 36, amount: 12_000_00 });
    const sheet = { ...workedExample.sheet, plans: [plan] };
    const priced = price({ ...workedExample.draft, financing, alternatives: [] }, sheet);
    const { secondStep, balloon } = priced.offer!;
    const printed = pdfText(renderQuote({ ...data, plan, financing, priced }).pdf()).map(flat);
    const page = printed.at(-1)!;
    expect(page).toContain('Secondo tempo: la maxirata in rate');
    const own = page.slice(page.indexOf('Secondo tempo'));
    const rows = secondStepOf(balloon, 6.25, 24)!.rows;
    for (const { month, payment, interest, principal, residual } of rows)
      expect(own).toContain(
        flat([month, ...[payment, interest, principal, 0, payment, residual].map(money)].join(' ')),
      );
    expect(rows).toHaveLength(24);
    expect(own).toContain(
      flat(
        `Totale ${[secondStep!.totalDue, secondStep!.totalDue - balloon, balloon, 0, secondStep!.totalDue].map(money).join(' ')}`,
      ),
    );
  });

  test('names the instalment with what collecting it costs, in its example and beside it', () => {
    const { priced, plan } = data;
    const charge = flat(`+ ${money(plan!.collectionFee)} d’incasso`);
    const beside = { priced: { ...priced, alternatives: [{ offer: priced.offer }] as never }, alternatives: [plan] };
    const text = textOf(renderQuote({ ...data, ...beside }).pdf());
    expect(text).toContain(`RATE MENSILI DA ${flat(money(priced.offer!.instalment))} ${charge} al mese`);
    expect(text).toContain(`60 × ${flat(money(priced.offer!.monthly))} ${charge}`);
    // One that was issued before says it as it did.
    expect(textOf(renderQuote({ ...data, ...beside, form: 3 }).pdf())).not.toContain(charge);
  });

  test('a quote of the first form prints as it was printed then', () => {
    const old = renderQuote({ ...data, form: 1 });
    expect(old.pages).toBe(2);
    expect(textOf(old.pdf())).toContain(flat(`Importo totale del credito ${money(data.priced.offer!.capital)}`));
  });

  test('repeats number and page count on every page', () => {
    pages.forEach((page, i) => {
      expect(page).toContain('P-2026-000123');
      expect(page).toContain(`Pagina ${i + 1} di 3`);
    });
  });

  test('is the same to the byte for the same data', () => {
    const again = renderQuote(sampleDocument());
    expect(again.pdf().equals(rendered.pdf())).toBe(true);
    expect(again.svg(1)).toBe(rendered.svg(1));
  });

  test('draws each page with the outlines that it uses, and no others', () => {
    for (const n of [1, 2, 3]) {
      const page = rendered.svg(n);
      const ids = (where: RegExp) => new Set([...page.matchAll(where)].map(([, id]) => id));
      const drawn = ids(/<symbol id="([^"]+)"/g);
      expect([drawn.size > 40, drawn]).toEqual([true, ids(/href="#([^"]+)"/g)]);
    }
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
    expect(rendered.pages).toBe(3);
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

  test('a company name of 90 characters and a customer of 110 stay on three pages', () => {
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
    expect(rendered.pages).toBe(3);
    expect(textOf(rendered.pdf())).toContain(flat(customer));
  });

  test('sixty options flow to one page more, each in one piece and once', () => {
    const rendered = renderQuote(sampleDocument(60));
    const pages = pdfText(rendered.pdf());
    expect(rendered.pages).toBe(4);
    for (let i = 0; i < 60; i += 1) {
      const row = `Dettaglio n. ${i + 1} più «raro»`;
      const holding = pages.filter((page) => flat(page).includes(`${row} X${i} ${flat(money(10_00 + i))}`));
      expect(holding, row).toHaveLength(1);
    }
    pages.forEach((page) => expect(flat(page)).toContain('di 4'));
  });
});

describe('the preview', () => {
  const rendered = renderQuote(sampleDocument());

  test('is one self-contained drawing for each page', () => {
    const drawings = [rendered.svg(1), rendered.svg(2)];
    expect(drawings[0]).not.toBe(drawings[1]);
    for (const svg of drawings) {
      expect(svg).toMatch(/^<svg viewBox="0 [\d.]+ 595\.\d+ 841\.\d+"/);
      expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|<style/i);
      const targets = [...svg.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1]!);
      expect(targets.length).toBeGreaterThan(500);
      // Pictures are in it: the logo and the drawn car.
      expect(targets.filter((target) => !/^(#|data:image\/)/.test(target))).toEqual([]);
      const open = svg.match(/<g[ >]/g)!.length;
      expect(svg.match(/<\/g>/g)).toHaveLength(open);
    }
  });

  test.each([0, 4, 1.5, Number.NaN])('page %s is refused', (page) => {
    expect(() => rendered.svg(page)).toThrow(RangeError);
  });
});
