import { afterAll, expect, test } from 'vitest';
import { money } from '#domain/italian.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import type { LayoutTrial } from '#domain/layouts/schema.ts';
import { MOST_BLOCKS, type LayoutBlock, type LayoutKind } from '#domain/layouts/terms.ts';
import { layoutVariables } from '#domain/layouts/variables.ts';
import type { CallName } from '#domain/endpoints.ts';
import { keysOf } from '#domain/record/machine.ts';
import { tellEditionJob } from '#backend/layouts/network/told.ts';
import { networkDraft, networkEdition } from '#tests/support/areas/layouts.ts';
import { prepareContract, received } from '#tests/support/areas/contracts.ts';
import { drafted } from '#tests/support/areas/b2b.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
afterAll(() => world.close());
const { call, clock, query } = world;
const { side, seller, make } = await saleIn(world);
const manager = await world.user(901, EVERY);
const other = await world.user(902, EVERY);

const block = (changes: Partial<LayoutBlock> = {}): LayoutBlock => ({
  id: 'prova',
  kind: 'text',
  title: '',
  text: '',
  when: 'always',
  hidden: false,
  sectionId: null,
  ...changes,
});
const read = async (kind: LayoutKind, as = manager) => (await call(as, `GET /layouts/${kind}`)).body;
const save = async (kind: LayoutKind, blocks: readonly object[], version?: number) =>
  call(manager, `PUT /layouts/${kind}` as CallName, {
    version: version ?? (await read(kind)).version,
    body: { blocks },
  });
const publish = async (kind: LayoutKind) =>
  call(manager, `POST /layouts/${kind}/publish` as CallName, { version: (await read(kind)).version });
const published = async (kind: LayoutKind, blocks: readonly object[]) => {
  expect((await save(kind, blocks)).status).toBe(200);
  const answer = await publish(kind);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.inUse as number;
};
const withText = (kind: LayoutKind, text: string, more: Partial<LayoutBlock> = {}) => [
  ...standardLayouts[kind],
  block({ text, ...more }),
];
const bytesOf = async (name: CallName, id: number, as = seller): Promise<Buffer> => {
  const { status, body } = await call(as, name, { params: { id } });
  expect(status).toBe(200);
  return body;
};
const said = async (name: CallName, id: number, as = seller) =>
  pdfText(await bytesOf(name, id, as))
    .join(' ')
    .replace(/\s+/g, ' ');
const printedContract = (id: number) => said('GET /contracts/:id/document', id);
const trade = aTradeIn({ plate: 'LY444TT', description: 'Alba 1.0', km: 61_480, valuation: 1_000_00, residualDebt: 0, standInValue: 1_000_00 }); // prettier-ignore
const contract = async (changes = {}) => {
  const made = await make(changes);
  await prepareContract(side, made.id);
  return made.id;
};

test('every variable of every kind is known on a real record, and prints in place of its name', async () => {
  const records: Record<LayoutKind, number> = {
    contracts: await contract({ tradeIns: [trade] }),
    annexes: await contract({ tradeIns: [trade] }),
    receipts: (await received(side)).params.receiptId,
    offers: (await drafted(side)).params.id,
    quotes: (await call(seller, 'POST /quotes', { body: world.draft(world.alfa, {}) })).body.id,
    stocks: (await call(manager, 'POST /stock/used', { body: { ...usedCar, code: '', plate: 'LY 301 AA' } })).body.id,
  };
  for (const kind of keysOf(records)) {
    const names = Object.keys(layoutVariables[kind]);
    const { status, body } = await save(kind, withText(kind, names.map((name) => `${name}: {${name}}`).join('\n')));
    expect([kind, status, body.faults]).toEqual([kind, 200, []]);
    const tried = await call(manager, `GET /layouts/${kind}/trial` as CallName, { query: { record: records[kind] } });
    expect([tried.status, Object.keys(tried.body.values).toSorted()]).toEqual([200, names.toSorted()]);
    expect(tried.body.values['Azienda dealer']).not.toBe('');
    // Its blocks stand one below the other on its pages, the one with the words among them.
    const { places, pages } = tried.body as LayoutTrial;
    const down = places.map(({ page, from }) => page + from);
    expect(down).toEqual(down.toSorted((one, other) => one - other));
    expect(places.filter(({ page, from, to }) => page > pages || from < 0 || to <= from || to > 1)).toEqual([]);
    expect([kind, places.some(({ id }) => id === 'prova')]).toEqual([kind, kind !== 'stocks']);
  }
  await published('contracts', withText('contracts', 'Ritiro di {auto in permuta} ({TARGA PERMUTA}), {Chilometri permuta} km, a {Valutazione permuta}: {nome} {Cognome}, saldo {saldo alla consegna}.')); // prettier-ignore
  // Made ready for its end, it counts as paid without a receipt.
  await query('update contracts set received = 0 where id = $1', [records.contracts]);
  const text = await printedContract(records.contracts);
  // In capitals or not; the balance is that of the plan above, without what the car taken in pays.
  const { payments } = (await call(seller, 'GET /contracts/:id', { params: { id: records.contracts } })).body;
  const balance = payments.find(({ kind }: { kind: string }) => kind === 'balance').amount;
  expect(text).toMatch(/Ritiro di Alba 1\.0 \(LY444TT\), 61\.480 km, a 1\.000,00 €: \p{Lu}[\p{L} ]+, saldo/u);
  expect(text).toContain(`, saldo ${money(balance).replace(/\s/, ' ')}.`);
  await published('contracts', standardLayouts.contracts);
});

