import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { annexesOf, type Annex } from '#domain/contracts/annexes.ts';
import { addDays } from '#domain/dates.ts';
import { money } from '#domain/italian.ts';
import { jobs, schedules } from '#backend/areas.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { filesIn } from '#tests/support/unzipped.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { START } from '#tests/support/machines.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { aChoice, aTradeIn } from '#tests/support/price-sheet.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, clock } = world;
afterAll(() => world.close());
const { side, seller, office, read, done, because, make, walked } = await saleIn(world);

const textOf = (bytes: unknown) => pdfText(Buffer.from(bytes as Buffer)).map((page) => page.replace(/\s+/g, ' '));
const annex = async (id: number, name: Annex) => {
  const { status, body } = await call(office, 'GET /contracts/:id/annex', { params: { id }, query: { annex: name } });
  return status === 200 ? textOf(body).join(' ') : (body.message as string);
};

test('each annex says what the contract says, and one that cannot be printed yet says why', async () => {
  const tradeIn = aTradeIn({
    plate: 'PZ321ZZ',
    description: 'Lampo Vecchia',
    valuation: 3_000_00,
    residualDebt: 0,
    standInValue: 3_000_00,
  });
  const { id, total, number } = (await make({ tradeIns: [tradeIn] })) as { id: number; total: number; number?: string };
  expect(number).toBeDefined();
  expect(await annex(id, 'confirmation')).toBe('La conferma d’ordine si stampa dopo l’approvazione.');
  expect(await annex(id, 'addendum')).toBe('Nessun usato è stato rivalutato.');
  expect(await annex(id, 'delivery')).toBe('Manca il giorno di consegna.');
  await query(
    `update contracts set approved_on = '2026-11-20', delivery_on = '2026-12-01', preparation = '{washed,second_key}',
      trade_ins = jsonb_set(jsonb_set(trade_ins, '{0,revaluation}', '250000'), '{0,revaluationReason}', '"Paraurti rotto"') where id = $1`,
    [id],
  );
  const record = await read(id);
  expect(annexesOf(record)).toEqual(['confirmation', 'privacy', 'condition', 'trade_in', 'addendum', 'delivery']);
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  expect(await annex(id, 'confirmation')).toContain(plain(money(total)));
  expect(await annex(id, 'confirmation')).toContain('entro il 20/12/2026, se si conclude il 20/11/2026');
  // Signed after it was accepted, it is concluded: without a promised day, the law gives thirty.
  await query(`update contracts set signed_on = '2026-11-23' where id = $1`, [id]);
  expect(await annex(id, 'confirmation')).toContain('Consegna entro il 23/12/2026, 30 giorni dalla conclusione');
  for (const part of ['3.000,00', '2.500,00', '-500,00', 'Paraurti rotto', 'PZ321ZZ'])
    expect((await annex(id, 'addendum')).replace('−', '-')).toContain(part);
  expect(await annex(id, 'delivery')).toMatch(/01\/12\/2026.*Lavaggio, Seconda chiave/);
  expect(await annex(id, 'trade_in')).toContain('fermi amministrativi');
  const { body } = await call(office, 'GET /contracts/:id/packet', { params: { id } });
  const whole = textOf(body).join(' ');
  for (const part of [
    number!,
    'Clausole',
    'Verbale di consegna',
    'Informativa',
    'Dichiarazione',
    'Addendum',
    plain(money(total)),
  ])
    expect(whole.toLowerCase()).toContain(part.toLowerCase());
});

