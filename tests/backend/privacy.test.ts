import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '#backend/jobs.ts';
import { newToken } from '#backend/lib/people/tokens.ts';
import { addMonths } from '#domain/dates.ts';
import { testDatabase } from '#tests/support/database.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
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
  await query('delete from consents');
  await query('delete from login_throttles');
});

const onDay = (day: string) => (world.clock.now = new Date(`${day}T09:00:00Z`));
const manager = await world.user(901, EVERY);
const of = (id = alfa.customerId) => ({ params: { id } });
const read = async () => (await call(manager, 'GET /privacy/customers/:id', of())).body;
const say = (body: object, id = alfa.customerId) =>
  call(manager, 'POST /privacy/customers/:id', {
    ...of(id),
    body: { purpose: 'marketing', given: true, channels: ['email'], way: 'paper', on: TODAY, ...body },
  });
const standing = async (purpose = 'marketing') =>
  (await read()).now.find((one: { purpose: string }) => one.purpose === purpose).standing;
const link = async () => {
  const { url } = (await call(manager, 'POST /privacy/customers/:id/link', of())).body;
  return url.slice(url.lastIndexOf('/') + 1) as string;
};
const recipients = async (channel = 'email') =>
  String((await call(manager, 'GET /privacy/recipients', { query: { channel, format: 'csv' } })).body);

describe('a consent', () => {
  test('is kept with the words that were shown, its day, way and proof; a newer text leaves it as it was', async () => {
    const text = 'Acconsento a ricevere le offerte di {azienda}.';
    const { version } = (await call(manager, 'POST /privacy/texts', { body: { kind: 'marketing', text } })).body;
    const said = (await say({ proof: 'Modulo 12', on: '2026-11-18' })).body;
    expect(said.now[0]).toMatchObject({
      standing: 'given',
      on: '2026-11-18',
      until: '2028-11-18',
      channels: ['email'],
    });
    expect(said.history[0]).toMatchObject({ textVersion: version, proof: 'Modulo 12', way: 'paper' });
    await call(manager, 'POST /privacy/texts', { body: { kind: 'marketing', text: `${text} Anche per posta.` } });
    expect((await read()).history[0].textVersion).toBe(version);
  });

  test('a consent in a company that published no text is for the words of the product, which are its first version then', async () => {
    await say({ purpose: 'profiling' });
    expect((await read()).history[0].textVersion).toBe(1);
    const kinds = (await call(manager, 'GET /privacy/texts')).body.filter(
      ({ kind }: { kind: string }) => kind === 'profiling',
    );
    expect(kinds).toHaveLength(1);
  });

  test('is for one purpose and by the channels that were said', async () => {
    await say({ channels: ['sms'] });
    expect([await standing('profiling'), await standing('third_parties')]).toEqual(['never', 'never']);
    await query("update customers set email = 'mario@posta.example.it', phone = '+393331234567' where id = $1", [
      alfa.customerId,
    ]);
    expect(await recipients('email')).not.toContain('ALFAMARCHIO');
    expect(await recipients('sms')).toContain('+393331234567');
    expect((await say({ channels: [] })).body.fields).toHaveProperty('channels');
  });

  test('a consent that was withdrawn or has ended reaches nobody', async () => {
    await query("update customers set email = 'mario@posta.example.it' where id = $1", [alfa.customerId]);
    await say({});
    expect(await recipients()).toContain('mario@posta.example.it');
    await say({ given: false, way: 'phone', channels: [] });
    expect([await standing(), await recipients()]).toEqual(['withdrawn', expect.not.stringContaining('mario@')]);
    await query('delete from consents');
    await say({ on: '2025-01-10' });
    onDay('2027-01-10');
    expect([await standing(), (await recipients()).includes('mario@')]).toEqual(['given', true]);
    onDay('2027-01-11');
    expect([await standing(), (await recipients()).includes('mario@')]).toEqual(['expired', false]);
    const { purposes } = (await call(manager, 'GET /privacy/reach')).body;
    expect(purposes[0]).toEqual({ purpose: 'marketing', given: 0, ending: 0 });
  });

  test('is to be renewed in its last sixty days, and follows the months that the company sets', async () => {
    await say({ on: '2024-12-01' });
    const marketing = async () => (await read()).now[0];
    expect(await marketing()).toMatchObject({ standing: 'given', until: '2026-12-01', ending: true });
    const { version, periods } = (await call(manager, 'GET /privacy/settings')).body;
    const body = { ...periods[0].values, marketingMonths: 12, from: TODAY };
    expect((await call(manager, 'PUT /privacy/settings', { version, body })).status).toBe(200);
    expect(await marketing()).toMatchObject({ standing: 'expired', until: '2025-12-01' });
    await query("delete from params where key like 'privacy.%'");
  });

  test('cannot be of tomorrow, nor older than a later word', async () => {
    expect((await say({ on: '2026-11-21' })).body.fields).toHaveProperty('on');
    await say({ given: false });
    expect((await say({ on: '2026-11-19' })).body.fields).toHaveProperty('on');
    expect(await standing()).toBe('withdrawn');
  });

  test('is nobody’s business of another company', async () => {
    const stranger = await world.user(902, EVERY);
    expect((await call(stranger, 'GET /privacy/customers/:id', of())).status).toBe(404);
    expect((await call(manager, 'GET /privacy/customers/:id', of(beta.customerId))).status).toBe(404);
  });
});

