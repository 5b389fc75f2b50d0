/**
 * `npm run bench -- --numbers`: figures over one company of 400,000 contracts in five years, with 1,200,000 instalments
 * and nearly as many receipts, and 1,600,000 lines, among 150 companies. The database is made once, by SQL, and kept
 * under `.data/numbers`.
 */
import { join } from 'node:path';
import pg from 'pg';
import { fillDues } from '../backend/contracts/dues.ts';
import { migrate } from '../backend/db/migrate.ts';
import { openDatabase } from '../backend/db/open.ts';
import { startPostgres } from '../backend/db/postgres.ts';
import { withTenant } from '../backend/db/tenant.ts';
import { seedDemo } from '../backend/seed/demo.ts';
import { addDays, dayInRome } from '../domain/dates.ts';
import { logIn } from './bench-client.ts';
import { besideCalls } from './bench-neighbour.ts';
import { benchCommissions, benchLargeExport, benchReportPages, benchReportsAtSeven, fillWork, LIGURE, SOLD, type Served } from './bench-numbers-work.ts'; // prettier-ignore

const folder = join(import.meta.dirname, '../.data/numbers');
const COMPANY = 21;
const CONTRACTS = 400_000;
/** The other companies, and how many contracts each of them has. */
const OTHERS = 149;
const OTHER_CONTRACTS = 600;
/** Days over which contracts are spread: five years. */
const DAYS = 1826;
const ROUNDS = 7;
const ADMIN = 'paolo.riva@brera.example.it';

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** How many of its three instalments came by today, ten days one after the other: every fortieth contract still owes the last. */
const paid = (n: string, signed: string) =>
  `least(case when ${n} % 40 = 0 then 2 else 3 end, (current_date - ${signed}) / 10)`;

/** Contracts of a company, spread over five years, from those of the demo: the further ones were delivered. */
const contractsSql = `insert into contracts overriding system value
  select r.* from (select array_agg(id order by id) as ids from contracts where company_id = ${COMPANY} and id < 1000000) a
  cross join generate_series(1, $2::int) n
  cross join lateral (select current_date - (n * $3::bigint / $2)::int as signed) s
  join contracts c on c.company_id = ${COMPANY} and c.id = a.ids[1 + n % cardinality(a.ids)]
  cross join lateral (select c.total + n % 1000 * 100 as total) m
  cross join lateral jsonb_populate_record(c, jsonb_build_object('company_id', $1::int, 'id', 1000000 + n,
    'number', 'C-1900-' || lpad(n::text, 8, '0'), 'quote_id', null, 'b2b_quote_id', null, 'draft', '{}'::jsonb,
    'snapshot', '{}'::jsonb, 'waterfall', null, 'versions', '[]'::jsonb, 'total', m.total,
    'received', case ${paid('n', 'signed')} when 3 then m.total else m.total / 3 * ${paid('n', 'signed')} end, 'financed', 0,
    'signed_on', signed, 'approved_on', signed + 1, 'billed_on', least(signed + 20, current_date),
    'registered_on', least(signed + 25, current_date), 'delivered_on', least(signed + 30, current_date),
    'created_at', signed + time '10:00', 'updated_at', signed + time '10:00', 'has_facts', true, 'has_dues', false)) r`;
const KINDS = "array['deposit', 'advance', 'balance']";
const receiptsSql = `insert into contract_receipts (company_id, contract_id, number, received_on, method, amount, kind, location_id, made_by, created_at)
  select c.company_id, c.id, 'R-' || c.id || '-' || n, c.signed_on + n * 10, (array['cash', 'transfer', 'card'])[n],
    case n when 3 then c.total - c.total / 3 * 2 else c.total / 3 end, (${KINDS})[n], c.location_id, c.made_by, c.created_at
  from contracts c, generate_series(1, 3) n
  where c.company_id = $1 and c.id > 1000000 and n <= ${paid('(c.id - 1000000)', 'c.signed_on')}`;
const paymentsSql = `insert into contract_payments (company_id, contract_id, place, kind, method, due_on, amount)
  select c.company_id, c.id, n, (${KINDS})[n], 'transfer', case when n < 3 then c.signed_on + n * 10 end,
    case n when 3 then c.total - c.total / 3 * 2 else c.total / 3 end
  from contracts c, generate_series(1, 3) n where c.company_id = $1 and c.id > 1000000`;
const linesSql = `insert into contract_lines (company_id, contract_id, kind, type, party, name, amount, net, earned, cost, months)
  select c.company_id, c.id, l.kind, l.kind || c.id % 14, l.party || c.id % 20, l.kind, 50000 + c.id % 700 * 100, 41000, 9000, 20000, 48
  from contracts c, (values ('incentive', 'Casa '), ('plan', 'Banca '), ('policy', 'Compagnia '), ('accessory', '')) l (kind, party)
  where c.company_id = $1 and c.id > 1000000`;

