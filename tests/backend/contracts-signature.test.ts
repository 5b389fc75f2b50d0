import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { retentionJob } from '#backend/persons/retention.ts';
import { newToken } from '#backend/lib/people/tokens.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { sealing } from '#backend/signatures/evidence.ts';
import { reminding } from '#backend/signatures/round.ts';
import { calendarFields } from '#domain/calendars/fields.ts';
import { addDays } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { numberIn } from '#domain/signatures/evidence.ts';
import { blankSection } from '#tests/support/areas/contracts.ts';
import { sent } from '#tests/support/areas/uploads.ts';
import { aboutOf, makeEvent } from '#tests/support/areas/calendars.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { filesIn } from '#tests/support/unzipped.ts';
import { signingWorld } from '#tests/support/signing.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { EVERY, TODAY } from '#tests/support/world.ts';

const signing = await signingWorld();
const { world, at, seller, who, signable, mailTo, linkTo, asked, progress, askCode, codeFor, sign, listed, verify, signed } = signing; // prettier-ignore
const { call, query } = world;
afterAll(() => signing.close());
beforeEach(() => signing.fresh());
const sale = await saleIn(world);
const START = `${TODAY}T09:00:00Z`;
const stranger = await world.user(902, EVERY);

test('a tablet of the dealer shows a signer’s page for half an hour, and the code goes to the signer alone', async () => {
  const { token, round } = await asked();
  const params = { id: round.id, signer: round.signers[0].id };
  const onTablet = await signing.onTablet(round);
  const page = (link: string) => call(null, 'GET /signing', { query: { token: link } });
  expect((await page(onTablet)).body.signer).toMatchObject({ state: 'asked' });
  // What was sent stays open beside it.
  expect((await page(token)).status).toBe(200);
  // The dealer has it in hand: what needs no code is not declared there.
  expect((await page(onTablet)).body.onTablet).toBe(true);
  const refusal = { token: onTablet, reason: 'Non firmo' };
  expect((await call(null, 'POST /signing/refuse', { body: refusal })).status).toBe(404);
  expect((await call(null, 'POST /signing/revoke', { body: { token: onTablet } })).status).toBe(404);
  await askCode(onTablet);
  expect((await sign(onTablet, await codeFor(), signing.drawing)).status).toBe(200);
  expect((await call(null, 'GET /withdrawal', { query: { token: onTablet } })).status).toBe(404);
  expect((await call(seller, 'POST /signatures/:id/signers/:signer/tablet', { params })).status).toBe(409);
  at(`${TODAY}T09:30:01Z`);
  expect((await page(onTablet)).status).toBe(404);
  expect((await page(token)).status).toBe(200);
});

test('a customer whose dealer is kept out signs all the same, gets the copy, and is told how to withdraw', async () => {
  const { token, record } = await asked();
  await world.keptOut(901, async () => {
    await askCode(token);
    expect((await sign(token, await codeFor())).status).toBe(200);
    const copy = await linkTo(who.buyer.email, /firmato da tutti/);
    expect((await call(null, 'GET /withdrawal', { query: { token: copy } })).status).toBe(200);
  });
  expect((await listed(record))[0].sealed).toBe(true);
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

  test('the code of one signer signs for nobody else; a forwarded link is useless without it', async () => {
    const { token } = await asked([who.buyer, who.guarantor]);
    const other = await linkTo(who.guarantor.email);
    await askCode(token);
    const code = await codeFor();
    await askCode(other);
    await codeFor(who.guarantor.email);
    expect((await sign(other, code)).status).toBe(422);
    expect((await sign(token, code)).status).toBe(200);
  });
});

