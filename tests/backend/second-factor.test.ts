import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { privileges as p } from '#domain/privileges.ts';
import { createBackend } from '#backend/app.ts';
import { base32, codeAt, stepFor } from '#backend/lib/people/totp.ts';
import { activationMail } from '#backend/auth/mails.ts';
import { securityNotice } from '#backend/lib/people/security-notice.ts';
import { qrCode } from '#backend/lib/files/qr.ts';
import { seal, unseal } from '#backend/lib/work/seal.ts';
import { PASSWORD, type TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { readQr } from '#tests/support/qr-reader.ts';
import { rounds } from '#tests/support/rounds.ts';
import { codeOf, setUp } from '#tests/support/second-factor.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { clock, alfa, call: askOf } = world;
afterAll(() => world.close());
const side = await world.sideOf(alfa);
const { call, colleague, query } = side;

const START = clock.now.getTime();
const later = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000));
beforeEach(() => void (clock.now = new Date(START)));

const login = (as: TestUser, device?: string) =>
  call('POST /auth/login', { body: { email: as.email, password: PASSWORD, ...(device && { device }) } }, null);
const enter = (ticket: string, code: string, remember = false) =>
  call('POST /auth/code', { body: { ticket, code, remember } }, null);
/** Somebody with a second factor, half a minute after it was activated. */
async function member() {
  const as = await colleague();
  const { secret, recoveryCodes } = await setUp(side, as);
  later(30);
  return { as, secret, recoveryCodes, code: (steps = 0) => codeOf(secret, clock.now, steps) };
}
const mails = async (userId: number) =>
  (await query('select data from pgboss.job where name = $1 order by created_on', [securityNotice.name]))
    .map(({ data }) => (data as { payload?: { userId: number; what: string } }).payload ?? (data as never))
    .filter((one: { userId: number }) => one.userId === userId)
    .map((one: { what: string }) => one.what);

describe('codes of an app', () => {
  // RFC 6238, appendix B, SHA-1.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d seconds the vector of the standard: %s', (seconds, code) => {
    const secret = Buffer.from('12345678901234567890');
    const step = Math.floor(seconds / 30);
    expect(codeAt(secret, step, 8)).toBe(code);
    const now = new Date(seconds * 1000);
    const typed = code.slice(2);
    expect(stepFor(secret, typed, now, 0)).toBe(step);
    expect(stepFor(secret, typed, new Date(seconds * 1000 + 30_000), 0)).toBe(step);
    expect(stepFor(secret, typed, new Date(seconds * 1000 + 60_000), 0)).toBeNull();
    expect(stepFor(secret, typed, now, step)).toBeNull();
  });

  // RFC 4648 §10.
  test.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('the secret is written in base32: %s → %s', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  });

  test('the QR code is the one that other readers have read', () => {
    const { size, path } = qrCode('otpauth://totp/Volante%20Business:a@b.it?secret=GEZDGNBVGY3TQOJQ&issuer=Volante');
    expect([size, createHash('sha256').update(path).digest('hex').slice(0, 16)]).toEqual([37, 'de435889a0caec97']);
    expect(() => qrCode('x'.repeat(413))).toThrow(RangeError);
  });

  test('the QR code of any text of up to 106 bytes is read again', () => {
    const text = fc.string({ unit: 'binary', maxLength: 26 }).filter((one) => Buffer.byteLength(one) <= 106);
    fc.assert(
      fc.property(text, (written) => {
        const { size, path } = qrCode(written);
        const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
        for (const [x, y, length] of [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((bar) => bar.slice(1).map(Number)))
          dark[y!]!.fill(true, x, x! + length!);
        expect(readQr(dark)).toBe(written);
      }),
      { numRuns: rounds(15) },
    );
  });

  test('a sealed text opens for the same purpose and key, unchanged', () => {
    const sealed = seal(world.config, 'prova/1', 'segreto');
    expect(unseal(world.config, 'prova/1', sealed)).toEqual({ text: 'segreto', current: true });
    const later = { SESSION_SECRET: 'x'.repeat(32), SESSION_SECRET_OLD: world.config.SESSION_SECRET };
    expect(unseal(later, 'prova/1', sealed)).toEqual({ text: 'segreto', current: false });
    expect(unseal(world.config, 'prova/2', sealed)).toBeNull();
    expect(unseal({ SESSION_SECRET: 'x'.repeat(32) }, 'prova/1', sealed)).toBeNull();
    const bytes = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(unseal(world.config, 'prova/1', changed.toString('base64url'))).toBeNull();
    }
    expect(unseal(world.config, 'prova/1', 'corto')).toBeNull();
  });
});

