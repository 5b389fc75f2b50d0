/**
 * `npm run bench -- --fms`: the manufacturer's side over 150 companies with 15,000 open quotes and 20,000 versions with
 * 50,000 options. The database is made once, by SQL, and kept under `.data/fms`.
 */
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../backend/db/migrate.ts';
import { startPostgres } from '../backend/db/postgres.ts';
import { seedDemo } from '../backend/seed/demo.ts';
import { logIn } from './bench-client.ts';

const folder = join(import.meta.dirname, '../.data/fms');
/** The company of the demo that is copied, with its sellers and open quotes. */
const COMPANY = 21;
const COMPANIES = 149;
const QUOTES = 100;
const [MAKERS, MODELS, VERSIONS, OPTIONS] = [20, 1000, 20_000, 50_000];
/** Options of the largest version, of a version of the edition, and of any other. */
const HAS = { most: 120, edited: 20, other: 10 };
/** Versions whose list an edition changes. */
const EDITED = 600;
const LINES = 50_000;
const ROUNDS = 7;
/** From this id on rows are made here. */
const FROM = 1_000_000;
const [MANUFACTURER, SELLER] = ['importatore@lumera.example.it', 'giulia.ferrari@brera.example.it'];

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

interface Run {
  /** Starts the gateway with the backend and its jobs on a database. */
  serve(role: 'whole', urls: { appUrl: string; jobsUrl: string }): Promise<{ origin: string }>;
  sessionSecret: string;
  say(what: string, figure: string, aim?: string): void;
}

/** Columns of a table that are written: all but those that PostgreSQL computes. */
async function columnsOf(owner: pg.Client, table: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]!.name;
}

/** Copies of rows of a table, `n` times, with these fields of their own. */
async function copy(owner: pg.Client, table: string, where: string, times: number, fields: string): Promise<void> {
  const columns = await columnsOf(owner, table);
  const values = columns.replace(/("?[a-z_]+"?)/g, 'r.$1');
  await owner.query(
    `insert into ${table} (${columns}) overriding system value select ${values}
     from (select * from ${table} t where ${where}) s cross join generate_series(1, $1::int) n
     cross join lateral jsonb_populate_record(null::${table}, to_jsonb(s) || jsonb_build_object(${fields})) r`,
    [times],
  );
}

async function fillCatalogue(owner: pg.Client): Promise<void> {
  for (const text of [
    `insert into makers (id, name, cost_percent) overriding system value
       select ${FROM} + n, 'Casa ' || n, 90 from generate_series(1, ${MAKERS}) n`,
    `insert into models (id, maker_id, name, body) overriding system value
       select ${FROM} + n, ${FROM} + 1 + n % ${MAKERS}, 'Modello ' || n, 'suv' from generate_series(1, ${MODELS}) n`,
    `insert into versions (id, model_id, code, name, fuel, gearbox, drive, kw, cc, co2, consumption, euro_class) overriding system value
       select ${FROM} + n, ${FROM} + 1 + n % ${MODELS}, 'V' || n, (array['Comfort', 'Sport', 'Base', 'Lusso'])[1 + n % 4] || ' ' || n,
         'petrol', 'manual', 'front', 60 + n % 200, 1500, 120, 5.5, 'Euro 6e' from generate_series(1, ${VERSIONS}) n`,
    `insert into version_prices select ${FROM} + n, '2024-01-01', 2000000 + n % 900 * 1000 from generate_series(1, ${VERSIONS}) n`,
    `insert into options (id, maker_id, code, name, kind) overriding system value
       select ${FROM} + n, ${FROM} + 1 + n % ${MAKERS}, 'P' || n, 'Optional ' || n, 'optional' from generate_series(1, ${OPTIONS}) n`,
    // Options of a version are of its maker.
    `insert into version_options (version_id, option_id, standard)
       select v.id, ${FROM} + ${MAKERS} * (1 + (v.id * 7 + k) % ${OPTIONS / MAKERS - 2}) + o.maker_id - ${FROM + 1}, k % 5 = 0
       from versions v join models o on o.id = v.model_id cross join lateral generate_series(1,
         case when v.id = ${FROM + 1} then ${HAS.most} when v.id <= ${FROM + EDITED} then ${HAS.edited} else ${HAS.other} end) k
       where v.id > ${FROM}`,
    `insert into version_option_prices select version_id, option_id, '2024-01-01', 10000 + option_id % 500 * 100
       from version_options where version_id > ${FROM}`,
    `insert into search_words select distinct company_id, 'versions', record_id, word from versions_words where record_id > ${FROM}`,
  ])
    await owner.query(text);
}