describe('what was read and approved', () => {
  const pageOf = async (token: string) => (await call(null, 'GET /signing', { query: { token } })).body;
  const audited = async (id: number) =>
    (
      await query(
        `select action from audit_events where entity = 'contract' and entity_id = $1 and action like 'signature%'
         order by id`,
        [id],
      )
    ).map(({ action }): string => action);

  test('is kept page by page and part by part, so that who goes on tomorrow begins there; repeated, it changes nothing', async () => {
    const { token, record } = await asked();
    const { pages, blocks } = await pageOf(token);
    expect(pages.page).toBeGreaterThan(1);
    expect(pages.phone).toBeGreaterThan(pages.page);
    const form = 'phone';
    const all = Array.from({ length: pages.phone }, (_, n) => n + 1);
    for (let times = 0; times < 2; times += 1)
      expect((await progress(token, { form, pages: [2, 1], blocks: ['privacy'] })).body).toEqual({
        readAt: null,
        approved: [{ kind: 'privacy', at: START.replace('Z', '.000Z') }],
      });
    // A page that the document does not have is none.
    expect((await progress(token, { form, pages: [499] })).body.readAt).toBeNull();
    expect((await progress(token, { form, pages: [501] })).status).toBe(422);
    at(`${TODAY}T18:00:00Z`);
    expect((await pageOf(token)).signer).toMatchObject({ readAt: null, seen: { page: [], phone: [1, 2] } });
    const kinds = blocks.map(({ kind }: { kind: string }) => kind);
    const { readAt, approved } = (await progress(token, { form, pages: all, blocks: kinds })).body;
    expect(Date.parse(readAt)).toBe(Date.parse(`${TODAY}T18:00:00Z`));
    const times = Object.fromEntries(approved.map(({ kind, at: when }: { kind: string; at: string }) => [kind, when]));
    expect([Date.parse(times.privacy), Date.parse(times.proposal)]).toEqual([Date.parse(START), Date.parse(readAt)]);
    // Read once, it was read then.
    at(`${TODAY}T19:00:00Z`);
    expect((await progress(token, { form, pages: all, blocks: kinds })).body).toEqual({ readAt, approved });
    expect(await audited(record.recordId)).toEqual(['signature_asked', 'signature_read', 'signature_approved']);
  });

  test('stands on the proof with who and when, of each part and signer; the file says the same', async () => {
    const { token, record, round } = await asked([who.buyer, who.guarantor]);
    const other = await linkTo(who.guarantor.email);
    await progress(token, { pages: [1], blocks: ['proposal'] });
    expect((await pageOf(other)).signer.seen).toEqual({ page: [], phone: [] });
    at(`${TODAY}T09:20:00Z`);
    await progress(other, { blocks: ['proposal'] });
    // What others approve is theirs until they have signed.
    expect((await pageOf(token)).blocks[0].approvals).toEqual([{ role: 'Acquirente', own: true, at: expect.any(String) }]); // prettier-ignore
    for (const [link, address] of [
      [other, who.guarantor.email],
      [token, who.buyer.email],
    ] as const) {
      // prettier-ignore
      await askCode(link);
      expect((await sign(link, await codeFor(address))).status).toBe(200);
    }
    const { blocks, signer } = await pageOf(token);
    expect(
      blocks[0].approvals.map(({ role, own, at: when }: { role: string; own: boolean; at: string }) => [
        role,
        own,
        Date.parse(when),
      ]),
    ).toEqual([
      // prettier-ignore
      ['Acquirente', true, Date.parse(START)],
      ['Garante', false, Date.parse(`${TODAY}T09:20:00Z`)],
    ]);
    expect(signer.from).toEqual({ network: expect.stringMatching(/x$/), agent: expect.any(String) });
    expect((await listed(record))[0].signers[0].approved).toHaveLength(blocks.length);
    await vi.waitFor(async () => expect((await listed(record))[0].sealed).toBe(true), { timeout: 20_000 });
    const { body } = await call(seller, 'GET /signatures/:id/signed', { params: { id: round.id } });
    const text = pdfText(body as Buffer).join(' ').replace(/\s+/g, ' '); // prettier-ignore
    for (const { title } of blocks) expect(text.split(`Approvato: ${title}`)).toHaveLength(3);
  });

  test('is the same for a process of the version before, which reads and writes beside this one', async () => {
    const { token } = await asked();
    await progress(token, { blocks: ['proposal', 'privacy'] });
    const kept = async () => (await query('select ticked from signature_signers where email = $1', [who.buyer.email])) as { ticked: string[] }[]; // prettier-ignore
    expect((await kept())[0]!.ticked.toSorted()).toEqual(['privacy', 'proposal']);
    await askCode(token);
    const code = await codeFor();
    // There it was all approved at once, when it was read.
    await query(`update signature_signers set approved = '{}' where email = $1`, [who.buyer.email]);
    expect((await sign(token, code)).status).toBe(200);
    const { blocks, signer } = await pageOf(token);
    for (const { approvals } of blocks) expect(approvals).toMatchObject([{ own: true, at: signer.readAt }]);
  });

  test('is asked for again of who took a part back after the code had left, and changes no more once it is signed', async () => {
    const { token } = await asked();
    await askCode(token);
    const code = await codeFor();
    await progress(token, { blocks: ['proposal'] });
    expect((await sign(token, code)).body.fields.blocks).toContain('Privacy');
    await progress(token, {
      blocks: ['proposal', 'clauses', 'privacy', 'used_condition', 'warranty', 'trade_in', 'pre_contract'],
    });
    expect((await sign(token, code)).status).toBe(200);
    expect((await progress(token, { pages: [1] })).status).toBe(409);
    expect((await call(null, 'POST /signing/progress', { body: { token: newToken(1) } as never })).status).toBe(404);
  });
});

