import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { money } from '#domain/italian.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { Issued } from '#site/areas/quotes/issued/Issued.tsx';
import type { Around } from '#site/areas/quotes/issued/around.ts';
import { StaticHead } from '#site/areas/quotes/builder/StaticHead.tsx';
import { aQuote, builderProps, hashed, textOf } from '#tests/support/builder.ts';
import { aChoice, aDraft, aPlan } from '#tests/support/price-sheet.ts';

const customer = { id: 3, name: 'Mario Rossi', type: 'private' } as const;
const NEXT = '/quotation/new/1/11/101?quote=9';
const nothing: Around = {
  story: { events: [], revisions: [] },
  sending: { draft: { to: '', phone: '', subject: '', text: '', sms: '' }, messages: [], links: [] },
  next: { isStock: false, isBought: false, car: null, hold: null, holdDays: 7, rivals: [], missing: [], receipt: null },
  difference: null,
  stage: { version: 1, stage: null, since: null, offered: [] },
  totalToday: null,
  today: null,
};
const { next } = nothing;
const HELD = '2026-11-27T22:59:00Z';
/** A draft for a car of the used stock. */
const ofStock = aDraft({ customer, stockId: 4 });
const link = { id: 1, at: '2026-11-20T14:00:00Z', expiresAt: '2026-12-28T23:00:00Z', revoked: false };
const html = (change: Partial<Quote> = {}, around: Partial<Around> = {}, draft: QuoteDraft = aDraft({ customer })) =>
  renderToString(<Issued {...builderProps({ quote: aQuote(draft, change) })} around={{ ...nothing, ...around }} />);
const shown = (...given: Parameters<typeof html>) => textOf(html(...given));

