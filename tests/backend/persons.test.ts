import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { sendMail } from '#backend/lib/people/mail.ts';
import { columns, refs, without } from '#backend/persons/held.ts';
import { retentionJob } from '#backend/persons/retention.ts';
import { blankOf } from '#domain/record/fields.ts';
import { ownedCarFields } from '#domain/customers/fields.ts';
import { tradeInFields } from '#domain/quotes/fields.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { created } from '#tests/support/area.ts';
import { paperFields } from '#domain/stock/paper-fields.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { sent } from '#tests/support/areas/uploads.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile, sendFile, workAt } from '#tests/support/imports.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { rounds } from '#tests/support/rounds.ts';
import { unzipped } from '#tests/support/unzipped.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { LOG_LEVEL: 'error' });
const { alfa, beta, call, query } = world;
afterAll(() => world.close());
beforeEach(() => onDay(TODAY));

const onDay = (day: string) => (world.clock.now = new Date(`${day}T09:00:00Z`));
const manager = await world.user(901, EVERY);
const customer = async (data: object = {}) => {
  const body = { type: 'private', firstName: 'Rita', lastName: 'Doppia', ...data };
  const { status, body: made } = await call(manager, 'POST /customers', { body });
  expect(status, JSON.stringify(made)).toBe(201);
  return made as { id: number; version: number };
};
const read = async (id: number) => (await call(manager, 'GET /customers/:id', { params: { id } })).body;
const quoteFor = async (id: number, name = 'Rita Doppia') => {
  const draft = world.draft(alfa, { customer: { id, name, type: 'private' } });
  return (await call(manager, 'POST /quotes', { body: draft })).body as { id: number; version: number };
};
const ofQuote = async (id: number) => {
  const [row] = await query('select customer_id, customer_name from quotes where id = $1', [id]);
  return { ...row, customer_id: Number(row!.customer_id), customer_name: row!.customer_name };
};
const merge = async (keptId: number, goneId: number, take: string[] = []) => {
  const versions = { keptVersion: (await read(keptId)).version, goneVersion: (await read(goneId)).version };
  return call(manager, 'POST /persons/merges', { body: { keptId, goneId, ...versions, take } });
};
const undo = (id: number) => call(manager, 'POST /persons/merges/:id/undo', { params: { id } });
const chain = (companyId = 901) =>
  withTenant(database.db, { companyId, userId: null }, (trx) => verifyAudit(trx, companyId));

describe('the list of what holds a person', () => {
  test('knows every table of the database, and every column of one that does', async () => {
    const rows = await query(
      "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'",
    );
    const tables = rows.map(({ table_name: name }) => name as string).toSorted();
    expect([...Object.keys(columns), ...without].toSorted()).toEqual(tables);
    const held = Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
    const all = await query(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    );
    expect(held.filter((name) => !all.some((row) => row.name === name))).toEqual([]);
  });

  test('moves every row that points at a customer', async () => {
    const keys = await query(`select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
      where c.contype = 'f' and c.confrelid = 'customers'::regclass`);
    const own = ['customers', 'customer_merges', 'distinct_customers'];
    for (const { table, column } of keys.filter((key) => !own.includes(String(key.table))))
      expect(refs, `${String(table)}.${String(column)}`).toContainEqual(expect.objectContaining({ table, column }));
  });
});

