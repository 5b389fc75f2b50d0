import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { blankOf } from '#domain/record/fields.ts';
import { tradeInFields } from '#domain/quotes/fields.ts';
import { HIT_ICONS } from '#domain/search/endpoints.ts';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '#backend/db/migrate.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { findCustomers } from '#backend/customers/hits.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { writeWords } from '#backend/lib/records/search.ts';
import { importFile, workAt } from '#tests/support/imports.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import type { TestUser } from '#tests/support/area.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { tyre } from '#tests/support/areas/tyres.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, beta, call, draft, query } = world;
afterAll(() => world.close());

const desk = await world.userWith(
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'seeCustomers',
  'manageCustomers',
  'registerAccesses',
);
const keeper = await world.userWith('seeAccessories', 'manageAccessories', 'seeTyres', 'manageTyres');

const customer = async (body: object): Promise<{ id: number; version: number; name: string }> =>
  (await call(desk, 'POST /customers', { body: { type: 'private', firstName: 'Anna', lastName: 'Neri', ...body } }))
    .body;
const matches = async (q: string): Promise<string[]> =>
  (await call(desk, 'GET /customers/matches', { query: { q } })).body.map(({ name }: { name: string }) => name);
const quotes = async (q: string, as = desk): Promise<number[]> =>
  (await call(as, 'GET /quotes', { query: { q, limit: 200 } })).body.rows.map(({ id }: { id: number }) => id);
const palette = async (q: string, as: TestUser = desk): Promise<{ title: string; label: string; icon: string }[]> =>
  (await call(as, 'GET /search', { query: { q } })).body;
const create = async (changes = {}, as = desk) => (await call(as, 'POST /quotes', { body: draft(alfa, changes) })).body;
const wordsOf = (kind: string, id: number) =>
  query('select word from search_words where kind = $1 and record_id = $2 order by word', [kind, id]);

test('colleagues are found by who sees the users: by name, role and e-mail, not when blocked, not of another company', async () => {
  const admin = await world.userWith('seeUsers', 'manageUsers');
  const body = { name: 'Ofelia Cantarutti', email: 'ofelia.cantarutti@prova.example.it', phone: null };
  const more = {
    roleName: 'BDC',
    privileges: ['18'],
    businessCenterId: null,
    payrollNumber: '',
    rotation: 'role',
    desk: '',
    commissions: [],
    languages: [],
    makerIds: [],
    locationIds: [alfa.locationId],
    defaultLocationId: alfa.locationId,
  };
  const { id, version } = (await call(admin, 'POST /users', { body: { ...body, ...more } })).body;
  const titles = async (q: string, as = admin) => (await palette(q, as)).map(({ title }) => title);
  for (const q of ['cantarutti', 'ofelia bdc', 'ofelia.cantarutti@prova.example.it'])
    expect(await titles(q), q).toEqual([body.name]);
  expect(await titles('cantarutti', keeper)).toEqual([]);
  expect(await titles('cantarutti', await world.strangerWith('seeUsers', 'manageUsers'))).toEqual([]);
  await call(admin, 'POST /users/bulk', { body: { action: 'archive', rows: [{ id, version }] } });
  expect(await titles('cantarutti')).toEqual([]);
});

