import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '#backend/jobs.ts';
import { newToken } from '#backend/lib/people/tokens.ts';
import type { CallName } from '#domain/endpoints.ts';
import { MOST_QUESTIONS } from '#domain/quotes/limits.ts';
import type { Sent, TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aChoice, aTradeIn } from '#tests/support/price-sheet.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, beta, call, query } = world;
const server = await openMailServer();
afterAll(async () => {
  server.close();
  await world.close();
});
beforeEach(async () => {
  onDay(TODAY);
  server.mails.length = 0;
  server.refusing = false;
  await query('delete from login_throttles');
});

const onDay = (day: string) => (world.clock.now = new Date(`${day}T09:00:00Z`));
const seller = await world.user(901, EVERY);
const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);

async function issued(as: TestUser = seller, dealer = alfa) {
  const { id } = (await call(as, 'POST /quotes', { body: world.draft(dealer) })).body;
  return (await call(as, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).body;
}
/** Its next revision, issued: until then the customer holds the earlier offer. */
async function revised(id: number) {
  const next = (await call(seller, 'POST /quotes/:id/revise', { params: { id } })).body;
  await call(seller, 'POST /quotes/:id/issue', { params: { id: next.id }, version: next.version });
}
async function linked(as: TestUser = seller, dealer = alfa) {
  const quote = await issued(as, dealer);
  const { url } = (await call(as, 'POST /quotes/:id/link', { params: { id: quote.id } })).body;
  return { quote, token: tokenIn(url) };
}
const read = (token: string) => call(null, 'GET /offers', { query: { token } });
const quoteOf = async (id: number) => (await call(seller, 'GET /quotes/:id', { params: { id } })).body;
const told = async (as: TestUser = seller) =>
  (await call(as, 'GET /notifications')).body.rows.map((row: { kind: string; title: string }) => [row.kind, row.title]);
const sendingOf = async (id: number) => (await call(seller, 'GET /quotes/:id/sending', { params: { id } })).body;

describe('a private link', () => {
  test('shows the quote as printed, and nothing that is the dealer’s alone', async () => {
    const { quote, token } = await linked();
    const { status, body } = await read(token);
    expect([status, body.number, body.state]).toEqual([200, quote.number, 'open']);
    const pdf = (await call(null, 'GET /offers/document', { query: { token } })).body as Buffer;
    const own = (await call(seller, 'GET /quotes/:id/document', { params: { id: quote.id } })).body as Buffer;
    expect(pdf.equals(own)).toBe(true);
    const text = pdfText(pdf).join(' ').replace(/\s+/g, ' ');
    for (const shown of [body.keysInHand.amount, body.vehicle.title, body.seller.name])
      expect(text).toContain(shown.replace(/\s+/g, ' '));
    expect(JSON.stringify(body)).not.toMatch(/margin|cost|privileges|taxCode|sheet/i);
  });

  test('says whom to call, what the trade-in is called, and the plan month by month', async () => {
    await query("update users set phone = '+393331234567' where id = $1", [seller.id]);
    const tradeIns = [aTradeIn({ description: 'Fiat Panda 1.2', plate: 'AB123CD', valuation: 2_000_00 })];
    const financing = aChoice({ planId: alfa.planId, months: 60, amount: 10_000_00, protection: false });
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa, { tradeIns, financing }) })).body;
    expect((await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).status).toBe(200);
    const { url } = (await call(seller, 'POST /quotes/:id/link', { params: { id } })).body;
    const { seller: whom, payment, financing: loan } = (await read(tokenIn(url))).body;
    expect(whom).toMatchObject({ phone: '+393331234567', email: expect.stringContaining('@') });
    const labels = payment.map(({ label }: { label: string }) => label);
    expect(labels).toContain('Permuta: Fiat Panda 1.2, targa AB123CD');
    const [plan] = loan.schedules;
    expect(plan.head[0]).toBe('Mese');
    expect(plan.rows.length).toBeGreaterThan(11);
  });

  test('says where to find the seller, with hours and closures of the next days', async () => {
    await query("update locations set hours = $1, patron = '07/12', address = 'Via Prova 3' where company_id = 901", [
      JSON.stringify([{ day: 'mon', from: '09:00', to: '12:30' }]),
    ]);
    await query('insert into user_locations values (901, $1, $2, true)', [seller.id, alfa.locationId]);
    const { token } = await linked();
    expect((await read(token)).body.place).toMatchObject({
      hours: ['Lunedì: 9:00–12:30', 'Martedì–domenica: chiuso'],
      closed: ['lunedì 7 dicembre (Santo patrono)'],
    });
  });

  test('is kept as a hash alone, and is good for its own quote only', async () => {
    const [one, other] = [await linked(), await linked()];
    expect((await read(one.token)).body.number).toBe(one.quote.number);
    expect((await read(other.token)).body.number).toBe(other.quote.number);
    const rows = JSON.stringify(await query('select * from links'));
    expect(rows).not.toContain(one.token.split('.')[1]);
  });

  test.each<[string, CallName, object]>([
    ['reading', 'GET /offers', {}],
    ['the document', 'GET /offers/document', {}],
    ['the visit', 'POST /offers/opened', {}],
    ['a question', 'POST /offers/question', { text: 'Quando?' }],
    ['the acceptance', 'POST /offers/accept', { name: 'Mario Rossi' }],
  ])('guessed, foreign, damaged, revoked or expired opens nothing: %s', async (_, name, more) => {
    const send = (token: string): Sent =>
      name.startsWith('GET') ? { query: { token } } : { body: { token, ...more } };
    const { quote, token } = await linked();
    const [company, secret] = token.split('.') as [string, string];
    const odd = [newToken(901), newToken(902), newToken(999_999), `${(902).toString(36)}.${secret}`];
    const session = seller.token;
    for (const bad of [...odd, `${company}.${secret.slice(1)}A`, session]) {
      const { status, body } = await call(null, name, send(bad));
      expect([status, body.message]).toEqual([404, expect.stringContaining('chiederne uno nuovo')]);
    }
    await query('delete from login_throttles');
    onDay('2027-02-01');
    expect((await call(null, name, send(token))).status).toBe(404);
    onDay(TODAY);
    await call(seller, 'DELETE /quotes/:id/link', { params: { id: quote.id } });
    expect((await call(null, name, send(token))).status).toBe(404);
    expect((await quoteOf(quote.id)).state).toBe('issued');
  });

  test('a link of another company says nothing of this one', async () => {
    const stranger = await world.user(902, EVERY);
    const { token } = await linked(stranger, beta);
    const { body } = await read(token);
    expect(JSON.stringify(body)).not.toContain(alfa.marker);
    const { quote } = await linked();
    for (const name of ['POST /quotes/:id/link', 'DELETE /quotes/:id/link', 'GET /quotes/:id/sending'] as const)
      expect((await call(stranger, name, { params: { id: quote.id } })).status).toBe(404);
  });

  test('whoever tries many waits, and so does who reads one without end', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const guess = () => call(null, 'GET /offers', { query: { token: newToken(901) }, headers });
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await guess()).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404));
    expect(statuses.at(-1)).toBe(429);
    // One that opens something waits for nobody's guesses, though all of a mobile network or a showroom is one address.
    const good = await call(null, 'GET /offers', { query: { token: (await linked()).token }, headers });
    expect([good.status, (await guess()).status]).toEqual([200, 429]);
    const { token } = await linked();
    const again: number[] = [];
    for (let n = 0; n < 125; n += 1) again.push((await read(token)).status);
    expect([again[0], again[119], again.at(-1)]).toEqual([200, 200, 429]);
  });

  test('is not made for a draft, an expired or a superseded quote, nor without end', async () => {
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa) })).body;
    const link = (quote: number) => call(seller, 'POST /quotes/:id/link', { params: { id: quote } });
    expect((await link(id)).status).toBe(409);
    const { quote } = await linked();
    for (let n = 0; n < 19; n += 1) expect((await link(quote.id)).status).toBe(200);
    expect((await link(quote.id)).body.message).toContain('revocarli');
    const older = await issued();
    await revised(older.id);
    expect((await link(older.id)).body.message).toContain('revisione più recente');
    const late = await issued();
    onDay('2026-12-20');
    expect((await link(late.id)).body.message).toContain('scaduto');
  });
});

