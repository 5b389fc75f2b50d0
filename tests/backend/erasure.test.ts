import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { jobs } from '#backend/areas.ts';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import { customDiscountFields, tradeInFields } from '#domain/quotes/fields.ts';
import { testDatabase } from '#tests/support/database.ts';
import { fill } from '#tests/support/areas.ts';
import { withLeaf } from '#tests/support/leaves.ts';
import { created, type Side } from '#tests/support/area.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { sent } from '#tests/support/areas/uploads.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { LOG_LEVEL: 'error' });
const { alfa, call, query } = world;
afterAll(() => world.close());

/** What a draft may hold beside what every test's has. */
const more = {
  tradeIns: [{ ...blankOf(tradeInFields), valuation: 1_000_00 }],
  customDiscounts: [{ ...blankOf(customDiscountFields), amount: 1_00 }],
};
let count = 0;
const MARK = /ZQX\d{4}/i;
const mark = () => `ZQX${String((count += 1)).padStart(4, '0')}`;

type Def = {
  type: string;
  innerType: z.ZodType;
  in: z.ZodType;
  out: z.ZodType;
  element: z.ZodType;
  shape: Record<string, z.ZodType>;
};

/** The body with a mark in every text that its schema lets people write as they like, also where none was given. */
function marked(schema: z.ZodType, value: unknown): unknown {
  const def = schema.def as unknown as Def;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault': {
      const inner = marked(def.innerType, value);
      return inner === undefined ? value : inner;
    }
    case 'pipe':
      return marked(def.in.def.type === 'transform' ? def.out : def.in, value);
    case 'string': {
      const text = mark();
      return [text, `${text}@posta.example.it`].find((one) => schema.safeParse(one).success) ?? value;
    }
    case 'object':
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, child]) => [key, marked(child, (value as Record<string, unknown>)[key])]),
      );
    case 'array':
      return Array.isArray(value) ? value.map((one) => marked(def.element, one)) : value;
    default:
      return value;
  }
}

/** Areas in which people write about customers; the others hold the company's goods, terms and staff. */
const areas = /^\/(customers|quotes|offers|approvals|stock|privacy|persons|imports|uploads|users\/me\/views)(\/|$)/;
/** Calls that are not made here, and why. */
const apart = {
  'POST /quotes/:id/accept': 'the law keeps what was concluded (persons.test.ts)',
  'POST /quotes/b2b/:id/accept': 'the law keeps what was concluded',
  'POST /offers/accept': 'the law keeps what was concluded',
  'POST /persons/:id/erasure': 'it is what is tried',
  'POST /persons/retention': 'it is what is tried',
  'DELETE /uploads/unused': 'takes away what is tried',
  'DELETE /uploads/unused/people/:id': 'takes away what is tried',
  'PUT /quotes/settings': 'the company’s own words',
  'POST /quotes/settings/unschedule': 'the company’s own words',
  'PUT /privacy/settings': 'the company’s own words',
  'POST /privacy/settings/unschedule': 'the company’s own words',
  'POST /privacy/texts': 'the company’s own words',
} satisfies Partial<Record<CallName, string>>;
const names = (Object.keys(endpoints) as CallName[]).filter((name) => {
  const { method, path } = split(name);
  return method !== 'GET' && areas.test(path) && !(name in apart);
});
/** What stays when no customer is left, by the beginning of its place, and why. */
const stays = {
  used_cars: 'the register of used goods, ten years (art. 2220 c.c., art. 128 TULPS)',
  used_car_costs: 'accounts of the car',
  used_car_photos: 'says what is seen on the car',
  new_cars: 'the register of sold cars, ten years (art. 2220 c.c.)',
  car_papers: 'papers of cars in stock, which follow the car (persons.test.ts)',
  'state_changes.note used_car': 'why the car left; one that names a customer goes (below)',
  'state_changes.note new_car': 'why the car left; one that names a customer goes (below)',
  'comments.text used_car': 'of the car; one that names a customer goes (comments.test.ts)',
  'comments.text new_car': 'of the car; one that names a customer goes (comments.test.ts)',
  'search_words.word usedCars': 'of the car',
  'search_words.word newCars': 'of the car',
  'audit_facts.facts used_car': 'of the car',
  'audit_facts.facts new_car': 'of the car',
  'idempotency_keys.response /stock/': 'of the car, for a day',
  'imports.name': 'says what was imported; one that names a customer goes (below)',
  'audit_facts.facts import': 'says what was imported',
  'saved_views.name': 'says what is looked for; one that names a customer goes (below)',
  'audit_facts.facts view': 'says what is looked for',
  'idempotency_keys.response /users/me/views': 'says what is looked for, for a day',
  'uploads.name': 'a photo that no record has taken yet, for a day; one that names a customer goes (below)',
};

