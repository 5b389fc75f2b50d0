import { afterAll, expect, test } from 'vitest';
import { addDays, addMonths, dayInRome, instantInRome } from '#domain/dates.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { blankSection } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, clock, userWith, strangerWith } = world;
afterAll(() => world.close());
const { seller, director, office, make, read, walked } = await saleIn(world);
const other = await userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers', 'makeContracts');
const stranger = await strangerWith(
  'seeAllQuotes',
  'manageAllQuotes',
  'seeCustomers',
  'validateContracts',
  'manageAllContracts',
  'seeMargin',
  'seeAllContracts',
);
const today = dayInRome(clock.now);

type Who = typeof seller;
const desk = async (as: Who, more = {}) => (await call(as, 'GET /contracts/desk', { query: more })).body;
const total = async (as: Who, filters: object) =>
  (await call(as, 'GET /contracts', { query: { ...filters, limit: 1 } })).body.total;

test('each figure of the dashboard is the number of rows of the list behind it', async () => {
  const sent = await walked('validate');
  const approved = await walked('approve');
  await query('update contracts set signed_on = $2, financed = 1000 where id = $1', [sent.id, today]);
  const monthAgo = addMonths(today, -1);
  await query('update contracts set signed_on = $2, received = 0 where id = $1', [approved.id, monthAgo]);
  await make();
  for (const as of [seller, director, office]) {
    const { from, month, week, waiting } = await desk(as);
    expect(month.signed).toBe(await total(as, { signedFrom: from.month, signedTo: today }));
    expect(month.financed).toBe(await total(as, { signedFrom: from.month, financed: 'true' }));
    expect(month.tradeIns).toBe(await total(as, { signedFrom: from.month, tradeIn: 'true' }));
    expect(week.signed).toBe(await total(as, { signedFrom: from.week, signedTo: today }));
    const states = { incomplete: 'incomplete', backOffice: 'waiting_approvation', approved: 'approved' } as const;
    for (const [key, state] of Object.entries(states))
      expect(waiting[key as keyof typeof states], key).toBe(await total(as, { state }));
    expect(waiting.owing).toBe(await total(as, { owing: 'true' }));
    expect(waiting.lacking).toBe(await total(as, { lacking: 'true' }));
    expect(waiting.incomplete).toBeGreaterThan(0);
  }
  const { month, monthBefore, waiting } = await desk(office);
  expect([month.signed, month.financed, monthBefore.signed]).toEqual([1, 1, 1]);
  expect(waiting.owed).toBeGreaterThan(0);
});

test('a queue is filtered by what is ready, late or not signed', async () => {
  const [ready, late] = [await make(), await make()];
  await query("update contracts set lacking = '{}' where id = $1", [ready.id]);
  await query("update contracts set lacking = '{customer}', promised_on = $2 where id = $1", [late.id, '2026-01-07']);
  const ids = async (filters: object) =>
    (await call(office, 'GET /contracts', { query: { ...filters, limit: 100 } })).body.rows.map(
      ({ id }: { id: number }) => id,
    );
  const [isReady, isLate, unsigned] = [
    await ids({ lacking: 'false' }),
    await ids({ late: 'true' }),
    await ids({ signature: 'missing' }),
  ];
  expect([isReady.includes(ready.id), isReady.includes(late.id)]).toEqual([true, false]);
  expect([isLate.includes(ready.id), isLate.includes(late.id)]).toEqual([false, true]);
  expect(unsigned).toEqual(expect.arrayContaining([ready.id, late.id]));
  await query('update contracts set signed_on = $2 where id = $1', [late.id, today]);
  expect(await ids({ signature: 'missing' })).not.toContain(late.id);
  // More than three days by the calendar, in whatever hour.
  const since = (id: number, at: Date) => query('update contracts set since = $2 where id = $1', [id, at]);
  await since(late.id, instantInRome(addDays(today, -4), '23:59'));
  await since(ready.id, instantInRome(addDays(today, -3), '00:00'));
  const long = await ids({ long: 'true' });
  expect([long.includes(ready.id), long.includes(late.id)]).toEqual([false, true]);
  // A delivered one is late no more.
  await query("update contracts set state = 'completed' where id = $1", [late.id]);
  expect([...(await ids({ late: 'true' })), ...(await ids({ long: 'true' }))]).not.toContain(late.id);
  // Nor one that is cancelled, among those that are.
  await query("update contracts set state = 'incomplete', canceled_at = now() where id = $1", [late.id]);
  const canceled = { canceled: 'true' };
  expect(await ids(canceled)).toContain(late.id);
  expect([...(await ids({ ...canceled, late: 'true' })), ...(await ids({ ...canceled, long: 'true' }))]).not.toContain(late.id); // prettier-ignore
  await query(
    "update contracts set state = 'incomplete', signed_on = null, promised_on = null, canceled_at = null where id = $1",
    [late.id],
  );
});

