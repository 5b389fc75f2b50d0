/**
 * `npm run bench`: speed as ratios of measurements of the same run, each with its target. `--rows N` (default 100000) sets the largest
 * list. `--pages` measures pages in the browser instead (`--against <commit>` compares with another commit), `--builder` a press in the
 * quote builder, `--documents` documents, links and the choice of a version, `--neighbour` how one company's crowd slows down another,
 * `--photos` 20 photos of 12 megapixels and another company beside them, `--import` a file of 20,000 rows, `--stock` the stock of one
 * company with 1,000 and 100,000 cars, `--contracts` contracts with 200,000 in one company, `--numbers` figures over 400,000 of them, `--fms` the manufacturer's side over 150 companies and 20,000 versions, `--files` 50,000 files and one of 50 MB, `--showroom` 100,000 leads, a portal that
 * sends more, and a month of 5,000 events. It uses only loopback, and every load ends by itself.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { migrate } from '../backend/db/migrate.ts';
import { startPostgres } from '../backend/db/postgres.ts';
import manifest from '../package.json' with { type: 'json' };
import { seedDemo } from '../backend/seed/demo.ts';
import { price } from '../domain/quotes/sheet/pricing.ts';
import { contracts } from './bench-contracts.ts';
import { benchBuilder } from './bench-builder.ts';
import { documents } from './bench-documents.ts';
import { besideLoads } from './bench-loads.ts';
import { neighbour, photosBeside } from './bench-neighbour.ts';
import { benchFiles } from './bench-files.ts';
import { benchImport } from './bench-import.ts';
import { benchAgainst } from './bench-against.ts';
import { benchPages } from './bench-pages.ts';
import { benchFms } from './bench-fms.ts';
import { benchNumbers } from './bench-numbers.ts';
import { searches } from './bench-search.ts';
import { benchShowroom } from './bench-showroom.ts';
import { stock } from './bench-stock.ts';
import { aSheet, workedExample } from '../tests/support/price-sheet.ts';
import { largeQuote } from '../tests/support/random-quote.ts';

const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    pages: { type: 'boolean', default: false },
    against: { type: 'string' },
    neighbour: { type: 'boolean', default: false },
    photos: { type: 'boolean', default: false },
    import: { type: 'boolean', default: false },
    stock: { type: 'boolean', default: false },
    builder: { type: 'boolean', default: false },
    showroom: { type: 'boolean', default: false },
    documents: { type: 'boolean', default: false },
    contracts: { type: 'boolean', default: false },
    numbers: { type: 'boolean', default: false },
    fms: { type: 'boolean', default: false },
    files: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const seconds = Number(values.seconds);
const folder = mkdtempSync(join(tmpdir(), 'volante-bench-'));
chmodSync(folder, 0o711);
const children: ChildProcess[] = [];
/** The limits of the heap under which `npm start` runs. */
const heap = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
const SELLER = { email: 'elena.conti@brera.example.it', password: 'Prova-2026-demo' };

