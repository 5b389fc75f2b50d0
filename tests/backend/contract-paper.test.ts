/** The printed contract, read back from its PDF: its rows add up to its total, whatever was sold. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offerSource } from '#backend/quotes/b2b/contract.ts';
import { quoteSource } from '#backend/quotes/contract.ts';
import { snapshotOf } from '#backend/quotes/sheet/snapshot.ts';
import { totalOf } from '#domain/quotes/sheet/priced.ts';
import { peopleOf, readTexts } from '#backend/quotes/print/texts.ts';
import { contractView, readDocument } from '#backend/contracts/document.ts';
import { contractCourse } from '#backend/contracts/records.ts';
import { planOf } from '#domain/contracts/agreed.ts';
import { addDays } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { readLook } from '#backend/documents/look.ts';
import { drawPdf } from '#backend/documents/draw.ts';
import { drawingTogether } from '#backend/contracts/annexes.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { priceB2b } from '#domain/quotes/b2b/pricing.ts';
import { storedDraft } from '#domain/quotes/draft.ts';
import { aB2bDraft, aB2bSheet, aB2bCar, aVatCar } from '#tests/support/b2b.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfRuns, pdfText, type Run } from '#tests/support/pdf-text.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { randomQuote, randomUsedQuote } from '#tests/support/random-quote.ts';
import { rounds } from '#tests/support/rounds.ts';
import { makeWorld, TODAY, type World } from '#tests/support/world.ts';

let world: World;
let sale: Awaited<ReturnType<typeof saleIn>>;
beforeAll(async () => {
  world = await makeWorld(await testDatabase());
  sale = await saleIn(world);
});
afterAll(() => world.close());

/** Sizes in points: of a row of the price, of the total, of a label above its value, of a name. */
const ROW = 9.8;
const TOTAL = 18;
const LABEL = 7.6;
const NAME = 11.5;
/** Heads of tables, which stand beside each other. */
const heads = 'Veicolo, Targa, Prima imm., Km, Valutazione, Residuo, Voce, Modo, Entro il, Importo'
  .toUpperCase()
  .split(', ');
const isAmount = (text: string) => /^[−-]?[\d.]+,\d\d\s€$/.test(text);
const centsOf = (text: string) => Number(text.replace('−', '-').replace(/[^\d-]/g, ''));

/** The rows between the heading of the price and its total, as an eye adds them: small ones explain, bold ones are sums. */
function readPrice(runs: readonly Run[]) {
  const from = runs.findIndex(({ text }) => text === 'Prezzo');
  const to = runs.findIndex(({ text, size }, at) => at > from && size === TOTAL && isAmount(text));
  const rows = runs.slice(from, to).filter(({ size }) => size === ROW);
  const bold = runs[from]!.font;
  let sum = 0;
  const sums: { shown: number; added: number }[] = [];
  for (const { text, font } of rows.filter((row) => isAmount(row.text))) {
    if (font === bold) sums.push({ shown: centsOf(text), added: sum });
    else sum += centsOf(text);
  }
  return { sum, sums, total: centsOf(runs[to]!.text), words: runs.slice(from, to).map(({ text }) => text) };
}

/** The rows of the plan of payments, and the sum below them. */
function readPlan(runs: readonly Run[]) {
  const from = runs.findIndex(({ text }) => text === 'IMPORTO');
  const to = runs.findIndex(({ text }, at) => at > from && text === 'Totale, pari al dovuto');
  const amounts = (some: readonly Run[]) => some.map(({ text }) => text).filter(isAmount).map(centsOf); // prettier-ignore
  return {
    sum: amounts(runs.slice(from, to)).reduce((all, one) => all + one, 0),
    total: amounts(runs.slice(to))[0],
  };
}

/** As long as a name may be that somebody types. */
const LONG =
  'Società cooperativa agricola tra produttori ortofrutticoli di San Giovanni Valdarno e Terranuova Bracciolini';