test('a sold car says what it still wants before it is handed over, and how far its registration is', async () => {
  const { id } = await walked('approve');
  const row = async () =>
    (await call(office, 'GET /contracts', { query: { state: 'approved,billed', limit: 100 } })).body.rows.find(
      (one: { id: number }) => one.id === id,
    );
  const ready = `preparation = '{washed,checked,plated,documents}', received = total`;
  await query(`update contracts set ${ready}, insured = true, taken_in = 1 where id = $1`, [id]);
  expect(await row()).toMatchObject({ handover: ['policy', 'trade_in'], registration: 'none' });
  const sent = { query: { purpose: 'contract', name: 'carta' } as const, file: aPdf('carta') };
  const upload = (await call(seller, 'POST /uploads', sent)).body;
  const attach = (type: string) =>
    query(
      `insert into contract_attachments (company_id, contract_id, place, type, upload_id)
       select company_id, id, (select count(*) from contract_attachments where contract_id = $1), $2,
         $3 from contracts where id = $1`,
      [id, type, upload.id],
    );
  // Of a car taken in one paper alone says nothing of who owns it now.
  for (const type of ['policy', 'registration']) await attach(type);
  expect((await row()).handover).toEqual(['trade_in']);
  await attach('deed_of_sale');
  expect((await row()).handover).toEqual([]);
  await query("update contracts set preparation = '{washed}', received = 0 where id = $1", [id]);
  expect((await row()).handover).toEqual(['balance', 'car']);
  // A new car without its plate: the request goes to an agency.
  await query("update contracts set kind = 'new' where id = $1", [id]);
  await query('update used_cars set plate = $2 where id in (select used_car_id from contract_cars where contract_id = $1)', [id, '']); // prettier-ignore
  expect(await row()).toMatchObject({ handover: ['plate', 'balance', 'car'], registration: 'open' });
  const { versions } = await read(id);
  const asked = { registrationAgency: 'Agenzia Navigli', registrationAskedOn: today };
  const body = { ...blankSection('calendars'), preparation: [], ...asked };
  await call(seller, 'PUT /contracts/:id/calendars', { params: { id }, version: versions.calendars ?? 1, body });
  expect(await row()).toMatchObject({ registration: 'asked', ...asked });
  await query('update contracts set signed_on = null where id = $1', [id]);
});

test('sellers are named to who sees everybody’s contracts, and nobody reads another’s or another company’s', async () => {
  expect((await desk(seller)).sellers).toBeNull();
  const [first] = (await desk(director)).sellers!;
  expect(first).toMatchObject({ sellerId: seller.id, signed: 1, before: 1 });
  // Margin and discount are the list's, for who may see them.
  const [row] = (
    await call(director, 'GET /contracts', { query: { sellerId: seller.id, signedFrom: today, limit: 1 } })
  ).body.rows;
  const [{ given }] = (await query(
    'select round(discount * 100.0 / list_total, 2)::float as given from contracts where id = $1',
    [row.id],
  )) as [{ given: number }];
  expect(first).toMatchObject({ margin: row.marginSecond, discountPercent: given });
  const [plain] = (await desk(await userWith('seeAllContracts'))).sellers!;
  expect([plain.sellerId, 'margin' in plain, 'discountPercent' in plain]).toEqual([seller.id, false, false]);
  for (const as of [other, stranger]) {
    const { month, waiting } = await desk(as);
    expect([month.signed, waiting.incomplete, waiting.owed]).toEqual([0, 0, 0]);
  }
});

