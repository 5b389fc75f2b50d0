import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '#backend/jobs.ts';
import { newToken } from '#backend/lib/tokens.ts';
import { numberIn } from '#domain/signatures/evidence.ts';
import type { TestUser } from '#tests/support/area.ts';
import { madeBy } from '#tests/support/areas/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call, query } = world;
const jobs = await startJobs({ ...database, config: world.config });
afterAll(async () => {
  await jobs.stop();
  await world.close();
});
const at = (instant: string) => (world.clock.now = new Date(instant));
const START = `${TODAY}T09:00:00Z`;
beforeEach(async () => {
  at(START);
  await rm(join(world.config.DATA_DIR, 'outbox'), { recursive: true, force: true });
  await query('delete from login_throttles');
  buyer = signer('buyer', 'Mario Rossi');
  guarantor = signer('guarantor', 'Anna Bianchi');
});
const seller = await world.user(901, EVERY);
const stranger = await world.user(902, EVERY);

/** A record whose document may be signed. */
async function signable() {
  const { params } = await madeBy(await world.sideOf(world.alfa), seller);
  return { entity: 'contract', recordId: params.id };
}
/** People with addresses of their own in each test: mails of an earlier one may come late. */
let n = 0;
let buyer = signer('buyer', 'Mario Rossi');
let guarantor = signer('guarantor', 'Anna Bianchi');
function signer(role: 'buyer' | 'guarantor', name: string) {
  n += 1;
  return { role, name, channel: 'mail' as const, email: `${role}${n}@prova.example.it`, phone: null, confirmed: true };
}
const blocks = ['proposal', 'clauses', 'privacy', 'used_condition', 'warranty', 'trade_in'] as const;

