import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { unzipped } from '#tests/support/unzipped.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, user, alfa } = world;
afterAll(() => world.close());
const { seller, office, read, make, done, because, post } = await saleIn(world);
const admin = await user(901, EVERY);
const stranger = await user(902, EVERY);

const plan = async (id: number) => (await call(admin, 'GET /persons/:id/erasure', { params: { id } })).body;
const erase = async (id: number) => {
  const { version, name } = await plan(id);
  return call(admin, 'POST /persons/:id/erasure', { params: { id }, version, body: { reason: 'request', name } });
};
const printed = async (id: number) => {
  const { body } = await call(office, 'GET /contracts/:id/document', { params: { id } });
  return pdfText(Buffer.from(body as Buffer))
    .join(' ')
    .replace(/\s+/g, ' ');
};

test('another company finds nothing of a contract: every call is 404, its money and annexes included', async () => {
  const { id } = await make();
  const { receipts } = (await post(office, 'POST /contracts/:id/receipts', id, { receivedOn: '2026-11-20', kind: 'deposit', method: 'card', amount: 1_00 })).body; // prettier-ignore
  const params = { id };
  const answers = await Promise.all([
    call(stranger, 'GET /contracts/:id', { params }),
    call(stranger, 'GET /contracts/:id/performance', { params }),
    call(stranger, 'GET /contracts/:id/packet', { params }),
    call(stranger, 'GET /contracts/:id/annex', { params, query: { annex: 'privacy' } }),
    call(stranger, 'GET /contracts/:id/receipts/:receiptId/document', { params: { id, receiptId: receipts[0].id } }),
    post(stranger, 'POST /contracts/:id/receipts', id, {
      receivedOn: '2026-11-20',
      kind: 'deposit',
      method: 'card',
      amount: 2_00,
    }),
    call(stranger, 'POST /contracts/:id/withdrawal', {
      params,
      version: 1,
      body: { name: 'Altra', email: 'a@posta.example.it', sentOn: '2026-11-20' },
    }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  const { body } = await call(stranger, 'GET /contracts/register', { query: { from: '2026-11-01', to: '2026-11-30' } });
  expect(body).toMatchObject({ byTax: [], byMethod: [], open: { documents: 0, receipts: 0 }, runs: [] });
});

test('the data that a person asks for have contracts and receipts', async () => {
  const { id, total } = await make();
  await post(office, 'POST /contracts/:id/receipts', id, { receivedOn: '2026-11-20', kind: 'deposit', method: 'card', amount: 5_00 }); // prettier-ignore
  const { customerId, number } = await read(id);
  const { body } = await call(admin, 'GET /persons/:id/export', { params: { id: customerId } });
  const data = JSON.parse(unzipped(body as Buffer).get('dati.json')!);
  expect(data.contratti).toContainEqual(
    expect.objectContaining({ Numero: number, Stato: 'Incompleto', Totale: total, Incassato: 5_00 }),
  );
  expect(data.ricevute).toContainEqual(
    expect.objectContaining({ Contratto: number, Voce: 'Caparra', Metodo: 'Carta', Importo: 5_00 }),
  );
});

test('a guarantor is told of the contract, not where its buyer lives or what they paid', async () => {
  const { id, total } = await make();
  const { id: guarantor } = (
    await call(admin, 'POST /customers', {
      body: { type: 'private', firstName: 'Gina', lastName: 'Garante', email: 'gina.garante@posta.example.it' },
    })
  ).body;
  await query(
    `update contracts set guarantor_id = $2, email = 'buyer@posta.example.it', phone = '+393331112233', address = 'Via del Compratore 1',
      notes = 'Dell''acquirente', received = 500 where id = $1`,
    [id, guarantor],
  );
  const { body } = await call(admin, 'GET /persons/:id/export', { params: { id: guarantor } });
  const files = unzipped(body as Buffer);
  const [row] = JSON.parse(files.get('dati.json')!).contratti;
  expect(row).toMatchObject({ Ruolo: 'Garante', Totale: total, Incassato: null });
  for (const file of files.values())
    expect(file).not.toMatch(/buyer@posta|3331112233|Via del Compratore|Dell.acquirente/);
  await query('update contracts set canceled_at = now() where id = $1', [id]);
});

test('a customer merged while signing keeps contract and signatures with who remains', async () => {
  const person = async (lastName: string) =>
    (
      await call(admin, 'POST /customers', {
        body: { type: 'private', firstName: 'Ugo', lastName, email: `${lastName}@posta.example.it` },
      })
    ).body;
  const [gone, kept] = [await person('Primo'), await person('Secondo')];
  const { id } = await make();
  await query('update contracts set customer_id = $2 where id = $1', [id, gone.id]);
  const signer = { role: 'buyer', email: 'ugo@posta.example.it', phone: null };
  const signers = [{ ...signer, channel: 'mail', confirmed: true }];
  const asked = await call(seller, 'POST /signatures', {
    body: { entity: 'contract', recordId: id, inOrder: false, signers },
  });
  const body = { keptId: kept.id, goneId: gone.id, keptVersion: kept.version, goneVersion: gone.version };
  const merged = await call(admin, 'POST /persons/merges', { body });
  expect([merged.status, merged.body.message]).toEqual([201, undefined]);
  expect((await read(id)).customerId).toBe(kept.id);
  const states = await query('select state from signatures where record_id = $1', [id]);
  expect(states.length).toBe(asked.status === 201 ? 1 : 0);
  expect(states.every(({ state }) => state === 'open')).toBe(true);
  await query('update contracts set canceled_at = now() where id = $1', [id]);
});

test('a party of an open contract is not erased, and it is said; after its end the law keeps the contract whole', async () => {
  const contract = await make();
  const [{ name }] = await query('select name from customers where id = $1', [alfa.customerId]);
  const refused = await erase(alfa.customerId);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^È parte del contratto C-2026-\d{5}, ancora in corso/),
  ]);
  for (const { id } of await query(
    'select id::int from contracts where company_id = 901 and canceled_at is null and id <> $1',
    [contract.id],
  ))
    await done(seller, 'cancel', { id: Number(id) }, await because('cancel')).catch(() =>
      query('update contracts set canceled_at = now() where id = $1', [id]),
    );
  await done(seller, 'cancel', contract, await because('cancel'));
  const { keeps } = await plan(alfa.customerId);
  expect(keeps).toContainEqual(
    expect.objectContaining({
      what: 'Contratti con firme, ricevute e i dati delle persone',
      until: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    }),
  );
  const before = await printed(contract.id);
  expect(before).toContain(name);
  expect((await erase(alfa.customerId)).status).toBe(200);
  expect(await printed(contract.id)).toBe(before);
  expect((await query('select name from customers where id = $1', [alfa.customerId]))[0].name).toContain(
    'Cliente cancellato',
  );
  expect((await read(contract.id)).customer).toBe(name);
});