describe('through the link', () => {
  test('the visit is noted once in half an hour, and the seller is told the first time', async () => {
    const who = await world.user(901, EVERY);
    const { quote, token } = await linked(who);
    const open = () => call(null, 'POST /offers/opened', { body: { token } });
    await open();
    await open();
    world.clock.now = new Date(`${TODAY}T10:00:00Z`);
    await open();
    expect((await sendingOf(quote.id)).links).toMatchObject([{ opened: 2, revoked: false }]);
    expect(await told(who)).toEqual([['quote_opened', `${quote.number}: il cliente lo ha aperto`]]);
  });

  test('the customer asks; the question stands with the quote and reaches its seller, and there is an end to them', async () => {
    const who = await world.user(901, EVERY);
    const { quote, token } = await linked(who);
    const ask = (text: string) => call(null, 'POST /offers/question', { body: { token, text } });
    expect((await ask('  ')).status).toBe(422);
    expect((await ask('x'.repeat(1001))).status).toBe(422);
    expect((await ask('C’è in blu?')).status).toBe(204);
    expect((await read(token)).body.questions).toMatchObject([{ text: 'C’è in blu?' }]);
    expect((await sendingOf(quote.id)).messages).toMatchObject([{ direction: 'in', text: 'C’è in blu?' }]);
    expect(await told(who)).toEqual([['quote_question', `${quote.number}: domanda del cliente`]]);
    for (let n = 1; n < MOST_QUESTIONS; n += 1) await ask(`Domanda ${n}`);
    expect((await ask('Un’altra')).body.message).toContain('telefonare');
    const { events } = (await call(seller, 'GET /quotes/:id/timeline', { params: { id: quote.id } })).body;
    expect(JSON.stringify(events)).toContain('C’è in blu?');
  });

  test('the customer accepts once, under a name; the seller is told and can take it back', async () => {
    const who = await world.user(901, EVERY);
    const { quote, token } = await linked(who);
    const accept = () => call(null, 'POST /offers/accept', { body: { token, name: 'Mario Rossi' } });
    const both = await Promise.all([accept(), accept()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await quoteOf(quote.id)).toMatchObject({ state: 'accepted' });
    expect((await read(token)).body.state).toBe('accepted');
    const { events } = (await call(seller, 'GET /quotes/:id/timeline', { params: { id: quote.id } })).body;
    expect(events[0]).toMatchObject({
      who: 'Mario Rossi',
      what: 'ha accettato il preventivo dal collegamento privato',
    });
    expect(await told(who)).toEqual([['quote_accepted', expect.stringContaining('accettato da Mario Rossi')]]);
    const { version } = await quoteOf(quote.id);
    await call(seller, 'POST /quotes/:id/withdraw', { params: { id: quote.id }, version });
    expect((await read(token)).body.state).toBe('open');
  });

  test('an offer that has expired, is lost or has a newer revision is read and not accepted', async () => {
    const accept = (token: string) => call(null, 'POST /offers/accept', { body: { token, name: 'Mario Rossi' } });
    const older = await linked();
    await revised(older.quote.id);
    expect((await read(older.token)).body.state).toBe('superseded');
    expect((await accept(older.token)).status).toBe(409);
    const lost = await linked();
    const { id, version } = lost.quote;
    await call(seller, 'POST /quotes/:id/close', { params: { id }, version, body: { reason: 'price' } });
    expect([(await read(lost.token)).body.state, (await accept(lost.token)).status]).toEqual(['over', 409]);
    const late = await linked();
    // The last day has ended in Rome, not in Greenwich.
    world.clock.now = new Date('2026-11-28T22:59:00Z');
    expect((await read(late.token)).body.state).toBe('open');
    world.clock.now = new Date('2026-11-28T23:01:00Z');
    expect([(await read(late.token)).body.state, (await accept(late.token)).status]).toEqual(['expired', 409]);
  });
});

describe('a mail to the customer', () => {
  const work = () => startJobs({ ...database, config: { ...world.config, SMTP_URL: server.url } });
  const body = {
    to: 'cliente@prova.example.it',
    subject: 'Il preventivo',
    text: 'Eccolo <img src=x>: {collegamento}',
    link: true,
  };
  const send = (id: number, changes: object = {}) =>
    call(seller, 'POST /quotes/:id/messages', { params: { id }, body: { ...body, ...changes } });

  test('goes out with the PDF, a link that works and the sender’s address for the answer', async () => {
    const quote = await issued();
    await query(String.raw`update companies set signature = E'Alfa Auto\nVia Prova 1' where company_id = 901`);
    await query('delete from pgboss.job');
    expect((await send(quote.id)).body).toMatchObject({ direction: 'out', address: body.to, sentAt: null });
    const jobs = await work();
    await expect.poll(async () => (await sendingOf(quote.id)).messages[0].sentAt, { timeout: 15_000 }).not.toBeNull();
    await jobs.stop();
    const [mail] = server.mails as [string];
    expect(mail).toMatch(/^To: cliente@prova.example.it\r$/m);
    // It comes from the dealer, and the answer goes there.
    const [house] = await query('select name, email from companies where company_id = 901');
    expect(mail).toMatch(new RegExp(`^From: "?${house.name} via Volante"? <[^>]+>\\r$`, 'm'));
    expect(mail).toMatch(new RegExp(`^Reply-To: ${house.email || seller.email}\\r$`, 'm'));
    expect(mail).toMatch(/multipart\/alternative/);
    // It ends as the company signs, in both parts.
    expect(mail).toMatch(/Alfa Auto\r\nVia Prova 1/);
    expect(mail.slice(mail.indexOf('<!doctype html>'))).toMatch(/Alfa Auto<br>\s*Via Prova 1/);
    // What was typed is text in both parts.
    expect(mail.slice(mail.indexOf('<!doctype html>'))).toContain('Eccolo &lt;img src=x&gt;');
    expect(mail).toMatch(/<a href="[^"]+\/offer\/[\w.-]+">/);
    expect(mail).toMatch(/Content-Type: application\/pdf/);
    const token = /\/offer\/([\w.-]+)/.exec(mail)![1]!;
    expect((await read(token)).body.number).toBe(quote.number);
    expect(JSON.stringify(await query('select body from messages'))).not.toContain(token);
  });

  const accepting = async () => {
    const quote = await issued();
    await query('update customers set email = $2 where id = $1', [quote.draft.customer.id, body.to]);
    await query('delete from pgboss.job');
    const { url } = (await call(seller, 'POST /quotes/:id/link', { params: { id: quote.id } })).body;
    return { quote, token: tokenIn(url) };
  };
  const receipts = async (id: number) =>
    (await sendingOf(id)).messages.filter(({ subject }: { subject: string }) => subject.includes('accettato'));

  test('confirms an acceptance made through the link, as a receipt with its document', async () => {
    const { quote, token } = await accepting();
    await call(null, 'POST /offers/accept', { body: { token, name: 'Mario Rossi' } });
    const jobs = await work();
    await expect.poll(async () => (await receipts(quote.id))[0]?.sentAt, { timeout: 15_000 }).toBeTruthy();
    await jobs.stop();
    const mail = server.mails.find((one) => one.includes('risulta accettato'))!;
    expect(mail).toMatch(/^To: cliente@prova.example.it\r$/m);
    expect(mail).toContain(`il preventivo ${quote.number}`);
    expect(mail).toMatch(/Content-Type: application\/pdf/);
    const { receipt } = (await call(seller, 'GET /quotes/:id/next-step', { params: { id: quote.id } })).body;
    expect(receipt).toMatchObject({ to: body.to, sentAt: expect.any(String), failedAt: null });
  });

  test('a mail of a seller’s press waits, and one that is taken back is never sent', async () => {
    const { quote } = await accepting();
    const press = async (name: 'accept' | 'withdraw') =>
      call(seller, `POST /quotes/:id/${name}`, {
        params: { id: quote.id },
        version: (await quoteOf(quote.id)).version,
      });
    await press('accept');
    expect(await receipts(quote.id)).toMatchObject([{ address: body.to, sentAt: null }]);
    const [waiting] = await query(
      "select start_after > now() + interval '30 seconds' as later from pgboss.job where name = 'quote-mail'",
    );
    expect(waiting).toEqual({ later: true });
    await press('withdraw');
    expect(await receipts(quote.id)).toEqual([]);
  });

  test('a mail that the server refuses is told to the seller once, tried again, and its first link opens nothing', async () => {
    const who = await world.user(901, EVERY);
    const quote = await issued(who);
    await query('delete from pgboss.job');
    server.refusing = true;
    await send(quote.id);
    const jobs = await work();
    await expect.poll(async () => (await sendingOf(quote.id)).messages[0].failedAt, { timeout: 15_000 }).not.toBeNull();
    expect(await told(who)).toMatchObject([['message_failed', expect.stringContaining('non parte')]]);
    server.refusing = false;
    await query('update pgboss.job set start_after = now()');
    await expect.poll(async () => (await sendingOf(quote.id)).messages[0].sentAt, { timeout: 15_000 }).not.toBeNull();
    await jobs.stop();
    const sent = await sendingOf(quote.id);
    expect(sent.messages).toMatchObject([{ failedAt: null }]);
    expect(sent.links.map(({ revoked }: { revoked: boolean }) => revoked)).toEqual([false, true]);
    expect(server.mails).toHaveLength(1);
  });

  test('is refused for a draft, for nobody’s address and for texts without end', async () => {
    const quote = await issued();
    for (const wrong of [{ to: 'nessuno' }, { to: 'a@b.it\r\nBcc: x@y.it' }, { text: '' }, { text: 'x'.repeat(4001) }])
      expect((await send(quote.id, wrong)).status).toBe(422);
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa) })).body;
    expect((await send(id)).status).toBe(409);
  });
});

test('the document of an issued quote is drawn once: what was sent is what is read later', async () => {
  const quote = await issued();
  const pdf = async () => (await call(seller, 'GET /quotes/:id/document', { params: { id: quote.id } })).body as Buffer;
  const [first, second] = await Promise.all([pdf(), pdf()]);
  expect(first.equals(second)).toBe(true);
  await query(
    "update quotes set snapshot = jsonb_set(snapshot, '{texts,company,name}', '\"Altro nome\"') where id = $1",
    [quote.id],
  );
  expect((await pdf()).equals(first)).toBe(true);
  expect(
    await query('select encode(hash, $2) as hash from documents where record_id = $1', [quote.id, 'hex']),
  ).toHaveLength(1);
});
