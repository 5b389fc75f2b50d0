import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { blankSection } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, alfa, userWith } = world;
afterAll(() => world.close());
const { seller, office, read, make } = await saleIn(world);

const customer = async (name: string) =>
  (
    await query(
      "insert into customers (company_id, type, name, first_name, last_name, email, phone, city) values (901, 'private', $1, 'Altra', $1, $2, '+39 333 1234567', 'Como') returning id::int",
      [name, `${name.toLowerCase()}@posta.example.it`],
    )
  )[0].id as number;
const saved = async (id: number, changes: object) => {
  const record = await read(id);
  const body = Object.fromEntries(Object.keys(blankSection('customer')).map((key) => [key, record[key]]));
  const version = record.versions.customer ?? 1;
  return call(seller, 'PUT /contracts/:id/customer', { params: { id }, version, body: { ...body, ...changes } });
};
const ask = (recordId: number) =>
  call(seller, 'POST /signatures', {
    body: {
      entity: 'contract',
      recordId,
      inOrder: false,
      signers: [
        {
          role: 'buyer',
          email: 'anna@posta.example.it',
          phone: null,
          channel: 'mail',
          confirmed: true,
        },
      ],
    },
  });
const rounds = (recordId: number) =>
  query('select state, reason from signatures where record_id = $1 order by id', [recordId]);

test('another party voids the signatures, and says why; another address of the same people does not', async () => {
  const { id } = await make();
  const asked = await ask(id);
  expect([asked.status, asked.body.fields]).toEqual([201, undefined]);
  expect((await saved(id, { profession: 'Medico' })).status).toBe(200);
  expect(await rounds(id)).toEqual([expect.objectContaining({ state: 'open' })]);
  const guarantorId = await customer('Garante');
  expect((await saved(id, { guarantorId })).status).toBe(200);
  expect(await rounds(id)).toEqual([{ state: 'voided', reason: 'Le persone del contratto sono cambiate' }]);
  await query("update contracts set signed_on = '2026-11-20' where id = $1", [id]);
  expect((await saved(id, { guarantorId: null })).body.record.signedOn).toBeNull();
});

test('another customer takes over the car, and is reached by the own data unless others were typed', async () => {
  const { id, carId } = await make();
  const customerId = await customer('Subentrata');
  const { record } = (await saved(id, { customerId, city: 'Lecco' })).body;
  expect(record).toMatchObject({ customerId, email: 'subentrata@posta.example.it', city: 'Lecco' });
  const held = await query(
    'select reserved_for::int as "for", reserved_contract::int as contract from used_cars where id = $1',
    [carId],
  );
  expect(held).toEqual([{ for: customerId, contract: id }]);
  expect(customerId).not.toBe(alfa.customerId);
  // The history names who it is, not the number of their record.
  const [latest] = (await call(seller, 'GET /contracts/:id/timeline', { params: { id } })).body;
  expect(latest.changes).toContainEqual(expect.objectContaining({ field: 'Cliente', to: record.customer }));
  // What the own record says meanwhile is offered to the contract, to who sees customers.
  const withoutCustomers = await userWith('seeAllContracts');
  const reached = async (as = seller) => (await read(id, as)).reached;
  await query("update customers set city = 'Varese' where company_id = 901 and id = $1", [customerId]);
  expect(await reached()).toMatchObject({ email: 'subentrata@posta.example.it', city: 'Varese', address: '' });
  expect(await reached(withoutCustomers)).toBeNull();
  // What an old contract says is not offered over today's record, nor a person's data after their erasure.
  await query('update contracts set canceled_at = now() where id = $1', [id]);
  expect(await reached()).toBeNull();
  await query('update contracts set canceled_at = null where id = $1', [id]);
  expect(await reached()).not.toBeNull();
  await query("insert into erasures (company_id, customer_id, user_id, reason, counts) values (901, $1, $2, 'richiesta', '[]')", [customerId, seller.id]); // prettier-ignore
  expect(await reached()).toBeNull();
});

test('money that goes back is of who paid it, who has handed the contract over since', async () => {
  const { id } = await make();
  const params = { id };
  const { customerId: first, customer: payer } = await read(id);
  const receive = async (kind: string, amount: number) => {
    const body = { receivedOn: '2026-11-20', kind, method: 'transfer', amount };
    return call(office, 'POST /contracts/:id/receipts', { params, body } as never);
  };
  expect((await receive('deposit', 500_00)).status).toBe(201);
  const customerId = await customer('Subentrata');
  expect((await saved(id, { customerId })).status).toBe(200);
  expect((await receive('advance', 100_00)).status).toBe(201);
  // As far as the customer of today has paid it is theirs, beyond that of the one before.
  for (const amount of [80_00, 300_00]) expect((await receive('refund', amount)).status).toBe(201);
  const { receipts } = await read(id);
  expect(receipts.map((one: { customerId: number; customer: string }) => [one.customerId, one.customer])).toEqual([
    [first, payer],
    [customerId, 'Subentrata'],
    [customerId, 'Subentrata'],
    [first, payer],
  ]);
  // What is left is of both: nobody gets the other's.
  const beyond = await receive('refund', 210_00);
  expect([beyond.status, beyond.body.fields.amount]).toEqual([
    422,
    expect.stringContaining(`200,00\u00a0€ di ${payer}:`),
  ]);
  for (const amount of [200_00, 20_00]) expect((await receive('refund', amount)).status).toBe(201);
  expect((await read(id)).receipts.slice(-2).map((one: { customerId: number }) => one.customerId)).toEqual([first, customerId]); // prettier-ignore
});

test('another price is for the customer of today; one for somebody else takes all over, but no invoice', async () => {
  const { id } = await make();
  const params = { id };
  const [customerId, third] = [await customer('Subentrante'), await customer('Terza')];
  expect((await saved(id, { customerId })).status).toBe(200);
  const { draft } = (await call(seller, 'GET /contracts/:id/price', { params })).body;
  expect(draft.customer).toMatchObject({ id: customerId, name: 'Subentrante' });
  const put = async (changes: object) => {
    const { version } = await read(id);
    return call(seller, 'PUT /contracts/:id/price', { params, version, body: { draft: { ...draft, ...changes } } });
  };
  expect((await put({ deposit: 100_00 })).body).toMatchObject({ customerId, email: 'subentrante@posta.example.it' });
  const asThird = { customer: { id: third, name: 'Terza', type: 'private' } };
  expect((await put(asThird)).body).toMatchObject({ customerId: third, email: 'terza@posta.example.it' });
  await query('update contracts set invoiced = 100000 where id = $1', [id]);
  expect((await put({})).body.fields).toEqual({ 'draft.customer': expect.stringContaining('nota di credito') });
  expect((await saved(id, { customerId })).body.fields).toEqual({ customerId: expect.stringContaining('nota di credito') }); // prettier-ignore
});

test('a quote that has become a contract is not issued again', async () => {
  const { quoteId } = await make();
  const [{ version }] = await query('select version from quotes where id = $1', [quoteId]);
  const revised = await call(seller, 'POST /quotes/:id/revise', { params: { id: quoteId }, version });
  expect(revised.status).toBe(409);
});