describe('activation', () => {
  test('asks for the password and the first code; other sessions end, this one goes on, the person is told', async () => {
    const as = await colleague();
    const other = (await login(as)).body;
    const wrong = await call('POST /auth/second-factor', { body: { password: 'sbagliata' } }, as);
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'La password attuale non è corretta' }]);
    const { body: setup } = await call('POST /auth/second-factor', { body: { password: PASSWORD } }, as);
    expect(setup.uri).toMatch(
      /^otpauth:\/\/totp\/Volante%20Business%3A.+secret=[A-Z2-7]{32}&issuer=Volante\+Business$/,
    );
    expect(setup.uri).toContain(setup.secret.replaceAll(' ', ''));
    const first = { ticket: setup.ticket, code: codeOf(setup.secret, clock.now, 5) };
    expect((await call('POST /auth/second-factor/confirm', { body: first }, as)).body.fields.code).toMatch(
      /non valido/,
    );
    expect((await call('GET /auth/second-factor', {}, as)).body).toMatchObject({ activatedAt: null, recoveryCodes: 0 });
    const right = { ticket: setup.ticket, code: codeOf(setup.secret, clock.now) };
    const { body } = await call('POST /auth/second-factor/confirm', { body: right }, as);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect((await call('GET /auth/second-factor', {}, as)).body).toMatchObject({ recoveryCodes: 10, required: false });
    expect((await call('GET /auth/user', {}, { ...as, token: other.token })).status).toBe(401);
    expect(await mails(as.id)).toEqual(['activated']);
  });

  test('neither secret nor recovery codes stand in the database or the audit as they are', async () => {
    const { as, secret, recoveryCodes } = await member();
    const dump = JSON.stringify(
      await query(
        `select (select jsonb_agg(f) from second_factors f where user_id = $1), (select jsonb_agg(r) from recovery_codes r where user_id = $1),
           (select jsonb_agg(f) from audit_facts f)`,
        [as.id],
      ),
    );
    expect(dump).not.toContain(secret.replaceAll(' ', ''));
    for (const code of recoveryCodes) expect(dump).not.toContain(code.replace('-', ''));
  });

  test('a setup of somebody else, or one that is ten minutes old, activates nothing', async () => {
    const [one, two] = [await colleague(), await colleague()];
    const { body: setup } = await call('POST /auth/second-factor', { body: { password: PASSWORD } }, one);
    const confirm = () => ({ body: { ticket: setup.ticket, code: codeOf(setup.secret, clock.now) } });
    expect((await call('POST /auth/second-factor/confirm', confirm(), two)).status).toBe(403);
    later(601);
    expect((await call('POST /auth/second-factor/confirm', confirm(), one)).body.fields.ticket).toMatch(/troppo tempo/);
  });

  test('another app takes its place only with a code of the old one', async () => {
    const { as, secret, code } = await member();
    const begin = (more: object) => call('POST /auth/second-factor', { body: { password: PASSWORD, ...more } }, as);
    expect((await begin({})).body.fields.code).toMatch(/Inserire il codice/);
    expect((await begin({ code: '000000' })).status).toBe(422);
    const { body: setup } = await begin({ code: code() });
    const body = { ticket: setup.ticket, code: codeOf(setup.secret, clock.now) };
    expect((await call('POST /auth/second-factor/confirm', { body }, as)).status).toBe(200);
    later(60);
    const { ticket } = (await login(as)).body;
    expect((await enter(ticket, codeOf(secret, clock.now))).status).toBe(422);
    expect((await enter(ticket, codeOf(setup.secret, clock.now))).status).toBe(200);
  });
});

