import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { money } from '#domain/italian.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { HashedSheet } from '#domain/quotes/schema.ts';
import { Builder } from '#site/areas/quotes/builder/Builder.tsx';
import { StaticHead } from '#site/areas/quotes/builder/StaticHead.tsx';
import type { BuilderProps } from '#site/areas/quotes/builder/quote.ts';
import { createBuilder } from '#site/areas/quotes/builder/store.ts';
import { aQuote as quote, builderProps as props, hashed, textOf as text } from '#tests/support/builder.ts';
import { aChoice, aDraft, aSheet, aTradeIn } from '#tests/support/price-sheet.ts';

const never = () => new Promise<never>(() => {});
const open = (given: BuilderProps) =>
  createBuilder(given, { calls: { create: never, save: never, valueOf: ({ draft }) => draft } });
const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});

describe('the page of the server', () => {
  test('holds every row with its amount, options with prices and plans with instalments', () => {
    const given = props();
    const { rows, keysInHand } = price(given.start, given.sheet);
    const html = text(renderToString(<Builder {...given} />));
    for (const row of rows) {
      expect(html).toContain(row.label);
      expect(html).toContain(money(row.amount));
    }
    expect(html).toContain(`Chiavi in mano ${money(keysInHand)}`);
    expect(html).toContain('Tetto panoramico');
    expect(html).toContain('1.200,00\u00a0€');
    for (const { offer } of open(given).offers(36)) expect(html).toContain(money(offer!.instalment));
  });

  test('the margin is not in it, whoever asks', () => {
    const given = props({ sheet: hashed({ costPercent: 88 }) });
    const { margin } = price(given.start, given.sheet);
    const html = text(renderToString(<Builder {...given} />));
    expect(html).toContain('Mostra margine');
    expect(html).not.toContain(money(margin!.amount));
    expect(text(renderToString(<Builder {...props()} />))).not.toContain('Mostra margine');
  });

  test('the draft of a colleague reads as a document and says why', () => {
    const draft = aDraft({ notes: 'Consegna a maggio', deposit: 2_000_00, reducedVat: true });
    const given = props({ quote: quote(draft, { state: 'draft', seller: { id: 9, name: 'Simone Barbieri' } }) });
    const html = renderToString(<Builder {...given} />);
    expect(html).not.toMatch(/<(input|select|textarea|fieldset)/);
    expect(text(html)).toContain('IVA al 4 % (L. 104/92)');
    expect(text(html)).toContain(`Anticipo ${money(2_000_00)}`);
    expect(text(html)).toContain('Consegna a maggio');
    // One that may be changed takes nothing in before it is alive, and does not look so.
    expect(renderToString(<Builder {...props()} />).match(/<fieldset[^>]* data-asleep/g)).toHaveLength(9);
    const head = text(renderToString(<StaticHead {...props({ quote: quote(draft) })} />));
    expect(head).toContain('P-2026-000123');
    expect(head).toContain('Nuova revisione');
    expect(head).toContain('Perso');
    expect(head).not.toContain('Emetti preventivo');
    expect(text(renderToString(<StaticHead {...props()} />))).toContain('Emetti preventivo');
  });

  test('a draft that revises says which revision of which number it is, and leads to the one that the customer holds', () => {
    const newest = '/quotation/new/1/11/101?quote=6';
    const given = props({ quote: quote(aDraft(), { state: 'draft', editable: true, revision: 2, newest }) });
    expect(text(renderToString(<StaticHead {...given} />))).toMatch(/P-2026-000123\s+rev\. 2/);
    const html = renderToString(<Builder {...given} />);
    expect(text(html)).toContain('Revisione 2 in bozza del preventivo P-2026-000123');
    expect(html).toContain(`href="${newest}"`);
  });
});

describe('the store of a builder', () => {
  test('choosing a pack tells what it brought, and the draft before it comes back', () => {
    const store = open(props());
    const before = store.$priced.get().keysInHand;
    store.chooseOption(11);
    expect(store.$said.get()?.added).toEqual(expect.arrayContaining(['Fari full LED', 'Pelle nera']));
    store.change({ optionIds: store.$said.get()!.before });
    expect(store.$priced.get().keysInHand).toBe(before);
  });

  test('a larger deposit lowers the financed amount until one is typed', () => {
    const store = open(props());
    store.change({ financing: aChoice({ months: 36, amount: null }) });
    store.change({ deposit: 3_000_00 });
    expect(store.$priced.get()).toMatchObject({ balance: 0, deposit: 3_000_00 });
    store.financing({ amount: 10_000_00 });
    store.change({ deposit: 4_000_00 });
    expect(store.$draft.get().financing!.amount).toBe(10_000_00);
  });

  test('asking to issue shows what is missing, too', () => {
    const store = open(props());
    const paths = () => store.$problems.get().map(({ path }) => path);
    expect(paths()).not.toContain('customer');
    store.ask();
    expect(paths()).toContain('customer');
    // What is added after that is not wrong at once.
    store.change({ tradeIns: [aTradeIn({ plate: '' })] });
    expect(paths()).not.toContain('tradeIns.0.plate');
    store.ask();
    expect(paths()).toContain('tradeIns.0.plate');
    store.change({ tradeIns: [] });
    store.change({ tradeIns: [aTradeIn({ plate: '' })] });
    expect(paths()).not.toContain('tradeIns.0.plate');
  });

  describe('when prices change while it is open', () => {
    const dearer = hashed({ hash: 'domani', version: { ...aSheet().version, listPrice: 25_900_00 } });
    const given = () => props({ quote: quote(aDraft(), { state: 'draft', editable: true, number: null }) });
    const saves = (sheetHash: string, next: HashedSheet) => {
      const store = createBuilder(given(), {
        calls: {
          create: never,
          save: async (draft, { id, version }) =>
            quote(draft, { id, version: version + 1, state: 'draft', editable: true, sheetHash }),
          valueOf: ({ draft }) => draft,
        },
        readSheet: async () => next,
      });
      return store;
    };

    test('the answer to a save tells, and the prices on the screen are those of now', async () => {
      const store = saves('domani', dearer);
      const before = store.$priced.get().keysInHand;
      store.change({ notes: 'Altro' });
      await store.autosave.flush();
      await vi.waitFor(() => expect(store.$repriced.get()).not.toBeNull());
      expect(store.$repriced.get()).toMatchObject({ from: before, to: before + 1_000_00 });
      expect(store.$priced.get().keysInHand).toBe(before + 1_000_00);
      // A third price before the second was seen: told from the first.
      await store.refresh(7);
      expect(store.$repriced.get()!.from).toBe(before);
      store.seen();
      expect(store.$repriced.get()).toBeNull();
    });

    test('changes that the quote does not pay for are taken without a word', async () => {
      const [first, ...others] = aSheet().accessories;
      const store = saves('domani', hashed({ hash: 'domani', accessories: [{ ...first!, price: 1 }, ...others] }));
      store.change({ notes: 'Altro' });
      await store.autosave.flush();
      await vi.waitFor(() => expect(store.$sheet.get().hash).toBe('domani'));
      expect(store.$repriced.get()).toBeNull();
    });
  });

  test('two builders share nothing', () => {
    const [one, other] = [open(props()), open(props())];
    one.change({ notes: 'solo qui' });
    expect(other.$draft.get().notes).toBe('');
  });
});
