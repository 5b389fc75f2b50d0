import { afterAll, describe, expect, test } from 'vitest';
import { schedules } from '#backend/areas.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { unzip } from '#backend/lib/files/unzip.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { endpoints } from '#domain/endpoints.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { importKindNames, type ImportKind } from '#domain/imports/kinds.ts';
import { kindsFor } from '#domain/imports/rights.ts';
import { NOTE } from '#domain/imports/terms.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile, runJob, sendFile, workAt } from '#tests/support/imports.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';
import { workbookOf } from '#tests/support/xlsx.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call, query } = world;
afterAll(() => world.close());

/** The company that imports a kind: a dealer, or the manufacturer. */
const homeOf = (kind: ImportKind) => (kindsFor(MANUFACTURER, EVERY).includes(kind) ? MANUFACTURER : 901);
const keeper = await world.userWith('manageAccessories');
const list = async (q: string) => (await call(keeper, 'GET /accessories', { query: { q, limit: 200 } })).body;
const read = async (id: number) => (await call(keeper, 'GET /imports/:id', { params: { id } })).body;
const start = ({ id, version }: { id: number; version: number }) =>
  call(keeper, 'POST /imports/:id/start', { params: { id }, version });
const large = (word: string, count = 600) =>
  ['Codice;Descrizione;Prezzo', ...Array.from({ length: count }, (_, n) => `${word}-${n};${word};${n + 1}`)].join('\n');
const queued = () => query("select data from pgboss.job where name = 'import'");

describe('columns', () => {
  test('are matched by name, by what they begin with, and as the company chose the last time', async () => {
    const csv = 'Cod.;Roba;Prezzo di listino;Nostro costo;\nCOL-1;Prova;10;5;';
    const { body: it } = await sendFile(call, keeper, 'accessories', csv);
    expect(it.columns.map(({ field }: { field: string }) => field)).toEqual(['code', null, 'price', null]);
    expect(it).toMatchObject({ state: 'ready', refused: 1, errors: [{ row: 2, message: 'Inserire la descrizione' }] });
    const fields = ['code', 'description', 'price', 'cost'];
    const chosen = await call(keeper, 'PUT /imports/:id', {
      params: { id: it.id },
      version: it.version,
      body: { fields, matches: ['code'] },
    });
    expect(chosen.body).toMatchObject({ state: 'mapping', refused: 0, version: it.version + 1 });
    const { body: checked } = await call(keeper, 'POST /imports/:id/check', {
      params: { id: it.id },
      version: chosen.body.version,
    });
    expect(checked).toMatchObject({ state: 'ready', created: 1, refused: 0 });
    const { body: next } = await sendFile(
      call,
      await world.userWith('manageAccessories'),
      'accessories',
      csv.toUpperCase(),
    );
    expect(next.columns.map(({ field }: { field: string }) => field)).toEqual(fields);
    const theirs = await sendFile(call, await world.strangerWith('manageAccessories'), 'accessories', csv);
    expect(theirs.body.columns.map(({ field }: { field: string }) => field)).toEqual(['code', null, 'price', null]);
  });

  test('without the one that every record has wait for a person, who is told what cannot be', async () => {
    const { body: it } = await sendFile(call, keeper, 'accessories', 'Sigla;Prezzo;prezzo\nCOL-2;1;2');
    expect(it).toMatchObject({ state: 'mapping', total: 1, created: 0 });
    const check = await call(keeper, 'POST /imports/:id/check', { params: { id: it.id }, version: it.version });
    expect([check.status, check.body.message]).toEqual([422, 'Manca la colonna «Codice»: scegliere quale è.']);
    expect((await start(it)).status).toBe(409);
    const map = async (fields: (string | null)[], matches = ['code']) =>
      (
        await call(keeper, 'PUT /imports/:id', {
          params: { id: it.id },
          version: it.version,
          body: { fields, matches },
        })
      ).body;
    expect((await map(['code', 'price', 'price'])).fields).toEqual({ 'fields.2': 'La colonna «Prezzo» c’è due volte' });
    expect((await map([null, 'price', null])).fields).toEqual({ matches: 'Manca la colonna «Codice»' });
    expect((await map(['code', 'companyId', null])).fields).toEqual({ 'fields.1': 'Colonna non prevista' });
    expect((await map(['code', 'price'])).fields).toEqual({ fields: 'Il file ha 3 colonne' });
    expect((await map(['code', null, null], ['price'])).fields).toEqual({
      matches: 'Scegliere come riconoscere le righe',
    });
  });

  test('columns of customers from another program are known by their usual names, and tell firms from people', async () => {
    const as = await world.user(901, EVERY);
    const csv = `Cognome;Nome;Denominazione;P. IVA;C.F.;Mail;Cell.;Via;Comune;Prov.
Ricci;Emanuele;;;RCCMNL83S18D969H;ricci@posta.it;333 1112223;Via Roma 1;Milano;MI
;;Trasporti Verdi S.r.l.;07134830962;;trasporti@posta.it;;;;`;
    const { body: it } = await sendFile(call, as, 'customers', csv);
    const fields = it.columns.map(({ field }: { field: string }) => field);
    expect(fields).toEqual([
      ...['lastName', 'firstName', 'companyName', 'vatNumber', 'taxCode', 'email', 'phone'],
      ...['address', 'city', 'province'],
    ]);
    const params = { id: it.id };
    const { version } = (
      await call(as, 'PUT /imports/:id', { params, version: it.version, body: { fields, matches: ['email'] } })
    ).body;
    await call(as, 'POST /imports/:id/check', { params, version });
    const matched = await call(as, 'GET /imports/:id', { params });
    expect(matched.body.errors).toEqual([]);
    expect(matched.body).toMatchObject({ state: 'ready', created: 2, refused: 0 });
    expect(matched.body.changes[0]).toMatchObject({
      isNew: true,
      changes: expect.arrayContaining([{ field: 'Telefono', from: '', to: '333 111 2223' }]),
    });
    await call(as, 'POST /imports/:id/start', { params, version: matched.body.version });
    const kept = await query(
      "select type, name, legal_form from customers where email like '%@posta.it' order by name",
    );
    expect(kept).toEqual([
      { type: 'private', name: 'Emanuele Ricci', legal_form: null },
      { type: 'fleet', name: 'Trasporti Verdi S.r.l.', legal_form: 'srl' },
    ]);
  });

  test.each(importKindNames)('columns of the template of %s are all recognised, as CSV and XLSX', async (kind) => {
    const as = await world.user(homeOf(kind), EVERY);
    const file = async (format: string) => (await call(as, 'GET /imports/template', { query: { kind, format } })).body;
    const csv = `${String(await file('csv')).trim()}\r\nx`;
    const { body } = await sendFile(call, as, kind, csv);
    expect(body.columns.every(({ field }: { field: string | null }) => field)).toBe(true);
    const targets = body.targets.filter(({ field }: { field: string }) => field !== NOTE);
    expect(body.columns.length).toBe(targets.length);
    expect((await sendFile(call, as, kind, await file('xlsx'))).body.fields.file).toMatch(/nessuna riga/);
  });
});