describe('login with a second factor', () => {
  test('the password alone opens nothing: it answers the step that follows, then a code opens the session', async () => {
    const { as, code } = await member();
    const { status, body } = await login(as);
    expect([status, body.step, body.token, body.user]).toEqual([200, 'code', undefined, undefined]);
    expect((await call('GET /auth/user', {}, { ...as, token: body.ticket })).status).toBe(401);
    const entered = await enter(body.ticket, ` ${code().slice(0, 3)} ${code().slice(3)}`);
    expect(entered.body.user.id).toBe(as.id);
    expect((await call('GET /auth/user', {}, { ...as, token: entered.body.token })).status).toBe(200);
    expect((await world.factsOf('session', await lastSession(as))).at(-1)).toEqual({
      after: { by: 'code' },
      before: null,
    });
  });
  const lastSession = async (as: TestUser) =>
    Number((await query('select max(id) as id from sessions where user_id = $1', [as.id]))[0]!.id);

  test('a code opens once, also of fifty that come together; the one before it neither', async () => {
    const { as, code } = await member();
    const { ticket } = (await login(as)).body;
    const all = await Promise.all(Array.from({ length: 50 }, () => enter(ticket, code())));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    await query('delete from login_throttles');
    expect((await enter(ticket, code())).status).toBe(422);
    expect((await enter(ticket, code(-1))).status).toBe(422);
    later(30);
    expect((await enter(ticket, code())).status).toBe(200);
  });

  test('wrong codes make one wait, longer each time, also with the right one and when they come at once', async () => {
    const { as, code } = await member();
    const { ticket } = (await login(as)).body;
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => enter(ticket, String(n).padStart(6, '0'))));
    expect(guesses.filter(({ status }) => status === 422).length).toBe(5);
    expect(guesses.filter(({ status }) => status === 429).length).toBe(35);
    const { status, body } = await enter(ticket, code());
    expect([status, body.retryAfter]).toEqual([429, 1]);
    later(1);
    expect((await enter(ticket, '000000')).status).toBe(422);
    expect((await enter(ticket, code())).body.retryAfter).toBe(2);
    later(2);
    expect((await enter(ticket, code())).status).toBe(200);
  });

  test('a ticket opens for ten minutes, for its person and step, and not after a new password', async () => {
    const { as, secret, code } = await member();
    const old = (await login(as)).body.ticket;
    expect((await call('POST /auth/activation', { body: { ticket: old } }, null)).status).toBe(422);
    later(601);
    expect((await enter(old, code())).body.fields.ticket).toMatch(/troppo tempo/);
    const { ticket } = (await login(as)).body;
    for (const broken of [ticket.slice(0, -4), `${ticket.slice(0, -4)}AAAA`, 'x'])
      expect((await enter(broken, code())).body.fields.ticket).toMatch(/troppo tempo/);
    const body = { current: PASSWORD, password: 'quattro-gatti-sul-tetto' };
    expect((await call('PUT /users/me/password', { body }, as)).status).toBe(204);
    expect((await enter(ticket, codeOf(secret, clock.now))).body.fields.ticket).toMatch(/troppo tempo/);
  });

  test('a recovery code opens once in place of the app, and the person is told; new ones void the old', async () => {
    const { as, recoveryCodes, code } = await member();
    const [first, second] = recoveryCodes as [string, string];
    const ticket = async () => (await login(as)).body.ticket as string;
    expect((await enter(await ticket(), first.toLowerCase())).status).toBe(200);
    expect((await enter(await ticket(), first)).status).toBe(422);
    expect((await call('GET /auth/second-factor', {}, as)).body.recoveryCodes).toBe(9);
    expect(await mails(as.id)).toEqual(['activated', 'recoveryUsed']);
    const renewed = await call('POST /auth/second-factor/recovery-codes', { body: { code: code() } }, as);
    expect((await enter(await ticket(), second)).status).toBe(422);
    expect((await enter(await ticket(), renewed.body.recoveryCodes[0])).status).toBe(200);
    const stranger = await member();
    expect((await enter((await login(stranger.as)).body.ticket, renewed.body.recoveryCodes[1])).status).toBe(422);
  });

  test('a remembered browser is not asked for 30 days, until it is forgotten or the password changes', async () => {
    const { as, code } = await member();
    const entered = await enter((await login(as)).body.ticket, code(), true);
    const { device } = entered.body;
    expect((await login(as, device)).body.user.id).toBe(as.id);
    const stranger = await member();
    expect((await login(stranger.as, device)).body.step).toBe('code');
    expect((await login(as, `${device.slice(0, -4)}AAAA`)).body.step).toBe('code');
    later(30 * 86_400 - 60);
    expect((await login(as, device)).body.user.id).toBe(as.id);
    later(120);
    expect((await login(as, device)).body.step).toBe('code');
    clock.now = new Date(START + 60_000);
    const { devices } = (await call('GET /auth/second-factor', {}, as)).body;
    expect((await call('DELETE /auth/devices/:id', { params: { id: devices[0].id } }, stranger.as)).status).toBe(404);
    expect((await call('DELETE /auth/devices/:id', { params: { id: devices[0].id } }, as)).status).toBe(204);
    expect((await login(as, device)).body.step).toBe('code');
  });

  test('taken away with a code, the password is enough again', async () => {
    const { as, code } = await member();
    expect((await call('POST /auth/second-factor/remove', { body: { code: '000000' } }, as)).status).toBe(422);
    expect((await call('POST /auth/second-factor/remove', { body: { code: code() } }, as)).status).toBe(204);
    expect((await login(as)).body.user.id).toBe(as.id);
  });
});