describe('two customers made one', () => {
  test('by field: what was chosen of the other, what was lacking, quotes, consents and drafts’ names', async () => {
    const kept = await customer({ phone: '3331234567', city: 'Lecco' });
    const gone = await customer({ lastName: 'Doppiata', email: 'rita@posta.example.it', city: 'Como' });
    const quote = await quoteFor(gone.id, 'Rita Doppiata');
    const consent = { purpose: 'profiling', given: true, way: 'paper', on: TODAY };
    await call(manager, 'POST /privacy/customers/:id', { params: { id: gone.id }, body: consent });
    const query_ = { query: { keptId: kept.id, goneId: gone.id } };
    const shown = (await call(manager, 'GET /persons/merges/preview', query_)).body;
    expect(shown.fields).toContainEqual({ key: 'city', label: 'Città', kept: 'Lecco', gone: 'Como', joins: false });
    expect(shown.moves).toEqual([
      { what: 'Preventivi', count: 1 },
      { what: 'Consensi', count: 1 },
    ]);
    expect((await merge(kept.id, gone.id, ['city'])).status).toBe(201);
    expect(await read(kept.id)).toMatchObject({
      name: 'Rita Doppia',
      phone: '+393331234567',
      email: 'rita@posta.example.it',
      city: 'Como',
    });
    expect(await ofQuote(quote.id)).toMatchObject({ customer_id: kept.id, customer_name: 'Rita Doppia' });
    const { now } = (await call(manager, 'GET /privacy/customers/:id', { params: { id: kept.id } })).body;
    expect(now[1].standing).toBe('given');
    const matches = (await call(manager, 'GET /customers/matches', { query: { q: 'rita@posta.example.it' } })).body;
    expect(matches.map(({ id }: { id: number }) => id)).toEqual([kept.id]);
  });

  test('and two again within seven days: what was changed since stays', async () => {
    const [kept, gone] = [await customer({ city: 'Lecco' }), await customer({ email: 'altra@posta.example.it' })];
    const [before, quote] = [await read(kept.id), await quoteFor(gone.id)];
    const { id } = (await merge(kept.id, gone.id)).body;
    const later = await quoteFor(kept.id);
    const { version, id: _id, name: _name, ...body } = await read(kept.id);
    await call(manager, 'PUT /customers/:id', { params: { id: kept.id }, version, body: { ...body, city: 'Varese' } });
    onDay('2026-11-27');
    expect((await undo(id)).status).toBe(204);
    expect(await read(kept.id)).toMatchObject({ email: before.email, city: 'Varese' });
    expect(await read(gone.id)).toMatchObject({ email: 'altra@posta.example.it' });
    expect((await ofQuote(quote.id)).customer_id).toBe(gone.id);
    expect((await ofQuote(later.id)).customer_id).toBe(kept.id);
    expect((await undo(id)).status).toBe(409);
  });

  test('keep their relations: what both have once, none with oneself, all of them again when it is undone', async () => {
    const [kept, gone, child] = [await customer(), await customer(), await customer()];
    const relate = (one: number, other: number, kind: string) =>
      query('insert into customer_relations (company_id, customer_id, other_id, kind) values (901, $1, $2, $3)', [
        one,
        other,
        kind,
      ]);
    await relate(kept.id, gone.id, 'spouse');
    await relate(kept.id, child.id, 'parent');
    await relate(gone.id, child.id, 'parent');
    await relate(child.id, gone.id, 'other');
    const all = async () => {
      const rows = await query(
        'select customer_id, other_id, kind from customer_relations where company_id = 901 order by id',
      );
      return rows.map((row) => [Number(row.customer_id), Number(row.other_id), row.kind]);
    };
    const before = await all();
    const { id } = (await merge(kept.id, gone.id)).body;
    expect(await all()).toEqual([
      [kept.id, child.id, 'parent'],
      [child.id, kept.id, 'other'],
    ]);
    expect((await undo(id)).status).toBe(204);
    expect(await all()).toEqual(before);
  });

  test('are still two people beside who one of them was told apart from, until they are two again', async () => {
    const phone = `347${String(Date.now()).slice(-7)}`;
    const one = await customer({ firstName: 'Pia', lastName: 'Tripla', phone });
    const two = await customer({ firstName: 'Pia', lastName: 'Tripla', phone, distinctFrom: [one.id] });
    const kept = await customer({ firstName: 'Pia', lastName: 'Tripla', phone, distinctFrom: [one.id, two.id] });
    await call(manager, 'DELETE /customers/:id/distinct/:otherId', { params: { id: kept.id, otherId: one.id } });
    await call(manager, 'DELETE /customers/:id/distinct/:otherId', { params: { id: kept.id, otherId: two.id } });
    const alike = async () => {
      const query = { phone, except: kept.id };
      return (await call(manager, 'GET /customers/duplicates', { query })).body.map(({ id }: { id: number }) => id);
    };
    expect((await alike()).toSorted()).toEqual([one.id, two.id]);
    const { id } = (await merge(kept.id, two.id)).body;
    expect(await alike()).toEqual([]);
    await undo(id);
    expect((await alike()).toSorted()).toEqual([one.id, two.id]);
  });

  test('stay one after seven days', async () => {
    const [kept, gone] = [await customer(), await customer()];
    const { id } = (await merge(kept.id, gone.id)).body;
    onDay('2026-11-28');
    expect([(await undo(id)).status, (await call(manager, 'GET /persons/merges')).body]).toEqual([409, []]);
  });

  test('two people merge the same pair at once: one does, and nobody merges what another has just changed', async () => {
    const [one, other] = [await customer(), await customer()];
    const both = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [kept, gone] = [await customer(), await customer()];
    const body = { keptId: kept.id, goneId: gone.id, keptVersion: 1, goneVersion: 7, take: [] };
    expect((await call(manager, 'POST /persons/merges', { body })).status).toBe(409);
    expect((await call(manager, 'POST /persons/merges', { body: { ...body, goneId: beta.customerId } })).status).toBe(
      404,
    );
  });

  test('any number of merges undone backwards leaves everything as it was', { timeout: 60_000 }, async () => {
    const email = fc.constantFrom(null, 'a@posta.example.it', 'b@posta.example.it');
    const city = fc.constantFrom(null, 'Lecco', 'Como');
    const people = fc.array(fc.record({ email, city, quotes: fc.integer({ min: 0, max: 2 }) }), {
      minLength: 2,
      maxLength: 4,
    });
    const picks = fc.array(fc.record({ kept: fc.nat(3), gone: fc.nat(3), take: fc.subarray(['email', 'city']) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(people, picks, async (wanted, steps) => {
        const ids: number[] = [];
        const quotes: number[] = [];
        for (const { quotes: count, ...data } of wanted) {
          const { id } = await customer(data);
          ids.push(id);
          for (let at = 0; at < count; at++) quotes.push((await quoteFor(id)).id);
        }
        const all = async () => ({
          people: await query(
            'select id, name, email, city, archived_at, merged_into from customers where id = any($1) order by id',
            [ids],
          ),
          quotes: await query(
            "select id, customer_id, customer_name, draft -> 'customer' as customer from quotes where id = any($1) order by id",
            [quotes],
          ),
          found: await query(
            "select record_id, word from search_words where kind = 'customers' and record_id = any($1) order by 1, 2",
            [ids],
          ),
        });
        const before = await all();
        const done: number[] = [];
        for (const { kept, gone, take } of steps) {
          const { status, body } = await merge(ids[kept % ids.length]!, ids[gone % ids.length]!, take);
          if (status === 201) done.push(body.id);
        }
        const total = await query(
          'select count(*)::int as count from quotes where id = any($1) and customer_id = any($2)',
          [quotes, ids],
        );
        expect(total[0]!.count).toBe(quotes.length);
        for (const id of done.toReversed()) expect((await undo(id)).status).toBe(204);
        expect(await all()).toEqual(before);
      }),
      { numRuns: rounds(4) },
    );
  });

  test('are proposed where they share a code, an address or name and birth', async () => {
    const [one, other] = [
      await customer({ email: 'stessa@posta.example.it' }),
      await customer({ email: 'Stessa@posta.example.it' }),
    ];
    const groups = (await call(manager, 'GET /persons/duplicates')).body as {
      why: string;
      customers: { id: number }[];
    }[];
    const group = groups.find(({ customers }) => customers.some(({ id }) => id === one.id))!;
    expect([group.why, group.customers.map(({ id }) => id)]).toEqual(['email', [one.id, other.id]]);
  });
});

/** Everything that the database says, row by row, as text. */
async function everything(): Promise<string[]> {
  const tables = await query(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables)
    for (const { text } of await query(`select t::text as text from ${String(name)} t`))
      found.push(`${String(name)} ${String(text)}`);
  return found;
}
const markers = [
  'MARCATORE',
  'marcatore',
  'RSSMRA85T10A562S',
  '3339876543',
  'Via Segreta',
  'GX987YY',
  'ZFA00000000009876',
  'GX111TR',
];
/** What stands in one place alone, and is the person's to read. */
const told = [
  'MARCATORE-relazione',
  'MARCATORE-opzione',
  'Nota-di-MARCATORE',
  'MARCATORE viene sabato',
  'Modulo MARCATORE',
];
const says = (text: string) => markers.some((marker) => text.includes(marker));

describe('a person whose data are erased', () => {
  /** A person who is everywhere: in data, quotes, messages, consents, notifications, files and the outbox. */
  async function planted() {
    const data = {
      firstName: 'Ugo',
      lastName: 'MARCATORE',
      email: 'marcatore@posta.example.it',
      phone: '3339876543',
      address: 'Via Segreta 7',
      taxCode: 'RSSMRA85T10A562S',
      notes: 'Nota-di-MARCATORE',
      cars: [{ ...blankOf(ownedCarFields), plate: 'GX987YY', vin: 'ZFA00000000009876' }],
    };
    await query('update customers set tax_code = null where tax_code is not null');
    const scan = await sent(await world.sideOf(alfa), 'customer_document', {
      name: 'Carta MARCATORE.jpg',
      as: manager,
    });
    const paper = { kind: 'passport', number: 'MARCATORE-1', issuer: '', issuedOn: null, expiresOn: null, scan };
    const { id } = await customer({ ...data, documents: [paper] });
    const relative = await customer({ firstName: 'Ada', lastName: `Parente${id}` });
    const relation = { otherId: relative.id, kind: 'sibling', note: 'MARCATORE-relazione' };
    expect((await call(manager, 'POST /customers/:id/relations', { params: { id }, body: relation })).status).toBe(201);
    const side = await world.sideOf(alfa);
    const { params } = await created(side, 'POST /stock/used', { body: { ...usedCar, code: '', plate: '' } });
    await call(manager, 'POST /stock/used/:id/arrive', { params, version: 1 });
    const until = new Date(world.clock.now.getTime() + 86_400_000).toISOString();
    const hold = { customerId: id, until, note: 'MARCATORE-opzione' };
    expect((await call(manager, 'POST /stock/used/:id/reserve', { params, body: hold })).status).toBe(200);
    // Rows of files that were left out: one with an address of the person, one with the name alone.
    const csv = 'Nome;Cognome;E-mail;CAP\nUgo;MARCATORE;marcatore@posta.example.it;X\nUgo;MARCATORE;;20121\n';
    const file = await sendFile(call, manager, 'customers', csv);
    expect(file.body).toMatchObject({ state: 'ready', total: 2 });
    const tradeIn = { ...blankOf(tradeInFields), plate: 'GX111TR', description: 'Prova Uno', valuation: 1_000_00 };
    const draft = world.draft(alfa, {
      customer: { id, name: 'Ugo MARCATORE', type: 'private' },
      notes: 'MARCATORE viene sabato',
    });
    const made = (
      await call(manager, 'POST /quotes', {
        body: { ...draft, tradeIns: [tradeIn] },
      })
    ).body;
    const issued = await call(manager, 'POST /quotes/:id/issue', { params: { id: made.id }, version: made.version });
    expect(issued.status, JSON.stringify(issued.body)).toBe(200);
    await call(manager, 'GET /quotes/:id/document', { params: { id: made.id } });
    const text = {
      to: 'marcatore@posta.example.it',
      subject: 'Per MARCATORE',
      text: 'Buongiorno MARCATORE',
      link: true,
    };
    await call(manager, 'POST /quotes/:id/messages', { params: { id: made.id }, body: text });
    const { url } = (await call(manager, 'POST /quotes/:id/link', { params: { id: made.id } })).body;
    const token = url.slice(url.lastIndexOf('/') + 1);
    await call(null, 'POST /offers/opened', { body: { token } });
    await call(null, 'POST /offers/question', { body: { token, text: 'MARCATORE chiede della consegna' } });
    const consent = {
      purpose: 'marketing',
      given: true,
      channels: ['email'],
      way: 'paper',
      on: TODAY,
      proof: 'Modulo MARCATORE',
    };
    await call(manager, 'POST /privacy/customers/:id', { params: { id }, body: consent, key: `chiave-${id}` });
    await sendMail(world.config, { to: 'marcatore@posta.example.it', subject: 'Prova', text: 'Buongiorno MARCATORE' });
    await sendMail(world.config, { to: 'altri@posta.example.it', subject: 'Prova', text: 'Buongiorno Paola' });
    return { id, quote: made.id as number, token };
  }
  const erase = async (id: number, name: string, more: object = {}) => {
    const { version } = (await call(manager, 'GET /persons/:id/erasure', { params: { id } })).body;
    return call(manager, 'POST /persons/:id/erasure', {
      params: { id },
      version,
      body: { reason: 'request', name, ...more },
    });
  };

  test('has before all of it in the own export, wherever it stands', async () => {
    const { id } = await planted();
    const files = unzipped((await call(manager, 'GET /persons/:id/export', { params: { id } })).body as Buffer);
    const said = files.get('leggimi.html')! + files.get('dati.json')!;
    for (const marker of [...markers, ...told, 'chiede della consegna', 'Buongiorno MARCATORE', 'Parente'])
      expect(said, marker).toContain(marker);
    expect([...files.keys()]).toEqual(expect.arrayContaining([expect.stringMatching(/^scansioni\/.*MARCATORE-1/)]));
    expect((await erase(id, 'Ugo MARCATORE')).status).toBe(200);
  });

  test('is nowhere: not in any table, file, mail left aside or fact of the audit, whose chain still holds', async () => {
    const { id, quote, token } = await planted();
    const before = await everything();
    for (const marker of [...markers, ...told]) expect(before.join('\n'), marker).toContain(marker);
    const [{ file_key: key }] = (await query(
      "select file_key from documents where entity = 'quote' and record_id = $1",
      [quote],
    )) as [{ file_key: string }];
    const path = join(world.config.DATA_DIR, 'files', key);
    const scans = await query(
      "select file_key, small_key from uploads where purpose = 'customer_document' and held_at is not null",
    );
    const pictures = scans.flatMap((row) => [row.file_key, row.small_key] as string[]);
    expect(pictures).toHaveLength(2);
    await expect(readFile(path)).resolves.toBeInstanceOf(Buffer);
    const plan = (await call(manager, 'GET /persons/:id/erasure', { params: { id } })).body;
    expect(plan.erases.map(({ what }: { what: string }) => what)).toContain('Consensi e loro prove');
    expect((await erase(id, 'un altro')).body.fields).toHaveProperty('name');
    const amounts = await query('select keys_in_hand, state, number from quotes where id = $1', [quote]);
    expect((await erase(id, 'ugo  marcatore')).status).toBe(200);
    expect((await everything()).filter(says)).toEqual([]);
    for (const gone of [path, ...pictures.map((one) => join(world.config.DATA_DIR, 'files', one))])
      await expect(readFile(gone)).rejects.toThrow('ENOENT');
    expect(mailsLeft(world.config).filter((mail) => says(mail))).toEqual([]);
    expect(mailsLeft(world.config).filter((mail) => mail.includes('Paola'))).not.toEqual([]);
    expect((await chain()).broken).toBeNull();
    // What is no person stays: amounts and numbers, that it was done and by whom.
    expect(await query('select keys_in_hand, state, number from quotes where id = $1', [quote])).toEqual(amounts);
    expect(await read(id)).toMatchObject({ name: `Cliente cancellato n. ${id}`, erasedAt: expect.any(String) });
    const rows = [{ id, version: (await read(id)).version }];
    const back = await call(manager, 'POST /customers/bulk', { body: { action: 'restore', rows } });
    expect([back.status, (await read(id)).archived]).toEqual([409, true]);
    expect((await call(null, 'GET /offers', { query: { token } })).status).toBe(404);
    expect((await call(manager, 'GET /quotes/:id', { params: { id: quote } })).status).toBe(200);
    const document = await call(manager, 'GET /quotes/:id/document', { params: { id: quote } });
    expect(document.status).toBe(200);
  });

  test('keeps of an accepted quote what the law wants, and says why and until when', async () => {
    const { id, quote } = await planted();
    const { version } = (await call(manager, 'GET /quotes/:id', { params: { id: quote } })).body;
    const accepted = await call(manager, 'POST /quotes/:id/accept', {
      params: { id: quote },
      version,
      body: { acceptedBy: 'Ugo' },
    });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
    const { keeps } = (await call(manager, 'GET /persons/:id/erasure', { params: { id } })).body;
    expect(keeps).toEqual([
      expect.objectContaining({ what: 'Preventivi accettati con i loro documenti', count: 1, until: '2036-11-20' }),
    ]);
    expect(keeps[0].why).toContain('2220');
    await query("update customers set country = 'DE' where id = $1", [id]);
    await erase(id, 'Ugo MARCATORE');
    expect((await ofQuote(quote)).customer_name).toBe('Ugo MARCATORE');
    expect(await read(id)).toMatchObject({
      ...{ email: null, phone: null, address: null, taxCode: null, country: 'IT' },
    });
    const left = (await everything()).filter(says).map((text) => text.split(' ')[0]);
    expect(new Set(left)).toEqual(
      new Set(['public.quotes', 'public.messages', 'public.search_words', 'public.audit_facts']),
    );
    expect((await chain()).broken).toBeNull();
    await query('delete from documents');
  });

  test('takes along the doubles that were merged into it, and can no more be undone', async () => {
    const [kept, gone] = [
      await customer({ lastName: 'MARCATORE' }),
      await customer({ lastName: 'MARCATORE', city: 'Lecco' }),
    ];
    const { id } = (await merge(kept.id, gone.id)).body;
    expect((await erase(gone.id, 'Rita MARCATORE')).status).toBe(409);
    expect((await erase(kept.id, 'Rita MARCATORE')).status).toBe(200);
    const rows = await query('select name, city from customers where id = any($1) order by id', [[kept.id, gone.id]]);
    expect(rows.map(({ name, city }) => [String(name).startsWith('Cliente cancellato'), city])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect((await undo(id)).status).toBe(409);
  });
});

describe('papers of cars that an erased person sold, lent or bought', () => {
  const word = 'SEGNATO';
  let plates = 0;
  const car = async (changes: object = {}) => {
    const body = {
      ...usedCar,
      code: '',
      plate: `HM ${(plates += 1)} PP`,
      seller: 'Ugo SEGNATO',
      papers: [],
      ...changes,
    };
    return (await call(manager, 'POST /stock/used', { body })).body as { id: number; version: number };
  };
  const paper = async (id: number, kind: string, place: 'used' | 'new' = 'used') => {
    const uploadId = await sent(await world.sideOf(alfa), 'stock_paper', { name: `${kind} ${word}.jpg`, as: manager });
    const body = { ...blankOf(paperFields), kind, note: `${kind} di ${word}`, uploadId };
    const made = await call(manager, `POST /stock/${place}/:id/papers`, { params: { id }, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const [row] = await query('select file_key from uploads where id = $1', [uploadId]);
    return readFile.bind(null, join(world.config.DATA_DIR, 'files', String(row!.file_key)));
  };
  const where = async () =>
    [
      ...new Set((await everything()).filter((text) => text.includes(word)).map((text) => text.split(' ')[0])),
    ].toSorted();
  const left = async (id: number) =>
    (await call(manager, 'GET /stock/used/:id/papers', { params: { id } })).body.rows.map(
      (row: { kind: string }) => row.kind,
    );

  test('are told, kept where the law or a car in stock needs them, and gone where nobody does', async () => {
    const { id } = await customer({ firstName: 'Ugo', lastName: word });
    const [here, gone] = [await car(), await car()];
    const { version } = (
      await call(manager, 'POST /stock/used/:id/arrive', { params: { id: here.id }, version: here.version })
    ).body;
    const scans = {
      registration: await paper(here.id, 'registration'),
      invoice: await paper(here.id, 'invoice'),
      coc: await paper(here.id, 'coc'),
      road_tax: await paper(gone.id, 'road_tax'),
    };
    const out = { params: { id: gone.id }, version: gone.version, body: { reason: 'withdrawn' } };
    expect((await call(manager, 'POST /stock/used/:id/cancel', out)).status).toBe(200);
    const other = await paper((await car({ seller: 'Altri' })).id, 'registration');

    const told = unzipped((await call(manager, 'GET /persons/:id/export', { params: { id } })).body as Buffer);
    const data = JSON.parse(told.get('dati.json')!);
    expect(data['documenti-auto'].map((row: { Documento: string }) => row.Documento)).toEqual([
      ...['Documento Unico o libretto', 'Fattura o atto di acquisto', 'Ricevuta del bollo'],
    ]);
    expect(data['auto-vendute']).toHaveLength(2);
    // What the company paid is not for everybody who may export.
    expect([...told.keys()].filter((name) => name.startsWith('documenti-auto/'))).toHaveLength(2);

    const plan = (await call(manager, 'GET /persons/:id/erasure', { params: { id } })).body;
    expect(plan.erases).toContainEqual({ what: 'Documenti di auto uscite dallo stock, con le scansioni', count: 1 });
    expect(plan.keeps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'Documenti di acquisto e vendita di auto', count: 1, until: '2036-11-20' }),
        expect.objectContaining({ what: 'Altri documenti di auto in stock', count: 1, until: null }),
      ]),
    );
    const body = { reason: 'request', name: `Ugo ${word}` };
    expect(
      (await call(manager, 'POST /persons/:id/erasure', { params: { id }, version: plan.version, body })).status,
    ).toBe(200);
    expect([await left(here.id), await left(gone.id)]).toEqual([['registration', 'invoice', 'coc'], []]);
    await expect(scans.road_tax()).rejects.toThrow('ENOENT');
    await expect(scans.registration()).resolves.toBeInstanceOf(Buffer);

    // Sold and handed over: nobody needs the old registration any more.
    const sold = { channel: 'b2b', price: 9_000_00, soldOn: TODAY, document: 'F 7', customerId: null, buyer: 'Altri' };
    const now = (await call(manager, 'POST /stock/used/:id/sell', { params: { id: here.id }, version, body: sold }))
      .body;
    expect(await left(here.id)).toContain('registration');
    const delivered = await call(manager, 'POST /stock/used/:id/deliver', {
      params: { id: here.id },
      version: now.version,
    });
    expect(delivered.status, JSON.stringify(delivered.body)).toBe(200);
    expect(await left(here.id)).toEqual(['invoice', 'coc']);
    await expect(scans.registration()).rejects.toThrow('ENOENT');
    await expect(scans.invoice()).resolves.toBeInstanceOf(Buffer);
    await expect(other()).resolves.toBeInstanceOf(Buffer);
    // The register of used goods says of whom each car came, and so does the purchase.
    expect(await where()).toEqual(['public.audit_facts', 'public.car_papers', 'public.uploads', 'public.used_cars']);
    const facts = await query(
      `select from audit_facts f join audit_events e on e.company_id = f.company_id and e.id = f.event_id
       where e.action like 'paper%' and f.facts::text like '%SEGNATO%'`,
    );
    // Of the paper of a car that the person has nothing to do with.
    expect(facts).toHaveLength(1);
    expect((await chain()).broken).toBeNull();
  });

  test('are nobody’s while two customers have the name that they say', async () => {
    const [one, other] = [
      await customer({ firstName: 'Doppio', lastName: 'Omonimi' }),
      await customer({ firstName: 'Doppio', lastName: 'Omonimi' }),
    ];
    const { id } = await car({ seller: 'Doppio Omonimi' });
    await paper(id, 'registration');
    const told = async (of: { id: number }) => {
      const file = (await call(manager, 'GET /persons/:id/export', { params: { id: of.id } })).body as Buffer;
      const data = JSON.parse(unzipped(file).get('dati.json')!);
      return [data['documenti-auto'].length, data['auto-vendute'].length];
    };
    expect([await told(one), await told(other)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const plan = (await call(manager, 'GET /persons/:id/erasure', { params: { id: one.id } })).body;
    expect(plan.keeps).toEqual([]);
  });

  describe('papers of a customer who was chosen as the seller', () => {
    const soldTo = async (id: number) => {
      const file = (await call(manager, 'GET /persons/:id/export', { params: { id } })).body as Buffer;
      const data = JSON.parse(unzipped(file).get('dati.json')!);
      return data['auto-vendute'].map((row: { Targa: string }) => row.Targa) as string[];
    };
    const carNow = async (id: number) => (await call(manager, 'GET /stock/used/:id', { params: { id } })).body;
    const change = async (id: number, changes: object) => {
      const now = await carNow(id);
      const { seller, sellerId, plate } = now;
      const body = { ...usedCar, code: now.code, plate, seller, sellerId, ...changes };
      return call(manager, 'PUT /stock/used/:id', { params: { id }, version: now.version, body });
    };

    test('are that one’s, whoever has the same name, and go with the erasure of no other', async () => {
      const [one, other] = [
        await customer({ firstName: 'Pio', lastName: 'Omonimo' }),
        await customer({ firstName: 'Pio', lastName: 'Omonimo' }),
      ];
      const { id } = await car({ sellerId: one.id, seller: 'altro testo' });
      const { plate, seller } = await carNow(id);
      expect(seller).toBe('Pio Omonimo');
      const scan = await paper(id, 'registration');
      const out = { params: { id }, version: (await carNow(id)).version, body: { reason: 'withdrawn' } };
      expect((await call(manager, 'POST /stock/used/:id/cancel', out)).status).toBe(200);
      expect([await soldTo(one.id), await soldTo(other.id)]).toEqual([[plate], []]);
      const erase = async ({ id: of }: { id: number }) => {
        const { version } = (await call(manager, 'GET /persons/:id/erasure', { params: { id: of } })).body;
        const body = { reason: 'request', name: 'Pio Omonimo' };
        expect((await call(manager, 'POST /persons/:id/erasure', { params: { id: of }, version, body })).status).toBe(
          200,
        );
      };
      await erase(other);
      await expect(scan()).resolves.toBeInstanceOf(Buffer);
      await erase(one);
      await expect(scan()).rejects.toThrow('ENOENT');
      // The register of used goods says of whom it came.
      expect((await carNow(id)).seller).toBe('Pio Omonimo');
    });

    test('follow it into a merge and back', async () => {
      const [kept, gone] = [await customer({ lastName: 'Acquirente' }), await customer({ lastName: 'Permuta' })];
      const { id } = await car({ sellerId: gone.id });
      const { id: of } = (await merge(kept.id, gone.id)).body;
      const { sellerId, seller, plate } = await carNow(id);
      expect([sellerId, seller, await soldTo(kept.id)]).toEqual([kept.id, 'Rita Permuta', [plate]]);
      expect((await undo(of)).status).toBe(204);
      expect([(await carNow(id)).sellerId, await soldTo(kept.id), await soldTo(gone.id)]).toEqual([
        gone.id,
        [],
        [plate],
      ]);
    });

    test('are the name’s again when another is typed or comes in a file; nobody else’s customer is taken', async () => {
      const { id: of } = await customer({ lastName: 'Venditrice' });
      const { id } = await car({ sellerId: of });
      expect((await change(id, { km: 50_000 })).body).toMatchObject({ sellerId: of, seller: 'Rita Venditrice' });
      expect((await change(id, { seller: 'Un altro' })).body).toMatchObject({ sellerId: null, seller: 'Un altro' });
      expect((await change(id, { sellerId: of })).body).toMatchObject({ sellerId: of, seller: 'Rita Venditrice' });
      const { code } = await carNow(id);
      const work = (file: number) => workAt(() => world.outside(), manager, file);
      for (const [name, left] of [
        ['Rita Venditrice', of],
        ['Da un file', null],
      ] as const) {
        await importFile(call, manager, 'stock/used', { csv: `Codice;Venditore;Chiavi\n${code};${name};2\n`, work });
        expect(await carNow(id)).toMatchObject({ sellerId: left, seller: name, keys: 2 });
      }
      for (const stranger of [beta.customerId, 987_654_321]) {
        const refused = await change(id, { sellerId: stranger });
        expect([refused.status, refused.body.fields]).toEqual([422, { sellerId: 'Scegliere un cliente' }]);
      }
      const seller = await world.userWith('seeStock', 'createQuotes');
      const seen = (await call(seller, 'GET /stock/used/:id', { params: { id } })).body;
      expect(seen).not.toHaveProperty('sellerId');
    });
  });
});

test('everything that is held about a person comes as one file to read, to calculate and for a machine', async () => {
  const { id } = await customer({ lastName: 'Intera', email: 'intera@posta.example.it' });
  await quoteFor(id, 'Rita Intera');
  const { status, body, headers } = await call(manager, 'GET /persons/:id/export', { params: { id } });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipped(body as Buffer);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['leggimi.html', 'dati.json', 'preventivi.csv', 'anagrafica.csv']),
  );
  expect(files.get('leggimi.html')).toContain('intera@posta.example.it');
  const data = JSON.parse(files.get('dati.json')!);
  expect(data.preventivi).toHaveLength(1);
  expect(data.anagrafica).toContainEqual({ Campo: 'E-mail', Valore: 'intera@posta.example.it' });
  const follower = (await read(id)).seller;
  expect(data.anagrafica).toContainEqual({ Campo: 'Seguito da', Valore: follower });
  expect(data.persona).toMatchObject([{ type: 'private', lastName: 'Intera', documents: [], birthDate: null }]);
  const stranger = await world.user(902, EVERY);
  expect((await call(stranger, 'GET /persons/:id/export', { params: { id } })).status).toBe(404);
  const seller = await world.userWith('createQuotes', 'registerAccesses');
  expect((await call(seller, 'GET /persons/:id/export', { params: { id } })).status).toBe(403);
});

describe('people past their time', () => {
  const past = async () => (await call(manager, 'GET /persons/retention')).body;
  const setErases = async (erases: boolean) => {
    const { version, periods } = (await call(manager, 'GET /privacy/settings')).body;
    await call(manager, 'PUT /privacy/settings', { version, body: { ...periods[0].values, erases, from: TODAY } });
  };

  test('are those with whom nothing happened, no sale was made and no consent holds; the night erases them where it is wanted', async () => {
    const quiet = await customer({ lastName: 'Silenziosa' });
    const quoted = await customer({ lastName: 'Preventivata' });
    const willing = await customer({ lastName: 'Consenziente' });
    onDay('2026-06-01');
    await quoteFor(quoted.id, 'Rita Preventivata');
    onDay(TODAY);
    const consent = { purpose: 'third_parties', given: true, way: 'paper', on: '2026-01-10' };
    await call(manager, 'POST /privacy/customers/:id', { params: { id: willing.id }, body: consent });
    const ids = [quiet.id, quoted.id, willing.id];
    await query("update customers set updated_at = '2024-01-01' where id = any($1)", [ids]);
    const due = async () =>
      (await past()).rows.map(({ id }: { id: number }) => id).filter((id: number) => ids.includes(id));
    expect(await due()).toEqual([quiet.id]);
    await retentionJob.run(world.outside(), {});
    expect((await read(quiet.id)).name).toBe('Rita Silenziosa');
    await setErases(true);
    await retentionJob.run(world.outside(), {});
    expect((await read(quiet.id)).name).toBe(`Cliente cancellato n. ${quiet.id}`);
    expect([await due(), (await read(quoted.id)).name]).toEqual([[], 'Rita Preventivata']);
    expect((await chain()).broken).toBeNull();
  });

  test('and the cars whose notes name them are listed before, answered after, and told by the night', async () => {
    const [byHand, atNight] = [await customer({ lastName: 'Zqtacita' }), await customer({ lastName: 'Zqmuta' })];
    const noted = async (plate: string, notes: string) =>
      (await call(manager, 'POST /stock/used', { body: { ...usedCar, code: plate, plate, notes } })).body.id as number;
    const cars = [await noted('ZT901AA', 'Ritirata da Zqtacita'), await noted('ZT902AA', 'di zqmuta, due chiavi')];
    const [first, second] = cars.map((id) => `/dealer/stock/used/${id}`);
    await query("update customers set updated_at = '2024-01-01' where id = any($1)", [[byHand.id, atNight.id]]);
    const looks = (await past()).looks.map(({ href }: { href: string }) => href);
    expect(looks).toEqual(expect.arrayContaining([first, second]));
    const { body } = await call(manager, 'POST /persons/retention', { body: { ids: [byHand.id] } });
    expect(body).toEqual({ erased: 1, looks: [{ what: expect.stringContaining('ZT901AA'), href: first }] });
    await setErases(true);
    await retentionJob.run(world.outside(), {});
    const told = (await call(manager, 'GET /notifications', {})).body.rows.filter(
      ({ kind }: { kind: string }) => kind === 'car_names_erased',
    );
    expect(told).toMatchObject([{ title: expect.stringContaining('ZT902AA'), href: second }]);
    expect(JSON.stringify(told)).not.toMatch(/zqmuta/i);
  });

  test('are erased by hand only while they are past it', async () => {
    const [quiet, fresh] = [await customer(), await customer()];
    await query("update customers set updated_at = '2024-01-01' where id = $1", [quiet.id]);
    const { body } = await call(manager, 'POST /persons/retention', { body: { ids: [quiet.id, fresh.id] } });
    expect([body.erased, (await read(fresh.id)).name]).toEqual([1, 'Rita Doppia']);
  });
});
