import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, inject, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { startJobs } from '#backend/jobs.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { StoreError } from '#backend/lib/files/store.ts';
import { replayErasures, replayJob } from '#backend/persons/replay.ts';
import { retentionJob } from '#backend/persons/retention.ts';
import { writeTombstones } from '#backend/persons/tombstones.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { blankOf } from '#domain/record/fields.ts';
import { tradeInFields } from '#domain/quotes/fields.ts';
import { sent } from '#tests/support/areas/uploads.ts';
import { asOwner, backupOf, testDatabase, type TestDatabase } from '#tests/support/database.ts';
import { sendFile } from '#tests/support/imports.ts';
import { outsideOf } from '#tests/support/outside.ts';
import { startScript } from '#tests/support/script.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { LOG_LEVEL: 'silent' });
const { alfa, call, query, config } = world;
const now = () => world.clock.now;
afterAll(() => world.close());

const manager = await world.user(901, EVERY);
const stranger = await world.user(902, EVERY);
type Backend = Parameters<typeof call>[3];

async function customer(data: object, as = manager, on?: Backend) {
  const body = { type: 'private', firstName: 'Ugo', lastName: 'MARCATORE', ...data };
  const made = await call(as, 'POST /customers', { body }, on);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body as { id: number; version: number; name: string };
}
const read = async (id: number, as = manager, on?: Backend) =>
  (await call(as, 'GET /customers/:id', { params: { id } }, on)).body;
