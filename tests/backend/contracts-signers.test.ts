import { afterAll, beforeEach, expect, test } from 'vitest';
import { Refused } from '#backend/lib/work/refused.ts';
import { signatureMail } from '#backend/signatures/mails.ts';
import type { TestUser } from '#tests/support/area.ts';
import { blankSection } from '#tests/support/areas/contracts.ts';
import { sent } from '#tests/support/areas/uploads.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, config, query, user } = world;
afterAll(() => world.close());
const START = clock.now;
beforeEach(() => (clock.now = START));
const { side, seller, office, make, read, step, walked } = await saleIn(world);

const stroke = Array.from({ length: 20 }, (_, n) => `${n ? 'L' : 'M'}${30 + n * 25} ${60 + (n % 3) * 40}`).join('');
const blocks = ['proposal', 'clauses', 'privacy', 'used_condition', 'warranty', 'trade_in', 'pre_contract'];
let n = 0;
/** A way to reach a party that nobody else has. */
const reach = (role: string, more: object = {}) => {
  n += 1;
  return { role, channel: 'mail', email: `firma.${n}@posta.example.it`, phone: null, confirmed: true, ...more };
};
const documents = [{ kind: 'passport', number: 'YA1', issuer: '', issuedOn: null, expiresOn: null, scan: null }];
const customer = async (columns: Record<string, string>) => {
  const all = { type: 'private', documents: JSON.stringify(documents), ...columns };
  const [{ id }] = await query(
    `insert into customers (company_id, ${Object.keys(all).join(', ')})
     values (901, ${Object.keys(all).map((_, at) => `$${at + 1}`).join(', ')}) returning id::int`, // prettier-ignore
    Object.values(all),
  );
  return id as number;
};
/** A contract with these parties beside its buyer, or with another buyer. */
async function contractOf(parties: Record<string, number> = {}) {
  const { id } = await make();
  for (const [column, person] of Object.entries(parties))
    await query(`update contracts set ${column} = $2, email = '', phone = '' where id = $1`, [id, person]);
  return { entity: 'contract', recordId: id };
}
type Of = { entity: string; recordId: number };
const ask = (of: Of, signers: object[], as = seller) =>
  call(as, 'POST /signatures', { body: { ...of, inOrder: false, signers } as never });
const codeFor = (address: string, name: string) =>
  mailsLeft(config, address)
    .flatMap((text) => [...text.matchAll(/(\d{6}) è il codice con cui (.+) firma/g)])
    .findLast(([, , who]) => who!.includes(name))![1]!;
const scan = async (of: Of, more: object = {}, as: TestUser = seller) => {
  const uploadId = await sent({ ...side, call: (name, what) => call(as, name, what as never) }, 'signed_paper');
  const body = { ...of, uploadId, signedOn: '2026-11-20', signers: ['buyer'], blocks, ...more };
  return call(as, 'POST /signatures/paper', { body: body as never });
};
const check = (as: TestUser | { token: string }, { id, version }: { id: number; version: number }) =>
  call(as as TestUser, 'POST /signatures/:id/check', { params: { id }, version });
const signedOn = async ({ recordId }: Of) => (await read(recordId)).signedOn;

test('a document is signed by all whom its record names, under the names of the record, and by nobody else', async () => {
  const guarantor = await customer({ name: 'Anna Bianchi', first_name: 'Anna', last_name: 'Bianchi' });
  const of = await contractOf({ guarantor_id: guarantor });
  const [buyer, other] = [reach('buyer'), reach('guarantor')];
  const strangers = [
    [{ ...reach('dealer'), name: 'Venditore' }],
    [{ ...reach('driver'), name: 'Nessuno Qui' }],
    [buyer],
    [buyer, { ...buyer, email: 'altra@posta.example.it' }],
    [buyer, other, reach('driver')],
  ];
  for (const signers of strangers) {
    const { status, body } = await ask(of, signers);
    expect([status, Object.keys(body.fields)[0]]).toEqual([422, expect.stringMatching(/^signers/)]);
  }
  expect((await ask(of, [buyer])).body.fields.signers).toBe('Firmano tutti: manca Anna Bianchi (garante)');
  expect((await scan(of)).body.fields.signers).toBe('Firmano tutti: manca Anna Bianchi (garante)');
  expect(await signedOn(of)).toBeNull();
  const asked = await ask(of, [{ ...other, name: 'Nessuno Qui' }, buyer]);
  const { customer: name } = await read(of.recordId);
  expect(asked.body.signers.map((one: { name: string }) => one.name)).toEqual([name, 'Anna Bianchi']);
});