test('the contract that sells a car is found by the car, which others do not have', async () => {
  const made = await make();
  const { cars } = await read(made.id);
  const [{ id, kind }] = cars;
  const filter = kind === 'used' ? 'usedCarId' : 'newCarId';
  const { rows } = (await call(office, 'GET /contracts', { query: { [filter]: id } })).body;
  expect(rows.map((row: { id: number }) => row.id)).toEqual([made.id]);
  expect([await total(office, { [filter]: id + 1_000_000 }), await total(stranger, { [filter]: id })]).toEqual([0, 0]);
});

test('figures of one place leave out the others', async () => {
  const whole = await desk(office);
  const [{ id }] = (await query(
    "insert into locations (company_id, name) values (901, 'Sede senza contratti') returning id",
  )) as [{ id: number }];
  const none = await desk(office, { locationId: Number(id) });
  expect(whole.waiting.incomplete).toBeGreaterThan(0);
  expect([none.waiting.incomplete, none.month.signed, none.sellers]).toEqual([0, 0, []]);
});

const assign = (as: Who, rows: { id: number; version: number; sellerId: number }[]) =>
  call(as, 'POST /contracts/assign', { body: { rows } });
const version = async (id: number) => (await read(id)).version as number;

test('contracts go to another seller with their cars, who is told like the former one; the way back is the same call', async () => {
  const [open, over] = [await make(), await make()];
  const checked = await walked('validate');
  const heir = await userWith('makeContracts');
  const judge = (await query('select commercial_by::int as id from contracts where id = $1', [checked.id]))[0].id;
  await query("update users set privileges = privileges || '{27}' where id = $1", [judge]);
  await query('update contracts set canceled_at = now() where id = $1', [over.id]);
  const row = async (id: number, sellerId: number) => ({ id, version: await version(id), sellerId });
  const rows = [
    await row(open.id, heir.id),
    await row(over.id, heir.id),
    // Who has validated it does not sell it.
    await row(checked.id, judge),
    { id: 999_999, version: 1, sellerId: heir.id },
  ];
  expect((await assign(seller, rows)).status).toBe(403);
  const { results } = (await assign(office, rows)).body;
  expect(results.map(({ outcome, why }: { outcome: string; why: string | null }) => [outcome, why])).toEqual([
    ['done', null],
    ['refused', 'Il contratto è annullato.'],
    ['refused', expect.stringContaining('non lo valida')],
    ['missing', null],
  ]);
  expect((await assign(office, rows)).body.results[0].outcome).toBe('stale');
  expect((await read(open.id, heir)).seller.id).toBe(heir.id);
  expect((await call(seller, 'GET /contracts/:id', { params: { id: open.id } })).status).toBe(403);
  const held = async () =>
    (await query('select reserved_by::int as by from used_cars where id = $1', [open.carId]))[0].by;
  expect(await held()).toBe(heir.id);
  const told = await query(
    "select user_id::int as id, title from notifications where kind = 'contract_moved' and title like '%affida%' ",
  );
  expect(told.toSorted((a, b) => b.id - a.id)).toEqual([
    { id: heir.id, title: expect.stringContaining('ti affida C-') },
    { id: seller.id, title: expect.stringContaining('affida a un collega C-') },
  ]);
  const { id, version: now, from } = results[0];
  expect((await assign(office, [{ id, version: now, sellerId: from }])).body.results[0].outcome).toBe('done');
  expect(await held()).toBe(seller.id);
});

