/** A world whose contracts are signed by code: who is asked, what arrives by mail, and how they sign. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { startJobs } from '#backend/jobs.ts';
import type { TestUser } from './area.ts';
import { madeBy } from './areas/contracts.ts';
import { testDatabase } from './database.ts';
import { mailsLeft } from './outbox.ts';
import { EVERY, makeWorld, TODAY } from './world.ts';

const blocks = ['proposal', 'clauses', 'privacy', 'used_condition', 'warranty', 'trade_in', 'pre_contract'] as const;

/** A signature by hand. */
const drawing = Array.from({ length: 20 }, (_, n) => `${n ? 'L' : 'M'}${30 + n * 25} ${60 + (n % 3) * 40}`).join('');

/** Starts jobs, too: mails leave and signed documents are sealed. */
export async function signingWorld() {
  const database = await testDatabase();
  const world = await makeWorld(database);
  const { call, query } = world;
  const jobs = await startJobs({ ...database, config: world.config });
  const close = async () => {
    await jobs.stop();
    await world.close();
  };
  const at = (instant: string) => (world.clock.now = new Date(instant));
  const seller = await world.user(901, EVERY);
  let n = 0;
  /** Somebody with an address of their own in each test: mails of an earlier one may come late. */
  const signer = (role: 'buyer' | 'guarantor') => {
    n += 1;
    return {
      role,
      channel: 'mail' as const,
      email: `${role}${n}@prova.example.it`,
      phone: null,
      confirmed: true,
    };
  };
  /** Who signs in a test: `fresh` begins one, at nine and without mails. */
  const who = { buyer: signer('buyer'), guarantor: signer('guarantor') };
  const fresh = async () => {
    at(`${TODAY}T09:00:00Z`);
    // A mail of the test before may come in meanwhile.
    await rm(join(world.config.DATA_DIR, 'outbox'), { recursive: true, force: true, maxRetries: 5 });
    await query('delete from login_throttles');
    Object.assign(who, { buyer: signer('buyer'), guarantor: signer('guarantor') });
  };

  /** A record whose document may be signed by its buyer, and by a guarantor where it has one. */
  async function signable({ guaranteed = false } = {}) {
    const { params } = await madeBy(await world.sideOf(world.alfa), seller);
    if (guaranteed)
      await query(
        `with g as (insert into customers (company_id, type, name, first_name, last_name)
           values (901, 'private', 'Anna Bianchi', 'Anna', 'Bianchi') returning id)
         update contracts set guarantor_id = g.id from g where contracts.id = $1`,
        [params.id],
      );
    return { entity: 'contract', recordId: params.id };
  }
  const mailTo = async (address: string, words: RegExp) => {
    const find = () => mailsLeft(world.config, address).findLast((mail) => words.test(mail))!;
    return vi.waitFor(() => (expect(find()).toBeDefined(), find()), { timeout: 15_000 });
  };
  const linkTo = async (address: string, words = /firma\//) =>
    /\/firma\/([\w.-]+)/.exec(await mailTo(address, words))![1]!;

  async function asked(signers: object[] = [who.buyer], more: object = {}, as: TestUser = seller) {
    const record = await signable({ guaranteed: signers.includes(who.guarantor) });
    const answer = await call(as, 'POST /signatures', { body: { ...record, signers, ...more } as never });
    expect(answer.status, answer.body.message).toBe(201);
    return { record, round: answer.body, token: await linkTo(who.buyer.email) };
  }
  const askCode = (token: string, more: object = {}) =>
    call(null, 'POST /signing/code', { body: { token, read: true, blocks: [...blocks], ...more } as never });
  const progress = (token: string, more: object) =>
    call(null, 'POST /signing/progress', { body: { token, ...more } as never });
  const codeFor = async (address = who.buyer.email) =>
    /^(\d{6}) è il codice/m.exec(await mailTo(address, /^\d{6} è il codice/m))![1]!;
  const sign = (token: string, code: string, drawing = '') =>
    call(null, 'POST /signing/sign', {
      body: { token, code, drawing },
      headers: { 'user-agent': 'Tavoletta di prova' },
    });
  /** The page of a signer on a tablet of the dealer, which `as` gives them. */
  async function onTablet({ id, signers }: { id: number; signers: { id: number }[] }, as: TestUser = seller) {
    const params = { id, signer: signers[0]!.id };
    const answer = await call(as, 'POST /signatures/:id/signers/:signer/tablet', { params });
    expect(answer.status).toBe(200);
    return (answer.body.url as string).split('/firma/')[1]!;
  }
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
    await vi.waitFor(async () => expect((await listed(all.record))[0].sealed).toBe(true), { timeout: 20_000 });
    return { ...all, token: await linkTo(who.buyer.email, /firmato da tutti/) };
  }
  return { world, close, at, seller, who, fresh, signable, mailTo, linkTo, asked, progress, askCode, codeFor, sign, onTablet, drawing, listed, verify, signed }; // prettier-ignore
}
