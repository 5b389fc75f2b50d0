import { afterAll, expect, test } from 'vitest';
import { Refused } from '#backend/lib/work/refused.ts';
import { enclosuresPost } from '#backend/contracts/enclosures-post.ts';
import { undecidedEnclosures } from '#backend/contracts/enclosures.ts';
import { MOST_PAGES, UNDECIDED_DAYS } from '#domain/contracts/enclosure-fields.ts';
import { enclosuresLink } from '#tests/support/areas/contracts.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, user } = world;
afterAll(() => world.close());
const { side, seller, office, read, make, done, because } = await saleIn(world);
const admin = await user(901, EVERY);
const photo = await aPhoto();
const SCHEMA = [
  { type: 'identity_card', customerType: null, channel: null, financed: false, tradeIn: false, stage: 'submit' },
  { type: 'health_card', customerType: null, channel: null, financed: false, tradeIn: false, stage: 'bill' },
  { type: 'delivery_report', customerType: null, channel: null, financed: false, tradeIn: false, stage: 'complete' },
  { type: 'income', customerType: null, channel: null, financed: true, tradeIn: false, stage: 'submit' },
];
await query(
  `insert into params (company_id, key, valid_from, value) values (901, 'contracts.documents', '2020-01-01', $1)
   on conflict (company_id, key, valid_from) do update set value = excluded.value`,
  [JSON.stringify(SCHEMA)],
);

/** A customer of an own name and address, who can be asked for enclosures of a contract of theirs. */
async function contractOf(about: object = {}) {
  const email = `carte${side.next()}@posta.example.it`;
  const person = { type: 'private', firstName: 'Carla', lastName: `Carte${side.next()}`, email, ...about };
  const { body: customer } = await call(admin, 'POST /customers', { body: person });
  const { id } = await make();
  await query('update contracts set customer_id = $2 where id = $1', [id, customer.id]);
  return { id, customerId: customer.id as number, email };
}
const ask = (id: number, types = ['identity_card', 'health_card'], channel = 'mail', as = seller) =>
  call(as, 'POST /contracts/:id/enclosures', { params: { id }, body: { types, channel } });
const send = (token: string, enclosure: number, file: Uint8Array = photo) =>
  call(null, 'POST /links/enclosures', { query: { token, enclosure, name: 'carta.jpg' }, file });
const page = (token: string) => call(null, 'GET /links/enclosures', { query: { token } });
const decide = (id: number, enclosureId: number, how: 'accept' | 'refuse', body: object, as = seller) =>
  call(as, `POST /contracts/:id/enclosures/:enclosureId/${how}`, { params: { id, enclosureId }, body });
/** Sends the newest message about a contract's enclosures and returns the mail. */
async function mailed(id: number, email: string): Promise<string> {
  const [message] = await query(
    "select max(id)::int as id from messages where entity = 'contract' and record_id = $1",
    [id],
  );
  await enclosuresPost.run(world.outside(), { companyId: 901, id: Number(message!.id) });
  return mailsLeft(world.config, email).at(-1)!.replaceAll('=\r\n', '').replaceAll('=\n', '');
}
const uploadsOf = async (ids: readonly number[]) =>
  (await query('select id::int from uploads where id = any($1) and held_at is not null', [ids])).map((row) => row.id);