describe('a set-up that was begun before another one was confirmed', () => {
  const begin = async (as: TestUser, more = {}) =>
    (await call('POST /auth/second-factor', { body: { password: PASSWORD, ...more } }, as)).body;
  const confirm = (as: TestUser, { ticket, secret }: { ticket: string; secret: string }) =>
    call('POST /auth/second-factor/confirm', { body: { ticket, code: codeOf(secret, clock.now) } }, as);

  test('does not replace it, and says so; the app that was first goes on', async () => {
    const as = await colleague();
    const [one, two] = [await begin(as), await begin(as)];
    expect((await confirm(as, two)).status).toBe(200);
    later(60);
    const late = await confirm(as, one);
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('attivato altrove')]);
    expect((await enter((await login(as)).body.ticket, codeOf(two.secret, clock.now))).status).toBe(200);
  });

  test('two set-ups that are confirmed at once: one counts', async () => {
    const as = await colleague();
    const setups = [await begin(as), await begin(as)];
    const done = await Promise.all(setups.map((one) => confirm(as, one)));
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('nor one that changes the app, nor one from before a new password', async () => {
    const { as, code, recoveryCodes } = await member();
    const [one, two] = [await begin(as, { code: code() }), await begin(as, { code: recoveryCodes[0]! })];
    later(60);
    expect((await confirm(as, one)).status).toBe(200);
    expect((await confirm(as, two)).status).toBe(409);
    const other = await colleague();
    const old = await begin(other);
    const body = { current: PASSWORD, password: 'quattro-gatti-sul-tetto' };
    expect((await call('PUT /users/me/password', { body }, other)).status).toBe(204);
    expect((await confirm(other, old)).body.fields.ticket).toMatch(/troppo tempo/);
  });
});

/** The link of the mail that went to somebody last. */
async function mailed({ id: userId, companyId, email }: TestUser): Promise<string> {
  await activationMail.run(world.outside(), { companyId, userId });
  return /secondfactor\?token=([\w-]+)/.exec(mailsLeft(world.config, email).at(-1)!)![1]!;
}
const asked = async (userId: number) =>
  (
    await query('select data from pgboss.job where name = $1 and data ->> $2 = $3', [
      activationMail.name,
      'userId',
      String(userId),
    ])
  ).length;
const open = (link: string, password = PASSWORD) =>
  call('POST /auth/activation/link', { body: { link, password } }, null);
const begin = (ticket: string) => call('POST /auth/activation', { body: { ticket } }, null);