describe('customers are found', () => {
  const known = async () => {
    await customer({
      firstName: 'Ilaria',
      lastName: 'Dell’Òrto',
      phone: '+39 333 765 4321',
      email: 'ila.orto@posta.it',
    });
    await customer({ type: 'fleet', companyName: 'C.A.R. Noleggi S.r.l.', legalForm: 'srl', vatNumber: '09988770013' });
    await customer({ lastName: 'Straniera', phone: '+41 79 123 45 67', taxCode: 'BNCLRA90A41F205I' });
  };
  const one = 'Ilaria Dell’Òrto';

  test.each([
    // Words in any order, by their beginning, with or without accents, case and signs.
    ...(['ilaria', 'ILA', 'dell’orto', "dell'orto", 'dellorto', 'ORTÒ', 'orto ila', 'Dell’Orto, Ilaria'] as const),
    // Phone: with and without the country, in groups, by its end.
    ...(['+393337654321', '333 765 4321', '3337654321', '+39 333 7654321', '4321', '765 4321'] as const),
    ...(['ila.orto@posta.it', 'ila.orto', 'ilaria - orto'] as const),
  ])('Ilaria by «%s»', async (q) => {
    if ((await matches('ilaria')).length === 0) await known();
    expect(await matches(q)).toContain(one);
  });

  test('companies by name, initials and VAT number, foreigners by phone and tax code', async () => {
    const fleet = ['C.A.R. Noleggi S.r.l.'];
    for (const q of ['noleggi', 'car', 'C.A.R.', 'noleggi srl', '099887']) expect(await matches(q)).toEqual(fleet);
    for (const q of ['+41 79', '1234567', 'bnclra90', 'BNCLRA90A41F205I', 'anna straniera'])
      expect(await matches(q)).toEqual(['Anna Straniera']);
  });

  test('by nothing else: the middle of words, signs, a word too many, other companies', async () => {
    for (const q of ['laria', 'rto', '765432', 'posta.it', '%%', '__', '\\\\', '~1', 'ilaria bruno', beta.marker])
      expect(await matches(q)).not.toContain(one);
    for (const q of ['%%', '--', '~~']) expect(await matches(q)).toEqual([]);
  });

  test('exactly as typed first, then the last changed; archived ones no more', async () => {
    for (const lastName of ['Vero', 'Verona', 'Veronesi']) {
      world.clock.now = new Date(world.clock.now.getTime() + 1000);
      await customer({ lastName });
    }
    expect(await matches('vero')).toEqual(['Anna Vero', 'Anna Veronesi', 'Anna Verona']);
    await query("update customers set archived_at = now() where name = 'Anna Verona'");
    expect(await matches('vero')).toEqual(['Anna Vero', 'Anna Veronesi']);
  });

  test('by what they are called now: the old name is forgotten, quotes follow', async () => {
    const { id, version, name } = await customer({ lastName: 'Primanome' });
    const quote = await create({ customer: { id, name, type: 'private' } });
    const body = { type: 'private', firstName: 'Anna', lastName: 'Secondonome' };
    await call(desk, 'PUT /customers/:id', { params: { id }, version, body });
    expect(await matches('primanome')).toEqual([]);
    expect(await matches('secondonome')).toEqual(['Anna Secondonome']);
    expect(await quotes('secondonome')).toEqual([quote.id]);
    expect(await quotes('primanome')).toEqual([]);
  });
});

describe('quotes are found', () => {
  test('by number however it is typed, car, customer and plates of cars taken back', async () => {
    const taken = { ...blankOf(tradeInFields), plate: 'GX 481 LM', description: 'Utilitaria', valuation: 100_000 };
    const made = await create({ tradeIns: [taken] });
    const { id, version } = made;
    const { number } = (await call(desk, 'POST /quotes/:id/issue', { params: { id }, version })).body;
    const [, year, digits] = /^P-(\d+)-(\d+)$/.exec(number)!;
    const typed = [
      number,
      number.toLowerCase(),
      `p ${year} ${digits}`,
      `${year}-${Number(digits)}`,
      `${year}${digits}`,
    ];
    for (const q of [...typed, digits!, `lampo ${digits}`, 'gx481lm', 'GX 481 LM', 'gx 48', '481lm', '1LM'])
      expect(await quotes(q), q).toContain(id);
    for (const q of ['48', 'x481', `lampo ${year}-99999`]) expect(await quotes(q), q).not.toContain(id);
    expect((await palette(number))[0]).toMatchObject({ label: 'Preventivo', icon: 'file-text', title: number });
    for (const { icon } of await palette('alfamarchio')) expect(HIT_ICONS).toContain(icon);
    expect((await palette(digits!))[0]).toMatchObject({ title: number });
  });

  test('by whom they belong to and by who may see them, in the company of the caller', async () => {
    const alone = await world.userWith('createQuotes', 'manageOwnQuotes');
    const { id } = await create({ notes: 'di un altro' });
    const own = await create({}, alone);
    expect(await quotes('lampo', alone)).toEqual([own.id]);
    expect(await quotes('lampo')).toEqual(expect.arrayContaining([id, own.id]));
    expect((await palette('lampo', alone)).map(({ label }) => label)).toEqual(['Preventivo']);
    expect(await palette('lampo', await world.userWith('seeAccessories'))).toEqual([]);
    expect(
      await palette(
        'alfamarchio',
        await world.strangerWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes', 'manageAllQuotes', 'seeCustomers'),
      ),
    ).toEqual([]);
  });

  test('until they are deleted, which leaves no word', async () => {
    const { id, version } = await create();
    expect(await wordsOf('quotes', id)).not.toEqual([]);
    await call(desk, 'DELETE /quotes/:id', { params: { id }, version });
    expect(await wordsOf('quotes', id)).toEqual([]);
  });
});