test('everything that waits for a person is counted by the list behind it: validations, own work, signatures, withdrawals', async () => {
  const [refused, signed] = [await make(), await make()];
  await walked('validate');
  await query("update contracts set signed_on = '2026-11-20' where id = $1", [signed.id]);
  const round = (state: string, number: string) =>
    query(
      `insert into signatures (company_id, entity, record_id, kind, state, number, title, blocks, file_key, pages, hash, sign_by)
       values (901, 'contract', $1, 'digital_otp', $2, $3, 'Contratto', '[]', $3, 1, '', '2026-12-01')`,
      [refused.id, state, number],
    );
  await round('refused', 'T-1');
  await query('update contracts set withdrawn_at = now() where id = $1', [refused.id]);
  for (const as of [seller, director, office]) {
    const waits = (await call(as, 'GET /contracts/waiting')).body as { what: string; count: number; href: string }[];
    for (const { what, count, href } of waits) {
      const filters = Object.fromEntries(new URL(href, 'http://prova').searchParams);
      expect(count, what).toBe(await total(as, filters));
    }
    const counts = Object.fromEntries(waits.map(({ what, count }) => [what, count]));
    if (as === seller) expect(counts).toMatchObject({ withdrawnOwn: 1, refused: 1, incomplete: expect.any(Number) });
    if (as === seller) expect(counts.signed).toBeGreaterThan(0);
    if (as === office) expect(counts).toMatchObject({ withdrawn: 1, backOffice: expect.any(Number) });
    if (as === director) expect(Object.keys(counts)).toEqual(['commercial', 'raised']);
  }
  // Sent again, it is no longer refused.
  await round('open', 'T-2');
  const { body } = await call(seller, 'GET /contracts/waiting');
  expect(body.find(({ what }: { what: string }) => what === 'refused').count).toBe(0);
  expect(
    (await call(stranger, 'GET /contracts/waiting')).body.every(({ count }: { count: number }) => count === 0),
  ).toBe(true);
});

test('a colleague who writes in a section of a contract is known to whoever has it open, for some seconds', async () => {
  const { id } = await make();
  const params = { id };
  const look = async (as: Who, section?: 'general' | 'customer') => {
    const { status, body } = await call(as, 'GET /contracts/:id/presence', {
      params,
      query: section ? { section } : {},
    });
    return [status, body.people];
  };
  expect(await look(seller, 'customer')).toEqual([200, []]);
  const { name } = (await query('select name from users where id = $1', [seller.id]))[0];
  expect(await look(office)).toEqual([200, [{ name, section: 'customer' }]]);
  // In another section, and out of all of them.
  await look(seller, 'general');
  expect(await look(office, 'general')).toEqual([200, [{ name, section: 'general' }]]);
  await look(seller);
  expect(await look(office)).toEqual([200, []]);
  await look(seller, 'general');
  clock.now = new Date(clock.now.getTime() + 41_000);
  expect(await look(office)).toEqual([200, []]);
  expect((await look(other))[0]).toBe(403);
  expect((await look(stranger))[0]).toBe(404);
});

test('a page that is open learns that a colleague has changed the contract', async () => {
  const { id } = await make();
  const params = { id };
  const stamp = async () => (await call(seller, 'GET /contracts/:id/presence', { params, query: {} })).body.stamp;
  const first = await stamp();
  expect(await stamp()).toBe(first);
  // What a colleague sends to be signed, and who signs it, raise no version of the contract.
  const signer = { role: 'buyer', channel: 'mail', email: 'segue@posta.example.it', phone: null, confirmed: true };
  const asked = await call(office, 'POST /signatures', { body: { entity: 'contract', recordId: id, inOrder: false, signers: [signer] } as never }); // prettier-ignore
  expect(asked.status, asked.body.message).toBe(201);
  const sent = await stamp();
  expect(sent).not.toBe(first);
  await query(`update signature_signers set state = 'signed', signed_at = now() where signature_id = $1`, [asked.body.id]); // prettier-ignore
  expect(await stamp()).not.toBe(sent);
  await query("update contracts set state = 'waiting_approvation', version = version + 1 where id = $1", [id]);
  expect(await stamp()).not.toBe(first);
});