test('a customer is asked by mail for the enclosures of the schema, sends them, and each becomes an attachment', async () => {
  const { id, email } = await contractOf();
  const { wanted: missing, askable } = await read(id, seller);
  expect(missing).toEqual(['identity_card', 'health_card']);
  // What the schema does not ask for may be wanted all the same, if a customer has it.
  expect([askable.includes('income'), askable.includes('delivery_report')]).toEqual([true, false]);
  // A private person is in no register of companies.
  expect(askable.includes('company_record')).toBe(false);
  const asked = await ask(id);
  expect([asked.status, asked.body.enclosures.map((one: { state: string }) => one.state)]).toEqual([
    200,
    ['asked', 'asked'],
  ]);
  const token = /documenti\/([\w.-]+)/.exec(await mailed(id, email))![1]!;
  const { body: wanted } = await page(token);
  expect(wanted.enclosures).toMatchObject([
    { label: 'Carta d’identità', state: 'asked', left: MOST_PAGES },
    { label: 'Tessera sanitaria', state: 'asked' },
  ]);
  expect(wanted.until).toBe('2026-11-27');
  const [card, health] = wanted.enclosures as { id: number }[];
  expect((await send(token, card!.id)).status).toBe(200);
  expect((await send(token, card!.id)).body.enclosures[0]).toMatchObject({ state: 'proposed', pages: 2 });
  const bell =
    "select title, text from notifications where user_id = $1 and kind = 'enclosures_sent' and href like '%/' || $2";
  expect(await query(bell, [seller.id, id])).toHaveLength(1);
  const { enclosures } = await read(id, seller);
  const [{ pages }] = enclosures;
  expect((await call(seller, 'GET /contracts/:id/files/:fileId', { params: { id, fileId: pages[0] } })).status).toBe(
    200,
  );
  // Who has seen one page alone accepts nothing.
  expect((await decide(id, card!.id, 'accept', { pages: [pages[0]] })).status).toBe(409);
  const accepted = await decide(id, card!.id, 'accept', { pages });
  expect(accepted.body.attachments).toMatchObject([
    { type: 'identity_card', uploadId: pages[0], note: 'Pagina 1 di 2' },
    { type: 'identity_card', uploadId: pages[1], note: 'Pagina 2 di 2' },
  ]);
  expect(accepted.body.lacks.map(({ sentence }: { sentence: string }) => sentence)).not.toContain(
    'Manca l’allegato «Carta d’identità».',
  );
  expect((await page(token)).body.enclosures).toMatchObject([{ label: 'Tessera sanitaria' }]);
  await send(token, health!.id);
  const last = (await read(id, seller)).enclosures[0];
  expect((await decide(id, health!.id, 'accept', { pages: last.pages })).status).toBe(200);
  // Nothing is wanted any more: the link opens nothing.
  expect((await page(token)).status).toBe(404);
});

test('a refused enclosure is deleted, the customer reads why and sends it again', async () => {
  const { id, email } = await contractOf();
  await ask(id, ['identity_card']);
  const token = await enclosuresLink(side, id);
  const [{ id: enclosure }] = (await page(token)).body.enclosures;
  await send(token, enclosure);
  const before = (await read(id)).enclosures[0].pages;
  expect((await decide(id, enclosure, 'refuse', { reason: ' ', pages: before })).body.fields).toHaveProperty('reason');
  // A page that came while the reason was written is not deleted unseen.
  await send(token, enclosure);
  const reason = 'Non si legge la data';
  expect((await decide(id, enclosure, 'refuse', { reason, pages: before })).status).toBe(409);
  const all = (await read(id)).enclosures[0].pages;
  expect(await uploadsOf(all)).toEqual(all);
  const { body } = await decide(id, enclosure, 'refuse', { reason, pages: all });
  expect(body.enclosures).toMatchObject([{ state: 'refused', reason: 'Non si legge la data', pages: [] }]);
  expect(await uploadsOf(all)).toEqual([]);
  // The first link has ended; the one that is mailed then opens the page.
  expect((await page(token)).status).toBe(404);
  expect(await mailed(id, email)).toContain('Non si legge la data');
  const again = await enclosuresLink(side, id);
  expect((await page(again)).body.enclosures).toMatchObject([{ state: 'refused', reason: 'Non si legge la data' }]);
  expect((await send(again, enclosure)).body.enclosures).toMatchObject([{ state: 'proposed', pages: 1 }]);
  const { pages } = (await read(id)).enclosures[0];
  expect((await decide(id, enclosure, 'refuse', { reason: 'Ancora', pages })).status).toBe(200);
  expect((await decide(id, enclosure, 'accept', { pages: before })).status).toBe(409);
});

test('only what a customer has is asked for, at an address of the customer’s record; asked again without it, it is wanted no more', async () => {
  const { id } = await contractOf({ email: '', phone: '+390612345678' });
  expect((await ask(id, ['delivery_report'])).body.fields).toHaveProperty('types');
  expect((await ask(id, [])).status).toBe(422);
  expect((await ask(id, ['identity_card'], 'mail')).body.fields).toHaveProperty('channel');
  expect((await ask(id, ['identity_card'], 'sms')).body.fields).toHaveProperty('channel');
  expect((await read(id)).enclosures).toEqual([]);
  const { id: other } = await contractOf({ phone: '+393331234567' });
  expect((await ask(other, ['identity_card', 'income'], 'sms')).status).toBe(200);
  const again = await ask(other, ['income', 'health_card'], 'sms');
  expect(again.body.enclosures.map(({ type }: { type: string }) => type)).toEqual(['income', 'health_card']);
});

test('an SMS that may have arrived is not sent again by itself, and its link stays open', async () => {
  const phone = '+393391110098';
  const { id } = await contractOf({ phone });
  expect((await ask(id, ['identity_card'], 'sms')).status).toBe(200);
  const [message] = await query("select id::int from messages where entity = 'contract' and record_id = $1", [id]);
  const work = () => enclosuresPost.run(world.outside(), { companyId: 901, id: message!.id as number });
  await work();
  await query('update messages set sent_at = null where id = $1', [message!.id]);
  await expect(work()).rejects.toThrow(Refused);
  const [left, ...more] = mailsLeft(world.config, phone);
  expect(more).toEqual([]);
  expect((await page(/documenti\/([\w.-]+)/.exec(left!)![1]!)).status).toBe(200);
});