describe('lists are searched', () => {
  test('tyres by size however it is typed, code and brand; accessories by code and its end', async () => {
    await call(keeper, 'POST /tyres', {
      body: { ...tyre, code: 'RV-7', brand: 'Rovente', width: 245, rim: 19, ratio: 40 },
    });
    const codes = async (q: string) =>
      (await call(keeper, 'GET /tyres', { query: { q } })).body.rows.map(({ code }: { code: string }) => code);
    for (const q of [
      '245/40 R19',
      '2454019',
      '245 40 19',
      '245/40R19 91V',
      'rovente 245/40',
      '19 rovente',
      'rv7',
      'RV-7',
    ])
      expect(await codes(q), q).toEqual(['RV-7']);
    expect(await codes('rovente 245/40 R18')).toEqual([]);
    await call(keeper, 'POST /accessories', { body: { ...accessory, code: 'GAN-0815', description: 'Gancio' } });
    for (const q of ['gan-0815', 'gan0815', '0815', '815', 'ganc'])
      expect((await call(keeper, 'GET /accessories', { query: { q } })).body.total, q).toBe(1);
  });

  test('an archived record is found among the archived ones only', async () => {
    const made = (
      await call(keeper, 'POST /accessories', { body: { ...accessory, code: 'ARCH-1', description: 'Riposto' } })
    ).body;
    const archive = { params: { id: made.id }, version: 1, body: { archived: true } };
    await call(keeper, 'PUT /accessories/:id/archived', archive);
    const total = async (filter: object) =>
      (await call(keeper, 'GET /accessories', { query: { q: 'riposto', ...filter } })).body.total;
    expect([await total({}), await total({ archived: 'true' })]).toEqual([0, 1]);
  });

  test('three thousand imported rows are found at once, by their new words when they are imported again', async () => {
    const send = async (word: string) => ({
      body: await importFile(call, keeper, 'accessories', {
        csv: `Codice;Descrizione;Prezzo\n${Array.from({ length: 3000 }, (_, i) => `MASSA-${i};${word} ${i};1`).join('\n')}`,
        work: (id) => workAt(world.outside, keeper, id),
      }),
    });
    const total = async (q: string) => (await call(keeper, 'GET /accessories', { query: { q } })).body.total;
    expect((await send('Prima')).body).toMatchObject({ created: 3000 });
    expect(await total('prima 2999')).toBe(1);
    expect((await send('Dopo')).body).toMatchObject({ updated: 3000 });
    expect([await total('dopo 2999'), await total('prima')]).toEqual([1, 0]);
  });
});

test('words, their length and those of a search are bounded', async () => {
  const [words] = await query("select words_of(repeat('parola ', 5000)) as many, words_of(repeat('x', 5000)) as long");
  expect(words.many.length).toBeLessThan(200);
  expect(Math.max(...words.long.map((word: string) => word.length))).toBe(32);
  const long = `lunghissimo${'x'.repeat(49)}`;
  await customer({ lastName: long });
  expect(await matches(long)).toEqual([`Anna ${long}`]);
  expect(await matches('anna '.repeat(19))).toContain('Anna Neri'.replace('Neri', long));
});