test('nobody is reached where the company or its people read, however that is written', async () => {
  await query("update users set phone = '+393407654321' where id = $1", [office.id]);
  await query("update companies set email = 'info@alfa.example.it' where company_id = 901");
  const of = await contractOf();
  const [name, host] = seller.email.split('@');
  const own = [
    ['email', { email: seller.email.toUpperCase() }],
    ['email', { email: `${name}+cliente@${host}` }],
    ['email', { email: 'Info@Alfa.Example.it' }],
    ['phone', { channel: 'sms', phone: '0039 340 765.43.21' }],
    // Where the code can go when the signer asks for the other way.
    ['phone', { phone: '340 7654321' }],
  ] as const;
  for (const [field, address] of own) {
    const signer = reach('buyer', address);
    expect(Object.keys((await ask(of, [signer])).body.fields)).toEqual([`signers.0.${field}`]);
  }
  const { body: round } = await ask(of, [reach('buyer')]);
  const { role: _role, ...moved } = reach('buyer', { email: seller.email });
  const params = { id: round.id, signer: round.signers[0].id };
  const { status, body } = await call(seller, 'PUT /signatures/:id/signers/:signer', { params, version: round.version, body: moved as never }); // prettier-ignore
  expect([status, body.fields.email]).toEqual([422, expect.stringContaining('che lavora qui')]);
});

test('an SMS whose sender stood still before it noted that it left is not sent again by itself, and its link stays open', async () => {
  const phone = '+393391110099';
  const { body: round } = await ask(await contractOf(), [reach('buyer', { channel: 'sms', email: null, phone })]);
  const [{ id }] = round.signers;
  const jobFor = async (why: string) => {
    const [{ data }] = await query(`select data from pgboss.job where name = 'signature-mail' and data ->> 'id' = $1 and data ->> 'why' = $2`, [String(id), why]); // prettier-ignore
    return data;
  };
  const left = () => mailsLeft(config, phone).filter((text) => text.includes('/firma/'));
  const first = await jobFor('ask');
  await signatureMail.run(world.outside(), first);
  await query('update signature_signers set sending = $2, asked_at = null where id = $1', [id, first.sending]);
  await expect(signatureMail.run(world.outside(), first)).rejects.toThrow(Refused);
  expect(left()).toHaveLength(1);
  const [, token] = /firma\/([\w.-]+)/.exec(left()[0]!)!;
  expect((await call(null, 'GET /signing', { query: { token: token! } })).status).toBe(200);
  // Who asked reads it beside the signer, and sends the next one.
  const remind = await call(seller, 'POST /signatures/:id/remind', { params: { id: round.id } });
  expect(remind.body.signers[0].failure).toContain('chiedere se è arrivato');
  await signatureMail.run(world.outside(), await jobFor('remind'));
  expect(left()).toHaveLength(2);
});

test('two who share a telephone sign each with a code of their own', async () => {
  const of = await contractOf({
    cobuyer_id: await customer({ name: 'Ada Verdi', first_name: 'Ada', last_name: 'Verdi' }),
  });
  const shared = { channel: 'sms', email: null, phone: '+393391112223' };
  const { body: round } = await ask(of, [reach('buyer', shared), reach('co_buyer', shared)]);
  // One signs on the tablet, by hand as well, the other by the link that comes to them.
  const [{ id: signer }, { id: alone }] = round.signers;
  const { body: shown } = await call(seller, 'POST /signatures/:id/signers/:signer/tablet', { params: { id: round.id, signer } }); // prettier-ignore
  const [{ data }] = await query("select data from pgboss.job where name = 'signature-mail' and data ->> 'id' = $1", [String(alone)]); // prettier-ignore
  await signatureMail.run(world.outside(), data);
  const links = [shown.url, mailsLeft(config, shared.phone).findLast((text) => text.includes('/firma/'))];
  const tokens = links.map((text) => /firma\/([\w.-]+)/.exec(text)![1]!);
  for (const token of tokens)
    expect((await call(null, 'POST /signing/code', { body: { token, read: true, blocks } as never })).status).toBe(200);
  const { customer: name } = await read(of.recordId);
  const [first, second] = [codeFor(shared.phone, name), codeFor(shared.phone, 'Ada Verdi')] as const;
  const sign = (token: string, code: string, drawing = '') =>
    call(null, 'POST /signing/sign', { body: { token, code, drawing } });
  const [tablet, own] = tokens as [string, string];
  if (first !== second) expect(Object.keys((await sign(tablet, second, stroke)).body.fields)).toEqual(['code']);
  expect([(await sign(tablet, first, stroke)).status, (await sign(own, second)).status]).toEqual([200, 200]);
  expect(await read(of.recordId)).toMatchObject({ signedOn: '2026-11-20', signatureType: 'digital_otp' });
});

