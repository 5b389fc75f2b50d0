/** Part of `npm run bench -- --showroom`: 100,000 leads listed and queued, and a portal that sends 500 a second. */
import type pg from 'pg';
import { leadsBeside } from './bench-neighbour.ts';

const LEADS = 100_000;
/** Seconds within which a portal's leads are sent, and for which their reading is watched afterwards. */
const SENDING = 20;
const READING = 40;

type Say = (what: string, figure: number, aim: number) => void;
type Timed = (path: string) => Promise<number>;

/** Fills a company with leads of two years, a fifth of them open, by the database itself. */
async function fill(owner: pg.Client): Promise<void> {
  await owner.query(
    `with sellers as (select array_agg(id order by id) as ids from users where company_id = 21 and archived_at is null and 13 = any(privileges))
     insert into leads (company_id, number, state, outcome, closed_on, assignee_id, name, phone, email, source, source_name, type, vehicle,
       received_at, first_at, next_type, next_at, warn_at, escalate_at, told, created_at, updated_at)
     select 21, 'L-B-' || n, case when is_open then (array['to_handle', 'in_progress', 'negotiation'])[1 + n % 3] else 'closed' end,
       case when not is_open then (array['won', 'lost', 'invalid'])[1 + n % 3] end, case when not is_open then at::date end,
       s.ids[1 + n % cardinality(s.ids)], 'Lead ' || n, '+3933' || (10000000 + n), 'b' || n || '@posta.example.it',
       (array['portal', 'web', 'call', 'email'])[1 + n % 4], 'AutoVetrina', 'sales', 'Lumera Rea',
       at, at + interval '1 hour', case when is_open then 'follow_up' end, case when is_open then due end,
       case when is_open then due - interval '1 hour' end, case when is_open then due + interval '1 day' end, 2, at, at
     from generate_series(1, $1::int) n cross join sellers s,
       lateral (select n % 5 = 0 as is_open, now() - n * interval '10 minutes' as at, now() + (n % 4000 - 1000) * interval '1 hour' as due) x`,
    [LEADS],
  );
  await owner.query('analyze leads');
}

const count = async (owner: pg.Client, what: string) =>
  (await owner.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]!.n;

/** Prints how 100,000 leads are shown, and what a portal's leads cost: their calls, a neighbour, and none lost or doubled. */
export async function benchLeads(url: string, owner: pg.Client, timed: Timed, say: Say): Promise<void> {
  await fill(owner);
  say('100,000 leads, the list', await timed('/api/leads?limit=50'), 50);
  say('… the late ones, the second page', await timed('/api/leads?limit=50&late=true&offset=50'), 50);
  say('… the queue as it is asked again', await timed('/api/leads/live?limit=50'), 50);
  say('… the board', await timed('/api/leads/live?columns=state&limit=20'), 50);
  const many = await leadsBeside(`${url}/api`, { leads: 100, pace: 5, seconds: SENDING });
  say(`500 leads a second for ${SENDING} s: a call of 100`, many.median, 100);
  console.log(
    `… leads a second: ${(many.sent / many.seconds).toFixed(0)}, neighbour ${(many.beside / many.alone).toFixed(1)}×  ≤ 2×`,
  );
  const single = await leadsBeside(`${url}/api`, { leads: 1, pace: 60, seconds: SENDING });
  say(`60 calls of one lead a second for ${SENDING} s: a call`, single.median, 100);
  console.log(
    `… a second: ${(single.sent / single.seconds).toFixed(0)}, neighbour ${(single.beside / single.alone).toFixed(1)}×  ≤ 2×`,
  );
  const most = await leadsBeside(`${url}/api`, { leads: 1, pace: null, seconds: 5 });
  console.log(`… as many as go, eight at a time: ${(most.sent / most.seconds).toFixed(0)} a second  ≥ 60`);
  const read = () => count(owner, `leads where company_id = 21 and source_name = 'Portale di prova'`);
  const [before, begun] = [await read(), performance.now()];
  await new Promise((done) => setTimeout(done, READING * 1000));
  const seconds = (performance.now() - begun) / 1000;
  const after = await read();
  const kept = await count(owner, `lead_intakes where company_id = 21 and source = 'Portale di prova'`);
  const linked = await count(
    owner,
    `lead_intakes where company_id = 21 and source = 'Portale di prova' and lead_id is not null`,
  );
  const twice = await count(
    owner,
    `(select from leads where company_id = 21 and source_name = 'Portale di prova' group by name having count(*) > 1) twice`,
  );
  console.log(`Read afterwards: ${((after - before) / seconds).toFixed(0)} leads a second`);
  console.log(
    `Sent ${many.sent + single.sent + most.sent}, kept ${kept}, doubled ${twice}, read ${after} of which ${linked} linked`,
  );
}