test('a layout says how many records it will print: those that go on and keep none yet', async () => {
  const changing = async (kind: LayoutKind) =>
    (await call(manager, `GET /layouts/${kind}/changing`)).body.records as number;
  const id = await contract();
  const { params } = await received(side);
  const contracts = await changing('contracts');
  await printedContract(id);
  expect(await changing('contracts')).toBe(contracts - 1);
  const receipts = await changing('receipts');
  expect((await call(manager, 'GET /contracts/:id/receipts/:receiptId/document', { params })).status).toBe(200);
  expect(await changing('receipts')).toBe(receipts - 1);
  await query(`update contracts set canceled_at = now() where id = $1`, [params.id]);
  expect(await changing('contracts')).toBe(contracts - 2);
  // Who has withdrawn signs nothing more.
  const another = await contract();
  expect(await changing('contracts')).toBe(contracts - 1);
  await query('update contracts set withdrawn_at = now() where id = $1', [another]);
  expect(await changing('contracts')).toBe(contracts - 2);
  const quotes = await changing('quotes');
  await call(seller, 'POST /quotes', { body: world.draft(world.alfa, {}) });
  expect(await changing('quotes')).toBe(quotes + 1);
});

test('a variable that does not exist is named at its place; the draft is kept, and not published', async () => {
  const before = await read('contracts');
  const blocks = withText('contracts', 'Consegna il {data_conseg}, saldo {Totale', { title: 'Per {Nomme}' });
  const saved = await save('contracts', blocks);
  const at = blocks.length - 1;
  expect(saved.body.faults).toEqual([
    { at, field: 'title', message: '«Nomme» non esiste' },
    { at, field: 'text', message: '«data_conseg» non esiste' },
    { at, field: 'text', message: 'Una graffa non si chiude: le variabili stanno tra { e }' },
  ]);
  const refused = await publish('contracts');
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
    422,
    [`blocks.${at}.title`, `blocks.${at}.text`],
  ]);
  const now = await read('contracts');
  expect([now.blocks, now.inUse]).toEqual([blocks, before.inUse]);
});