test('a paper counts once somebody of the back office who neither sells nor buys has checked it', async () => {
  const of = await contractOf();
  const { status, body: kept } = await scan(of);
  expect([status, kept.state, kept.signers[0].name]).toEqual([201, 'checking', (await read(of.recordId)).customer]);
  expect(await read(of.recordId)).toMatchObject({ signedOn: null, signatureType: 'analogic' });
  expect((await ask(of, [reach('buyer')])).status).toBe(409);
  const rows = async (as: TestUser) =>
    (await call(as, 'GET /contracts', { query: { signature: 'checking' } })).body.rows;
  expect((await rows(office)).map(({ id }: { id: number }) => id)).toContain(of.recordId);
  expect((await check(seller, kept)).status).toBe(403);
  expect((await check(office, { ...kept, version: kept.version + 1 })).status).toBe(412);
  const checked = await check(office, kept);
  expect([checked.status, checked.body.state, checked.body.checkedBy]).toEqual([200, 'signed', expect.any(String)]);
  expect(await signedOn(of)).toBe('2026-11-20');
  expect((await check(office, checked.body)).status).toBe(409);
});

test('an addendum on paper counts once it is checked, too, and no attached file stands for it', async () => {
  const { id } = await walked('approve', { tradeIns: [aTradeIn({ plate: 'PZ777ZZ', residualDebt: 0 })] });
  const of = { entity: 'contract_addendum', recordId: id };
  const { tradeIns, versions } = await read(id);
  const rows = [{ ...tradeIns[0], revaluation: 1_000_00, revaluationReason: 'Paraurti rotto' }];
  const revalued = await call(office, 'PUT /contracts/:id/used_cars', { params: { id }, version: versions.used_cars ?? 1, body: { tradeIns: rows } as never }); // prettier-ignore
  expect(revalued.body.record.addendumDue).toBe(true);
  const due = async () => {
    const { missing } = (await step(office, 'bill', { id })).body;
    return missing.flatMap(({ sentence, field }: Record<string, string>) =>
      field === 'addendumDue' ? [sentence] : [],
    );
  };
  const uploadId = await sent({ ...side, call: (name, what) => call(office, name, what as never) }, 'contract');
  const file = { type: 'addendum', uploadId, expiresOn: null, note: '' };
  const { versions: now } = await read(id);
  const attached = await call(office, 'PUT /contracts/:id/attachments', { params: { id }, version: now.attachments ?? 1, body: { attachments: [file] } as never }); // prettier-ignore
  expect(attached.body.record?.attachments, JSON.stringify(attached.body)).toHaveLength(1);
  expect(await due()).toEqual([expect.stringContaining('far firmare l’addendum')]);

  const { body: kept } = await scan(of, { signers: ['buyer', 'dealer'], blocks: ['addendum'] });
  expect(kept.state).toBe('checking');
  expect(await due()).toEqual(['L’addendum firmato su carta è da controllare.']);
  const { rows: waiting } = (await call(office, 'GET /contracts', { query: { signature: 'checking' } })).body;
  expect(waiting.map((row: { id: number }) => row.id)).toContain(id);
  expect((await check(seller, kept)).status).toBe(403);
  expect((await check(office, kept)).status).toBe(200);
  expect(await due()).toEqual([]);
});

test('for a company its legal representative signs, who is a person, and nobody signs before there is one', async () => {
  const company = { type: 'fleet', name: 'Beta S.r.l.', company_name: 'Beta S.r.l.', vat_number: '09988770013' };
  const of = await contractOf({ customer_id: await customer(company) });
  const params = { id: of.recordId };
  const lack = { field: 'representativeId', section: 'customer', sentence: 'Scegliere il legale rappresentante: firma per la società.' }; // prettier-ignore
  expect((await step(seller, 'submit', params)).body.missing).toContainEqual(lack);
  for (const { body } of [await ask(of, [reach('buyer')]), await scan(of)]) expect(body.missing).toContainEqual(lack);
  const name = async (representativeId: number) => {
    const { versions, ...now } = await read(of.recordId);
    const body = { ...Object.fromEntries(Object.keys(blankSection('customer')).map((key) => [key, now[key]])), representativeId }; // prettier-ignore
    return call(seller, 'PUT /contracts/:id/customer', {
      params,
      version: versions.customer ?? 1,
      body: body as never,
    });
  };
  const other = await name(await customer({ ...company, name: 'Gamma S.p.A.', company_name: 'Gamma S.p.A.' }));
  expect([other.status, other.body.fields]).toEqual([422, { representativeId: expect.stringContaining('È una società') }]); // prettier-ignore
  const person = await customer({ name: 'Ada Neri', first_name: 'Ada', last_name: 'Neri' });
  expect((await name(person)).status).toBe(200);
  const asked = await ask(of, [reach('legal_representative')]);
  expect(asked.body.signers.map((one: { name: string }) => one.name)).toEqual(['Ada Neri']);
});