test('a link reads nothing of another contract, takes ten pages, and back what nobody has decided on', async () => {
  const [one, two] = [await contractOf(), await contractOf()];
  await ask(one.id, ['identity_card']);
  await ask(two.id, ['identity_card']);
  const token = await enclosuresLink(side, one.id);
  const [{ id: own }] = (await page(token)).body.enclosures;
  const foreign = (await read(two.id)).enclosures[0].id;
  expect((await send(token, foreign)).status).toBe(404);
  expect((await call(null, 'DELETE /links/enclosures', { query: { token, enclosure: foreign } })).status).toBe(404);
  await query('update enclosures set upload_ids = array_fill(1::bigint, array[$2::int]) where id = $1', [
    own,
    MOST_PAGES,
  ]);
  expect((await send(token, own)).status).toBe(409);
  await query("update enclosures set upload_ids = '{}' where id = $1", [own]);
  await send(token, own);
  const { pages } = (await read(one.id)).enclosures[0];
  expect(
    (await call(null, 'DELETE /links/enclosures', { query: { token, enclosure: own } })).body.enclosures,
  ).toMatchObject([{ state: 'asked', pages: 0 }]);
  expect(await uploadsOf(pages)).toEqual([]);
  expect((await send(token, own, Buffer.from('non è una foto'))).status).toBe(422);
});

test('the link ends when it is taken back, the customer changes or the contract is cancelled', async () => {
  const { id } = await contractOf();
  await ask(id);
  const token = await enclosuresLink(side, id);
  const [{ id: card }] = (await page(token)).body.enclosures;
  await send(token, card);
  const { body } = await call(seller, 'DELETE /contracts/:id/enclosures', { params: { id } });
  // What came is still to be decided.
  expect(body.enclosures).toMatchObject([{ id: card, state: 'proposed' }]);
  expect((await page(token)).status).toBe(404);
  const { id: next } = await contractOf();
  await ask(next);
  const link = await enclosuresLink(side, next);
  const [{ id: enclosure }] = (await page(link)).body.enclosures;
  await send(link, enclosure);
  const { pages } = (await read(next)).enclosures[0];
  await done(seller, 'cancel', { id: next }, await because('cancel'));
  expect((await page(link)).status).toBe(404);
  expect(await uploadsOf(pages)).toEqual([]);
  const { id: third } = await contractOf();
  await ask(third);
  const old = await enclosuresLink(side, third);
  const now = await read(third);
  const typed = Object.fromEntries(
    [
      'cobuyerId',
      'guarantorId',
      'representativeId',
      'profession',
      'email',
      'phone',
      'address',
      'cap',
      'city',
      'province',
    ].map((key) => [key, now[key]]),
  );
  const { customerId } = await contractOf();
  const changed = await call(seller, 'PUT /contracts/:id/customer', {
    params: { id: third },
    version: now.versions.customer ?? 1,
    body: { ...typed, customerId },
  });
  expect([changed.status, changed.body.record?.enclosures]).toEqual([200, []]);
  expect(await query("select 1 from messages where entity = 'contract' and record_id = $1", [third])).toEqual([]);
  expect((await page(old)).status).toBe(404);
});

test('a person who may not write the attachments now asks for nothing, and decides nothing', async () => {
  const { id } = await contractOf();
  await ask(id);
  const token = await enclosuresLink(side, id);
  const [{ id: card }] = (await page(token)).body.enclosures;
  await send(token, card);
  const { pages } = (await read(id)).enclosures[0];
  await query("update contracts set state = 'waiting_approvation' where id = $1", [id]);
  expect((await decide(id, card, 'accept', { pages })).status).toBe(409);
  expect((await ask(id, ['health_card'])).status).toBe(409);
  expect((await decide(id, card, 'accept', { pages }, office)).status).toBe(200);
  const stranger = await user(902, EVERY);
  expect((await ask(id, ['health_card'], 'mail', stranger)).status).toBe(404);
});

