/**
 * Part of `npm run bench -- --numbers`: what goes through many rows at once. Ligure gets 800 sellers and 50,000 contracts
 * of the last quarter, and 150 companies five reports each that are due at one moment; all by SQL, and kept.
 */
import type pg from 'pg';
import { commissionRuleFields } from '../domain/commissions/rule-fields.ts';
import { quarterOf } from '../domain/commissions/month.ts';
import { addDays, addMonths, dayInRome } from '../domain/dates.ts';
import { blankOf } from '../domain/record/fields.ts';
import { keysOf } from '../domain/record/machine.ts';
import { reports } from '../domain/reports/reports.ts';
import { grown } from './bench-files.ts';
import { enter, logIn, medianOf, p99 } from './bench-client.ts';

export const LIGURE = 22;
const LIGURE_ADMIN = 'anna.bruno@ligure.example.it';
const SELLERS = 800;
export const SOLD = 50_000;
const ENTRIES = 30;
const RULES = 10;
/** Ids of the made people begin here. */
const FIRST = 2_000_000;
/** Companies with reports, and how many each of them has. */
const SENDERS = 149;
const EACH = 5;
const PAGES = 5;

export interface Served {
  /** The address of the process, and its number. */
  origin: string;
  pid: number;
}
type Say = (what: string, figure: string, aim?: string) => void;

const today = dayInRome(new Date());
/** The first day of the quarter that is over. */
const quarter = addMonths(quarterOf(today), -3);

const people = `insert into users overriding system value select r.* from users u, generate_series(1, $2::int) n
  cross join lateral jsonb_populate_record(u, jsonb_build_object('company_id', $1::int, 'id', ${FIRST} + n,
    'name', 'Persona ' || n, 'email', 'p' || n || '.' || $1 || '@posta.example.it')) r
  where u.email = $3 on conflict do nothing`;

/** Sellers of Ligure with their sales, and who sends reports elsewhere. Runs once, in the transaction that makes the rest. */
export async function fillWork(owner: pg.Client, makeContracts: (company: number, contracts: number) => Promise<void>) {
  await makeContracts(LIGURE, SOLD);
  await owner.query(people, [LIGURE, SELLERS, 'luca.costa@ligure.example.it']);
  await owner.query(
    `update contracts set seller_id = ${FIRST + 1} + id % ${SELLERS}, canceled_at = null, withdrawn_at = null, origin = 'quote'
      where company_id = ${LIGURE} and id > 1000000`,
  );
  await owner.query(
    `insert into commission_rules (company_id, name, subject, earner, "trigger", "from", fixed, adds, variable, bands_by)
      select ${LIGURE}, 'Regola ' || n, 'car', 'seller', 'approved', '2020-01-01', n * 1000, true, 'variable', 'whole' from generate_series(1, ${RULES}) n`,
  );
  for (let n = 1; n <= SENDERS; n++) {
    await owner.query(people, [1000 + n, 1, 'paolo.riva@brera.example.it']);
    await owner.query(
      `insert into schedules (company_id, kind, owner_id, parameters, recurrence, due_at, paused_at)
        select $1, 'automatic-report', ${FIRST + 1}, jsonb_build_object('id', ${FIRST} + n), '{"at": ["07:00"]}', now(), now()
        from generate_series(1, ${EACH}) n`,
      [1000 + n],
    );
    for (const [at, report] of [
      'payments',
      'contractsPaymentFlow',
      'incentives',
      'businessCenters',
      'performance',
    ].entries())
      // prettier-ignore
      await owner.query(
        `insert into automatic_reports (company_id, id, name, report, period, basis, group_by, every, "time", format, user_ids, owner_id, schedule_id)
          overriding system value select $1, ${FIRST + 1} + $2::int, $3, $3, 'last_month', $4, $5, 'day', '07:00', $6, array[${FIRST + 1}], ${FIRST + 1},
            (select id from schedules where company_id = $1 and (parameters->>'id')::bigint = ${FIRST + 1} + $2::int)`,
        [1000 + n, at, report, keysOf(reports[report as 'payments'].bases)[0], keysOf(reports[report as 'payments'].groups)[0], at === 4 ? 'pdf' : 'xlsx'], // prettier-ignore
      );
  }
}