test('the contract as PDF holds every figure of its page', async () => {
  const tradeIn = aTradeIn({ plate: 'PZ654ZZ', valuation: 3_000_00, residualDebt: 1_250_00, standInValue: 3_000_00 });
  await query('update plans set collection_fee = 350 where company_id = 901 and id = $1', [side.planId]);
  const financing = aChoice({ planId: side.planId, months: 60, amount: 5_000_00, protection: false });
  const { id } = await make({ tradeIns: [tradeIn], financing });
  const { total, keysInHand, listTotal, payments, agreedTradeIns, financed, instalment } = await read(id);
  const { body: pdf } = await call(office, 'GET /contracts/:id/document', { params: { id } });
  const print = textOf(pdf).join(' ');
  const paid = payments.map(({ amount }: { amount: number }) => amount) as number[];
  expect(paid).toHaveLength(4);
  const [{ valuation, residualDebt }] = agreedTradeIns;
  for (const figure of [total, keysInHand, listTotal, valuation, residualDebt, financed, instalment, ...paid])
    expect(print).toContain(money(figure).replace(/\s+/g, ' '));
  const manager = await world.userWith('managePreferences', 'seeAllContracts');
  // A text of the company that names the instalment says what is debited.
  const { values } = (await call(manager, 'GET /layouts/contracts/trial', { query: { record: id } })).body;
  expect(values.Rata).toBe(`${money(instalment)} + ${money(3_50)} d’incasso`);
});

test('the packet of a contract with uploads is a ZIP: our PDF, and each upload as it is kept, by a safe Italian name', async () => {
  const { id } = await make();
  const packet = async (as = office) => call(as, 'GET /contracts/:id/packet', { params: { id } });
  expect((await packet()).headers.get('content-type')).toBe('application/pdf');
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const sent = async (file: Buffer) => {
    const query = { purpose: 'contract', name: '../../etc/x.pdf' };
    return (await call(seller, 'POST /uploads', { query, file })).body.id as number;
  };
  const attachments = [
    { type: 'identity_card', uploadId: await sent(aPdf('identita')), expiresOn: null, note: '' },
    { type: 'other', uploadId: await sent(picture), expiresOn: null, note: 'fronte/retro: «../perché?»' },
    { type: 'other', uploadId: await sent(aPdf('perso')), expiresOn: null, note: '' },
  ];
  const body = { attachments };
  const save = (given: object) => call(seller, 'PUT /contracts/:id/attachments', { params: { id }, version: 1, body: given } as never); // prettier-ignore
  // A paper that has expired is not attached; one that expires today is.
  const expiring = (expiresOn: string) => ({ attachments: [attachments[1], { ...attachments[0], expiresOn }] });
  const refused = await save(expiring(addDays(START, -1)));
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['attachments.1.expiresOn']]);
  expect(refused.body.fields['attachments.1.expiresOn']).toMatch(
    /^Il documento è scaduto il \d\d?\/11\/2026: allegarne/,
  );
  const put = await save(body);
  expect(put.status, JSON.stringify(put.body)).toBe(200);
  const [{ file_key: lost }] = await query('select file_key from uploads where id = $1', [attachments[2]!.uploadId]);
  await rm(join(world.config.DATA_DIR, 'files', lost));
  const { headers, body: zip } = await packet();
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    'application/zip',
    expect.stringMatching(/^attachment; filename="Fascicolo_C-2026-\d{5}\.zip"/),
  ]);
  const files = filesIn(zip as Buffer);
  const { number } = await read(id);
  expect([...files.keys()]).toEqual([
    `Fascicolo ${number}.pdf`,
    'Allegati/01 Carta d’identità.pdf',
    'Allegati/02 Altro - fronte-retro_ «..-perché_».jpg',
    'File mancanti.txt',
  ]);
  expect(textOf(files.get(`Fascicolo ${number}.pdf`)).join(' ')).toContain(number);
  expect(files.get('Allegati/01 Carta d’identità.pdf')!.equals(aPdf('identita'))).toBe(true);
  expect((await sharp(files.get('Allegati/02 Altro - fronte-retro_ «..-perché_».jpg')).metadata()).width).toBe(40);
  expect(files.get('File mancanti.txt')!.toString()).toBe('Allegati/03 Altro.pdf');
  const looks = await query("select 1 from audit_events where action = 'file_seen' and entity = 'contract' and entity_id = $1", [id]); // prettier-ignore
  expect(looks).toHaveLength(3);
  expect(await readdir(join(world.config.DATA_DIR, 'incoming'))).toEqual([]);
  expect((await packet(await world.userWith('createQuotes'))).status).toBe(403);
  expect((await packet(await world.userWith('makeContracts'))).status).toBe(403);
});