/** Makes the rows by SQL alone: the keys of others and what follows from a row are not looked at, because all come from the demo. */
async function fill(owner: pg.Client): Promise<void> {
  const make = async (company: number, contracts: number) => {
    await owner.query(contractsSql, [company, contracts, DAYS]);
    await owner.query(receiptsSql, [company]);
    await owner.query(paymentsSql, [company]);
    await owner.query(linesSql, [company]);
  };
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `insert into companies select r.* from companies c, generate_series(1, $1::int) n,
       jsonb_populate_record(c, jsonb_build_object('company_id', 1000 + n, 'name', 'Concessionaria ' || n)) r
     where c.company_id = $2`,
    [OTHERS, COMPANY],
  );
  await make(COMPANY, CONTRACTS);
  for (let n = 1; n <= OTHERS; n++) await make(1000 + n, OTHER_CONTRACTS);
  await fillWork(owner, make);
  await owner.query('commit');
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
}

async function makeOnce(ownerUrl: string, say: Run['say']): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ made: number }>(
      'select count(*)::int as made from contract_payments where company_id = 22 and contract_id > 1000000',
    );
    if (rows[0]!.made === SOLD * 3) return;
    const begun = performance.now();
    await seedDemo(ownerUrl);
    await fill(owner);
    const seconds = (performance.now() - begun) / 1000;
    say(`The company and its ${OTHERS} neighbours are made`, `${seconds.toFixed(0)} s`, '≤ 300 s');
  } finally {
    await owner.end();
  }
}

/** What is due of the made contracts, as the job writes it that fills it in. */
async function fillIn(ownerUrl: string, appUrl: string, say: Run['say']): Promise<void> {
  const begun = performance.now();
  const db = openDatabase(appUrl);
  let filled = 0;
  for (const companyId of [LIGURE, COMPANY, ...Array.from({ length: OTHERS }, (_, n) => 1001 + n)]) {
    const some = () => withTenant(db, { companyId, userId: null }, (trx) => fillDues({ db: trx, user: { companyId } }, 5000)); // prettier-ignore
    for (let n = await some(); n > 0; n = await some()) filled += n;
  }
  await db.destroy();
  if (filled === 0) return;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('vacuum analyze contracts, contract_dues');
  await owner.end();
  const seconds = (performance.now() - begun) / 1000;
  say(`What is due of ${filled.toLocaleString('it-IT')} contracts is filled in`, `${seconds.toFixed(0)} s`);
}

interface Run {
  /** Starts the backend alone, the gateway with it and the jobs, or the whole application with its pages, on a database. */
  serve(role: 'backend' | 'whole' | 'pages', urls: { appUrl: string; jobsUrl: string }): Promise<Served & { stop(): Promise<void> }>; // prettier-ignore
  sessionSecret: string;
  say(what: string, figure: string, aim?: string): void;
}

interface Span {
  name: string;
  from: string;
  to: string;
  /** Aims in ms: over contracts, over lines. */
  contracts: number;
  lines: number;
}

export async function benchNumbers({ serve, sessionSecret, say }: Run): Promise<void> {
  const postgres = await startPostgres({ dataDir: folder });
  try {
    const urls = await migrate(postgres.ownerUrl, { sessionSecret });
    await makeOnce(postgres.ownerUrl, say);
    await fillIn(postgres.ownerUrl, urls.appUrl, say);
    const today = dayInRome(new Date());
    const spans: Span[] = [
      { name: '12 months', from: addDays(today, -364), to: today, contracts: 100, lines: 300 },
      { name: '5 years', from: addDays(today, -1825), to: today, contracts: 400, lines: 1500 },
    ];
    const backend = await serve('backend', urls);
    const { origin } = backend;
    const headers = { authorization: `Bearer ${await logIn(origin, ADMIN)}` };
    const time = async (path: string) => {
      const times: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const begun = performance.now();
        const answer = await fetch(origin + path, { headers });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
        // The first one warms up.
        if (round > 0) times.push(performance.now() - begun);
      }
      return median(times);
    };
    const empty = await time('/quotes/sellers');
    const rowsPath = ({ from, to }: Span) => `/stats/rows?figure=contracts&basis=signed&from=${from}&to=${to}`;
    for (const span of spans)
      say(
        `All measures of contracts and their latest 50, ${span.name}`,
        `${(await time(rowsPath(span))).toFixed(0)} ms`,
        `≤ ${span.contracts} ms; empty call ${empty.toFixed(1)} ms`,
      );
    say('A day of the company', `${(await time('/stats/daily')).toFixed(0)} ms`, `empty call ${empty.toFixed(1)} ms`);
    const linesPath = ({ from, to }: Span) => `/reports/incentives?basis=signed&by=type&from=${from}&to=${to}`;
    for (const span of spans)
      say(
        `Incentives by type, ${span.name}`,
        `${(await time(linesPath(span))).toFixed(0)} ms`,
        `≤ ${span.lines} ms; empty call ${empty.toFixed(1)} ms`,
      );
    const owner = new pg.Client({ connectionString: postgres.ownerUrl });
    await owner.connect();
    // It ends before its server does, also when something fails: that is what is to be read.
    try {
      const pages = await serve('pages', urls);
      await benchReportPages(pages, ADMIN, say).finally(pages.stop);
      const whole = await serve('whole', urls);
      try {
        const paths = [rowsPath(spans[1]!), rowsPath(spans[0]!), '/stats/daily'];
        await besideCalls(`${whole.origin}/api`, { paths, say });
        await benchLargeExport(whole, ADMIN, say);
        await benchReportsAtSeven(owner, whole, say);
      } finally {
        await whole.stop();
      }
      await benchCommissions(owner, backend, say);
    } finally {
      await owner.end();
    }
  } finally {
    await postgres.stop();
  }
}