/** The quarter passes while the data stays: its contracts move with it. */
const moveQuarter = (owner: pg.Client) =>
  owner.query(
    `update contracts set approved_on = $1::date + (id % 90)::int, signed_on = $1::date + (id % 90)::int
      where company_id = ${LIGURE} and id > 1000000 and approved_on <> $1::date + (id % 90)::int`,
    [quarter],
  );

/** A statement of each seller for the month that is over, as a draft with its lines. */
async function draftStatements(owner: pg.Client): Promise<{ id: number; version: number }[]> {
  const month = addMonths(`${today.slice(0, 7)}-01`, -1);
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  for (const table of ['commission_entries', 'commission_statements'])
    await owner.query(`delete from ${table} where company_id = ${LIGURE} and user_id > ${FIRST}`);
  const { rows } = await owner.query<{ id: number; version: number }>(
    `insert into commission_statements (company_id, user_id, month, created_at, updated_at)
      select ${LIGURE}, id, $1, now(), now() from users where company_id = ${LIGURE} and id > ${FIRST} returning id::int, version`,
    [month],
  );
  await owner.query(
    `insert into commission_entries (company_id, contract_id, user_id, kind, trigger, day, month, whole, amount, open, at)
      select c.company_id, c.id, c.seller_id, 'earned', 'approved', $1::date + 3, $1, 15000, 15000, false, now()
      from generate_series(1, ${SELLERS * ENTRIES}) n join contracts c on c.company_id = ${LIGURE} and c.id = 1000000 + n`,
    [month],
  );
  await owner.query('commit');
  await owner.query('analyze commission_entries, commission_statements');
  return rows;
}

const seconds = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