/** What a contract prints of a random sale: its terms and its total in cents. */
async function randomSale(ctx: Ctx, seed: number) {
  if (seed % 5 === 0) {
    const cars = [aB2bCar(1), aVatCar(2), aVatCar(3)].slice(0, 1 + (seed % 3));
    const priced = priceB2b(
      aB2bDraft(cars.map(({ id, regime }) => ({ carId: id, price: 5_000_00 + seed * 7_31, regime }))),
      aB2bSheet(cars),
    );
    const figures = { deposit: 0, financed: 0, balance: priced.total };
    return { terms: await offerSource.terms(ctx, { draft: {}, snapshot: { priced } }), total: priced.total, tradeIns: [], figures }; // prettier-ignore
  }
  const { draft, sheet } = (seed % 2 ? randomQuote : randomUsedQuote)(seed);
  const priced = price(draft, sheet);
  const texts = await readTexts(ctx, peopleOf({ sellerId: ctx.user.id, draft: { ...draft, customer: null } }));
  const snapshot = snapshotOf({ draft, sheet, priced }, texts);
  return {
    terms: await quoteSource.terms(ctx, { draft: storedDraft(draft), snapshot }),
    total: totalOf(priced),
    tradeIns: draft.tradeIns,
    figures: priced,
    policies: priced.insurances.map(({ label }) => label),
  };
}

/** How many contracts are drawn into one file, and from which on: the time of a file grows faster than its pages. */
const MANY = 300;
const FIRSTS = Array.from({ length: rounds(1) }, (_, at) => 1 + at * MANY);
/** How many of the contracts are drawn for a phone, too. */
const FEW = 12;
/** A text without what depends on where its lines end. */
const plain = (text: string) => text.replace(/[\s\u00ad-]/g, '').toLowerCase();
/** Everything that a contract says of its sale. */
function wordsOf({
  rows,
  total,
  vehicle,
  tradeIns,
  payments,
  planned,
  financing,
  delivery,
  blocks,
  clauses,
  signers,
  customer,
}: ReturnType<typeof contractView>) {
  // prettier-ignore
  const texts = (of: unknown): string[] =>
    typeof of === 'string' ? [of] : typeof of === 'object' && of !== null ? Object.values(of).flatMap(texts) : [];
  const all = {
    rows: rows.flatMap(({ label, amount, items }) => [
      [label, amount],
      ...items.map((item) => [item.label, item.amount]),
    ]),
    blocks: blocks.map(({ title, text }) => [title, text]),
  };
  return texts([all, total, vehicle, tradeIns, payments, planned, financing, delivery, clauses, signers, customer]).map(plain).filter(Boolean); // prettier-ignore
}