test('the customer gets the confirmation by mail once the contract is approved, and not once it is open again', async () => {
  const to = 'accettata@posta.example.it';
  const approvedTo = async (address: string) => {
    const contract = await walked('validate');
    await query('update contracts set email = $2 where id = $1', [contract.id, address]);
    await done(office, 'approve', contract);
    const sent = "select id::int from messages where entity = 'contract' and record_id = $1";
    return { contract, messages: await query(sent, [contract.id]) };
  };
  const leave = (id: number) =>
    jobs.find(({ name }) => name === 'confirmation-post')!.run(world.outside(), { companyId: 901, id } as never);
  const { contract, messages } = await approvedTo(to);
  expect(messages).toHaveLength(1);
  await leave(messages[0].id);
  const [mail, ...more] = mailsLeft(world.config, to);
  const { number, vehicle } = await read(contract.id);
  expect(more).toEqual([]);
  for (const said of [number, vehicle, 'il contratto è concluso']) expect(mail).toContain(said);
  const pdf = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail!)![1]!;
  expect(textOf(Buffer.from(pdf, 'base64')).join(' ')).toContain('accetta la proposta di acquisto');
  // What it was said by is not true any more.
  const again = await approvedTo('riaperta@posta.example.it');
  await done(office, 'reopen', again.contract, await because('reopen'));
  await leave(again.messages[0].id);
  expect(mailsLeft(world.config, 'riaperta@posta.example.it')).toEqual([]);
  // Opened and approved again before the first one left, it leaves once; who had one reads that this one holds, and who buys with them has it, too.
  const twice = await approvedTo('due@posta.example.it');
  const [{ id: cobuyer }] = await query("insert into customers (company_id, type, name, first_name, last_name, email) values (901, 'private', 'Ada Con', 'Ada', 'Con', 'con@posta.example.it') returning id::int"); // prettier-ignore
  const once = async (cobuyerId: number | null) => {
    await done(office, 'reopen', twice.contract, await because('reopen'));
    await query('update contracts set cobuyer_id = $2 where id = $1', [twice.contract.id, cobuyerId]);
    await done(office, 'approve', twice.contract);
    const waiting = await query("select id::int from messages where entity = 'contract' and record_id = $1 and sent_at is null order by id", [twice.contract.id]); // prettier-ignore
    for (const { id } of waiting) await leave(id);
  };
  await once(null);
  expect(mailsLeft(world.config, 'due@posta.example.it')).toEqual([expect.not.stringContaining('sostituisce')]);
  await once(cobuyer);
  expect(mailsLeft(world.config, 'due@posta.example.it')).toEqual(expect.arrayContaining([expect.stringContaining('sostituisce quella che ha già ricevuto')])); // prettier-ignore
  expect(mailsLeft(world.config, 'due@posta.example.it')).toHaveLength(2);
  expect(mailsLeft(world.config, 'con@posta.example.it')).toEqual([expect.stringContaining('Gentile Ada Con')]);
  // Who has no address is handed it, and the seller reads so.
  await query('update customers set email = null where company_id = 901 and id = $1', [side.customerId]);
  const { messages: none } = await approvedTo('');
  const [{ text }] = await query("select text from notifications where user_id = $1 and title like '%approvato' order by id desc limit 1", [seller.id]); // prettier-ignore
  expect([none, text]).toEqual([[], expect.stringContaining('consegnargli la conferma d’ordine')]);
});

test('a delivered contract reminds its seller of what ends, once', async () => {
  const { id } = await walked('complete');
  await query("update contracts set policy_ends_on = '2026-12-10', plan_ends_on = '2029-11-20' where id = $1", [id]);
  const run = () => {
    const { run: work } = schedules.find(({ name }) => name === 'ending-contracts')!;
    return world.outside().asCompany(901, null, work);
  };
  await run();
  await run();
  const told = await query("select title from notifications where kind = 'contract_ending' and user_id = $1", [
    seller.id,
  ]);
  expect(told.map(({ title }) => title)).toEqual([expect.stringMatching(/finisce la polizza il 10\/12\/2026$/)]);
  expect(clock.now.getUTCFullYear()).toBe(2026);
});
