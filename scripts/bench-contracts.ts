/** Part of `npm run bench`: contracts with 200,000 of them in one company: one in one call, lists, prints, and a neighbour beside. */
import pg from 'pg';
import { logIn } from './bench-client.ts';
import { besideCalls } from './bench-neighbour.ts';

interface Run {
  ownerUrl: string;
  /** Addresses of the backend and of the gateway's calls. */
  origin: string;
  api: string;
  contracts: number;
  say(what: string, figure: string, aim: string): void;
}

const ROUNDS = 7;
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Copies the contracts of the demo with numbers and days of their own; what was agreed in detail stays with the first ones. */
async function fill(owner: pg.Client, most: number): Promise<void> {
  await owner.query(
    `insert into contracts overriding system value
     select r.* from (select array_agg(id order by id) as ids from contracts where company_id = 21) a, generate_series(1, $1::int) n
     join contracts c on c.company_id = 21
     cross join lateral jsonb_populate_record(c, jsonb_build_object('id', 1000000 + n, 'number', 'C-1900-' || lpad(n::text, 8, '0'), 'quote_id', null,
       'b2b_quote_id', null, 'draft', '{}'::jsonb, 'snapshot', '{}'::jsonb, 'total', c.total + n % 1000 * 100,
       'created_at', c.created_at - n * interval '9 minutes', 'updated_at', c.updated_at - n * interval '9 minutes')) r
     where c.id = a.ids[1 + n % cardinality(a.ids)]`,
    [most],
  );
  await owner.query('vacuum analyze contracts');
  await owner.query('checkpoint');
}

/** A contract of the demo of which all eight documents can be printed: the contract, its annexes, and an attachment. */
async function whole(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `update contracts c set approved_on = current_date, delivery_on = current_date, kind = 'used',
       agreed_trade_ins = jsonb_build_array(jsonb_build_object('type', 'barter', 'plate', 'BN123CH', 'description', 'Alba 1.0', 'km', 61480,
         'valuation', 100000, 'residualDebt', 0)),
       trade_ins = '[{"vin": "", "owner": "", "registeredOn": null, "lender": "", "statementOn": null, "revaluation": 90000, "revaluationReason": "Paraurti"}]'
     where (company_id, id) = (select company_id, id from contracts where company_id = 21 and id < 1000000 and kind <> 'b2b' and canceled_at is null
       order by id limit 1)
     returning c.id`,
  );
  return Number(rows[0]!.id);
}

const views = [
  '',
  'state=incomplete',
  'state=approved',
  'state=billed',
  'state=completed',
  'canceled=true',
  'lacking=true',
];
const lists: [what: string, path: string][] = [
  ['as it opens', 'limit=50'],
  ['with the counts of its views', `limit=50&views=${encodeURIComponent(views.join('|'))}`],
  ['to approve', 'limit=50&state=waiting_approvation'],
  ['that owe', 'limit=50&owing=true'],
  ['of a kind that there is none of', 'limit=50&kind=b2b'],
  ['by total', 'limit=50&sort=total&dir=desc'],
  ['by days in the state', 'limit=50&sort=since&dir=asc'],
];

export async function contracts({ ownerUrl, origin, api, contracts: most, say }: Run): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const headers = { authorization: `Bearer ${await logIn(api, 'paolo.riva@brera.example.it')}` };
  const time = async (path: string) => {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const begun = performance.now();
      const answer = await fetch(origin + path, { headers });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.slice(0, 200)}`);
      // The first one warms up.
      if (round > 0) times.push(performance.now() - begun);
    }
    return median(times);
  };
  try {
    const id = await whole(owner);
    await fill(owner, most);
    const empty = await time('/quotes/sellers');
    const print = async (what: string, path: string, aim: number) =>
      say(what, `${(await time(path)).toFixed(1)} ms`, `≤ ${aim} ms; empty call ${empty.toFixed(1)} ms`);
    await print('A contract in one call', `/contracts/${id}`, 100);
    for (const [what, path] of lists)
      await print(`${most.toLocaleString('it-IT')} contracts, ${what}`, `/contracts?${path}`, 50);
    await print('Packet of a contract with all its documents', `/contracts/${id}/packet`, 3000);
    await print('Preview of a layout on it', `/layouts/contracts/preview?record=${id}&number=0`, 400);
    const crowd = ['packet', 'document', 'preview', 'annex?annex=privacy', 'performance'];
    const paths = [
      ...crowd.map((path) => `/contracts/${id}/${path}`),
      ...lists.map(([, path]) => `/contracts?${path}`),
    ];
    await besideCalls(api, { paths, say });
  } finally {
    await owner.end();
  }
}