test('markup, scripts and template syntax are printed as they were typed, in texts and in values', async () => {
  const nasty = '<script>alert(1)</script> #eval("1+1") $x$ #image("/etc/passwd") \\u{7d} `raw` @label <tag>';
  const id = await contract({ tradeIns: [{ ...trade, description: '**{Totale}** #panic()' }] });
  await published('contracts', withText('contracts', `${nasty.replace('\\u{7d} ', '')}\n- {Auto in permuta}`, { title: '#set page(fill: red)' })); // prettier-ignore
  const text = await printedContract(id);
  for (const piece of [
    '<script>alert(1)</script>',
    '#eval("1+1")',
    '#image("/etc/passwd")',
    '#set page(fill: red)',
    '**{Totale}** #panic()',
  ])
    // prettier-ignore
    expect(text).toContain(piece);
  const page = await call(manager, 'GET /layouts/contracts/preview', { query: { record: id, page: 1 } });
  expect([page.status, /<script|<foreignObject|href="(?!#)/i.test(String(page.body))]).toEqual([200, false]);
  await published('contracts', standardLayouts.contracts);
});

test('mandatory blocks stay; a layout has at most 200 blocks, and texts of 20.000 characters', async () => {
  const fields = async (blocks: readonly object[]) => (await save('contracts', blocks)).body.fields;
  const standard = standardLayouts.contracts;
  const without = standard.filter(({ kind }) => kind !== 'signatures' && kind !== 'notes');
  expect(await fields(without)).toEqual({
    [`blocks.${without.length}.kind`]: 'Blocchi obbligatori che mancano: Firme',
  });
  const hidden = standard.map((one) => (one.kind === 'price' ? { ...one, hidden: true } : one));
  expect(await fields(hidden)).toEqual({ 'blocks.2.hidden': 'È obbligatorio: non si nasconde' });
  const rarely = standard.map((one) => (one.kind === 'clauses' ? { ...one, when: 'used' } : one));
  expect(await fields(rarely)).toEqual({ 'blocks.9.when': 'È obbligatorio: si stampa sempre' });
  expect(await fields([...standard, block({ kind: 'price' })])).toEqual({ 'blocks.12.kind': '«Prezzo» c’è già' });
  expect(await fields([...standard, block({ kind: 'schedules' })])).toEqual({ 'blocks.12.kind': 'Questo blocco non è di questa stampa' }); // prettier-ignore
  const many = (most: number) => [...standard, ...Array.from({ length: most - standard.length }, (_, at) => block({ id: `t${at}`, text: 'x' }))]; // prettier-ignore
  expect(await fields(many(MOST_BLOCKS + 1))).toHaveProperty('blocks');
  expect(await fields(withText('contracts', 'x'.repeat(20_001)))).toHaveProperty(['blocks.12.text']);
  await published('contracts', many(MOST_BLOCKS));
  expect((await said('GET /contracts/:id/document', await contract())).length).toBeGreaterThan(1_000);
  await published('contracts', standard);
});

test('blocks are printed in their order, where their condition holds, and the same by the version that printed them', async () => {
  const [plain, traded] = [await contract(), await contract({ tradeIns: [trade] })];
  const notes = [
    block({ id: 'solo-permuta', text: 'Solo con permuta', when: 'trade_in' }),
    block({ id: 'nascosto', text: 'Mai stampato', hidden: true }),
  ];
  const first = await published('contracts', [...notes, ...standardLayouts.contracts]);
  const [without, withOne] = [await printedContract(plain), await printedContract(traded)];
  expect([without, withOne].map((text) => text.includes('Solo con permuta'))).toEqual([false, true]);
  expect(without + withOne).not.toContain('Mai stampato');
  expect(withOne.indexOf('Solo con permuta')).toBeLessThan(withOne.indexOf('Consulente alle vendite'.toUpperCase()));
  const same = await bytesOf('GET /contracts/:id/document', traded);
  await published('contracts', withText('contracts', 'La versione dopo'));
  expect((await bytesOf('GET /contracts/:id/document', traded)).equals(same)).toBe(true);
  expect(await printedContract(await contract())).toContain('La versione dopo');
  const { versions } = await read('contracts');
  expect(versions.find(({ number }: { number: number }) => number === first).prints).toBe(2);
});

test('an issued quote keeps the layout of its day, a draft takes the newest', async () => {
  const quote = async () => (await call(seller, 'POST /quotes', { body: world.draft(world.alfa, {}) })).body;
  const issue = ({ id, version }: { id: number; version: number }) =>
    call(seller, 'POST /quotes/:id/issue', { params: { id }, version });
  const old = await quote();
  expect((await issue(old)).status).toBe(200);
  clock.now = new Date(clock.now.getTime() + 60_000);
  await published('quotes', withText('quotes', 'Solo sui preventivi nuovi'));
  expect(await said('GET /quotes/:id/document', old.id)).not.toContain('Solo sui preventivi nuovi');
  const fresh = await quote();
  expect(await said('GET /quotes/:id/document', fresh.id)).toContain('Solo sui preventivi nuovi');
  clock.now = new Date(clock.now.getTime() + 60_000);
  await issue(fresh);
  await published('quotes', standardLayouts.quotes);
  expect(await said('GET /quotes/:id/document', fresh.id)).toContain('Solo sui preventivi nuovi');
});

test('a window sheet is printed by the layout in use', async () => {
  const { id } = (await call(manager, 'POST /stock/used', { body: { ...usedCar, code: '', plate: 'LY 302 AA' } })).body;
  await published('stocks', withText('stocks', 'Provala in sede: {Targa}'));
  expect(await said('GET /stock/used/:id/sheet', id, manager)).toMatch(/Provala in sede: LY ?302 ?AA/);
});

test('annexes, receipts and offers are printed by layouts of their own, an annex with the texts of its own alone', async () => {
  const id = await contract({ tradeIns: [trade] });
  const annexOf = async (annex: string) =>
    pdfText((await call(seller, 'GET /contracts/:id/annex', { params: { id }, query: { annex } as never })).body).join(' '); // prettier-ignore
  await published('annexes', withText('annexes', 'Solo nella privacy, {Nome}', { when: 'annex_privacy' }));
  expect([await annexOf('privacy'), await annexOf('trade_in')].map((said) => said.includes('Solo nella privacy'))).toEqual([true, false]); // prettier-ignore
  expect(await annexOf('trade_in')).toMatch(/Chi cede dichiara.*LY444TT/s);
  const { params } = await received(side);
  await published('receipts', withText('receipts', 'Ricevuti {Importo} per {Voce}'));
  const receipt = async () => pdfText((await call(manager, 'GET /contracts/:id/receipts/:receiptId/document', { params } as never)).body).join(' ').replace(/\s+/g, ' '); // prettier-ignore
  expect(await receipt()).toContain('Ricevuti 500,00 € per Caparra');
  // It was given like this: another layout is for the next ones.
  await published('receipts', standardLayouts.receipts);
  expect(await receipt()).toContain('Ricevuti 500,00 €');
  const offer = (await drafted(side)).params.id;
  await published('offers', withText('offers', 'In tutto {Numero auto} auto'));
  expect(await said('GET /quotes/b2b/:id/document', offer, manager)).toMatch(/Totali per regime IVA.*In tutto 1 auto/);
  await published('offers', standardLayouts.offers);
  // A draft that was printed keeps nothing of it.
  expect(await said('GET /quotes/b2b/:id/document', offer, manager)).not.toContain('In tutto 1 auto');
});

test('a reusable block is printed as it was when the layout was published', async () => {
  const sent = { name: 'Recesso', title: 'Diritto di recesso', text: 'Entro 14 giorni da {Consegna prevista}.' };
  const section = (await call(manager, 'POST /layout-sections', { body: sent })).body;
  const blocks = [...standardLayouts.contracts, block({ kind: 'section', sectionId: section.id })];
  await published('contracts', blocks);
  expect(await printedContract(await contract())).toContain('Diritto di recesso');
  const changed = { params: { id: section.id }, version: section.version, body: { ...sent, title: 'Altro titolo' } };
  expect((await call(manager, 'PUT /layout-sections/:id', changed)).status).toBe(200);
  expect(await printedContract(await contract())).toContain('Diritto di recesso');
  await published('contracts', blocks);
  expect(await printedContract(await contract())).toContain('Altro titolo');
});

test('nobody tries a record or prints a block of another company, and two who edit at once are told', async () => {
  const id = await contract();
  for (const name of ['GET /layouts/contracts/trial', 'GET /layouts/contracts/preview'] as const)
    expect((await call(other, name, { query: { record: id } })).status).toBe(404);
  expect((await read('contracts', other)).versions).toEqual([]);
  const theirs = (await call(other, 'POST /layout-sections', { body: { name: 'Loro', title: '', text: 'Loro' } })).body;
  const saved = await save('contracts', [
    ...standardLayouts.contracts,
    block({ kind: 'section', sectionId: theirs.id }),
  ]);
  expect(saved.body.faults).toMatchObject([{ field: 'sectionId' }]);
  const { version } = await read('contracts');
  expect((await save('contracts', standardLayouts.contracts, version)).status).toBe(200);
  expect((await save('contracts', standardLayouts.contracts, version)).status).toBe(412);
});

test('an edition of the manufacturer is adopted as it is; a new one shows what it changes, and what was issued keeps its words', async () => {
  const edition = await networkEdition(side);
  const offered = async () =>
    (await call(manager, 'GET /layouts/quotes/offered')).body.find(
      ({ id }: { id: number }) => id === edition.params.id,
    );
  const take = async (how: 'adopt' | 'copy', number: number) =>
    call(manager, `POST /layouts/quotes/${how}`, {
      version: (await read('quotes')).version,
      body: { layoutId: edition.params.id, edition: number },
    });
  const told = async (layout = edition.params.id) => {
    const { body } = await call(edition.as, 'GET /network/layouts');
    const { current, behind, copied } = body.find(({ id }: { id: number }) => id === layout);
    return { current, behind, copied };
  };
  expect(await offered()).toMatchObject({ edition: 1, note: 'Nuova privacy', taken: null });
  const adopted = await take('adopt', 1);
  expect([adopted.status, adopted.body.published]).toEqual([200, edition.blocks]);
  expect(await told()).toEqual({ current: 1, behind: 0, copied: 0 });
  clock.now = new Date(clock.now.getTime() + 60_000);
  const { body: quote } = await call(seller, 'POST /quotes', { body: world.draft(world.alfa, {}) });
  await call(seller, 'POST /quotes/:id/issue', { params: { id: quote.id }, version: 1 });
  const before = edition.blocks.at(-1)!.text;
  clock.now = new Date(clock.now.getTime() + 60_000);
  expect(await said('GET /quotes/:id/document', quote.id)).toContain(before);

  const blocks = [...edition.blocks.slice(0, -1), { ...edition.blocks.at(-1)!, text: 'Garanzia di rete' }];
  const { params, name } = edition;
  const saved = await call(edition.as, 'PUT /network/layouts/:id', {
    params,
    version: edition.version,
    body: { name, blocks },
  });
  const sent = { params, version: saved.body.version as number, body: { note: 'La garanzia' } };
  expect((await call(edition.as, 'POST /network/layouts/:id/publish', sent)).status).toBe(200);
  expect(await told()).toEqual({ current: 0, behind: 1, copied: 0 });
  // Who prints by it hears of it once, and company 10 knows who does.
  const published2 = { layoutId: params.id, kind: 'quotes' as const, name, edition: 2, note: 'La garanzia' };
  for (let n = 0; n < 2; n += 1) await tellEditionJob.run(world.outside(), published2);
  const heard = await query(`select title, text, href from notifications where user_id = $1 and company_id = 901 and kind = 'layout_published'`, [manager.id]); // prettier-ignore
  expect(heard).toEqual([
    {
      title: expect.stringContaining(`versione 2 di «${name}»`),
      text: 'La garanzia\nSi stampa ancora con la versione 1, finché non si adotta questa.',
      href: '/dealer/preferences/print_layouts/quotes?of=quotes',
    },
  ]);
  const { users } = (await call(edition.as, 'GET /network/layouts/:id', { params })).body;
  expect(users).toMatchObject([{ id: 901, edition: 1, isCopy: false }]);
  // A network that is larger than what a page names is counted whole.
  await query(
    `insert into companies (company_id, name, province) select 50000 + n, 'Z ' || n, 'MI' from generate_series(1, 501) n`,
  );
  await query(`insert into network_adoptions (company_id, kind, layout_id, edition, is_copy, at)
    select 50000 + n, 'quotes', $1, 2, false, now() from generate_series(1, 501) n`, [params.id]); // prettier-ignore
  const { body: counted } = await call(edition.as, 'GET /network/layouts/:id', { params });
  expect([counted.users.length, counted.userCount]).toEqual([500, 502]);
  expect(counted.editions).toMatchObject([{ edition: 2, companies: 501 }, { edition: 1, companies: 1 }]); // prettier-ignore
  await query('delete from network_adoptions where company_id > 50000');
  await query('delete from companies where company_id > 50000');
  const [last] = (await call(edition.as, 'GET /network/layouts/:id/timeline', { params })).body;
  expect(last.changes).toContainEqual({ field: 'Che cosa cambia', from: '', to: 'La garanzia' });
  // The draft is a copy of another one: until it is published, the adopted one is printed.
  const beside = await networkEdition(side);
  const copied = { layoutId: beside.params.id, edition: 1 };
  const { version: seen } = await read('quotes');
  expect((await call(manager, 'POST /layouts/quotes/copy', { version: seen, body: copied })).status).toBe(200);
  expect(await told()).toEqual({ current: 0, behind: 1, copied: 0 });
  expect(await offered()).toMatchObject({ edition: 2, note: 'La garanzia', taken: { edition: 1, isCopy: false } });
  expect((await take('adopt', 1)).status).toBe(409);
  expect((await read('quotes')).published).toEqual(edition.blocks);
  expect((await take('adopt', 2)).status).toBe(200);
  expect(await said('GET /quotes/:id/document', quote.id)).toContain(before);
  // A copy counts for the edition that it was made from, once it is what is printed.
  const { version: own } = await read('quotes');
  expect((await call(manager, 'POST /layouts/quotes/copy', { version: own, body: copied })).status).toBe(200);
  expect([await told(), await told(copied.layoutId)]).toMatchObject([{ current: 1 }, { copied: 0 }]);
  await published('quotes', [...beside.blocks, block({ id: 'loro', text: 'Parole aggiunte' })]);
  expect([await told(), await told(copied.layoutId)]).toMatchObject([{ current: 0 }, { copied: 1 }]);
  expect((await take('adopt', 2)).status).toBe(200);

  // Own words make a copy of it.
  await published('quotes', [...blocks, block({ id: 'mia', text: 'Parole nostre' })]);
  expect(await told()).toEqual({ current: 0, behind: 0, copied: 1 });
  await tellEditionJob.run(world.outside(), { ...published2, edition: 9 });
  const [{ text: ofCopy }] = await query(`select text from notifications where user_id = $1 and company_id = 901 and once = $2`, [manager.id, `layout_published:${params.id}:9`]); // prettier-ignore
  expect(ofCopy).toContain('con la copia della versione 2');
  const withdrawn = { params, version: sent.version + 1, body: { withdrawn: true } };
  expect((await call(edition.as, 'POST /network/layouts/:id/withdraw', withdrawn)).status).toBe(200);
  expect(await offered()).toBeUndefined();
  expect((await take('copy', 2)).status).toBe(409);

  // As many as a list has room for: no way brings one more.
  await query(`insert into network_layouts (kind, name, blocks, created_at, updated_at)
    select 'quotes', 'Pieno ' || n, '[]', now(), now() from generate_series(1, 60) n`);
  const again = { params, version: withdrawn.version + 1, body: { withdrawn: false } };
  expect((await call(edition.as, 'POST /network/layouts/:id/withdraw', again)).status).toBe(409);
  const back = { params, version: again.version, body: { name, blocks: edition.blocks } };
  expect((await call(edition.as, 'PUT /network/layouts/:id', back)).status).toBe(200);
  const third = { params, version: back.version + 1, body: { note: 'Come prima' } };
  expect((await call(edition.as, 'POST /network/layouts/:id/publish', third)).status).toBe(409);
  await query(`delete from network_layouts where name like 'Pieno %'`);
  expect((await call(edition.as, 'POST /network/layouts/:id/publish', third)).status).toBe(200);
});

test('a copy goes into the draft alone; a draft of the manufacturer is seen by nobody, and two who edit it are told', async () => {
  const edition = await networkEdition(side, 'stocks');
  const was = await read('stocks');
  const body = { layoutId: edition.params.id, edition: 1 };
  const copied = await call(manager, 'POST /layouts/stocks/copy', { version: was.version, body });
  expect(copied.body).toMatchObject({ inUse: was.inUse, published: was.published, blocks: edition.blocks });
  expect(
    (await call(manager, 'POST /layouts/quotes/copy', { version: (await read('quotes')).version, body })).status,
  ).toBe(404);

  const draft = await networkDraft(side, 'stocks');
  expect(JSON.stringify((await call(manager, 'GET /layouts/stocks/offered')).body)).not.toContain(draft.name);
  const change = (blocks: readonly object[], version = draft.version) =>
    call(draft.as, 'PUT /network/layouts/:id', { params: draft.params, version, body: { name: draft.name, blocks } });
  expect((await change(draft.blocks, draft.version - 1)).status).toBe(412);
  expect((await change([block()])).status).toBe(422);
  const faulty = await change([...draft.blocks, block({ id: 'altra', text: '{Nessuna}' })]);
  expect(faulty.body.faults).toHaveLength(1);
  const publishing = { params: draft.params, version: faulty.body.version, body: { note: 'Prova' } };
  expect((await call(draft.as, 'POST /network/layouts/:id/publish', publishing)).status).toBe(422);
});