test('a paper that a colleague attaches meanwhile is wanted no more; a refusal goes by the way that is left', async () => {
  const { id, customerId, email } = await contractOf();
  await ask(id);
  const token = await enclosuresLink(side, id);
  const card = (await call(seller, 'POST /uploads', { query: { purpose: 'contract', name: 'c.jpg' }, file: photo }))
    .body;
  const { versions } = await read(id, seller);
  const rows = [{ type: 'identity_card', uploadId: card.id, expiresOn: null, note: '' }];
  const saved = await call(seller, 'PUT /contracts/:id/attachments', {
    params: { id },
    version: versions.attachments ?? 1,
    body: { attachments: rows },
  });
  expect(saved.body.record.enclosures).toMatchObject([{ type: 'health_card' }]);
  const { enclosures } = (await page(token)).body;
  expect(enclosures).toMatchObject([{ label: 'Tessera sanitaria' }]);
  await send(token, enclosures[0].id);
  // The address is gone from the record, a mobile is there.
  const reach = 'update customers set email = $2, phone = $3 where id = $1';
  await query(reach, [customerId, null, null]);
  const { pages } = (await read(id)).enclosures[0];
  expect((await decide(id, enclosures[0].id, 'refuse', { reason: 'Scaduta', pages })).status).toBe(409);
  await query(reach, [customerId, null, '+393331234567']);
  expect((await decide(id, enclosures[0].id, 'refuse', { reason: 'Scaduta', pages })).status).toBe(200);
  const sent = "select channel, address from messages where entity = 'contract' and record_id = $1 order by id";
  expect(await query(sent, [id])).toMatchObject([{ channel: 'mail', address: email }, { channel: 'sms' }]);
});

test('once the contract is completed what came is accepted or deleted, and nobody is asked again', async () => {
  const { id, email } = await contractOf();
  await ask(id, ['identity_card']);
  const token = await enclosuresLink(side, id);
  const [{ id: enclosure }] = (await page(token)).body.enclosures;
  await send(token, enclosure);
  const { pages } = (await read(id)).enclosures[0];
  // A message that waits says nothing once all has come.
  const before = mailsLeft(world.config, email).length;
  const [{ message }] = await query(
    "select max(id)::int as message from messages where entity = 'contract' and record_id = $1",
    [id],
  );
  await enclosuresPost.run(world.outside(), { companyId: 901, id: Number(message) });
  expect(mailsLeft(world.config, email)).toHaveLength(before);
  await query("update contracts set state = 'completed' where id = $1", [id]);
  const refused = await decide(id, enclosure, 'refuse', { reason: 'Sfocata', pages }, office);
  expect([refused.status, refused.body.enclosures, await uploadsOf(pages)]).toEqual([200, [], []]);
  expect(await query("select 1 from messages where entity = 'contract' and record_id = $1", [id])).toHaveLength(1);
});

test('a contract says whether who looks may change its customer’s record, which what is missing leads to', async () => {
  const { id, customerId } = await contractOf();
  const follower = await world.userWith('manageAllContracts', 'registerAccesses');
  const may = async (as: typeof seller) => (await read(id, as)).changesCustomer;
  expect([await may(seller), await may(admin), await may(follower)]).toEqual([false, true, false]);
  await query('update customers set seller_id = $2 where id = $1', [customerId, follower.id]);
  expect(await may(follower)).toBe(true);
});

const night = () => world.outside().asCompany(901, null, (ctx) => undecidedEnclosures.run(ctx));

test('a file that nobody decides on for a month after the link is deleted, and with an erased customer at once', async () => {
  const { id } = await contractOf();
  await ask(id, ['identity_card']);
  const token = await enclosuresLink(side, id);
  const [{ id: enclosure }] = (await page(token)).body.enclosures;
  await send(token, enclosure);
  const { pages } = (await read(id)).enclosures[0];
  await query("update enclosures set until = '2026-11-20'::date - $2::int where id = $1", [enclosure, UNDECIDED_DAYS]);
  await night();
  expect(await uploadsOf(pages)).toEqual(pages);
  await query('update enclosures set until = until - 1 where id = $1', [enclosure]);
  await night();
  expect([await uploadsOf(pages), (await read(id)).enclosures]).toEqual([[], []]);

  const { id: kept, customerId } = await contractOf();
  await ask(kept, ['identity_card']);
  const link = await enclosuresLink(side, kept);
  const [{ id: other }] = (await page(link)).body.enclosures;
  await send(link, other);
  const sent = (await read(kept)).enclosures[0].pages;
  await query("update contracts set state = 'completed' where id = $1", [kept]);
  const { version, name } = (await call(admin, 'GET /persons/:id/erasure', { params: { id: customerId } })).body;
  const erased = await call(admin, 'POST /persons/:id/erasure', {
    params: { id: customerId },
    version,
    body: { reason: 'request', name },
  });
  expect(erased.status).toBe(200);
  expect(await uploadsOf(sent)).toEqual([]);
  expect(await query("select 1 from messages where entity = 'contract' and record_id = $1", [kept])).toEqual([]);
});