describe('a small file', () => {
  test('is written at once, from a workbook too, and its bad rows come back with what is wrong', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const head = ['Codice', 'Descrizione', 'Prezzo', 'Attivo dal'].map(cell).join('');
    const xlsx = workbookOf({
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
      rows: `<row r="2">${head}</row><row r="4">${cell('XL-1')}${cell('=1+1')}<c><v>1234.5</v></c><c s="1"><v>46053</v></c></row>
        <row r="9">${cell('XL-2')}${cell('Rotto')}${cell('=dieci')}</row>`,
    });
    const done = await importFile(call, keeper, 'accessories', { csv: xlsx });
    expect(done).toMatchObject({
      created: 1,
      refused: 1,
      errors: [{ row: 9, message: 'Prezzo: «=dieci» non è un numero' }],
    });
    expect((await list('XL-1')).rows).toMatchObject([
      { description: '=1+1', price: 123_450, activeFrom: '2026-01-31' },
    ]);
    const file = await call(keeper, 'GET /imports/:id/errors', { params: { id: done.id }, query: { format: 'csv' } });
    expect(String(file.body)).toBe(
      "\uFEFFRiga;Codice;Descrizione;Prezzo;Attivo dal;Problema\r\n9;XL-2;Rotto;'=dieci;;Prezzo: «=dieci» non è un numero\r\n",
    );
  });

  test('comes back as a workbook with the wrong cells marked', async () => {
    const { body: it } = await sendFile(call, keeper, 'accessories', 'Codice;Descrizione;Prezzo\nSEG-1;x;dieci');
    const query = { format: 'xlsx' as const };
    const file = await call(keeper, 'GET /imports/:id/errors', { params: { id: it.id }, query });
    const sheet = unzip(file.body).read('xl/worksheets/sheet1.xml')!.toString();
    expect(unzip(file.body).read('xl/styles.xml')!.toString()).toContain('FFE699');
    const styles = [...sheet.matchAll(/<c r="[B-D]2"[^>]*?(?: s="(\d+)")?[^>]*>/g)].map(([, style]) => style ?? '');
    expect([styles[0] === styles[1], styles[2] === styles[0]]).toEqual([true, false]);
  });

  test('a file writes the other rows where the database refuses one', async () => {
    await query("alter table accessories add constraint accessories_odd_code check (code <> 'DB-2') not valid");
    await query(`create function odd() returns trigger language plpgsql as $$ begin
      if new.code = 'DB-2' then raise unique_violation using constraint = 'accessories_company_id_code'; end if; return new; end $$;
      create trigger odd before insert on accessories for each row execute function odd()`);
    const csv = 'Codice;Descrizione;Prezzo\nDB-1;x;1\nDB-2;x;1\nDB-3;x;1';
    expect(await importFile(call, keeper, 'accessories', { csv })).toMatchObject({
      state: 'done',
      created: 2,
      refused: 1,
      errors: [{ row: 3, message: 'Questo codice è già usato' }],
    });
    await query('drop function odd cascade; alter table accessories drop constraint accessories_odd_code');
  });

  test('is not written twice, nor over what somebody has matched anew meanwhile', async () => {
    const { body: it } = await sendFile(call, keeper, 'accessories', 'Codice;Descrizione;Prezzo\nDUE-1;x;1');
    const both = await Promise.all([start(it), start(it)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { body: other } = await sendFile(call, keeper, 'accessories', 'Codice;Descrizione;Prezzo\nDUE-2;x;1');
    const fields = ['code', 'description', null];
    const sent = { params: { id: other.id }, version: other.version, body: { fields, matches: ['code'] } };
    expect((await call(keeper, 'PUT /imports/:id', sent)).status).toBe(200);
    expect((await start(other)).status).toBe(412);
  });

  test('finds used cars by their plate, and gives new ones a number', async () => {
    const manager = await world.user(901, EVERY);
    const csv = (km: string) =>
      `Targa;Marca;Modello;Alimentazione;Acquisto;Acquistata da;Regime;Km\nhz 801 im;Fiat;Panda;Benzina;Permuta;Privato;Margine;${km}\n;Fiat;Uno;Benzina;Permuta;Privato;Margine;1`;
    const first = await importFile(call, manager, 'stock/used', { csv: csv('10') });
    expect(first).toMatchObject({ matches: ['plate'], created: 2, errors: [] });
    const { rows } = (await call(manager, 'GET /stock/used', { query: { q: 'hz801im' } })).body;
    expect(rows).toMatchObject([{ code: expect.stringMatching(/^U-2026-/), km: 10 }]);
    // The row without a key is new each time.
    expect(await importFile(call, manager, 'stock/used', { csv: csv('20') })).toMatchObject({ created: 1, updated: 1 });
  });
});

describe('a large file', () => {
  test('goes on where it was killed, is stopped and gone on with, and every row is written once', async () => {
    const work = (id: number) => workAt(world.outside, keeper, id);
    const { body: it } = await sendFile(call, keeper, 'accessories', large('LUNGO'), { work });
    expect(it).toMatchObject({ state: 'ready', created: 600, done: 600 });
    await start(it);
    // The process is killed in the middle of the third hundred: what it had not committed is gone.
    await query(`create function killed() returns trigger language plpgsql as $$ begin
      if (select done from imports where company_id = new.company_id and id = ${it.id}) >= 200 then raise sqlstate '57P01'; end if;
      return null; end $$; create trigger killed after insert on accessories for each row execute function killed()`);
    await expect(runJob(world.outside, keeper, it.id)).rejects.toThrow();
    await query('drop function killed cascade');
    expect(await read(it.id)).toMatchObject({ state: 'running', done: 200, created: 200 });
    expect((await call(keeper, 'POST /imports/:id/stop', { params: { id: it.id } })).body.state).toBe('stopped');
    await runJob(world.outside, keeper, it.id);
    expect((await list('lungo')).total).toBe(200);
    expect((await start(await read(it.id))).body.state).toBe('running');
    // Two workers at once: the job was begun again while the first still ran.
    await Promise.all([work(it.id), work(it.id)]);
    expect(await read(it.id)).toMatchObject({ state: 'done', created: 600, updated: 0, done: 600 });
    expect((await list('lungo')).total).toBe(600);
    expect(
      (await query("select from accessories where company_id = 901 and code like 'LUNGO-%' and version > 1")).length,
    ).toBe(0);
    const [told] = await query('select title, href from notifications where user_id = $1', [keeper.id]);
    expect(told).toEqual({ title: 'Importazione conclusa: Accessori', href: `/dealer/imports/${it.id}` });
  });

  test('gives way to others after some seconds, and its job is begun again soon when it is killed', async () => {
    await query("delete from pgboss.job where name = 'import'");
    await sendFile(call, keeper, 'accessories', large('CODA'));
    expect(await query("select expire_seconds from pgboss.job where name = 'import'")).toEqual([
      { expire_seconds: 60 },
    ]);
    expect(await queued()).toHaveLength(1);
  });

  test('stops when who began it may not go on', async () => {
    const gone = await world.userWith('manageAccessories');
    const work = (id: number) => workAt(world.outside, gone, id);
    const { body: it } = await sendFile(call, gone, 'accessories', large('SENZA'), { work });
    await call(gone, 'POST /imports/:id/start', { params: { id: it.id }, version: it.version });
    await query('update users set privileges = $2 where id = $1', [gone.id, [3]]);
    await runJob(world.outside, gone, it.id);
    expect(await read(it.id)).toMatchObject({ state: 'stopped', created: 0 });
  });
});

describe('is taken back', () => {
  test('a file is taken back where nothing changed since, hundreds at a time, and is kept for 30 days', async () => {
    const work = (id: number) => workAt(world.outside, keeper, id);
    const { id } = await importFile(call, keeper, 'accessories', { csv: large('INDIETRO'), work });
    const { rows } = await list('INDIETRO-7');
    const touched = rows.find(({ code }: { code: string }) => code === 'INDIETRO-7');
    await call(keeper, 'PUT /accessories/:id', {
      params: { id: touched.id },
      version: 1,
      body: { ...accessory, code: 'INDIETRO-7', price: 7 },
    });
    expect((await call(keeper, 'POST /imports/:id/undo', { params: { id } })).body.state).toBe('undoing');
    await work(id);
    expect(await read(id)).toMatchObject({ state: 'undone', removed: 599, kept: 1, restored: 0 });
    expect((await list('indietro')).total).toBe(1);
    expect((await list('INDIETRO-7')).rows).toMatchObject([{ price: 7 }]);
    const chain = await withTenant(database.db, { companyId: 901, userId: null }, (trx) => verifyAudit(trx, 901));
    expect(chain).toEqual({ broken: null, erased: 0 });

    const old = await importFile(call, keeper, 'accessories', { csv: 'Codice;Descrizione;Prezzo\nVECCHIO-1;x;1' });
    await query("update imports set created_at = created_at - interval '31 days' where id = $1", [old.id]);
    const refused = await call(keeper, 'POST /imports/:id/undo', { params: { id: old.id } });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Dopo 30 giorni una importazione non si annulla più.',
    ]);
    const retention = schedules.find(({ name }) => name === 'imports-retention')!;
    await world.outside().asCompany(901, null, retention.run);
    expect(await query('select from import_rows where import_id = $1', [old.id])).toHaveLength(0);
    expect(await read(old.id)).toMatchObject({ state: 'done', created: 1, isKept: false, errors: [] });
  });
});