describe('a company that asks everybody for it', () => {
  const require = (secondFactorRequired: boolean) => call('PUT /auth/policy', { body: { secondFactorRequired } });
  afterEach(() => require(false));

  test('a set-up that begins again and again ends ten minutes after its link was opened', async () => {
    const as = await colleague();
    await require(true);
    await login(as);
    let { ticket } = (await open(await mailed(as))).body;
    for (const seconds of [0, 300, 290]) {
      later(seconds);
      const { status, body } = await begin(ticket);
      expect(status).toBe(200);
      ticket = body.ticket;
    }
    later(20);
    const over = await begin(ticket);
    expect([over.status, over.body.fields.ticket]).toEqual([422, expect.stringContaining('troppo tempo')]);
    const confirmed = await call('POST /auth/activation/confirm', { body: { ticket, code: '123456' } }, null);
    expect(confirmed.body.fields.ticket).toMatch(/troppo tempo/);
  });

  test('a person without a second factor activates it by the link of a mail, one who has it cannot take it away', async () => {
    const { as: secured, code } = await member();
    const as = await colleague();
    const { body: policy } = await require(true);
    expect(policy.secondFactorRequired).toBe(true);
    expect(policy.without).toBeGreaterThan(0);
    const { body } = await login(as);
    expect([body.step, body.token, body.ticket]).toEqual(['mail', undefined, undefined]);
    expect(await asked(as.id)).toBe(1);
    const link = await mailed(as);
    const { ticket } = (await open(link)).body;
    expect((await enter(ticket, '123456')).status).toBe(422);
    const { body: setup } = await begin(ticket);
    // Drawn again after a wrong code it is the same.
    expect((await begin(setup.ticket)).body.secret).toBe(setup.secret);
    const confirm = (code: string) =>
      call('POST /auth/activation/confirm', { body: { ticket: setup.ticket, code } }, null);
    expect((await confirm(codeOf(setup.secret, clock.now, 9))).body.fields.code).toMatch(/non valido/);
    const entered = await confirm(codeOf(setup.secret, clock.now));
    expect(entered.body.recoveryCodes).toHaveLength(10);
    expect((await call('GET /auth/user', {}, { ...as, token: entered.body.token })).status).toBe(200);
    expect((await confirm(codeOf(setup.secret, clock.now))).status).toBe(409);
    expect((await open(link)).status).toBe(409);
    const removal = await call('POST /auth/second-factor/remove', { body: { code: code() } }, secured);
    expect([removal.status, removal.body.message]).toEqual([409, expect.stringContaining('lo chiede a tutti')]);
    await require(false);
    expect((await login(await colleague())).body.token).toBeDefined();
  });

  test('a stolen password alone sets nothing up, nor does a link without it, with another or after a new one', async () => {
    const [as, other] = [await colleague(), await colleague()];
    await require(true);
    await login(as);
    const link = await mailed(as);
    const wrong = await open(link, 'sbagliata');
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'La password non è corretta' }]);
    for (const broken of [`${link.slice(0, -4)}AAAA`, 'x'])
      expect((await open(broken)).body.fields.link).toMatch(/non vale più/);
    expect((await begin(link)).status).toBe(422);
    later(1801);
    expect((await open(link)).body.fields.link).toMatch(/non vale più/);
    const fresh = await mailed(other);
    const body = { current: PASSWORD, password: 'quattro-gatti-sul-tetto' };
    expect((await call('PUT /users/me/password', { body }, other)).status).toBe(204);
    expect((await open(fresh, body.password)).body.fields.link).toMatch(/non vale più/);
  });

  test('wrong passwords behind the link make the account wait', async () => {
    const as = await colleague();
    await require(true);
    const link = await mailed(as);
    for (let guess = 0; guess < 5; guess += 1) expect((await open(link, `sbagliata ${guess}`)).status).toBe(422);
    expect([(await open(link)).status, (await login(as)).status]).toEqual([429, 429]);
  });

  test('an open session goes on, and sets it up by the link alone; no more than three mails go at once', async () => {
    const as = await colleague();
    const { token } = (await login(as)).body;
    await require(true);
    const session = { ...as, token };
    expect((await call('GET /auth/user', {}, session)).status).toBe(200);
    const begun = await call('POST /auth/second-factor', { body: { password: PASSWORD } }, session);
    expect([begun.status, begun.body.step, begun.body.ticket]).toEqual([200, 'mail', undefined]);
    for (let again = 0; again < 4; again += 1) expect((await login(as)).body.step).toBe('mail');
    expect(await asked(as.id)).toBe(3);
    const { body: setup } = await begin((await open(await mailed(as))).body.ticket);
    const body = { ticket: setup.ticket, code: codeOf(setup.secret, clock.now) };
    expect((await call('POST /auth/activation/confirm', { body }, null)).status).toBe(200);
    expect((await call('GET /auth/user', {}, session)).status).toBe(401);
    expect((await login(await colleague(902))).body.token).toBeDefined();
  });
});