const mailTo = async (address: string, words: RegExp) => {
  const find = () => mailsLeft(world.config, address).findLast((mail) => words.test(mail));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find()!;
};
const linkTo = async (address: string, words = /firma\//) =>
  /\/firma\/([\w.-]+)/.exec(await mailTo(address, words))![1]!;

async function asked(signers: object[] = [buyer], more: object = {}, as: TestUser = seller) {
  const record = await signable();
  const answer = await call(as, 'POST /signatures', { body: { ...record, signers, ...more } as never });
  expect(answer.status, answer.body.message).toBe(201);
  return { record, round: answer.body, token: await linkTo(buyer.email) };
}
const askCode = (token: string, more: object = {}) =>
  call(null, 'POST /signing/code', { body: { token, read: true, blocks: [...blocks], ...more } as never });
const codeFor = async (address = buyer.email) =>
  /^(\d{6}) è il codice/m.exec(await mailTo(address, /^\d{6} è il codice/m))![1]!;
const sign = (token: string, code: string) => call(null, 'POST /signing/sign', { body: { token, code } });
const listed = async (record: object) => (await call(seller, 'GET /signatures', { query: record as never })).body;
const verify = (number: string, bytes: Buffer) =>
  call(null, 'GET /verify', {
    query: { number, hash: createHash('sha256').update(bytes).digest('hex') },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });

async function signed() {
  const all = await asked();
  await askCode(all.token);
  expect((await sign(all.token, await codeFor())).status).toBe(200);
  await expect.poll(async () => (await listed(all.record))[0].sealed, { timeout: 20_000 }).toBe(true);
  return { ...all, token: await linkTo(buyer.email, /firmato da tutti/) };
}

describe('a signature by code', () => {
  test('is asked, read, approved, signed and sealed; the original lies in the signed document byte by byte', async () => {
    const { record, round, token } = await signed();
    const page = (await call(null, 'GET /signing', { query: { token } })).body;
    expect([page.state, page.signer.state]).toEqual(['signed', 'signed']);
    expect(page.course).toContainEqual(['Stato', 'In preparazione']);
    const params = { id: round.id };
    const original = (await call(seller, 'GET /signatures/:id/original', { params })).body as Buffer;
    const whole = (await call(seller, 'GET /signatures/:id/signed', { params })).body as Buffer;
    expect(createHash('sha256').update(original).digest('hex')).toBe(round.hash);
    expect((await call(null, 'GET /signing/document', { query: { token } })).body.equals(whole)).toBe(true);
    expect([numberIn(original), numberIn(whole)]).toEqual([round.number, round.number]);
    const folder = mkdtempSync(join(tmpdir(), 'volante-evidence-'));
    writeFileSync(join(folder, 'signed.pdf'), whole);
    execFileSync('pdfdetach', ['-save', '1', '-o', join(folder, 'original.pdf'), join(folder, 'signed.pdf')]);
    expect(readFileSync(join(folder, 'original.pdf')).equals(original)).toBe(true);
    expect(await listed(record)).toMatchObject([{ state: 'signed', sealed: true, signers: [{ state: 'signed' }] }]);
    const contract = (await call(seller, 'GET /contracts/:id', { params: { id: record.recordId } })).body;
    expect(contract.signedOn).toBe(TODAY);
    expect((await verify(round.number, whole)).body).toMatchObject({ verdict: 'genuine', file: 'signed' });
    expect((await verify(round.number, original)).body).toMatchObject({ verdict: 'genuine', file: 'original' });
  });
});

describe('a code', () => {
  test('signs once: the second press and a copied request are told so', async () => {
    const { token } = await asked();
    await askCode(token);
    const code = await codeFor();
    const both = await Promise.all([sign(token, code), sign(token, code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await sign(token, code)).body.message).toContain('già firmato');
  });

  test('is tried three times, lives ten minutes, and a wrong one is counted although the call fails', async () => {
    const { token } = await asked();
    await askCode(token);
    const code = await codeFor();
    const wrong = code === '000000' ? '000001' : '000000';
    const said = [];
    for (let n = 0; n < 4; n += 1) said.push((await sign(token, wrong)).body.fields.code);
    expect(said).toEqual([
      expect.stringContaining('restano 2'),
      expect.stringContaining('resta un tentativo'),
      expect.stringContaining('terza volta'),
      expect.stringContaining('tre volte'),
    ]);
    expect((await sign(token, code)).status).toBe(422);
    at(`${TODAY}T09:02:00Z`);
    await askCode(token);
    const fresh = await codeFor();
    at(`${TODAY}T09:12:01Z`);
    expect((await sign(token, fresh)).body.fields.code).toContain('scaduto');
  });

  test('is guessed in vain: fifteen tries a day is all that anybody has', async () => {
    const { token } = await asked();
    let tries = 0;
    let codes = 0;
    for (let n = 0; n < 120; n += 1) {
      at(new Date(Date.parse(START) + n * 60_000).toISOString());
      const { status, body } = await sign(token, String(n).padStart(6, '0'));
      // A private link that is used without end has to wait; that is no try.
      if (status === 429) continue;
      expect(status).toBe(422);
      if (/sbagliato:/.test(body.fields.code) || /terza volta/.test(body.fields.code)) tries += 1;
      else if ((await askCode(token)).status === 200) codes += 1;
    }
    expect(codes).toBe(5);
    expect(tries).toBeLessThanOrEqual(15);
  });

  test('is sent again after a minute, five times a day', async () => {
    const { token } = await asked();
    expect((await askCode(token)).body.code).toMatchObject({ to: 'b••••@prova.example.it', left: 3 });
    expect((await askCode(token)).body).toMatchObject({ retryAfter: 60 });
    for (let n = 1; n < 5; n += 1) {
      at(`${TODAY}T09:0${n * 2}:00Z`);
      expect((await askCode(token)).status).toBe(200);
    }
    at(`${TODAY}T12:00:00Z`);
    expect((await askCode(token)).body.message).toContain('domani');
  });

  test('is sent only for what was read and approved whole, and is stored nowhere', async () => {
    const { token } = await asked();
    expect((await askCode(token, { read: false })).status).toBe(422);
    expect((await askCode(token, { blocks: ['proposal'] })).body.fields.blocks).toContain('Privacy');
    await askCode(token);
    const code = await codeFor();
    for (const table of ['signature_signers', 'signature_events', 'messages', 'pgboss.job', 'audit_facts'])
      expect(JSON.stringify(await query(`select * from ${table}`))).not.toContain(code);
  });

  test('of one signer signs for nobody else; a forwarded link is useless without it', async () => {
    const { token } = await asked([buyer, guarantor]);
    const other = await linkTo(guarantor.email);
    await askCode(token);
    const code = await codeFor();
    await askCode(other);
    await codeFor(guarantor.email);
    expect((await sign(other, code)).status).toBe(422);
    expect((await sign(token, code)).status).toBe(200);
  });
});

describe('a round', () => {
  test('goes in order where it shall, and is signed when everybody has', async () => {
    const { record, token } = await asked([buyer, guarantor], { inOrder: true });
    expect(mailsLeft(world.config, guarantor.email)).toEqual([]);
    await askCode(token);
    await sign(token, await codeFor());
    expect((await listed(record))[0]).toMatchObject({ state: 'open' });
    const other = await linkTo(guarantor.email);
    await askCode(other);
    await sign(other, await codeFor(guarantor.email));
    expect((await listed(record))[0]).toMatchObject({ state: 'signed' });
  });

  test('is refused with a reason by one for all, and the seller learns it at once', async () => {
    const { record, token } = await asked([buyer, guarantor]);
    const other = await linkTo(guarantor.email);
    expect((await call(null, 'POST /signing/refuse', { body: { token, reason: ' ' } })).status).toBe(422);
    await call(null, 'POST /signing/refuse', { body: { token, reason: 'Il prezzo è un altro' } });
    expect((await listed(record))[0]).toMatchObject({ state: 'refused', reason: 'Il prezzo è un altro' });
    expect((await askCode(other)).status).toBe(409);
    const [told] = (await call(seller, 'GET /notifications')).body.rows;
    expect(told).toMatchObject({ kind: 'document_refused', text: 'Il prezzo è un altro' });
  });

  test('reaches somebody by another address: the old link ends, whoever has it', async () => {
    const { round, token } = await asked();
    const params = { id: round.id, signer: round.signers[0].id };
    const body = { channel: 'mail' as const, email: `nuova${n}@prova.example.it`, phone: null, confirmed: true };
    expect((await call(seller, 'PUT /signatures/:id/signers/:signer', { params, body, version: 7 })).status).toBe(412);
    const version = round.version;
    expect((await call(seller, 'PUT /signatures/:id/signers/:signer', { params, body, version })).status).toBe(200);
    expect((await call(null, 'GET /signing', { query: { token } })).status).toBe(404);
    await linkTo(body.email);
  });

  test('is asked once: of two presses the second is refused, and so is one without confirmed address', async () => {
    const record = await signable();
    const ask = (signer: object = buyer) =>
      call(seller, 'POST /signatures', { body: { ...record, signers: [signer] } as never });
    expect((await ask({ ...buyer, confirmed: false })).body.fields['signers.0.confirmed']).toContain('documento');
    const both = await Promise.all([ask(), ask()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('that was ended says so on the page, in the check of the file, and to who had signed', async () => {
    const { round, record, token } = await signed();
    const whole = (await call(seller, 'GET /signatures/:id/signed', { params: { id: round.id } })).body as Buffer;
    const { version } = (await listed(record))[0];
    const body = { reason: 'Cambiato il prezzo' };
    expect((await call(seller, 'POST /signatures/:id/void', { params: { id: round.id }, body, version })).status).toBe(
      200,
    );
    expect(await mailTo(buyer.email, /non valgono più/)).toContain('Cambiato il prezzo');
    expect((await verify(round.number, whole)).body.verdict).toBe('voided');
    expect((await call(null, 'GET /signing', { query: { token } })).body.state).toBe('voided');
    const contract = (await call(seller, 'GET /contracts/:id', { params: { id: record.recordId } })).body;
    expect(contract.signedOn).toBeNull();
  });

  test('belongs to its company: another’s people and links see nothing of it', async () => {
    const { record, round } = await asked();
    const params = { id: round.id };
    expect((await call(stranger, 'GET /signatures', { query: record as never })).status).toBe(404);
    for (const name of ['GET /signatures/:id/original', 'POST /signatures/:id/remind'] as const)
      expect((await call(stranger, name, { params })).status).toBe(404);
    expect((await call(null, 'GET /signing', { query: { token: newToken(902) } })).status).toBe(404);
  });
});

describe('a file', () => {
  test('with a changed byte is known as changed, an invented number as unknown, and guessing waits', async () => {
    const { round } = await signed();
    const whole = (await call(seller, 'GET /signatures/:id/signed', { params: { id: round.id } })).body as Buffer;
    const changed = Buffer.from(whole);
    changed[changed.length >> 1]! ^= 1;
    expect((await verify(round.number, changed)).body).toEqual({
      verdict: 'changed',
      signedOn: null,
      file: null,
      key: null,
    });
    expect((await verify('P1-00000-00000', whole)).body.verdict).toBe('unknown');
    const statuses = [];
    for (let n = 0; n < 25; n += 1)
      statuses.push((await verify(`P1-00000-000${String(n).padStart(2, '0')}`, whole)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