/** No words but keys that the caller was given. */
const given = ['token', 'sheet'];

const withLeaves = (value: unknown, paths: readonly string[], from: unknown): unknown =>
  paths.reduce((changed, path) => {
    const keys = path.split('.');
    const leaf = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], from);
    return withLeaf(changed, keys, leaf ?? null);
  }, value);

/** Makes the call with a mark in every text that is accepted. */
async function plant(name: CallName, side: Side) {
  const { audience, body: schema, query: asked }: Endpoint = endpoints[name];
  const { as, sent: usual } = await fill(name, side);
  const who = audience === 'public' ? null : as;
  const plain = usual.body as Record<string, unknown> | undefined;
  const rich = plain && 'tradeIns' in plain ? { ...plain, ...more } : plain;
  let body = schema && rich && withLeaves(marked(schema, rich), given, rich);
  const query = asked && usual.query && (marked(asked, usual.query) as Record<string, unknown>);
  for (let tries = 0; ; tries++) {
    const sent = { ...usual, ...(body !== undefined && { body }), ...(query && { query }) };
    const answer = await call(who, name, { ...sent, key: `chiave-${(count += 1)}` });
    if (answer.status < 300) return;
    if (tries === 6 || !answer.body.fields) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    body = withLeaves(body, Object.keys(answer.body.fields as object), rich);
  }
}

/** Where a mark stands: table and column, with what tells rows of a table apart. */
async function places(): Promise<string[]> {
  const tables = await query(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'",
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const of = name === 'public.audit_facts' ? ', (select e.entity from audit_events e where e.company_id = t.company_id and e.id = t.event_id)' : ''; // prettier-ignore
    for (const { row, entity } of await query(`select to_jsonb(t) as row ${of} from ${String(name)} t`))
      for (const [column, value] of Object.entries(row as Record<string, unknown>))
        if (MARK.test(JSON.stringify(value))) {
          const { entity: about, call: made, kind } = row as Record<string, unknown>;
          const more = entity ?? about ?? made ?? kind;
          found.add(
            [`${String(name).replace('public.', '')}.${column}`, more]
              .filter(Boolean)
              .join(' ')
              .replace(/[/]\d+/g, '/n'),
          );
        }
  }
  return [...found].toSorted();
}
async function filesWithMarks(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      if (MARK.test(path) || MARK.test(await readFile(path, 'latin1'))) found.push(path);
    }
  return found;
}

const allIn = async () => ({
  places: await places(),
  files: await filesWithMarks(world.config.DATA_DIR),
});

async function eraseEverybody({ as }: Side) {
  const people = await query('select id::int from customers where company_id = 901 and merged_into is null');
  for (const { id } of people) {
    const params = { id: Number(id) };
    const { version, name } = (await call(as, 'GET /persons/:id/erasure', { params })).body;
    const body = { reason: 'request', name };
    const { status, body: said } = await call(as, 'POST /persons/:id/erasure', { params, version, body });
    expect(status, JSON.stringify(said)).toBe(200);
  }
}