describe('a round', () => {
  test('goes in order where it shall, and is signed when everybody has', async () => {
    const { record, token } = await asked([who.buyer, who.guarantor], { inOrder: true });
    expect(mailsLeft(world.config, who.guarantor.email)).toEqual([]);
    await askCode(token);
    await sign(token, await codeFor());
    expect((await listed(record))[0]).toMatchObject({ state: 'open' });
    const other = await linkTo(who.guarantor.email);
    await askCode(other);
    await sign(other, await codeFor(who.guarantor.email));
    expect((await listed(record))[0]).toMatchObject({ state: 'signed' });
  });

  test('is refused with a reason by one for all, and the seller learns it at once', async () => {
    const { record, token } = await asked([who.buyer, who.guarantor]);
    const other = await linkTo(who.guarantor.email);
    expect((await call(null, 'POST /signing/refuse', { body: { token, reason: ' ' } })).status).toBe(422);
    await call(null, 'POST /signing/refuse', { body: { token, reason: 'Il prezzo è un altro' } });
    expect((await listed(record))[0]).toMatchObject({ state: 'refused', reason: 'Il prezzo è un altro' });
    expect((await askCode(other)).status).toBe(409);
    const [told] = (await call(seller, 'GET /notifications')).body.rows;
    expect(told).toMatchObject({ kind: 'document_refused', text: 'Il prezzo è un altro' });
  });

  test('reminds who has not signed after two days and after five, once each, and nobody once it is signed', async () => {
    const { round } = await asked([who.buyer, who.guarantor]);
    const [buyer, guarantor] = round.signers.map(({ id }: { id: number }) => id);
    await linkTo(who.guarantor.email);
    // The mails left by the clock of the machine.
    const sentAt = () => query('update signature_signers set asked_at = $2 where signature_id = $1 and asked_at is not null returning id', [round.id, START]); // prettier-ignore
    await vi.waitFor(async () => expect(await sentAt()).toHaveLength(2), { timeout: 15_000 });
    const reminded = async (instant: string) => {
      at(instant);
      for (let times = 0; times < 2; times += 1) await forEachCompany(world.outside(), reminding.run);
      const rows = await query(
        "select signer_id::int as id, count(*)::int as times from signature_events where signature_id = $1 and what = 'reminded' group by 1",
        [round.id],
      );
      return Object.fromEntries((rows as { id: number; times: number }[]).map(({ id, times }) => [id, times]));
    };
    expect(await reminded(`${addDays(TODAY, 1)}T09:15:00Z`)).toEqual({});
    expect(await reminded(`${addDays(TODAY, 2)}T09:15:00Z`)).toEqual({ [buyer]: 1, [guarantor]: 1 });
    const token = await linkTo(who.buyer.email, /manca la sua firma/);
    await askCode(token);
    await sign(token, await codeFor());
    expect(await reminded(`${addDays(TODAY, 6)}T09:15:00Z`)).toEqual({ [buyer]: 1, [guarantor]: 2 });
    expect(await reminded(`${addDays(TODAY, 9)}T09:15:00Z`)).toEqual({ [buyer]: 1, [guarantor]: 2 });
  });

  test('reaches somebody by another address: the old link ends, whoever has it', async () => {
    const { round, token } = await asked();
    const params = { id: round.id, signer: round.signers[0].id };
    const body = { channel: 'mail' as const, email: `nuova-${who.buyer.email}`, phone: null, confirmed: true };
    expect((await call(seller, 'PUT /signatures/:id/signers/:signer', { params, body, version: 7 })).status).toBe(412);
    const version = round.version;
    expect((await call(seller, 'PUT /signatures/:id/signers/:signer', { params, body, version })).status).toBe(200);
    expect((await call(null, 'GET /signing', { query: { token } })).status).toBe(404);
    await linkTo(body.email);
  });

  test('is asked once: of two presses the second is refused, and so is one without confirmed address', async () => {
    const record = await signable();
    const ask = (signer: object = who.buyer) =>
      call(seller, 'POST /signatures', { body: { ...record, signers: [signer] } as never });
    expect((await ask({ ...who.buyer, confirmed: false })).body.fields['signers.0.confirmed']).toContain('documento');
    const both = await Promise.all([ask(), ask()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('is sealed once where two seal it at the same time: what is kept is the file of its hash, and no other stays', async () => {
    const { round } = await signed();
    await query('update signatures set sealed_key = null, sealed_hash = null, seal = null, seal_public = null, sealed_at = null where id = $1', [round.id]); // prettier-ignore
    const outside = world.outside();
    const put: string[] = [];
    let arrive = () => {};
    const both = new Promise<void>((done) => (arrive = done));
    const files = {
      ...outside.files,
      put: async (...given: Parameters<typeof outside.files.put>) => {
        await outside.files.put(...given);
        if (put.push(given[0]) === 2) arrive();
        await both;
      },
    };
    const run = () => sealing.run({ ...outside, files }, { companyId: 901, id: round.id });
    await Promise.all([run(), run()]);
    const [kept] = await query('select sealed_key as key, sealed_hash as hash from signatures where id = $1', [
      round.id,
    ]);
    const { key, hash } = kept as { key: string; hash: Buffer };
    const stored = await Promise.all(put.map((one) => files.get(one)));
    expect(put.filter((_, at) => stored[at] !== null)).toEqual([key]);
    expect(
      createHash('sha256')
        .update((await files.get(key))!)
        .digest(),
    ).toEqual(hash);
  });

  test('a round that was ended says so on the page, in the check of the file, and to who had signed', async () => {
    const { round, record, token } = await signed();
    const whole = (await call(seller, 'GET /signatures/:id/signed', { params: { id: round.id } })).body as Buffer;
    const { version } = (await listed(record))[0];
    const body = { reason: 'Cambiato il prezzo' };
    expect((await call(seller, 'POST /signatures/:id/void', { params: { id: round.id }, body, version })).status).toBe(
      200,
    );
    expect(await mailTo(who.buyer.email, /non valgono più/)).toContain('Cambiato il prezzo');
    expect((await verify(round.number, whole)).body.verdict).toBe('voided');
    expect((await call(null, 'GET /signing', { query: { token } })).body.state).toBe('voided');
    const contract = (await call(seller, 'GET /contracts/:id', { params: { id: record.recordId } })).body;
    expect(contract.signedOn).toBeNull();
  });

  test('a round that ended before anybody signed is nothing that was signed, whoever holds its file', async () => {
    const { round, record } = await asked();
    const params = { id: round.id };
    const original = (await call(seller, 'GET /signatures/:id/original', { params })).body as Buffer;
    const { version } = (await listed(record))[0];
    await call(seller, 'POST /signatures/:id/void', { params, version, body: { reason: 'Cambiato il prezzo' } });
    expect((await verify(round.number, original)).body).toMatchObject({ verdict: 'unknown', signedOn: null });
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

describe('at the same moment', () => {
  const states = async (id: number) => (await query('select state from signatures where id = $1', [id]))[0].state;
  const happened = async (id: number, what: string) =>
    (await query('select count(*)::int as n from signature_events where signature_id = $1 and what = $2', [id, what]))[0].n; // prettier-ignore
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
  /** Somebody who has only to type the code. */
  async function about(signers: object[] = [who.buyer]) {
    const { token, round, record } = await asked(signers);
    await askCode(token);
    const code = await codeFor();
    return { token, round, record, press: () => sign(token, code) };
  }
  /** What a colleague does to the contract. */
  const changing = async (id: number, changes: object) => {
    const { versions, ...now } = await sale.read(id);
    const keys = Object.keys(blankSection('customer'));
    const body = { ...Object.fromEntries(keys.map((key) => [key, now[key]])), ...changes } as never;
    return () => call(seller, 'PUT /contracts/:id/customer', { params: { id }, version: versions.customer ?? 1, body });
  };
  const person = async () =>
    (await query("insert into customers (company_id, type, name, first_name, last_name) values (901, 'private', 'Ugo Garante', 'Ugo', 'Garante') returning id::int"))[0].id as number; // prettier-ignore

  test('two signers sign: both have, the document is signed once and sealed once', async () => {
    const { token, round, record, press } = await about([who.buyer, who.guarantor]);
    const other = await linkTo(who.guarantor.email);
    await askCode(other);
    const code = await codeFor(who.guarantor.email);
    expect(statuses(await Promise.all([press(), sign(other, code)]))).toEqual([200, 200]);
    expect([await states(round.id), await happened(round.id, 'signed')]).toEqual(['signed', 2]);
    const done = await query("select count(*)::int as n from audit_events where entity = 'contract' and entity_id = $1 and action = 'signed'", [record.recordId]); // prettier-ignore
    expect(done[0].n).toBe(1);
    expect((await call(null, 'GET /signing', { query: { token } })).body.others[0].state).toBe('signed');
  });

  test('one signs and another refuses: what is refused is signed by nobody after it', async () => {
    const { round, record, press } = await about([who.buyer, who.guarantor]);
    const other = await linkTo(who.guarantor.email);
    const refused = call(null, 'POST /signing/refuse', { body: { token: other, reason: 'Non garantisco' } });
    const [signing, refusal] = statuses(await Promise.all([press(), refused]));
    expect([refusal, await states(round.id)]).toEqual([200, 'refused']);
    expect(await happened(round.id, 'signed')).toBe(signing === 200 ? 1 : 0);
    expect((await sale.read(record.recordId)).signedOn).toBeNull();
  });

  test('somebody signs what a colleague changes: no changed contract stays signed', async () => {
    const { round, record, press, token } = await about();
    const change = await changing(record.recordId, { guarantorId: await person() });
    const [, changed] = statuses(await Promise.all([press(), change()]));
    expect([changed, await states(round.id)]).toEqual([200, 'voided']);
    expect((await sale.read(record.recordId)).signedOn).toBeNull();
    // The page that was read is nobody's any more; what is asked for now is read and approved from its first page.
    for (const late of [press(), askCode(token), progress(token, { pages: [1] })])
      expect((await late).status).toBe(409);
    const signers = [{ ...who.buyer, email: `di-nuovo-${who.buyer.email}` }, who.guarantor];
    const again = await call(seller, 'POST /signatures', { body: { ...record, signers } as never });
    expect(again.status, again.body.message).toBe(201);
    const fresh = (await call(null, 'GET /signing', { query: { token: await linkTo(signers[0]!.email) } })).body;
    expect(fresh.signer).toMatchObject({ state: 'asked', readAt: null, seen: { page: [], phone: [] } });
    expect(fresh.blocks.flatMap(({ approvals }: { approvals: object[] }) => approvals)).toEqual([]);
  });

  test('somebody signs what a colleague cancels: it was signed before, or is not signed at all', async () => {
    const { round, record, press } = await about();
    const { id: reason } = (await query("select id::text from move_reasons where company_id = 901 and entity = 'contract' and move = 'cancel' and not needs_note limit 1"))[0]; // prettier-ignore
    const { version } = await sale.read(record.recordId);
    const cancel = () => call(seller, 'POST /contracts/:id/cancel', { params: { id: record.recordId }, version, body: { reason } }); // prettier-ignore
    const [signing, canceled] = statuses(await Promise.all([press(), cancel()]));
    // What the signature has changed is seen before it is cancelled.
    if (canceled === 412) expect(statuses([await sale.step(seller, 'cancel', { id: record.recordId }, { reason })])).toEqual([200]); // prettier-ignore
    expect(await states(round.id)).toBe(signing === 200 ? 'signed' : 'voided');
    expect((await sale.read(record.recordId)).canceledAt).not.toBeNull();
    expect((await press()).status).toBe(409);
  });

  test('somebody signs while the signatures are voided, or while the link moves elsewhere: one of both, never half', async () => {
    const first = await about();
    const body = { reason: 'Prezzo sbagliato' };
    const voiding = call(seller, 'POST /signatures/:id/void', { params: { id: first.round.id }, body, version: first.round.version }); // prettier-ignore
    const [signing, voided] = statuses(await Promise.all([first.press(), voiding]));
    expect([
      [200, 412, 'signed'],
      [409, 200, 'voided'],
    ]).toContainEqual([signing, voided, await states(first.round.id)]);
    Object.assign(who.buyer, { email: `altro-${who.buyer.email}` });
    const second = await about();
    const params = { id: second.round.id, signer: second.round.signers[0].id };
    const elsewhere = { channel: 'mail' as const, email: `nuovo-${who.buyer.email}`, phone: null, confirmed: true };
    const moving = call(seller, 'PUT /signatures/:id/signers/:signer', { params, body: elsewhere, version: second.round.version }); // prettier-ignore
    const refusing = call(null, 'POST /signing/refuse', { body: { token: second.token, reason: 'Non firmo' } });
    const [refusal, moved] = statuses(await Promise.all([refusing, moving]));
    expect([
      [200, 409, 'refused'],
      [404, 200, 'open'],
    ]).toContainEqual([refusal, moved === 412 ? 409 : moved, await states(second.round.id)]);
  });

  test('the same page is open twice: what each tab saw counts together, nobody waits for long, and it is signed once', async () => {
    const { token, round } = await asked();
    const { pages, blocks } = (await call(null, 'GET /signing', { query: { token } })).body;
    const kinds = blocks.map(({ kind }: { kind: string }) => kind);
    const all = Array.from({ length: pages.phone }, (_, at) => at + 1);
    const half = (which: number) => progress(token, { form: 'phone', pages: all.filter((n) => n % 2 === which) });
    const open = () => call(null, 'POST /signing/opened', { body: { token } });
    expect(statuses(await Promise.all([half(0), open(), half(1), half(0), open()])).filter((one) => one >= 400)).toEqual([]); // prettier-ignore
    expect([await happened(round.id, 'read'), await happened(round.id, 'opened')]).toEqual([1, 1]);
    // A code for both tabs while they still tell what was seen: none holds what the other waits for.
    const crowd = [askCode(token, { blocks: kinds }), ...all.map(() => progress(token, { form: 'page', pages: [1] }))];
    expect(statuses(await Promise.all([...crowd, open()])).filter((one) => one >= 400)).toEqual([]);
    const code = await codeFor();
    const presses = statuses(
      await Promise.all([sign(token, code), progress(token, { pages: [2] }), sign(token, code)]),
    );
    expect(presses).toContain(200);
    expect(presses.filter((one) => ![200, 204, 409].includes(one))).toEqual([]);
    expect([await states(round.id), await happened(round.id, 'signed')]).toEqual(['signed', 1]);
  });
});

describe('the agreement of a test drive', () => {
  test('is signed by the driver’s code, ticks its line, and is void when the car goes out with other kilometres', async () => {
    const side = await world.sideOf(world.alfa);
    const { body: car } = await call(seller, 'POST /calendars', {
      body: { ...blankOf(calendarFields), name: 'Auto di prova', kind: 'car', plate: 'HZ018AA' },
    });
    const { body: own } = await call(seller, 'POST /calendars', {
      body: { ...blankOf(calendarFields), name: 'Chi accompagna', kind: 'seller', userId: seller.id },
    });
    // Who is written in other letters signs under the name of the identity paper, in every paper.
    const person = { type: 'private', firstName: '伟', lastName: '王', latinName: 'Wang Wei' };
    const about = {
      kind: 'test_drive' as const,
      customerId: (await call(seller, 'POST /customers', { body: person as never })).body.id,
      licence: 'MI1234567X',
      kmOut: 120,
      fuelOut: '3' as const,
    };
    const { params } = await makeEvent(
      { ...side, call: (name, sent) => call(seller, name, sent as never) } as typeof side,
      {
        ...about,
        licenceUntil: '2026-11-01',
        checklist: [],
        calendarIds: [car.id, own.id],
        day: '2026-12-02',
        time: '10:00',
      },
    );
    const of = { entity: 'event', recordId: params.id };
    const ask = () => call(seller, 'POST /signatures', { body: { ...of, signers: [driver] } as never });
    const driver = { ...who.buyer, role: 'driver' };
    const refused = await ask();
    expect([refused.status, refused.body.missing[0].sentence]).toEqual([
      422,
      'La patente è scaduta il 01/11/2026: il cliente non può guidare.',
    ]);
    const started = await call(seller, 'POST /calendars/events/:id/start', {
      params,
      version: 1,
      body: { anyway: true },
    });
    expect([started.status, started.body.message]).toEqual([409, expect.stringContaining('patente è scaduta')]);
    const { body: record } = await call(seller, 'PUT /calendars/events/:id', {
      params,
      version: 1,
      body: aboutOf({ ...about, licenceUntil: '2030-01-31', checklist: [{ text: 'Accordo firmato', done: false }] }),
    });
    const { status, body: round } = await ask();
    expect(status, JSON.stringify(round)).toBe(201);
    expect(round.signers[0].name).toBe('Wang Wei');
    const original = (await call(seller, 'GET /signatures/:id/original', { params: { id: round.id } })).body as Buffer;
    const text = pdfText(original).join(' ').replace(/\s+/g, ' ');
    for (const word of ['Wang Wei', 'MI1234567X', '31/01/2030', 'HZ018AA', '120 km', '3/4', 'conducente'])
      expect(text).toContain(word);
    const [{ id: reason }] = await world.query(
      "select id::int from move_reasons where company_id = 901 and entity = 'event' and move = 'cancel' limit 1",
    );
    const offAndOn = async (version: number) => {
      const off = await call(seller, 'POST /calendars/events/:id/cancel', {
        params,
        version,
        body: { reason: String(reason), note: 'Prova', scope: 'one' } as never,
      });
      expect([off.status, (await listed(of))[0].state]).toEqual([200, 'voided']);
      return call(seller, 'POST /calendars/events/:id/restore', {
        params,
        version: off.body.version,
        body: { together: false },
      });
    };
    // Called off and brought back, it waits for the same signature, by the link of a reminder; not for one that somebody voided.
    await call(seller, 'POST /signatures/:id/void', {
      params: { id: round.id },
      version: round.version,
      body: { reason: 'Su carta non si firma più' },
    });
    const voided = await offAndOn(record.version);
    expect([voided.status, (await listed(of))[0].state]).toEqual([200, 'voided']);
    expect((await ask()).status).toBe(201);
    const again = await offAndOn(voided.body.version);
    expect([again.status, (await listed(of))[0]]).toEqual([
      200,
      expect.objectContaining({ state: 'open', reason: null }),
    ]);
    // The reminder's link is the one that holds: those before end with it.
    const token = await linkTo(driver.email, /manca la sua firma/);
    await call(null, 'POST /signing/code', { body: { token, read: true, blocks: ['drive'] } as never });
    expect((await sign(token, await codeFor(driver.email))).status).toBe(200);
    const { body: after } = await call(seller, 'GET /calendars/events/:id', { params });
    expect(after.checklist).toEqual([{ text: 'Accordo firmato', done: true }]);
    // Back with kilometres and damage, it stays what was signed; another car on the way out is another agreement.
    const back = await call(seller, 'PUT /calendars/events/:id', {
      params,
      version: after.version,
      body: aboutOf({ ...about, licenceUntil: '2030-01-31', checklist: after.checklist, kmIn: 138 }),
    });
    expect((await listed(of))[0].state).toBe('signed');
    // Begun, it goes on for half an hour more: that is still the drive that was signed.
    const begun = await call(seller, 'POST /calendars/events/:id/start', {
      params,
      version: back.body.version,
      body: { anyway: false },
    });
    const longer = await call(seller, 'POST /calendars/events/:id/reschedule', {
      params,
      version: begun.body.version,
      body: { day: '2026-12-02', time: '10:00', minutes: 90, calendarIds: [], scope: 'one' },
    });
    expect([longer.body.minutes, (await listed(of))[0].state]).toEqual([90, 'signed']);
    await call(seller, 'PUT /calendars/events/:id', {
      params,
      version: longer.body.version,
      body: aboutOf({ ...about, licenceUntil: '2030-01-31', checklist: after.checklist, kmOut: 130 }),
    });
    expect((await listed(of))[0].state).toBe('voided');
    expect(record.licenceUntil).toBe('2030-01-31');
  });
});

describe('an addendum', () => {
  test('an addendum that is due after the approval is signed by code by both, and another value makes it due again', async () => {
    const { office, read, walked } = sale;
    const tradeIn = aTradeIn({ plate: 'PZ321ZZ', valuation: 3_000_00, residualDebt: 0, standInValue: 3_000_00 });
    const { id } = await walked('approve', { tradeIns: [tradeIn] });
    const of = { entity: 'contract_addendum', recordId: id };
    const revalue = async (revaluation: number) => {
      const { tradeIns, versions } = await read(id);
      const rows = [{ ...tradeIns[0], revaluation, revaluationReason: 'Paraurti rotto' }];
      const body = { tradeIns: rows };
      const put = await call(office, 'PUT /contracts/:id/used_cars', { params: { id }, version: versions.used_cars ?? 1, body } as never); // prettier-ignore
      expect(put.status, JSON.stringify(put.body)).toBe(200);
    };
    const dealer = { ...who.guarantor, role: 'dealer' };
    const ask = () => call(office, 'POST /signatures', { body: { ...of, signers: [who.buyer, dealer] } as never });
    expect((await ask()).body.message).toContain('non si firma');
    await revalue(2_500_00);
    const { parties, blocks } = (await call(office, 'GET /signatures/asked', { query: of })).body;
    expect(parties.map(({ role }: { role: string }) => role)).toEqual(['buyer', 'dealer']);
    // The dealer signs with what reaches the own user.
    expect((await ask()).body.fields['signers.1.email']).toContain('proprio utente');
    dealer.email = parties[1].email;
    expect(blocks).toEqual([expect.objectContaining({ kind: 'addendum', text: expect.stringMatching(/3\.000,00.*2\.500,00/) })]); // prettier-ignore
    const { status, body: round } = await ask();
    expect(status, JSON.stringify(round)).toBe(201);
    for (const { email } of [who.buyer, dealer]) {
      const token = await linkTo(email);
      await askCode(token, { blocks: ['addendum'] });
      expect((await sign(token, await codeFor(email))).status).toBe(200);
    }
    expect(await read(id)).toMatchObject({ addendumDue: false, signedOn: expect.any(String) });
    await vi.waitFor(async () => expect((await listed(of))[0].sealed).toBe(true), { timeout: 20_000 });
    const packet = await call(office, 'GET /contracts/:id/packet', { params: { id } });
    expect([...filesIn(packet.body as Buffer).keys()]).toContain('Addendum firmato.pdf');
    const { body: frozen } = await call(office, 'GET /signatures/:id/original', { params: { id: round.id } });
    expect(pdfText(Buffer.from(frozen as Buffer)).join(' ')).toContain('Paraurti rotto');
    // The file says by which number it is verified.
    expect(numberIn(Buffer.from(frozen as Buffer))).toBe(round.number);
    // The link of an addendum is no way to withdraw from the contract.
    const own = await linkTo(who.buyer.email, /firmato da tutti/);
    expect((await call(null, 'GET /withdrawal', { query: { token: own } })).status).toBe(404);

    await revalue(2_400_00);
    expect([(await listed(of))[0].state, (await read(id)).addendumDue]).toEqual(['voided', true]);
    await revalue(3_000_00);
    expect((await read(id)).addendumDue).toBe(false);
    const told = (await call(office, 'GET /contracts/:id/timeline', { params: { id } })).body.map(({ what }: { what: string }) => what); // prettier-ignore
    expect(told).toContain('ha inviato un documento da firmare');
  });
});

describe('the advanced signature', () => {
  const MOBILE = '+393331234567';
  const path = Array.from({ length: 14 }, (_, n) => `${n ? 'L' : 'M'}${30 + 30 * n} ${70 + 40 * (n % 2)}`).join('');
  const set = async (changes: object) => {
    const { body } = await call(seller, 'GET /contracts/settings', {});
    const values = { ...body.periods[0].values, ...changes, from: TODAY };
    return call(seller, 'PUT /contracts/settings', { version: body.version, body: values });
  };
  const people = (id: number, more: object = {}) => ({ params: { id }, ...more });
  const smsTo = (number: string) => vi.waitFor(() => {
    const text = mailsLeft(world.config, number).at(-1);
    expect(text).toMatch(/\d{6} è il codice/);
    return /(\d{6}) è il codice/.exec(text!)![1]!;
  }, { timeout: 15_000 }); // prettier-ignore
  /** The customer of a contract, named as its signer, with a scanned passport until a day. */
  async function identified(record: { recordId: number }, expiresOn: string) {
    const { customerId } = await sale.read(record.recordId);
    const side = await world.sideOf(world.alfa);
    const scan = await sent(side, 'customer_document');
    const documents = [{ kind: 'passport', number: 'YA7654321', issuer: '', issuedOn: null, expiresOn, scan }];
    await query('update customers set documents = $2 where id = $1', [customerId, JSON.stringify(documents)]);
    const { name } = (await call(seller, 'GET /signatures/people/:id', people(customerId))).body;
    Object.assign(who.buyer, { channel: 'sms', phone: MOBILE });
    return { id: customerId as number, name: name as string, scan };
  }
  const accepting = (scanId: number, more: object = {}) => ({
    body: { scanId, phone: MOBILE, read: true, confirmed: true, drawing: path, uploadId: null, ...more } as never,
  });

  test('is off until the company has conditions and is insured, and nobody accepts it before', async () => {
    const record = await signable();
    const { id, scan } = await identified(record, '2030-01-01');
    expect((await call(seller, 'GET /signatures/people/:id', people(id))).body).toMatchObject({ offered: false, state: 'none' }); // prettier-ignore
    expect((await call(seller, 'POST /signatures/people/:id', people(id, accepting(scan)))).status).toBe(409);
    expect((await set({ advancedSignature: true, advancedConditions: '' })).body.fields).toMatchObject({
      advancedInsurance: expect.any(String),
      advancedConditions: expect.any(String),
    });
  });

  test('counts for who was identified, accepted and signs by SMS; revoked, the next one is simple and the former stands', async () => {
    expect((await set({ advancedSignature: true, advancedInsurance: 'Alfa, polizza 12, 500.000 €' })).status).toBe(200);
    const { record } = await asked();
    const { id, name, scan } = await identified(record, '2026-11-01');
    const accept = (more: object = {}, of = scan) => call(seller, 'POST /signatures/people/:id', people(id, accepting(of, more))); // prettier-ignore
    expect((await accept()).body.fields.scanId).toContain('valido oggi');
    const valid = (await identified(record, '2030-01-01')).scan;
    expect((await accept({ phone: '+39 02 1234567', drawing: '' }, valid)).body.fields).toMatchObject({
      phone: expect.stringContaining('cellulare'),
      drawing: expect.any(String),
    });
    const made = await accept({}, valid);
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ state: 'valid', version: 1 })]);
    const [{ id: acceptance }] = made.body.history;
    expect(made.body.history[0]).toMatchObject({ number: 'YA7654321', keptUntil: '2046-11-20', revokedAt: null });
    const declaration = await call(seller, 'GET /signatures/people/:id/declaration/:acceptance', { params: { id, acceptance } }); // prettier-ignore
    const text = pdfText(Buffer.from(declaration.body as Buffer)).join(' ').replace(/\s+/g, ' '); // prettier-ignore
    for (const word of ['YA7654321', 'versione 1', 'polizza 12', name]) expect(text).toContain(word);

    // The signer's page says what the signature becomes, by which way the code goes; the evidence says what it was.
    await query("update signatures set state = 'voided' where record_id = $1", [record.recordId]);
    const ask = async (email: string) => {
      const signers = [{ ...who.buyer, email }];
      return (await call(seller, 'POST /signatures', { body: { ...record, signers } as never })).body;
    };
    const [first, second] = ['prima@prova.example.it', 'dopo@prova.example.it'];
    const round = await ask(first);
    const { parties, offersAdvanced } = (await call(seller, 'GET /signatures/asked', { query: record })).body;
    expect([offersAdvanced, parties[0].advanced]).toEqual([true, MOBILE]);
    const token = await linkTo(first);
    const page = async (of = token) => (await call(null, 'GET /signing', { query: { token: of } })).body;
    expect(await page()).toMatchObject({ signer: { advanced: true }, acceptance: { version: 1, revokedOn: null } });
    expect((await askCode(token, { channel: 'mail' })).body.signer.advanced).toBe(false);
    at(`${TODAY}T09:02:00Z`);
    expect((await askCode(token)).body).toMatchObject({ signer: { advanced: true }, code: { to: '+39333 •••• 567' } });
    expect((await sign(token, await smsTo(MOBILE))).body.signer).toMatchObject({ state: 'signed', advanced: true });
    await vi.waitFor(async () => expect((await listed(record))[0].sealed).toBe(true), { timeout: 20_000 });
    expect((await listed(record))[0].signers[0].advanced).toBe(true);
    const { body: sealed } = await call(seller, 'GET /signatures/:id/signed', { params: { id: round.id } });
    const evidence = pdfText(sealed as Buffer).join(' ').replace(/\s+/g, ' '); // prettier-ignore
    for (const word of ['Firma elettronica avanzata con codice', 'versione 1', 'con passaporto']) expect(evidence).toContain(word); // prettier-ignore

    // Other conditions are accepted anew; who revokes on the own page signs simply from then on.
    await set({ advancedConditions: 'Altre condizioni del servizio' });
    expect((await call(seller, 'GET /signatures/people/:id', people(id))).body).toMatchObject({ state: 'outdated', version: 2 }); // prettier-ignore
    expect((await accept({}, valid)).body).toMatchObject({ state: 'valid', version: 2 });
    const own = await linkTo(first, /firmato da tutti/);
    expect((await call(null, 'GET /signing/declaration', { query: { token: own } })).status).toBe(200);
    expect((await call(null, 'POST /signing/revoke', { body: { token: own } })).body.acceptance.revokedOn).toBe(TODAY);
    expect((await call(null, 'POST /signing/revoke', { body: { token: own } })).status).toBe(409);
    expect((await listed(record))[0].signers[0].advanced).toBe(true);
    await query("update signatures set state = 'voided' where record_id = $1", [record.recordId]);
    await ask(second);
    const again = await linkTo(second);
    expect((await page(again)).signer.advanced).toBe(false);
    await set({ advancedSignature: false });

    // Twenty years the law keeps declaration and identity paper: the erasure of the customer says so, and then they go.
    await query('update contracts set canceled_at = now() where customer_id = $1', [id]);
    const { keeps, version, name: now } = (await call(seller, 'GET /persons/:id/erasure', people(id))).body;
    const why = expect.stringContaining('art. 57');
    expect(keeps).toContainEqual({ what: expect.stringContaining('documento d’identità'), count: 2, why, until: '2046-11-20' }); // prettier-ignore
    expect(keeps).toContainEqual(expect.objectContaining({ what: expect.stringContaining('Contratti'), why }));
    const body = { reason: 'request' as const, name: now };
    expect((await call(seller, 'POST /persons/:id/erasure', people(id, { version, body }))).status).toBe(200);
    const paper = () => call(seller, 'GET /signatures/people/:id/paper/:acceptance', { params: { id, acceptance } });
    expect((await paper()).status).toBe(200);
    at('2046-11-21T09:00:00Z');
    await retentionJob.run(world.outside(), {});
    const fields = await query('select name, paper_number, phone, paper_key from signature_acceptances where id = $1', [acceptance]); // prettier-ignore
    expect(fields).toEqual([{ name: '', paper_number: '', phone: '', paper_key: null }]);
  });
});