describe('under row level security', () => {
  test('a company sees and writes its words only', async () => {
    const seen = await withTenant(database.db, { companyId: 902, userId: null }, async (trx) => {
      await trx.deleteFrom('searchWords').where('companyId', '=', 901).execute();
      const of = (companyId: number) =>
        trx.selectFrom('searchWords').select('companyId').distinct().where('companyId', '=', companyId).execute();
      return [await of(901), await of(902)];
    });
    expect(seen).toEqual([[], [{ companyId: 902 }]]);
    const foreign = withTenant(database.db, { companyId: 902, userId: null }, (trx) =>
      trx.insertInto('searchWords').values({ companyId: 901, kind: 'quotes', recordId: 1, word: 'x' }).execute(),
    );
    await expect(foreign).rejects.toMatchObject({ code: '42501' });
    expect(await matches('alfamarchio')).not.toEqual([]);
  });

  test('words are read by their range from the index, or by the record, never row by row', async () => {
    await query(`insert into search_words select company, 'customers', n, word || n % 997
      from generate_series(901, 902) company, generate_series(1000000, 1020000) n, unnest(array['mario', 'rossi', '39333', '~1234']) word`);
    await query('analyze search_words');
    const asked: CompiledQuery[] = [];
    const watched = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.appUrl, max: 1 }) }),
      plugins: [new CamelCasePlugin()],
      log: (event) => void asked.push(event.query),
    });
    const plans = await withTenant(watched, { companyId: 901, userId: null }, async (trx) => {
      for (const q of ['mar', 'mario12 ros', 'mario12', '333 12 34', 'AB 123 CD'])
        await findCustomers({ db: trx, user: { companyId: 901 } } as Ctx, q, 8);
      const of = asked.filter((each) => each.sql.includes('search_words'));
      return Promise.all(
        of.map(async ({ sql: text, parameters }) => {
          const explain = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
          const [row] = (await trx.executeQuery<Record<string, [{ Plan: PlanNode }]>>(explain)).rows;
          return Object.values(row!)[0]![0].Plan;
        }),
      );
    }).finally(() => watched.destroy());
    expect(plans.length).toBeGreaterThan(5);
    for (const plan of plans) {
      const reads = nodesOf(plan).filter((node) =>
        /search_words/.test(`${node['Relation Name']} ${node['Index Name']}`),
      );
      expect(reads.length).toBeGreaterThan(0);
      for (const node of reads) {
        expect(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan', 'Bitmap Heap Scan']).toContain(node['Node Type']);
        if (node['Index Name']) expect(node['Index Cond']).toMatch(/company_id = 901\).*(word [>=]|record_id =)/);
      }
    }
  });
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('an older database', () => {
  test('gets the words of every company’s records when it is brought up to date, the same as written one by one', async () => {
    const older = await testDatabase({ empty: true });
    const folder = await mkdtemp(join(tmpdir(), 'volante-words-'));
    afterAll(() => rm(folder, { recursive: true }));
    const migrations = join(import.meta.dirname, '../../backend/db/migrations');
    for (const file of (await readdir(migrations)).filter((name) => name < '0050'))
      await cp(join(migrations, file), join(folder, file));
    const { sessionSecret } = inject('cluster');
    await migrate(older.ownerUrl, { sessionSecret, folder });
    await asOwner(
      older.ownerUrl,
      `insert into companies (company_id, name, province) values (10, 'C', 'RM'), (21, 'A', 'MI'), (22, 'B', 'GE');
       insert into customers (company_id, type, name, phone) select n, 'private', 'Ugo Foscolo ' || n, '+39333' || n from generate_series(21, 22) n;
       insert into accessories (company_id, code, description, price) values (22, 'X-1', 'Barre', 1)`,
    );
    await migrate(older.ownerUrl, { sessionSecret });
    const all = () => asOwner(older.ownerUrl, 'select * from search_words order by company_id, kind, record_id, word');
    const filled = await all();
    expect(filled.map(({ word }) => word)).toEqual(
      expect.arrayContaining(['foscolo', '21', '22', '33321', '~x1', '~1x'].filter((word) => word !== '~x1')),
    );
    await withTenant(older.db, { companyId: 22, userId: null }, async (trx) => {
      await trx.deleteFrom('searchWords').where('companyId', '=', 22).execute();
      for (const kind of ['customers', 'accessories']) await writeWords({ db: trx, user: { companyId: 22 } }, kind);
    });
    expect(await all()).toEqual(filled);
  });
});
