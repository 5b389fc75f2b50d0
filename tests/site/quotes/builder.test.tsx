import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { price } from '#domain/quotes/pricing.ts';
import { Builder } from '#site/areas/quotes/Builder.tsx';
import { emptyDraft } from '#site/areas/quotes/draft.ts';
import { StaticHead } from '#site/areas/quotes/Head.tsx';
import { createBuilder, type BuilderProps } from '#site/areas/quotes/store.ts';
import { money } from '#site/lib/intl.ts';
import { aDraft, aSheet } from '#tests/support/sheet.ts';

const props = (change: Partial<BuilderProps> = {}): BuilderProps => {
  const sheet = change.sheet ?? aSheet();
  return {
    sheet,
    quote: null,
    start: emptyDraft(sheet, 'GE'),
    user: { id: 5, privileges: [13, 14] },
    today: '2026-11-20',
    ...change,
  };
};
const quote = (draft: QuoteDraft, change: Partial<Quote> = {}): Quote => ({
  id: 7,
  version: 2,
  number: 'P-2026-000123',
  revision: 1,
  state: 'issued',
  superseded: false,
  issuedAt: '2026-11-20T14:00:00+01:00',
  expiresOn: '2026-11-28',
  seller: { id: 5, name: 'Giulia Ferrari' },
  editable: false,
  draft,
  sheet: aSheet(),
  closeReason: null,
  createdAt: '2026-11-20T14:00:00+01:00',
  updatedAt: '2026-11-20T14:32:00+01:00',
  ...change,
});
const text = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');
const saved = () => undefined;
const open = (given: BuilderProps) =>
  createBuilder(given, {
    copies: { read: () => null, write: saved, remove: saved },
    call: (async () => new Promise(() => {})) as never,
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
    expect(html).toContain('1.200,00 €');
    for (const { offer } of open(given).offers(36)) expect(html).toContain(money(offer!.instalment));
  });

  test('the margin is not in it, whoever asks', () => {
    const given = props({ sheet: aSheet({ costPercent: 88 }) });
    const { margin } = price(given.start, given.sheet);
    const html = text(renderToString(<Builder {...given} />));
    expect(html).toContain('Mostra margine');
    expect(html).not.toContain(money(margin!.amount));
    expect(text(renderToString(<Builder {...props()} />))).not.toContain('Mostra margine');
  });

  test('an issued quote is read-only and offers what may be done with it', () => {
    const given = props({ quote: quote(aDraft()) });
    const html = renderToString(<Builder {...given} />);
    expect(html.match(/<fieldset class="body" disabled="">/g)).toHaveLength(6);
    // One that may be changed takes nothing in either before it is alive, and does not look so.
    expect(renderToString(<Builder {...props()} />).match(/<fieldset[^>]* data-asleep/g)).toHaveLength(6);
    const head = text(renderToString(<StaticHead {...given} />));
    expect(head).toContain('P-2026-000123');
    expect(head).toContain('Nuova revisione');
    expect(head).toContain('Segna come perso');
    expect(head).not.toContain('Emetti preventivo');
    expect(text(renderToString(<StaticHead {...props()} />))).toContain('Emetti preventivo');
  });
});

describe('the store of a builder', () => {
  test('choosing a pack tells what it brought, and the draft before it comes back', () => {
    const store = open(props());
    const before = store.$priced.get().keysInHand;
    store.chooseOption(11);
    expect(store.$said.get()?.added).toEqual(expect.arrayContaining(['Fari full LED', 'Pelle nera']));
    store.change({ optionIds: store.$said.get()!.before.optionIds });
    expect(store.$priced.get().keysInHand).toBe(before);
  });

  test('a larger deposit lowers the financed amount while it covers the whole balance', () => {
    const store = open(props());
    store.change({ financing: { planId: 1, months: 36, amount: store.open(), protection: false } });
    expect(store.$priced.get().balance).toBe(0);
    store.setDeposit(3_000_00);
    expect(store.$priced.get()).toMatchObject({ balance: 0, deposit: 3_000_00 });
    store.financing({ amount: 10_000_00 });
    store.setDeposit(4_000_00);
    expect(store.$draft.get().financing!.amount).toBe(10_000_00);
  });

  test('asking to issue shows what is missing, too', () => {
    const store = open(props());
    const paths = () => store.$problems.get().map(({ path }) => path);
    expect(paths()).not.toContain('customer');
    store.$asked.set(true);
    expect(paths()).toContain('customer');
  });

  test('two builders share nothing', () => {
    const [one, other] = [open(props()), open(props())];
    one.change({ notes: 'solo qui' });
    expect(other.$draft.get().notes).toBe('');
  });
});