test('customers are found by their codes, follow their names, and go as they came', async () => {
  const boss = await world.user(901, EVERY);
  const head = 'Tipo;Nome;Cognome;Ragione sociale;Forma giuridica;Partita IVA;Codice fiscale;Telefono;Città';
  const csv = (name: string) =>
    `${head}\nPrivato;${name};Verdi;;;;VRDGPP80A01F205X;02 1234567;Milano\nPrivato;Senza;Codice;;;;;;\nPrivato;Codice;Rotto;;;;VRDGPP80A01F205B;;`;
  const first = await importFile(call, boss, 'customers', { csv: csv('Giuseppe') });
  expect(first).toMatchObject({ matches: ['taxCode', 'vatNumber'], created: 2, refused: 1, errors: [{ row: 4 }] });
  const [made] = await query(
    "select id, name, phone, created_by from customers where tax_code = 'VRDGPP80A01F205X' and company_id = 901",
  );
  expect(made).toMatchObject({ name: 'Giuseppe Verdi', phone: '+39021234567', created_by: String(boss.id) });
  expect(await importFile(call, boss, 'customers', { csv: csv('Giuseppe') })).toMatchObject({
    created: 1,
    updated: 0,
    unchanged: 1,
  });
  const customer = { id: Number(made.id), name: 'Giuseppe Verdi', type: 'private' as const };
  const quote = await call(boss, 'POST /quotes', { body: world.draft(world.alfa, { customer }) });
  expect(quote.status).toBe(201);
  const renamed = await importFile(call, boss, 'customers', { csv: csv('Beppe') });
  expect(renamed).toMatchObject({ updated: 1 });
  // The draft of a quote is called by the customer's name as it is.
  const names = async () =>
    (
      await query(
        `select c.name, first_name, q.customer_name as on_quote from customers c
          join quotes q on q.company_id = c.company_id and q.customer_id = c.id where c.id = $1`,
        [made.id],
      )
    )[0];
  expect(await names()).toEqual({ name: 'Beppe Verdi', first_name: 'Beppe', on_quote: 'Beppe Verdi' });
  await call(boss, 'POST /imports/:id/undo', { params: { id: renamed.id } });
  expect(await names()).toEqual({ name: 'Giuseppe Verdi', first_name: 'Giuseppe', on_quote: 'Giuseppe Verdi' });
});