async function fillCompanies(owner: pg.Client): Promise<void> {
  const named = `'company_id', 1000 + n`;
  await copy(owner, 'companies', `t.company_id = ${COMPANY}`, COMPANIES, `${named}, 'name', 'Concessionaria ' || n`);
  await copy(
    owner,
    'users',
    `t.company_id = ${COMPANY}`,
    COMPANIES,
    `${named}, 'email', 'p' || s.id || '@c' || n || '.example.it'`,
  );
  // What each has told of its leads, visits, quotes and contracts: the home adds it up.
  for (const table of ['network_facts', 'network_uses', 'network_people', 'record_stages'])
    await copy(owner, table, `t.company_id = ${COMPANY}`, COMPANIES, named);
  // Open quotes of every company, those of the demo's company included, on the versions of the edition.
  await owner.query(
    `create temporary table open_quotes as select t.*, row_number() over (order by t.id)::int as at from quotes t
     where t.company_id = ${COMPANY} and t.state in ('draft', 'issued') and t.stock_id is null and not t.superseded limit ${QUOTES}`,
  );
  const columns = await columnsOf(owner, 'quotes');
  await owner.query(
    `insert into quotes (${columns}) overriding system value select ${columns.replace(/("?[a-z_]+"?)/g, 'r.$1')}
     from generate_series(0, ${COMPANIES}) n cross join generate_series(1, ${QUOTES}) k
     cross join lateral (select * from open_quotes where at = 1 + k % (select count(*)::int from open_quotes)) s
     cross join lateral jsonb_populate_record(null::quotes, to_jsonb(s) || jsonb_build_object(
       'company_id', case when n = 0 then ${COMPANY} else 1000 + n end, 'id', ${FROM} + k, 'root_id', ${FROM} + k,
       'number', case when s.number is null then null else 'P-1900-' || lpad(k::text, 6, '0') end,
       'version_id', ${FROM + 1} + (n * 100 + k) % ${EDITED}, 'expires_on', current_date + 20)) r`,
  );
}

/** Makes the rows by SQL alone: keys of others and what follows from a row are not looked at, because all come from the demo. */
async function makeOnce(ownerUrl: string, say: Run['say']): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ made: number }>('select count(*)::int as made from quotes where id > $1', [
      FROM,
    ]);
    if (rows[0]!.made > 0) return;
    const begun = performance.now();
    await seedDemo(ownerUrl);
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    await fillCatalogue(owner);
    await fillCompanies(owner);
    await owner.query('commit');
    await owner.query('vacuum analyze');
    await owner.query('checkpoint');
    say('The catalogue and the companies are made', `${((performance.now() - begun) / 1000).toFixed(0)} s`, '≤ 300 s');
  } finally {
    await owner.end();
  }
}

interface Answered {
  id: number;
  version: number;
  state: string;
  edition: Answered;
  [name: string]: unknown;
}