const say = (what: string, figure: string, aim = '') =>
  console.log(`${what.padEnd(54)} ${figure.padStart(16)}  ${aim}`);
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Starts a server and waits for the line that names its address. */
function start(file: string, args: string[], env: Record<string, string>, pattern: RegExp): Promise<string> {
  const child = spawn(process.execPath, [...heap, join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  let address: string | undefined;
  return new Promise((done, fail) => {
    child.stdout.on('data', (chunk) => {
      // What it logs once it runs are errors: they say why a call failed.
      if (address) process.stderr.write(chunk);
      output += chunk;
      address ??= pattern.exec(output)?.[1];
      if (address) done(address);
    });
    child.once('exit', (code) => fail(new Error(`${file} ${args.join(' ')} ended (${code})`)));
  });
}

/** Median requests per second of three short loads, taken in turns so that a noisy moment hits all rivals. */
async function rivals(targets: { url: string; headers?: Record<string, string> }[]): Promise<number[]> {
  const figures = targets.map((): number[] => []);
  for (let round = 0; round < 3; round++)
    for (const [i, { url, headers = {} }] of targets.entries()) {
      const result = await autocannon({ url, headers, connections: 10, duration: seconds });
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${url}: ${result.non2xx} other statuses, ${result.errors} errors`);
      figures[i]!.push(result.requests.average);
    }
  return figures.map(median);
}

function engine() {
  const sheet = aSheet({});
  const { draft } = workedExample;
  const options = { ...draft, versionId: sheet.version.id };
  for (let i = 0; i < 2000; i++) price(options, sheet);
  const begun = performance.now();
  const rounds = 20_000;
  for (let i = 0; i < rounds; i++) price({ ...options, deposit: i }, sheet);
  const perSecond = (rounds / (performance.now() - begun)) * 1000;
  say('Quote engine, prices per second', perSecond.toFixed(0), '≥ 1000 (under 1 ms each)');
  const large = largeQuote();
  for (let i = 0; i < 200; i++) price(large.draft, large.sheet);
  const times: number[] = [];
  for (let i = 0; i < 500; i++) {
    const start = performance.now();
    price({ ...large.draft, deposit: i }, large.sheet);
    times.push(performance.now() - start);
  }
  // A frame is 16.7 ms; a browser six times slower has 2.8 ms of this machine for it.
  say('Quote of 60 options, 3 trade-ins, 3 plans, 4 policies', `${median(times).toFixed(2)} ms`, '≤ 2.8 ms');
}

/** Time of a page of 50 rows at several sizes of the table, as ratio to the smallest: default order, filter, sort. */
async function lists(ownerUrl: string, origin: string, headers: Record<string, string>) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const paths = {
    'default order': '/quotes?limit=50',
    filtered: '/quotes?limit=50&state=draft',
    sorted: '/quotes?limit=50&sort=keysInHand&dir=desc',
  };
  const base: Record<string, number> = {};
  for (const size of [1000, 100_000, 1_000_000].filter((each) => each <= Number(values.rows))) {
    await owner.query(
      `insert into quotes (company_id, number, state, seller_id, version_id, maker_id, model_id, customer_name, vehicle, body, keys_in_hand, draft, expires_on, issued_at, created_at)
       select company_id, case when state <> 'draft' then 'P-1900-' || lpad(n::text, 8, '0') end, state, seller_id, version_id, maker_id, model_id,
         customer_name, vehicle, body, keys_in_hand + n, draft, expires_on, issued_at, created_at - n * interval '1 minute'
       from generate_series((select count(*) from quotes where company_id = 21) + 1, $1::bigint) n
       join lateral (select * from quotes where company_id = 21 and not superseded order by id offset n % 150 limit 1) q on true`,
      [size],
    );
    await owner.query('vacuum analyze quotes');
    // Waits until the database and then the system have written the new rows to disk.
    await owner.query('checkpoint');
    await new Promise((done) => setTimeout(done, size / 100));
    for (const [name, path] of Object.entries(paths)) {
      const times: number[] = [];
      for (let i = 0; i < 75; i++) {
        const begun = performance.now();
        const response = await fetch(origin + path, { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        times.push(performance.now() - begun);
      }
      const time = median(times);
      base[name] ??= time;
      say(
        `List of ${size.toLocaleString('it-IT')} quotes, ${name}`,
        `${time.toFixed(1)} ms · ${(time / base[name]).toFixed(2)}×`,
        '≤ 2× at 1.000.000',
      );
    }
  }
  await owner.end();
}

/** nginx as plain proxy in front of the backend; null when it is not installed. */
async function nginxBefore(port: string): Promise<string | null> {
  if (spawnSync('nginx', ['-v']).error) return null;
  const own = 18_000 + (process.pid % 2000);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit; events {}
     http { access_log off; upstream api { server 127.0.0.1:${port}; keepalive 32; }
     server { listen 127.0.0.1:${own}; location / { proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`,
  );
  children.push(spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' }));
  await new Promise((done) => setTimeout(done, 700));
  return `http://127.0.0.1:${own}`;
}

const env = {
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  SESSION_SECRET: 'only-for-measuring-'.repeat(3),
};

/** Builds a site of one page, these bytes without anything before, beside or within; returns its server's module. */
function buildFloor(page: string): string {
  const site = join(folder, 'floor');
  mkdirSync(join(site, 'src/pages'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(site, 'node_modules'));
  writeFileSync(join(site, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(site, 'astro.config.mjs'),
    "import node from '@astrojs/node'; export default { output: 'server', adapter: node({ mode: 'middleware' }) };",
  );
  writeFileSync(join(site, 'src/page.html'), page);
  writeFileSync(
    join(site, 'src/pages/index.astro'),
    "---\nimport page from '../page.html?raw';\n---\n<Fragment set:html={page} />\n",
  );
  const astro = join(import.meta.dirname, '../node_modules/astro/bin/astro.mjs');
  const built = spawnSync(process.execPath, [astro, 'build'], {
    cwd: site,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (built.status !== 0) throw new Error(`The empty site was not built: ${built.stderr.toString()}`);
  return join(site, 'dist/server/entry.mjs');
}

/** The application as people start it: pages, memory, time until ready. */
async function application() {
  const begun = performance.now();
  const origin = await start('../server.ts', [], env, /è pronto: (\S+)/);
  const first = performance.now() - begun;
  const server = children[0]!;
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(SELLER),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const page = await (await fetch(`${origin}/dealer/releases`, { headers: { cookie } })).text();
  const floor = `http://127.0.0.1:${await start('bench-server.ts', ['astro', buildFloor(page)], {}, /(\d+)/)}`;
  const [shell, plain] = await rivals([{ url: `${origin}/dealer/releases`, headers: { cookie } }, { url: floor }]);
  say(
    'Shell page /dealer/releases against its bytes as one Astro page',
    `${shell!.toFixed(0)} / ${plain!.toFixed(0)} = ${((100 * shell!) / plain!).toFixed(0)} %`,
    '≥ 20 %',
  );
  const memory = spawnSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' }).stdout.trim();
  say('Memory of the process after that load', `${(Number(memory) / 1024).toFixed(0)} MB`, '≤ 350 MB');
  say('First start: database, migrations, demo world', `${(first / 1000).toFixed(1)} s`);
  server.kill('SIGTERM');
  await new Promise((done) => server.once('exit', done));
  const again = performance.now();
  await start('../server.ts', [], env, /è pronto: (\S+)/);
  say('Second start', `${((performance.now() - again) / 1000).toFixed(1)} s`, '< 5 s');
  const second = children.at(-1)!;
  second.kill('SIGTERM');
  await new Promise((done) => second.once('exit', done));
}

/** A list through the gateway against the backend alone, before either process has done anything else. */
async function throughGateway(
  { backend, gateway, apart }: Record<'backend' | 'gateway' | 'apart', string>,
  headers: Record<string, string>,
) {
  const nginx = await nginxBefore(backend);
  const direct = `http://127.0.0.1:${backend}`;
  const list = '/quotes?limit=50';
  const targets = [
    { url: gateway + '/api' + list, headers },
    { url: direct + list, headers },
    { url: apart + '/api' + list, headers },
    ...(nginx ? [{ url: nginx + list, headers }] : []),
  ];
  const [through, straight, beside, proxied] = await rivals(targets);
  say(
    'List through the gateway against the backend alone',
    `${through!.toFixed(0)} / ${straight!.toFixed(0)} = ${((100 * through!) / straight!).toFixed(0)} %`,
    '≥ 85 %',
  );
  say('The same through a gateway in a process of its own', `${((100 * beside!) / straight!).toFixed(0)} %`);
  if (proxied)
    say('The same backend behind nginx as plain proxy', `${((100 * proxied) / straight!).toFixed(0)} %`, 'rival');
}

/** Gateway and backend without the site, on a database of their own. */
async function calls() {
  const postgres = await startPostgres({ dataDir: join(folder, 'lists') });
  try {
    const { appUrl, jobsUrl } = await migrate(postgres.ownerUrl, { sessionSecret: env.SESSION_SECRET });
    await seedDemo(postgres.ownerUrl);
    const own = { ...env, DATABASE_APP_URL: appUrl, DATABASE_JOBS_URL: jobsUrl };
    const backend = await start('bench-server.ts', ['backend'], own, /(\d+)/);
    const gateway = `http://127.0.0.1:${await start('bench-server.ts', ['gateway'], own, /(\d+)/)}`;
    const away = { ...own, UPSTREAM_URL: `http://127.0.0.1:${backend}` };
    const apart = `http://127.0.0.1:${await start('bench-server.ts', ['gateway'], away, /(\d+)/)}`;
    if (values.files) {
      const api = `http://127.0.0.1:${await start('bench-server.ts', ['whole'], own, /(\d+)/)}/api`;
      return void (await benchFiles({ ownerUrl: postgres.ownerUrl, api, pid: children.at(-1)!.pid!, say }));
    }
    if (values.import) {
      const api = `http://127.0.0.1:${await start('bench-server.ts', ['whole'], own, /(\d+)/)}/api`;
      return void (await benchImport(api, { seconds, say }));
    }
    const direct = `http://127.0.0.1:${backend}`;
    const { token } = (await (
      await fetch(`${direct}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(SELLER),
      })
    ).json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const quotes = await fetch(`${direct}/quotes?limit=1&state=issued`, { headers });
    const quoteId = ((await quotes.json()) as { rows: { id: number }[] }).rows[0]!.id;
    if (values.stock)
      return void (await stock({
        ownerUrl: postgres.ownerUrl,
        origin: direct,
        headers,
        cars: Number(values.rows),
        say,
      }));
    if (values.contracts) {
      const where = { ownerUrl: postgres.ownerUrl, origin: direct, api: `${gateway}/api` };
      return void (await contracts({ ...where, contracts: 2 * Number(values.rows), say }));
    }
    if (values.documents)
      return void (await documents({ ownerUrl: postgres.ownerUrl, origin: direct, headers, quoteId, say }));
    if (!values.photos && !values.neighbour) await throughGateway({ backend, gateway, apart }, headers);
    if (values.neighbour) {
      // In one process with the jobs, as a dealer runs it; before the crowd, whose wrong passwords shut its account.
      await besideLoads(`http://127.0.0.1:${await start('bench-server.ts', ['whole'], own, /(\d+)/)}/api`, { say });
      children.pop()!.kill('SIGTERM');
    }
    if (!values.photos) await neighbour(`${gateway}/api`, { quoteId, seconds, say });
    if (values.neighbour) return;
    await photosBeside(`${gateway}/api`, { seconds, say });
    if (values.photos) return;
    await lists(postgres.ownerUrl, direct, headers);
    const whose = { ownerUrl: postgres.ownerUrl, appUrl, origin: direct, headers };
    await searches({ ...whose, customers: Number(values.rows), say });
    await documents({ ...whose, quoteId, say });
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await postgres.stop();
  }
}

async function main() {
  if (
    !values.neighbour &&
    !values.documents &&
    !values.photos &&
    !values.import &&
    !values.files &&
    !values.stock &&
    !values.contracts
  ) {
    engine();
    await application();
  }
  await calls();
}

const over = (measure: typeof benchNumbers | typeof benchFms) =>
  measure({
    serve: async (role: 'backend' | 'whole' | 'pages', { appUrl, jobsUrl }: { appUrl: string; jobsUrl: string }) => {
      const own = { ...env, DATABASE_APP_URL: appUrl, DATABASE_JOBS_URL: jobsUrl };
      const origin =
        role === 'pages'
          ? await start('../server.ts', [], own, /è pronto: (\S+)/)
          : `http://127.0.0.1:${await start('bench-server.ts', [role], own, /(\d+)/)}`;
      const child = children.at(-1)!;
      return {
        origin,
        pid: child.pid!,
        stop: async () => {
          child.kill('SIGTERM');
          await new Promise((done) => child.once('exit', done));
        },
      };
    },
    sessionSecret: env.SESSION_SECRET,
    say,
  });
const measurePages = () => (values.against ? benchAgainst(values.against, positionals) : benchPages(positionals));
await (
  values.numbers
    ? over(benchNumbers)
    : values.fms
      ? over(benchFms)
      : values.pages
        ? measurePages()
        : values.builder
          ? benchBuilder()
          : values.showroom
            ? benchShowroom()
            : main()
).finally(() => {
  for (const child of children) child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});