async function erase(id: number) {
  const { version, name } = (await call(manager, 'GET /persons/:id/erasure', { params: { id } })).body;
  const body = { reason: 'request', name };
  const { status } = await call(manager, 'POST /persons/:id/erasure', { params: { id }, version, body });
  expect(status).toBe(200);
}
async function merge(keptId: number, goneId: number): Promise<number> {
  const versions = { keptVersion: (await read(keptId)).version, goneVersion: (await read(goneId)).version };
  const { status, body } = await call(manager, 'POST /persons/merges', {
    body: { keptId, goneId, ...versions, take: [] },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const undo = async (id: number) =>
  expect((await call(manager, 'POST /persons/merges/:id/undo', { params: { id } })).status).toBe(204);

/** Everything that a database says, row by row, as text: in one question, because each one costs a connection. */
async function everything({ ownerUrl }: TestDatabase): Promise<string[]> {
  const tables = await asOwner(
    ownerUrl,
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'",
  );
  const parts = tables.map(({ name }) => `select '${String(name)} ' || t::text as text from ${String(name)} t`);
  return (await asOwner(ownerUrl, parts.join(' union all '))).map(({ text }) => String(text));
}
const markers = ['MARCATORE', 'marcatore', '3339876543', 'Via Segreta', 'GX111TR'];
const says = (text: string) => markers.some((marker) => text.includes(marker));
const inFolder = async (name: string) =>
  (await readdir(join(config.DATA_DIR, name), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file));
const chain = ({ db }: TestDatabase) =>
  withTenant(db, { companyId: 901, userId: null }, (trx) => verifyAudit(trx, 901));
const outside = ({ db }: TestDatabase) => outsideOf({ db, config, now });
async function replay(from: TestDatabase) {
  const { finish, ...ctx } = outside(from);
  const done = await replayErasures(ctx);
  await finish();
  return done;
}

/** A person in data, scan, quote with document, mail on its way, consent, notification and rows of a file. */
async function planted() {
  const scan = await sent(await world.sideOf(alfa), 'customer_document', { name: 'Carta MARCATORE.jpg', as: manager });
  const documents = [{ kind: 'passport', number: 'MARCATORE-1', issuer: '', issuedOn: null, expiresOn: null, scan }];
  const contacts = { email: 'marcatore@posta.example.it', phone: '3339876543', address: 'Via Segreta 7' };
  const { id, name } = await customer({ ...contacts, documents, notes: 'Nota di MARCATORE' });
  await sendFile(
    call,
    manager,
    'customers',
    'Nome;Cognome;E-mail;CAP\nUgo;MARCATORE;marcatore@posta.example.it;X\nUgo;MARCATORE;;20121\n',
  );
  const tradeIn = { ...blankOf(tradeInFields), plate: 'GX111TR', description: 'Prova Uno', valuation: 1_000_00 };
  const draft = world.draft(alfa, { customer: { id, name, type: 'private' }, notes: 'MARCATORE viene sabato' });
  const { body: quote } = await call(manager, 'POST /quotes', { body: { ...draft, tradeIns: [tradeIn] } });
  const params = { id: quote.id };
  expect((await call(manager, 'POST /quotes/:id/issue', { params, version: quote.version })).status).toBe(200);
  await call(manager, 'GET /quotes/:id/document', { params });
  const text = { to: contacts.email, subject: 'Per MARCATORE', text: 'Buongiorno MARCATORE', link: true };
  expect((await call(manager, 'POST /quotes/:id/messages', { params, body: text })).status).toBeLessThan(300);
  const consent = { purpose: 'marketing', given: true, channels: ['email'], way: 'paper', on: TODAY };
  const proof = { ...consent, proof: 'Modulo MARCATORE' };
  await call(manager, 'POST /privacy/customers/:id', { params: { id }, body: proof, key: `chiave-${id}` });
  return id;
}

test('a person erased since the backup does not come back with it', { timeout: 120_000 }, async () => {
  const id = await planted();
  const namesake = await customer({ email: 'marcatore@posta.example.it', phone: '3339876543' }, stranger);
  const [other, before] = [await customer({ lastName: 'Presente' }), await customer({ lastName: 'Cancellata' })];
  // Of two doubles the one stands alone in the backup and was merged since; of two pairs the merge was undone since.
  const [both, double] = [await customer({ city: 'Lecco' }), await customer({ city: 'Lecco' })];
  const [left, stays] = [await customer({}), await customer({ lastName: 'Estranea', city: 'Como' })];
  const [keeps, goes] = [await customer({ lastName: 'Rimasta' }), await customer({ address: 'Via Segreta 9' })];
  const merges = [await merge(left.id, stays.id), await merge(keeps.id, goes.id)];
  expect((await read(keeps.id)).address).toBe('Via Segreta 9');
  await erase(before.id);

  const [backup, again] = [await backupOf(database), await backupOf(database)];
  await cp(join(config.DATA_DIR, 'files'), join(config.DATA_DIR, 'saved'), { recursive: true });
  const plantedFiles = await inFolder('files');
  expect(plantedFiles).toHaveLength(3);
  const saved = (await everything(backup)).join('\n');
  for (const one of markers) expect(saved, one).toContain(one);

  for (const one of merges) await undo(one);
  await merge(both.id, double.id);
  for (const one of [id, both.id, left.id, goes.id]) await erase(one);
  const late = await customer({ lastName: 'Tarda' });
  await erase(late.id);
  await writeTombstones.run(world.outside(), {});
  expect(await inFolder('files/erasures')).toHaveLength(7);
  for (const file of await inFolder('files/erasures')) {
    expect(says(await readFile(file, 'utf8')), file).toBe(false);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ reason: 'request', erasedAt: expect.any(String) });
  }

  // The file store comes back, too, but for its tombstones; and somebody new has the number of one who came after the backup.
  await cp(join(config.DATA_DIR, 'saved'), join(config.DATA_DIR, 'files'), { recursive: true });
  const restored = createBackend({ db: backup.db, config, now });
  world.clock.now = new Date(now().getTime() + 60_000);
  const fresh = await customer({ lastName: 'Nuova' }, manager, restored);
  expect(fresh.id).toBe(late.id);
  // Which schedules have run changes with each minute of a running process.
  const ofOthers = async () =>
    (await everything(backup))
      .filter((text) => /^public\.(?!schedule)\w+ \(902,/.test(text) && !text.includes('audit'))
      .toSorted();
  const others = await ofOthers();
  const people = async () => [
    await read(other.id, manager, restored),
    await read(fresh.id, manager, restored),
    await read(namesake.id, stranger, restored),
  ];
  const known = await people();

  // Several processes start at once; they look before they send what waits in the queue.
  const said: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void said.push(line) });
  const workers = await Promise.all(
    [1, 2].map(() => startJobs({ jobsUrl: backup.jobsUrl, appUrl: backup.appUrl, config, now, log })),
  );
  const waiting = () =>
    asOwner(
      backup.ownerUrl,
      "select name from pgboss.job where state in ('created', 'active') and start_after <= now()",
    );
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  for (const worker of workers) await worker.stop();
  expect(said.join('')).toContain('erasures replayed');

  const mine = (await everything(backup)).filter((text) => !/^public\.\w+ \(902,/.test(text));
  expect(mine.filter(says)).toEqual([]);
  for (const one of [id, both.id, double.id, left.id, goes.id])
    expect(await read(one, manager, restored)).toMatchObject({
      archived: true,
      email: null,
      erasedAt: expect.any(String),
    });
  for (const file of plantedFiles) await expect(readFile(file)).rejects.toThrow('ENOENT');
  for (const mail of await inFolder('outbox')) expect(says(await readFile(mail, 'utf8')), mail).toBe(false);
  expect([await people(), await ofOthers()]).toEqual([known, others]);
  // Who was one with somebody in the backup is oneself again, each with the own data.
  expect(await read(stays.id, manager, restored)).toMatchObject({
    name: 'Ugo Estranea',
    city: 'Como',
    archived: false,
  });
  expect(await read(keeps.id, manager, restored)).toMatchObject({
    name: 'Ugo Rimasta',
    address: null,
    archived: false,
  });
  expect((await chain(backup)).broken).toBeNull();
  const noted = await asOwner(
    backup.ownerUrl,
    "select entity_id, user_id, user_name from audit_events where action = 'erasure_replayed' order by entity_id",
  );
  const once = [id, both.id, double.id, left.id, goes.id];
  expect(noted.map((row) => [Number(row.entity_id), row.user_id, row.user_name])).toEqual(
    once.map((one) => [one, null, 'Sistema']),
  );
  const [row] = await asOwner(
    backup.ownerUrl,
    'select reason, created_at < replayed_at or created_at = replayed_at as later from erasures where customer_id = $1',
    [id],
  );
  expect(row).toEqual({ reason: 'request', later: true });

  const after = (await everything(backup)).toSorted();
  expect(await replay(backup)).toEqual({ tombstones: 7, again: 0, failed: [] });
  expect((await everything(backup)).toSorted()).toEqual(after);

  // The command in another process: two at once do it once, while somebody writes into the same company.
  const running = createBackend({ db: again.db, config, now });
  const [one, two, change] = await Promise.all([
    replay(again),
    replay(again),
    customer({ lastName: 'Intanto' }, manager, running),
  ]);
  expect([one.again + two.again, one.failed, two.failed, change.name]).toEqual([5, [], [], 'Ugo Intanto']);
  expect((await chain(again)).broken).toBeNull();
});

test('a file that the store refuses is written later; what was not done leaves nothing', async () => {
  const { id } = await customer({ lastName: 'Attesa' });
  const graves = () => inFolder('files/erasures');
  const before = await graves();
  const { version } = await read(id);
  const wrong = { params: { id }, version, body: { reason: 'request', name: 'un altro' } };
  expect((await call(manager, 'POST /persons/:id/erasure', wrong)).status).toBe(422);
  await query("delete from pgboss.job where name = 'erasure-tombstones'");
  await writeTombstones.run(world.outside(), {});
  expect(await graves()).toEqual(before);

  await erase(id);
  expect(await query("select data ->> 'companyId' as of from pgboss.job where name = 'erasure-tombstones'")).toEqual([
    { of: '901' },
  ]);
  const ctx = world.outside();
  const full = { ...ctx.files, put: () => Promise.reject(new StoreError('disco pieno')) };
  await expect(writeTombstones.run({ ...ctx, files: full }, { companyId: 901 })).rejects.toThrow('disco pieno');
  expect(await graves()).toEqual(before);
  await writeTombstones.run(world.outside(), { companyId: 902 });
  expect(await graves()).toEqual(before);
  await writeTombstones.run(world.outside(), { companyId: 901 });
  expect(await graves()).toHaveLength(before.length + 1);
});

test('one that cannot be done does not keep the others, and is told', async () => {
  const [broken, whole] = [await customer({ lastName: 'Rotta' }), await customer({ lastName: 'Intera' })];
  const backup = await backupOf(database);
  for (const { id } of [broken, whole]) await erase(id);
  await writeTombstones.run(world.outside(), {});
  const ctx = outside(backup);
  const get = async (key: string) => (key.includes(`/${broken.id}-`) ? Buffer.from('{') : ctx.files.get(key));
  const odd = { ...ctx, files: { ...ctx.files, get } };
  expect(await replayErasures(odd)).toMatchObject({ again: 1, failed: [{ customerId: broken.id }] });
  await expect(replayJob.run(odd, {})).rejects.toThrow('1 erasures');
  // By the command, in a process of its own; and again.
  const command = async () => {
    const { exit, said } = startScript('scripts/erasures.ts', {
      DATABASE_URL: backup.ownerUrl,
      DATA_DIR: config.DATA_DIR,
      DEMO: 'off',
      SESSION_SECRET: inject('cluster').sessionSecret,
    });
    return [await exit, /Fatte di nuovo: \d+/.exec(said.text)?.[0]];
  };
  expect(await command()).toEqual([0, 'Fatte di nuovo: 1']);
  expect((await read(broken.id, manager, createBackend({ db: backup.db, config, now }))).erasedAt).not.toBeNull();
  expect(await command()).toEqual([0, 'Fatte di nuovo: 0']);
});

test('records that a night erases by itself are erased in the next night of a restored backup, too', async () => {
  const { id } = await customer({ lastName: 'Silenziosa' });
  await query("update customers set updated_at = '2024-01-01' where id = $1", [id]);
  const { version, periods } = (await call(manager, 'GET /privacy/settings')).body;
  const body = { ...periods[0].values, erases: true, from: TODAY };
  expect((await call(manager, 'PUT /privacy/settings', { version, body })).status).toBe(200);
  const backup = await backupOf(database);
  await retentionJob.run(world.outside(), {});
  expect((await read(id)).erasedAt).not.toBeNull();
  const running = createBackend({ db: backup.db, config, now });
  expect((await read(id, manager, running)).erasedAt).toBeNull();
  await retentionJob.run(outside(backup), {});
  expect((await read(id, manager, running)).erasedAt).not.toBeNull();
});

test('a start that finds nobody to erase again says nothing of it', async () => {
  const said: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void said.push(line) });
  const empty = { ...config, DATA_DIR: join(config.DATA_DIR, 'empty') };
  const worker = await startJobs({ jobsUrl: database.jobsUrl, appUrl: database.appUrl, config: empty, now, log });
  await worker.stop();
  expect(said.filter((line) => line.includes('erasures'))).toEqual([]);
});