describe('the person’s own page', () => {
  const page = (token: string) => call(null, 'GET /privacy/page', { query: { token } });
  const choose = (token: string, choices: object[]) => call(null, 'POST /privacy/page', { body: { token, choices } });
  const marketing = (given: boolean, channels: string[] = []) => ({ purpose: 'marketing', given, channels });

  test('shows notice and choices, and keeps what the person chooses with link and address', async () => {
    const token = await link();
    const { body } = await page(token);
    expect(body).toMatchObject({ name: 'Mario ALFAMARCHIO', company: { name: 'ALFAMARCHIO Auto' } });
    expect(body.notice).toContain('ALFAMARCHIO');
    expect(body.months).toEqual({ quiet: 24, marketing: 24, profiling: 12, third_parties: 24 });
    expect(body.choices.map(({ standing: now }: { standing: string }) => now)).toEqual(['never', 'never', 'never']);
    expect((await choose(token, [marketing(true, ['email', 'post'])])).body.choices[0].standing).toBe('given');
    expect((await read()).history[0]).toMatchObject({ way: 'page', who: null, channels: ['email', 'post'] });
    await choose(token, [marketing(false)]);
    expect(await standing()).toBe('withdrawn');
    expect((await read()).links).toMatchObject({ openedAt: expect.any(String) });
  });

  test('keeps nothing twice: the same choice is no new consent', async () => {
    const token = await link();
    await choose(token, [marketing(true, ['email'])]);
    await choose(token, [marketing(true, ['email'])]);
    expect((await read()).history).toHaveLength(1);
    await choose(token, [marketing(true, ['email', 'sms'])]);
    expect((await read()).history).toHaveLength(2);
    expect((await choose(token, [marketing(true)])).status).toBe(422);
    expect((await choose(token, [marketing(true, ['sms']), marketing(false)])).status).toBe(422);
  });

  test('opens with its own token alone: not revoked, ended, guessed, or of a quote', async () => {
    const token = await link();
    const offer = (await call(null, 'GET /offers', { query: { token } })).status;
    expect(offer).toBe(404);
    expect((await page(newToken(901))).status).toBe(404);
    await call(manager, 'POST /privacy/customers/:id/revoke', of());
    expect((await page(token)).status).toBe(404);
    const next = await link();
    onDay('2027-02-19');
    expect((await page(next)).status).toBe(404);
  });
});

test('the link goes by mail, and the database does not know it', async () => {
  const sent = await call(manager, 'POST /privacy/customers/:id/send', {
    ...of(),
    body: { to: 'mario@posta.example.it' },
  });
  expect(sent.status).toBe(200);
  const config = { ...world.config, SMTP_URL: server.url };
  const { jobsUrl, appUrl } = database;
  const jobs = await startJobs({ jobsUrl, appUrl, config, now: () => world.clock.now });
  try {
    await expect.poll(() => server.mails.length, { timeout: 15_000 }).toBe(1);
  } finally {
    await jobs.stop();
  }
  // It comes from the dealer, as text and as HTML.
  const [house] = await query('select name from companies where company_id = 901');
  expect(server.mails[0]).toMatch(new RegExp(`^From: "?${house!.name} via Volante"? <`, 'm'));
  expect(server.mails[0]).toContain('multipart/alternative');
  const token = /\/privacy\/([\w.-]+)/.exec(server.mails[0]!)![1]!;
  expect((await call(null, 'GET /privacy/page', { query: { token } })).status).toBe(200);
  const [{ body }] = (await query("select body from messages where entity = 'customer'")) as [{ body: string }];
  expect(body).not.toContain(token);
});

test('months end where the month does', () => {
  expect(['2026-01-31', '2024-02-29', '2026-11-20'].map((day) => addMonths(day, 1))).toEqual([
    ...['2026-02-28', '2024-03-29', '2026-12-20'],
  ]);
  expect(addMonths('2026-01-15', -24)).toBe('2024-01-15');
});