test('a person signs beside who represents them: naming somebody takes no buyer out of the own contract', async () => {
  const of = await contractOf();
  const guardian = await customer({ name: 'Ada Tutrice', first_name: 'Ada', last_name: 'Tutrice' });
  await query('update contracts set representative_id = $2 where id = $1', [of.recordId, guardian]);
  const alone = await ask(of, [reach('legal_representative')]);
  expect([alone.status, Object.keys(alone.body.fields)]).toEqual([422, ['signers']]);
  expect((await ask(of, [reach('buyer'), reach('legal_representative')])).status).toBe(201);
});

test('a seller checks no paper of their own sale, with every privilege and by a token', async () => {
  const all = await user(901, EVERY);
  const of = await contractOf();
  await query('update contracts set seller_id = $2 where id = $1', [of.recordId, all.id]);
  const { body: kept } = await scan(of, {}, all);
  expect([kept.state, kept.checkable]).toEqual(['checking', false]);
  const { body: token } = await call(all, 'POST /users/tokens', {
    body: { name: 'CRM', privileges: [28, 33], days: 30 },
  });
  for (const as of [all, { token: token.token as string }]) expect((await check(as, kept)).status).toBe(403);
  expect(await signedOn(of)).toBeNull();
  // What the back office finds wrong is ended by it, and is signed again.
  const ended = await call(office, 'POST /signatures/:id/void', { params: { id: kept.id }, version: kept.version, body: { reason: 'Manca una firma' } }); // prettier-ignore
  expect([ended.status, ended.body.state]).toEqual([200, 'voided']);
});

test('whoever works here, and the company itself, buys on paper, which they do not check themselves', async () => {
  const colleague = await user(901, EVERY);
  const employee = await customer({ name: 'Gino Collega', first_name: 'Gino', last_name: 'Collega', tax_code: 'RSSMRA85T10A562S', email: colleague.email }); // prettier-ignore
  const of = await contractOf({ customer_id: employee });
  const asked = (await call(seller, 'GET /signatures/asked', { query: of })).body;
  expect(asked.byHand).toContain('si firma su carta');
  const elsewhere = reach('buyer');
  const { status, body } = await ask(of, [elsewhere]);
  expect([status, body.missing]).toEqual([409, undefined]);
  const { body: kept } = await scan(of);
  expect((await check(colleague, kept)).status).toBe(403);
  expect((await check(office, kept)).status).toBe(200);

  const vat = '01234567897';
  await query('update companies set vat_number = $1 where company_id = 901', [vat]);
  const itself = await customer({ type: 'fleet', name: 'Alfa S.r.l.', company_name: 'Alfa S.r.l.', vat_number: vat });
  const own = await contractOf({ customer_id: itself });
  expect((await call(seller, 'GET /signatures/asked', { query: own })).body.byHand).toContain(
    'Compra l’azienda stessa',
  );
});

test('nobody signs what has ended, and what was signed stays signed', async () => {
  const of = await contractOf();
  const { body: round } = await ask(of, [reach('buyer')]);
  const { version } = await read(of.recordId);
  const because = await query("select id::text from move_reasons where company_id = 901 and entity = 'contract' and move = 'cancel' and not needs_note limit 1"); // prettier-ignore
  const canceled = await call(seller, 'POST /contracts/:id/cancel', { params: { id: of.recordId }, version, body: { reason: because[0].id } }); // prettier-ignore
  expect([canceled.status, canceled.body.message]).toEqual([200, undefined]);
  const states = async (id: number) => (await query('select state from signatures where id = $1', [id]))[0].state;
  expect(await states(round.id)).toBe('voided');

  const done = await contractOf();
  const { body: kept } = await scan(done);
  await check(office, kept);
  await query("update contracts set state = 'completed' where id = $1", [done.recordId]);
  const [{ version: last }] = await query('select version from signatures where id = $1', [kept.id]);
  const voided = await call(seller, 'POST /signatures/:id/void', { params: { id: kept.id }, version: last, body: { reason: 'Per prova' } }); // prettier-ignore
  expect([voided.status, await states(kept.id)]).toEqual([409, 'signed']);
});