describe('an issued quote', () => {
  test('is a document: rows with what they are made of, plan and the plans beside it, its amortisation to open, nothing to fill in', () => {
    const draft = aDraft({
      customer,
      optionIds: [2, 5],
      notes: 'Consegna a maggio',
      reducedVat: true,
      financing: aChoice({ planId: 1, months: 36, amount: 10_000_00 }),
      alternatives: [aChoice({ planId: 1, months: 48, amount: 10_000_00 })],
    });
    const sheet = hashed({ plans: [aPlan()] });
    const priced = price(draft, sheet);
    const given = builderProps({ sheet, quote: aQuote(draft, { priced }) });
    const page = renderToString(<Issued {...given} around={nothing} />);
    expect(page).not.toMatch(/<(input|select|textarea|fieldset)/);
    const text = textOf(page);
    for (const row of priced.rows) expect(text).toContain(`${row.label} ${money(row.amount)}`);
    expect(text).toMatch(/Tetto panoramico\s+710\s+1\.200,00/);
    expect(page).toContain('<summary>Piano di ammortamento');
    expect(text).toContain(money(priced.alternatives[0]!.offer!.totalDue));
    expect(text).toContain('IVA al 4 % (L. 104/92)');
    expect(text).toContain('Consegna a maggio');
  });

  test('says how its customer is reached today', () => {
    const page = html({
      contact: { phone: '333 123 4567', email: 'mario@example.it', address: 'Via Roma 1', silent: false },
    });
    expect(page).toContain('href="tel:+393331234567"');
    expect(page).toContain('href="https://wa.me/393331234567"');
    expect(page).toContain('href="mailto:mario@example.it"');
    expect(shown({ contact: { phone: null, email: null, address: '', silent: false } })).toContain('Nessun telefono');
    const silent = html({ contact: { phone: '333 123 4567', email: null, address: '', silent: true } });
    expect(silent).toContain('Non contattare');
    expect(silent).not.toMatch(/href="(tel:|https:\/\/wa\.me)/);
  });
});

describe('what comes next', () => {
  const asked = {
    at: '2026-11-20T15:00:00Z',
    who: 'Mario Rossi',
    what: 'ha chiesto',
    changes: [],
    text: 'C’è in blu?',
    question: 4,
  };
  test.each<[string, Partial<Quote>, Partial<Around>, string[]]>([
    ['not sent', {}, {}, ['Non ancora inviato', 'ancora 8 giorni', 'Invia al cliente']],
    [
      'sent and not read',
      { contact: { phone: '3331234567', email: null, address: '', silent: false } },
      { sending: { ...nothing.sending, links: [{ ...link, opened: 0, openedAt: null, lastOpenedAt: null }] } },
      ['non ancora letto', 'Chiama 333 123 4567', 'Invia di nuovo'],
    ],
    [
      'read',
      {},
      { sending: { ...nothing.sending, links: [{ ...link, opened: 2, openedAt: link.at, lastOpenedAt: link.at }] } },
      ['Letto dal cliente 2 volte', 'nessuna risposta'],
    ],
    ['asked', {}, { story: { events: [asked], revisions: [] } }, ['Il cliente ha chiesto: «C’è in blu?»', 'Rispondi']],
    ['accepted', { state: 'accepted' }, {}, ['Accettato dal cliente', 'Nuova revisione']],
    ['expired', { state: 'expired' }, {}, ['Scaduto il 28/11/2026', 'Nuova revisione ai prezzi di oggi']],
    ['lost', { state: 'closed', closeReason: 'price' }, {}, ['Perso: Prezzo', 'Riapri']],
    ['superseded', { superseded: true, newest: NEXT }, {}, ['Superato', 'Apri la revisione in corso']],
    ['on its last day', { expiresOn: '2026-11-20' }, {}, ['Scade oggi']],
  ])('%s', (_, quote, around, sentences) => {
    for (const sentence of sentences) expect(shown(quote, around)).toContain(sentence);
  });

  test('somebody who makes contracts makes one of it, and opens the one that was made', () => {
    const shownTo = (privileges: number[], change: Partial<Quote>) => {
      const props = builderProps({ quote: aQuote(aDraft({ customer }), change) });
      return textOf(renderToString(<Issued {...props} user={{ id: 5, privileges }} around={nothing} />));
    };
    for (const state of ['issued', 'accepted'] as const) {
      expect(shownTo([13, 14, 27], { state })).toContain('Fai il contratto');
      expect(shownTo([13, 14], { state })).not.toContain('Fai il contratto');
    }
    expect(shownTo([13, 14, 27], { state: 'issued', superseded: true, newest: NEXT })).not.toContain(
      'Fai il contratto',
    );
    expect(shownTo([13, 14, 27], { state: 'converted' })).toContain('Vai al contratto');
  });

  const hold = { by: 'Giulia Ferrari', until: HELD, state: 'own' } as const;
  test.each<[string, Partial<Quote>, Partial<Around['next']>, string[], string[]]>([
    [
      'held for this customer',
      { state: 'accepted' },
      { hold },
      ['tenuta per il cliente fino al 27/11/2026', 'Lascia l’auto'],
      ['Opziona per', 'Prolunga', 'un’altra auto'],
    ],
    [
      'held by nobody',
      { state: 'accepted' },
      {},
      ['non è tenuta per nessuno', 'Opziona per 7 giorni'],
      ['Lascia l’auto', 'Prolunga'],
    ],
    [
      'held until today',
      { state: 'accepted' },
      { hold: { ...hold, until: '2026-11-20T22:59:00Z' } },
      ['prolungare o lasciarla?', 'Prolunga di 7 giorni', 'Lascia l’auto'],
      [],
    ],
    [
      'no longer held',
      { state: 'accepted' },
      { hold: { ...hold, until: '2026-11-19T22:59:00Z', state: 'lapsed' } },
      ['non è più tenuta dal 19/11/2026', 'Prolunga di 7 giorni'],
      [],
    ],
    [
      'held by a colleague, and accepted twice',
      { state: 'accepted' },
      {
        hold: { ...hold, by: 'Anna Neri', state: 'other' },
        rivals: [{ number: 'P-2026-000077', seller: 'Anna Neri', isAccepted: true, href: null }],
      },
      ['opzionata da Anna Neri fino al 27/11/2026', 'P-2026-000077 di Anna Neri accettato', 'Scegli un’altra auto'],
      ['Opziona per', 'Lascia l’auto'],
    ],
    ['sold to this customer', { state: 'accepted' }, { isBought: true }, ['venduta a questo cliente'], ['Opziona per']],
    [
      'sold, of an accepted quote',
      { state: 'accepted', lost: 'L’auto è stata venduta il 20/11/2026' },
      {},
      ['L’auto è stata venduta il 20/11/2026: il preventivo non vale più', 'Scegli un’altra auto'],
      ['Apri contratto', 'Opziona per', 'Accettato dal cliente.'],
    ],
    [
      'sold, of an open quote',
      { lost: 'L’auto è stata venduta il 20/11/2026' },
      {},
      ['il preventivo non vale più', 'Scegli un’altra auto'],
      ['Valido ancora', 'Invia al cliente'],
    ],
  ])('with a car of the stock: %s', (_, quote, change, says, never) => {
    const text = shown(quote, { next: { ...next, isStock: true, ...change } }, ofStock);
    for (const sentence of says) expect(text).toContain(sentence);
    for (const sentence of never) expect(text).not.toContain(sentence);
  });

  test('one whose car is sold says so in its head, and its natural next step is another car', () => {
    const quote = aQuote(ofStock, { lost: 'L’auto è stata venduta il 20/11/2026' });
    const head = renderToString(<StaticHead {...builderProps({ quote })} />);
    expect(head).toContain('href="/quotation/used?from=7"');
    expect(textOf(head)).toContain('Auto venduta');
    expect(textOf(head)).not.toMatch(/Invia|Accettato/);
  });

  test('after the yes: what the contract lacks with the way to it, and what became of the receipt', () => {
    const missing = [{ what: 'Documento d’identità del cliente', href: '/dealer/customers/3#documents' }];
    const accepted = (change: Partial<Around['next']>) => html({ state: 'accepted' }, { next: { ...next, ...change } });
    const page = accepted({ missing, receipt: { to: 'mario@example.it', sentAt: HELD, failedAt: null } });
    expect(page).toContain('href="/dealer/customers/3#documents"');
    expect(textOf(page)).toMatch(/Da completare per il contratto\s+Documento d’identità/);
    expect(textOf(page)).toContain('Ricevuta inviata a mario@example.it');
    expect(textOf(accepted({}))).toContain('Dati e documenti per il contratto sono completi');
    expect(textOf(accepted({}))).toContain('non ha un indirizzo e-mail');
  });

  test('a superseded one says so in its head and leads to the revision in force', () => {
    const old = { superseded: true, newest: NEXT };
    const head = textOf(renderToString(<StaticHead {...builderProps({ quote: aQuote(aDraft(), old) })} />));
    expect(head).toContain('Superato');
    expect(head).not.toContain('Emesso');
    expect(html(old)).toContain(`href="${NEXT}"`);
  });

  test('somebody who may only read it is offered nothing that would be refused', () => {
    const given = { ...builderProps({ quote: aQuote(aDraft({ customer })) }), user: { id: 8, privileges: [15] } };
    const text = textOf(renderToString(<Issued {...given} around={nothing} />));
    for (const verb of ['Invia', 'Nuova revisione', 'Rispondi']) expect(text).not.toContain(verb);
  });
});

test('prices that have changed since: what, by how much, and the press to a revision, or the one that was begun', () => {
  const today = {
    from: 26_000_00,
    to: 26_400_00,
    changes: [
      { label: 'Tetto panoramico', from: 1_200_00, to: 1_300_00 },
      { label: 'Campagna Casa', from: -300_00, to: null },
    ],
  };
  const text = shown({}, { today });
  expect(text).toContain(`I prezzi di oggi sono altri: ${money(26_000_00)} → ${money(26_400_00)}`);
  expect(text).toMatch(/Tetto panoramico\s+1\.200,00.€ → 1\.300,00.€\s+\+100,00/);
  expect(text).toMatch(/Campagna Casa, tolto\s+\+300,00/);
  expect(text).toContain('Nuova revisione ai prezzi di oggi');
  const begun = {
    id: 9,
    revision: 2,
    state: 'draft' as const,
    superseded: false,
    keysInHand: 1,
    createdAt: link.at,
  };
  const story = { events: [], revisions: [{ ...begun, href: NEXT }] };
  expect(shown({}, { today, story })).toContain('Continua la revisione 2 in bozza');
});