test('a file says where customers are, by name or code; without the column they are in Italy', async () => {
  const boss = await world.user(901, EVERY);
  const rows = [
    'Tipo;Ragione sociale;Paese;Partita IVA;CAP;Città',
    ...['Società;Lack GmbH;Germania;DE811111119;10115;Berlin', 'Società;Uhr AG;CH;CHE-123.456.789;8001;Zürich'],
    ...['Società;Errore KG;Germania;DE12;1;Bonn', 'Società;Nessuno Ltd;Atlantide;1;1;Uno'],
  ];
  const done = await importFile(call, boss, 'customers', { csv: rows.join('\n') });
  expect(done).toMatchObject({ created: 2, refused: 2 });
  expect(done.errors.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining('Partita IVA non valida (Germania)'),
    expect.stringContaining('Scegliere un paese'),
  ]);
  expect(
    await query(
      "select country, vat_number, cap, sdi from customers where name in ('Lack GmbH', 'Uhr AG') order by name",
    ),
  ).toEqual([
    { country: 'DE', vat_number: 'DE811111119', cap: '10115', sdi: 'XXXXXXX' },
    { country: 'CH', vat_number: 'CHE123456789', cap: '8001', sdi: 'XXXXXXX' },
  ]);
});

describe('rights', () => {
  test('people who may not write a list by hand may not by a file, and hear nothing of its imports', async () => {
    const backOffice = await world.userWith('validateContracts', 'manageTyres');
    const { id } = await importFile(call, keeper, 'accessories', { csv: 'Codice;Descrizione;Prezzo\nDIR-1;x;1' });
    const csv = 'Codice;Prezzo\nDIR-2;1';
    expect((await sendFile(call, backOffice, 'accessories', csv)).status).toBe(403);
    expect((await sendFile(call, backOffice, 'tyres', csv)).status).toBe(200);
    expect((await call(backOffice, 'GET /imports/:id', { params: { id } })).status).toBe(403);
    expect((await call(backOffice, 'POST /imports/:id/undo', { params: { id } })).status).toBe(403);
    const rows = (await call(backOffice, 'GET /imports')).body;
    // Contracts are the back office's own.
    const others = (all: { kind: string }[]) => [...new Set(all.map(({ kind }) => kind))].filter((kind) => kind !== 'contracts'); // prettier-ignore
    expect(others(rows)).toEqual(['tyres']);
    expect(others((await call(await world.userWith('validateContracts'), 'GET /imports')).body)).toEqual([]);
  });

  test('a template opens for everybody to whom the table of calls promises it', async () => {
    const { privileges } = endpoints['GET /imports/template'];
    for (const number of privileges) {
      const statuses = [];
      for (const kind of importKindNames) {
        const as = await world.user(homeOf(kind), [number]);
        statuses.push((await call(as, 'GET /imports/template', { query: { kind, format: 'csv' } })).status);
      }
      expect(statuses, String(number)).toContain(200);
    }
  });

  test('a colleague’s file of bad rows shows the columns alone that were read', async () => {
    const boss = await world.user(901, EVERY);
    const csv = 'Codice;Marca;Prezzo B2B;Segreto\nRIS-1;Fiat;1234,56;parola';
    const { body: it } = await sendFile(call, boss, 'stock/used', csv);
    const file = async (as: typeof boss) =>
      String((await call(as, 'GET /imports/:id/errors', { params: { id: it.id }, query: { format: 'csv' } })).body);
    expect(await file(boss)).toContain('1234,56;parola');
    const other = await file(await world.userWith('manageStock'));
    expect(other).toContain('RIS-1;Fiat;');
    expect(other).not.toContain('parola');
  });
});
