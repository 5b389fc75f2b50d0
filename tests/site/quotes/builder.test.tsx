import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { money } from '#domain/italian.ts';
import type { HashedSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { price } from '#domain/quotes/pricing.ts';
import { Builder } from '#site/areas/quotes/builder/Builder.tsx';
import { emptyDraft } from '#site/areas/quotes/builder/draft.server.ts';
import { StaticHead } from '#site/areas/quotes/builder/Head.tsx';
import { createBuilder, type BuilderProps } from '#site/areas/quotes/builder/store.ts';
import { aChoice, aDraft, aSheet, aTradeIn } from '#tests/support/price-sheet.ts';
import { quoteSections } from '#domain/quotes/terms.ts';

const hashed = (change: Partial<HashedSheet> = {}): HashedSheet => ({ hash: 'oggi', ...aSheet(change), ...change });
const props = (change: Partial<BuilderProps> = {}): BuilderProps => {
  const sheet = change.sheet ?? hashed();
  return {
    sheet,
    quote: null,
    start: emptyDraft(sheet, 'GE'),
    user: { id: 5, privileges: [13, 14] },
    may: { compare: true, list: true, createCustomer: true, editCustomer: false },
    sections: quoteSections,
    today: '2026-11-20',
    ...change,
  };
};
const quote = (draft: QuoteDraft, change: Partial<Quote> = {}): Quote => ({
  id: 7,
  version: 2,
  number: 'P-2026-000123',
  revision: 1,
  priced: null,
  state: 'issued',
  superseded: false,
  newest: null,
  issuedAt: '2026-11-20T14:00:00+01:00',
  expiresOn: '2026-11-28',
  seller: { id: 5, name: 'Giulia Ferrari' },
  editable: false,
  draft,
  href: '/quotation/new/1/11/101?quote=7',
  sheetHash: 'oggi',
  approval: null,
  closeReason: null,
  createdAt: '2026-11-20T14:00:00+01:00',
  updatedAt: '2026-11-20T14:32:00+01:00',
  ...change,
});
const text = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/[^\S\u00a0]+/g, ' ');
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

  test('an issued quote reads as a document, says why and offers what may be done with it', () => {
    const draft = aDraft({ notes: 'Consegna a maggio', deposit: 2_000_00 });
    const given = props({ quote: quote(draft) });
    const html = renderToString(<Builder {...given} />);
    expect(html).not.toMatch(/<(input|select|textarea|fieldset)/);
    expect(text(html).match(/creare una nuova revisione per cambiarlo/g)).toHaveLength(1);
    expect(text(html)).toContain(`Anticipo ${money(2_000_00)}`);
    expect(text(html)).toContain('Consegna a maggio');
    // One that may be changed takes nothing in before it is alive, and does not look so.
    expect(renderToString(<Builder {...props()} />).match(/<fieldset[^>]* data-asleep/g)).toHaveLength(9);
    const head = text(renderToString(<StaticHead {...given} />));
    expect(head).toContain('P-2026-000123');
    expect(head).toContain('Nuova revisione');
    expect(head).toContain('Perso');
    expect(head).not.toContain('Emetti preventivo');
    expect(text(renderToString(<StaticHead {...props()} />))).toContain('Emetti preventivo');
  });

  test('a superseded quote says so and leads to the revision in force; a draft that revises says which quote', () => {
    const newest = '/quotation/new/1/11/101?quote=9';
    const old = props({ quote: quote(aDraft(), { superseded: true, newest }) });
    const head = text(renderToString(<StaticHead {...old} />));
    expect(head).toContain('Superato');
    expect(head).not.toContain('Emesso');
    expect(renderToString(<Builder {...old} />)).toContain(`href="${newest}"`);
    const draft = { state: 'draft', editable: true, revision: 2 } as const;
    const revising = text(renderToString(<StaticHead {...props({ quote: quote(aDraft(), draft) })} />));
    expect(revising).toMatch(/P-2026-000123\s+rev\. 2/);
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

    test('what the quote does not pay for is taken without a word', async () => {
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