/** Calls of a person, which throw what the server refuses. */
async function personOf(api: string, email: string) {
  const headers = { authorization: `Bearer ${await logIn(api, email)}` };
  return async (
    method: string,
    path: string,
    sent: { body?: object | string; version?: number } = {},
  ): Promise<Answered> => {
    const isFile = typeof sent.body === 'string';
    const answer = await fetch(api + path, {
      method,
      headers: {
        ...headers,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
        ...(sent.version !== undefined && { 'if-match': `"v${sent.version}"` }),
      },
      ...(sent.body !== undefined && { body: isFile ? (sent.body as string) : JSON.stringify(sent.body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return (text === '' ? {} : JSON.parse(text)) as Answered;
  };
}
type Person = Awaited<ReturnType<typeof personOf>>;

const seconds = (since: number) => (performance.now() - since) / 1000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Saves a draft of a seller again and again; how long each took. */
async function saving(seller: Person, owner: pg.Client, going: () => boolean): Promise<number[]> {
  const took: number[] = [];
  const { rows } = await owner.query<{ id: number }>(
    `select q.id::int as id from quotes q join users u on u.company_id = q.company_id and u.id = q.seller_id
     where q.company_id = ${COMPANY} and q.id < ${FROM} and u.email = $1 and q.state = 'draft' and q.stock_id is null and q.new_car_id is null limit 1`,
    [SELLER],
  );
  const { id } = rows[0]!;
  while (going()) {
    const { version, draft } = (await seller('GET', `/quotes/${id}`)) as Answered & { draft: object };
    const begun = performance.now();
    await seller('PUT', `/quotes/${id}`, { body: draft, version });
    took.push(performance.now() - begun);
  }
  return took;
}

/** A draft that raises the prices of the versions and of their options. */
async function edit(editor: Person, owner: pg.Client): Promise<number> {
  const { id } = await editor('POST', '/catalog/editions', {
    body: { name: 'Listino', issuedDays: 30, draftDays: 10 },
  });
  const { rows } = await owner.query<{ kind: string; key: string; price: number }>(
    `select 'versionPrices' as kind, version_id || ':day' as key, max(price)::int + 10000 as price from version_prices
       where version_id between ${FROM + 1} and ${FROM + EDITED} group by version_id
     union all select 'versionOptionPrices', version_id || ':' || option_id || ':day', max(price)::int + 1000 from version_option_prices
       where version_id between ${FROM + 1} and ${FROM + EDITED} group by version_id, option_id`,
  );
  const sent = rows.map(({ kind, key, price }) => ({ kind, key, version: 0, values: { price } }));
  for (let at = 0; at < sent.length; at += 5000)
    await editor('POST', `/catalog/editions/${id}/rows`, { body: { rows: sent.slice(at, at + 5000) } });
  return id;
}

async function publishing(
  people: { editor: Person; seller: Person },
  owner: pg.Client,
  say: Run['say'],
): Promise<void> {
  const { editor, seller } = people;
  const id = await edit(editor, owner);
  const versionNow = async () => (await editor('GET', `/catalog/editions/${id}`)).edition.version;
  await editor('POST', `/catalog/editions/${id}/ready`, { version: await versionNow() });
  const sides = `from=${new Date().toISOString().slice(0, 10)}&to=${id}`;
  const compared = await medianOf(editor, `/catalog/comparison?${sides}&state=changed`);
  const version = await versionNow();
  let isOver = false;
  const saves = saving(seller, owner, () => !isOver);
  await pause(2000);
  const begun = performance.now();
  await editor('POST', `/catalog/editions/${id}/publish`, { version });
  const took = seconds(begun);
  const toldOf = async () =>
    (await owner.query<{ told: number }>(`select count(distinct company_id)::int as told from notifications where kind = 'list_changed' and created_at > now() - interval '10 minutes'`)).rows[0]!.told; // prettier-ignore
  while ((await toldOf()) < COMPANIES && seconds(begun) < 300) await pause(500);
  const all = seconds(begun);
  isOver = true;
  const waits = await saves;
  say(`Comparison of ${EDITED} versions`, `${compared.toFixed(0)} ms`, '≤ 500 ms');
  say(`Publication of ${EDITED} versions, 15,000 open quotes`, `${took.toFixed(1)} s`, '≤ 5 s');
  say(
    'The longest save meanwhile, and the median',
    `${Math.max(...waits).toFixed(0)}, ${median(waits).toFixed(0)} ms`,
    '≤ 200 ms',
  );
  say(`Sellers of ${COMPANIES + 1} companies are told`, `${all.toFixed(0)} s`, '≤ 120 s');
  const back = performance.now();
  await editor('POST', `/catalog/editions/${id}/roll_back`, {
    version: await versionNow(),
    body: { reason: 'other', note: 'bench' },
  });
  say('Taken back', `${seconds(back).toFixed(1)} s`, '≤ 5 s');
}

async function medianOf(person: Person, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const begun = performance.now();
    await person('GET', path);
    // The first one warms up.
    if (round > 0) times.push(performance.now() - begun);
  }
  return median(times);
}

/** A price list as a file into a draft, and taken back. */
async function importing(editor: Person, owner: pg.Client, say: Run['say']): Promise<void> {
  const { id: editionId } = await editor('POST', '/catalog/editions', { body: { name: 'Da file' } });
  const { rows } = await owner.query<{ line: string }>(
    `select concat_ws(';', v.code, o.code, o.name, 'Optional', 'No', (300 + o.id % 700)::text, 'Da file (n. ${editionId})') as line
     from versions v join models m on m.id = v.model_id cross join lateral (select o.* from options o
       where o.maker_id = m.maker_id and o.id > ${FROM} order by o.id limit ${Math.ceil(LINES / EDITED)}) o
     where v.id between ${FROM + 1} and ${FROM + EDITED} order by v.id, o.id`,
  );
  const lines = rows.slice(0, LINES).map(({ line }) => line);
  const file = ['Versione;Codice;Descrizione;Tipo;Di serie;Prezzo;Edizione', ...lines].join('\n');
  const rest = async (id: number) => {
    for (;;) {
      const it = await editor('GET', `/imports/${id}`);
      if (!['checking', 'running', 'undoing'].includes(it.state)) return it;
      await pause(300);
    }
  };
  const begun = performance.now();
  const { id } = await editor('POST', '/imports?kind=catalog/options&name=listino.csv', { body: file });
  for (const step of ['check', 'start'])
    await editor('POST', `/imports/${id}/${step}`, { version: (await rest(id)).version });
  const done = await rest(id);
  if (done.state !== 'done' || done.created !== lines.length)
    throw new Error(`the import is ${done.state}: ${String(done.created)} lines`);
  say(`Import of ${lines.length} lines into a draft`, `${seconds(begun).toFixed(0)} s`, '≤ 60 s');
  const back = performance.now();
  await editor('POST', `/imports/${id}/undo`, { version: done.version });
  const undone = await rest(id);
  say('Taken back', `${seconds(back).toFixed(0)} s (${String(undone.removed)})`, '≤ 60 s');
}

export async function benchFms({ serve, sessionSecret, say }: Run): Promise<void> {
  const postgres = await startPostgres({ dataDir: folder });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl });
  try {
    const urls = await migrate(postgres.ownerUrl, { sessionSecret });
    await makeOnce(postgres.ownerUrl, say);
    await owner.connect();
    const api = `${(await serve('whole', urls)).origin}/api`;
    const [editor, seller] = [await personOf(api, MANUFACTURER), await personOf(api, SELLER)];
    const empty = await medianOf(editor, '/catalog/samples');
    const aim = (ms: number) => `≤ ${ms} ms; empty call ${empty.toFixed(1)} ms`;
    const timed = async (what: string, path: string, ms: number) =>
      say(what, `${(await medianOf(editor, path)).toFixed(0)} ms`, aim(ms));
    await timed(`A version of ${HAS.most} options`, `/catalog/lists/versions/${FROM + 1}`, 100);
    await timed(`A search in ${VERSIONS} versions`, '/search?q=Sport%20777', 50);
    await timed('The same of a campaign’s cars', '/campaigns/cars?kind=version&q=Sport%20777', 50);
    await timed(`The home of ${COMPANIES + 1} companies`, '/companies/network?span=month', 150);
    await timed('The same of a year', '/companies/network?span=year', 150);
    await timed('Its open negotiations', '/network/negotiations?entity=quote&by=company', 150);
    await publishing({ editor, seller }, owner, say);
    await importing(editor, owner, say);
  } finally {
    await owner.end();
    await postgres.stop();
  }
}