describe('the printed contract', () => {
  test.for(FIRSTS)('has a row for all that its total adds, from sale %i on', async (first) => {
    const { id } = await sale.make();
    const printed = await world.outside().asCompany(901, sale.seller.id, async (ctx) => {
      const look = await readLook(ctx);
      const data = await readDocument(ctx, await contractCourse.find(ctx, id), {
        quote: quoteSource,
        offer: offerSource,
      });
      const sales = [];
      for (let nth = 0; nth < MANY; nth += 1) sales.push(await randomSale(ctx, first + nth));
      const views = sales.map(({ terms, total, tradeIns, figures }, at) => {
        const payments = planOf({ figures, tradeIns }, '2026-11-20', at % 2 ? '2026-12-31' : null);
        const record = { ...data.record, total, payments, agreedTradeIns: tradeIns, tradeIns: [] };
        const view = contractView({ ...data, terms, record }, { ...look, logo: null }, standardLayouts.contracts);
        // A long name of what is sold, of who buys and of the car, and so much to say that pages end anywhere.
        return at % 9
          ? view
          : {
              ...view,
              rows: view.rows.map((row) => ({ ...row, label: `${row.label} ${LONG}` })),
              vehicle: { ...view.vehicle, title: LONG },
              customer: view.customer && { ...view.customer, name: LONG },
              notes: Array.from({ length: at % 40 }, () => LONG),
            };
      });
      return {
        sales,
        views,
        drawing: drawingTogether(
          { ...look, logo: null },
          views.map((view) => ({ ...view, is: 'contract' })),
        ),
      };
    });
    const pages = pdfRuns(Buffer.from(drawPdf(printed.drawing)));
    const firsts = pages.flatMap((runs, at) => (runs.some(({ text }) => text === 'Prezzo') ? [at] : []));
    expect(firsts).toHaveLength(MANY);
    printed.sales.forEach(({ total, policies = [] }, at) => {
      const read = readPrice(pages.slice(firsts[at], firsts[at + 1]).flat());
      expect({ at, sum: read.sum, total: read.total }).toEqual({ at, sum: total, total });
      for (const { shown, added } of read.sums) expect(shown).toBe(added);
      const plan = readPlan(pages.slice(firsts[at], firsts[at + 1]).flat());
      expect({ at, ...plan }).toEqual({ at, sum: total, total });
      for (const label of policies) expect(read.words.some((word) => word.startsWith(label))).toBe(true);
    });
    // No page begins with the amount of a row that the one before has.
    const torn = pages.filter((runs) => isAmount(runs.find(({ size }) => size === ROW || size === LABEL)?.text ?? ''));
    expect(torn).toEqual([]);
    // A label may take two lines; what follows it is its value, on the same page.
    const bare = pages.flatMap((runs) =>
      runs.filter(({ size, text }, at) => {
        const after = runs.slice(at).find((one) => one.size !== LABEL);
        return size === LABEL && !heads.includes(text) && ![ROW, NAME].includes(after?.size ?? 0);
      }),
    );
    expect(bare).toEqual([]);

    // As wide as a phone it says the same: every word and figure, and none beside the page.
    const drawing = { ...printed.drawing, view: { parts: printed.views.slice(0, FEW).map((view) => ({ ...view, is: 'contract' })) } }; // prettier-ignore
    const [paper, phone] = (['page', 'phone'] as const).map((form) => plain(pdfText(Buffer.from(drawPdf({ ...drawing, form }))).join(''))); // prettier-ignore
    const said = printed.views.slice(0, FEW).flatMap(wordsOf);
    expect(said.length).toBeGreaterThan(FEW * 60);
    expect(said.filter((words) => !paper!.includes(words) || !phone!.includes(words))).toEqual([]);
  });

  test('says who buys with street, tax code and paper, what is taken in, and until when the car comes', async () => {
    const { id } = await sale.make({
      tradeIns: [
        aTradeIn({
          plate: 'GX123AB',
          description: 'Utilitaria',
          km: 61_500,
          registeredOn: '2017-03-21',
          valuation: 3_000_00,
          standInValue: 3_000_00,
        }),
      ],
    });
    const { customerId } = await sale.read(id);
    await world.query(
      `update customers set address = 'Via della Prova 4', cap = '20121', city = 'Milano', province = 'MI', documents = $2 where id = $1`,
      [
        customerId,
        JSON.stringify([
          { kind: 'passport', number: 'YA000', issuer: '', issuedOn: null, expiresOn: '2020-01-01', scan: null },
          {
            kind: 'identity_card',
            number: 'CA00000AA',
            issuer: 'Comune di Milano',
            issuedOn: '2024-05-02',
            expiresOn: '2034-05-02',
            scan: null,
          },
        ]),
      ],
    );
    // What the quote knew of the car stands in the contract from its first day.
    const { tradeIns } = await sale.read(id);
    const put = await world.call(sale.seller, 'PUT /contracts/:id/used_cars', {
      params: { id },
      version: 1,
      body: { tradeIns: [{ ...tradeIns[0], vin: 'ZFA31200000123456' }] },
    });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    const read = async () =>
      (await world.call(sale.office, 'GET /contracts/:id/document', { params: { id } })).body as unknown as Buffer;
    const paper = pdfText(Buffer.from(await read()))
      .join('')
      .replaceAll('\n', ' ');
    for (const said of [
      'Via della Prova 4, 20121 Milano (MI)',
      'Carta d’identità CA00000AA, rilascio di Comune di Milano del 02/05/2024, scadenza 02/05/2034',
      'telaio ZFA31200000123456',
      'GX123AB 21/03/2017 61.500',
      `Consegna entro 30 giorni dalla conclusione del contratto (art. 61 del Codice del consumo): entro il ${day(addDays(TODAY, 30))}, se si conclude il ${day(TODAY)}.`,
    ])
      expect(paper).toContain(said);
  });
});