describe('an administrator', () => {
  test('takes away the second factor of who lost the phone: sessions end, the person is told, the password is enough', async () => {
    const { as, recoveryCodes } = await member();
    const params = { id: as.id };
    expect((await call('GET /users/:id', { params })).body.secondFactor).toBe(true);
    const lesser = await world.userWith('seeUsers', 'manageUsers');
    expect((await call('DELETE /users/:id/second-factor', { params }, lesser)).status).toBe(403);
    expect((await call('DELETE /users/:id/second-factor', { params }, as)).status).toBe(409);
    expect((await call('DELETE /users/:id/second-factor', { params })).status).toBe(204);
    expect((await call('GET /auth/user', {}, as)).status).toBe(401);
    expect((await login(as)).body.user.id).toBe(as.id);
    expect((await call('GET /users/:id', { params })).body.secondFactor).toBe(false);
    expect(await mails(as.id)).toEqual(['activated', 'reset']);
    expect(await query('select from recovery_codes where user_id = $1', [as.id])).toEqual([]);
    expect(recoveryCodes).toHaveLength(10);
  });

  test('a change of somebody’s address is told to the old one', async () => {
    const user = await world.user(901, [p.createQuotes], { password: true });
    const { body } = await call('GET /users/:id', { params: { id: user.id } });
    const { name, phone, roleName, privileges, businessCenterId, payrollNumber, defaultLocationId, version } = body;
    const changed = {
      name,
      phone,
      roleName,
      privileges,
      businessCenterId,
      payrollNumber,
      rotation: 'role',
      desk: '',
      locationIds: [alfa.locationId],
      defaultLocationId,
      commissions: [],
      languages: [],
      makerIds: [],
    };
    const put = (email: string, at: number) =>
      call('PUT /users/:id', { params: { id: user.id }, version: at, body: { ...changed, email } });
    expect((await put(user.email, version)).status).toBe(200);
    expect(await mails(user.id)).toEqual([]);
    expect((await put(`nuova.${user.email}`, version + 1)).status).toBe(200);
    expect(await mails(user.id)).toEqual(['emailChanged']);
    const [job] = await query(
      "select data from pgboss.job where data::text like '%emailChanged%' and data::text like $1",
      [`%${user.email}%`],
    );
    expect(job).toBeDefined();
  });
});

test('under another SESSION_SECRET the second factor is set up again, by the link of a mail', async () => {
  const { as } = await member();
  await query("update second_factors set secret = 'rotto' where user_id = $1", [as.id]);
  expect((await login(as)).body.step).toBe('mail');
  const { body: setup } = await begin((await open(await mailed(as))).body.ticket);
  const body = { ticket: setup.ticket, code: codeOf(setup.secret, clock.now) };
  expect((await call('POST /auth/activation/confirm', { body }, null)).status).toBe(200);
});

test('while SESSION_SECRET changes codes and recovery codes go on, and the factor outlives the old secret', async () => {
  const { as, code, recoveryCodes } = await member();
  const changed = (settings: object) =>
    createBackend({ db: database.db, config: { ...world.config, ...settings }, now: () => world.clock.now });
  const fresh = { SESSION_SECRET: 'un segreto nuovo di trentadue segni' };
  const both = changed({ ...fresh, SESSION_SECRET_OLD: world.config.SESSION_SECRET });
  const enter = async (backend: typeof both, given: string) => {
    const credentials = { email: as.email, password: PASSWORD };
    const { body } = await askOf(null, 'POST /auth/login', { body: credentials }, backend);
    if (body.step !== 'code') return body.step;
    return (await askOf(null, 'POST /auth/code', { body: { ticket: body.ticket, code: given } }, backend)).status;
  };
  expect(await enter(both, recoveryCodes[0]!)).toBe(200);
  later(30);
  expect(await enter(both, code())).toBe(200);
  const alone = changed(fresh);
  later(30);
  expect(await enter(alone, code())).toBe(200);
});