/** The slowest report as a page, as the browser gets it. */
export async function benchReportPages({ origin }: Served, as: string, say: Say): Promise<void> {
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: as, password: 'Prova-2026-demo' }),
  });
  const cookie = login.headers.getSetCookie().map((each) => each.split(';')[0]).join('; '); // prettier-ignore
  const times: [name: string, ms: number][] = [];
  for (const name of keysOf(reports)) {
    const took: number[] = [];
    for (let round = 0; round <= PAGES; round++) {
      const begun = performance.now();
      const answer = await fetch(`${origin}/dealer/reports/${name}`, { headers: { cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      if (round > 0) took.push(performance.now() - begun);
    }
    times.push([name, medianOf(took)]);
  }
  for (const [name, ms] of times.toSorted((a, b) => b[1] - a[1]).slice(0, 3))
    say(`Page of a report: ${name}`, `${ms.toFixed(0)} ms`, '≤ 150 ms');
}

/**
 * Rows of incentives as files: too many to be waited for, so that the job of the process with this number makes them, from the order
 * to the file that is ready.
 */
export async function benchLargeExport({ origin, pid }: Served, as: string, say: Say): Promise<void> {
  const api = `${origin}/api`;
  const headers = { authorization: `Bearer ${await logIn(api, as)}` };
  const read = async (path: string) => (await fetch(api + path, { headers })).json();
  // 80,000 contracts a year with an incentive each.
  const span = `from=${addDays(today, -1141)}&to=${today}&basis=signed`;
  const newest = async () => ((await read('/spreadsheets')) as { id: number; state: string; failure: string | null; rows: number; bytes: number }[])[0]; // prettier-ignore
  for (const format of ['csv', 'xlsx']) {
    const before = (await newest())?.id;
    const begun = performance.now();
    const most = await grown(pid, async () => {
      const ordered = await fetch(`${api}/reports/incentives/export?${span}&format=${format}`, { headers });
      await ordered.arrayBuffer();
      while (performance.now() - begun < 600_000) {
        const made = await newest();
        if (made && made.id !== before && made.state !== 'waiting') return;
        await new Promise((done) => setTimeout(done, 200));
      }
    });
    const took = seconds(begun);
    const made = (await newest())!;
    if (made.id === before || made.state !== 'ready') throw new Error(`export: ${made.state} ${made.failure}`);
    say(
      `${made.rows.toLocaleString('it-IT')} rows as ${format.toUpperCase()}, ${(made.bytes / 1e6).toFixed(0)} MB`,
      `${took}, ${most.toFixed(0)} MB`,
      '≤ 60 s in 250 MB over before',
    );
  }
}

/** A rule tried on the contracts of the last quarter, and the statements of a month confirmed together. */
export async function benchCommissions(owner: pg.Client, { origin }: Served, say: Say): Promise<void> {
  await moveQuarter(owner);
  const rows = await draftStatements(owner);
  const headers = { authorization: `Bearer ${await logIn(origin, LIGURE_ADMIN)}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const begun = performance.now();
    const sent = { method: 'POST', headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify(body) }; // prettier-ignore
    const answer = await fetch(origin + path, sent);
    const said = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`);
    return { said, took: seconds(begun) };
  };
  const rule = { ...blankOf(commissionRuleFields), name: 'Prova', from: today, fixed: 90_00 };
  const tried = await post('/commissions/simulation', { rule, replaces: null });
  const contracts = (tried.said as { contracts: number }).contracts.toLocaleString('it-IT');
  say(`A rule tried on the ${contracts} contracts of a quarter`, tried.took, '≤ 10 s');
  const { said, took } = await post('/commissions/statements/confirm', { rows });
  const confirmed = (said as { results: { done: boolean; message: string | null }[] }).results;
  const refused = confirmed.find((one) => !one.done);
  if (refused) throw new Error(`confirm: ${refused.message}`);
  say(`${confirmed.length} statements of ${ENTRIES} lines confirmed together`, took, '≤ 30 s');
}

/** All reports of all companies due at once, until the last one has left, and a neighbour's list meanwhile. */
export async function benchReportsAtSeven(owner: pg.Client, { origin }: Served, say: Say): Promise<void> {
  const all = SENDERS * EACH;
  await owner.query(`delete from pgboss.job where state < 'active'`);
  await owner.query('delete from report_mails; delete from report_mailings; delete from schedule_runs');
  const other = await enter(`${origin}/api`, LIGURE_ADMIN);
  const alone = await p99(other, () => false, 200);
  const begun = performance.now();
  await owner.query(`update schedules set due_at = now(), paused_at = null where kind = 'automatic-report' and owner_id = ${FIRST + 1}`); // prettier-ignore
  let left = 0;
  let isOver = false;
  const beside = p99(other, () => !isOver);
  try {
    while (left < all && performance.now() - begun < 1_200_000) {
      await new Promise((done) => setTimeout(done, 1000));
      const { rows } = await owner.query<{ left: number }>(
        `select (select count(*) from report_mails where state = 'sent')::int
          + (select count(*) from report_mailings where state in ('empty', 'failed'))::int as left`,
      );
      left = rows[0]!.left;
    }
  } finally {
    isOver = true;
  }
  const { rows } = await owner.query<{ state: string; n: number }>(`select state, count(*)::int as n from report_mailings group by 1 order by 1`); // prettier-ignore
  say(`${left} of ${all} reports due at 7:00 have left`, seconds(begun), `≤ 600 s; ${rows.map(({ state, n }) => `${n} ${state}`).join(', ')}`); // prettier-ignore
  const slowed = await beside;
  say('A neighbour’s list, p99 alone and meanwhile', `${alone.toFixed(0)} → ${slowed.toFixed(0)} ms = ${(slowed / alone).toFixed(1)}×`, '≤ 2×'); // prettier-ignore
  await owner.query(`update schedules set paused_at = now() where kind = 'automatic-report' and owner_id = ${FIRST + 1}`); // prettier-ignore
}