test(
  'no text that people wrote is left with erased customers, but what is listed with its reason',
  { timeout: 180_000 },
  async () => {
    const side = await world.sideOf(alfa);
    for (const name of names) await plant(name, side);
    // What is issued keeps a copy of itself.
    for (const [calls, table] of [
      ['/quotes', 'quotes'],
      ['/quotes/b2b', 'b2b_quotes'],
    ] as const)
      for (const { id, version } of await query(
        `select id::int, version from ${table} where state = 'draft' and draft::text like '%ZQX%'`,
      )) {
        const params = { id: Number(id) };
        const sent = { params, version: Number(version), body: {} };
        expect((await call(side.as, `POST ${calls}/:id/issue`, sent)).status).toBe(200);
        expect((await call(side.as, `GET ${calls}/:id/document`, { params })).status).toBe(200);
      }
    for (const { name, data } of await query("select name, data from pgboss.job where name like '%mail%'"))
      await jobs.find((one) => one.name === name)!.run(world.outside(), data as never);

    const before = await allIn();
    const planted = ['quotes.draft', 'quotes.snapshot', 'b2b_quotes.draft', 'customers.notes'];
    const copied = ['messages.body quote', 'notifications.text quote_question', 'approvals.note', 'consents.proof'];
    expect(before.places).toEqual(expect.arrayContaining([...planted, ...copied, 'customer_relations.note spouse']));
    expect(before.files.length).toBeGreaterThan(2);
    await eraseEverybody(side);
    const after = await allIn();
    const reasons = Object.keys(stays);
    expect(after.places.filter((place) => !reasons.some((begin) => place.startsWith(begin)))).toEqual([]);
    expect(reasons.filter((begin) => !after.places.some((place) => place.startsWith(begin)))).toEqual([]);
    expect(after.files).toEqual([]);
  },
);

test('names of files, saved views and reasons that name one customer go with that one alone', async () => {
  const side = await world.sideOf(alfa);
  const { params } = await created(side, 'POST /customers', {
    body: { type: 'private', firstName: 'Zèno', lastName: 'Zqxari', plate: 'GX987ZQ' },
  });
  const view = (name: string, q: string) =>
    side.call('POST /users/me/views', { body: { area: 'quotes', name, shared: false, state: { q } } });
  await view('Preventivi di zqxari zèno', '');
  await view('Da richiamare', 'ZQXARI  Zèno');
  await view('Zeno e altri', 'zeno');
  const importing = (name: string) =>
    side.call('POST /imports', {
      query: { kind: 'accessories', name },
      file: Buffer.from('Codice;Descrizione;Prezzo\nY;Prova;1'),
    });
  await importing('Zqxari_Zèno-2026.csv');
  await importing('Listino zeno.csv');
  await sent(side, 'customer_document', { name: 'carta Zèno ZQXARI.jpg' });
  const car = await created(side, 'POST /stock/used', { body: { ...usedCar, code: '', plate: '' } });
  const reason = { reason: 'withdrawn', note: 'Il sig. Zèno Zqxari se la tiene' };
  expect((await side.call('POST /stock/used/:id/cancel', { ...car, body: reason })).status).toBe(200);

  const { version, name } = (await side.call('GET /persons/:id/erasure', { params })).body;
  const erased = await side.call('POST /persons/:id/erasure', { params, version, body: { reason: 'request', name } });
  expect(erased.status).toBe(200);
  const column = async (text: string) => (await query(text)).map((row) => Object.values(row)[0]);
  expect(
    await column("select name from saved_views where company_id = 901 and (name || state::text) ~* 'z.no'"),
  ).toEqual(['Zeno e altri']);
  expect(await column("select name from imports where company_id = 901 and name ~* '^File|z.no' order by id")).toEqual([
    'File.csv',
    'Listino zeno.csv',
  ]);
  expect(await column("select name from uploads where name ~* 'z.no'")).toEqual([]);
  expect(await column("select note from state_changes where note ~* 'z.no'")).toEqual([]);
  expect(await column("select facts from audit_facts where facts::text ~* 'zqxari'")).toEqual([]);
});

test('cars whose notes name the person, also by the surname alone, are listed for somebody to look at', async () => {
  const side = await world.sideOf(alfa);
  const { params } = await created(side, 'POST /customers', {
    body: { type: 'private', firstName: 'Ida', lastName: 'Zqxovi' },
  });
  const noted = (code: string, notes: string) =>
    created(side, 'POST /stock/used', { body: { ...usedCar, code, plate: '', notes } });
  const { params: theirs } = await noted('NOTA-1', 'Ritirata da Zqxovi, gomme nuove');
  await noted('NOTA-2', 'Gomme da zqxovista');
  const { version, name, looks } = (await side.call('GET /persons/:id/erasure', { params })).body;
  expect(looks).toEqual([{ what: expect.stringContaining(usedCar.model), href: `/dealer/stock/used/${theirs.id}` }]);
  const erased = await side.call('POST /persons/:id/erasure', { params, version, body: { reason: 'request', name } });
  expect([erased.status, erased.body.looks]).toEqual([200, looks]);
  expect((await side.call('GET /persons/:id/erasure', { params })).body.looks).toEqual([]);
});
