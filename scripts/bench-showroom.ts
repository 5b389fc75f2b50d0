/**
 * `npm run bench -- --showroom`: 100,000 leads and a portal that sends more, and a month of 5,000 events of twelve calendars, opened as a call and as a screen, and what dragging one of
 * them costs for each move of the pointer.
 */
import pg from 'pg';
import { chromium, type Page } from 'playwright';
import { startPostgres } from '../backend/db/postgres.ts';
import { addDays, dayInRome } from '../domain/dates.ts';
import { buildIfNeeded } from '../server/build.ts';
import { startApplication } from '../tests/support/application.ts';
import { benchLeads } from './bench-leads.ts';
import { needChromium } from './chromium.ts';

const CALENDARS = 12;
const EVENTS = 5000;
const ROUNDS = 15;
const MOVES = 120;
const ADMIN = { email: 'paolo.riva@brera.example.it', password: 'Prova-2026-demo' };

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
const say = (what: string, figure: number, aim: number) =>
  console.log(`${what.padEnd(48)} ${figure.toFixed(1).padStart(8)} ms  ≤ ${aim} ms${figure > aim ? '  missed' : ''}`);

/** Fills twelve cars' calendars with a month of events of half an hour, by the database itself; returns their ids. */
async function fill(owner: pg.Client, from: string): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into calendars (company_id, name, kind, capacity) select 21, 'Auto ' || n, 'car', 50 from generate_series(1, $1::int) n returning id`,
    [CALENDARS],
  );
  const ids = rows.map(({ id }) => id);
  await owner.query(
    `with made as (
       insert into calendar_events (company_id, kind, title, starts_at, ends_at, calendar_ids, user_ids, customer_id, checklist, created_at, updated_at)
       select 21, (array['appointment','test_drive','delivery','internal'])[1 + n % 4], 'Evento ' || n, at, at + interval '30 minutes',
         array[($2::bigint[])[1 + n % cardinality($2::bigint[])]], '{}', (select id from customers where company_id = 21 order by id offset n % 100 limit 1),
         '[{"text":"Patente controllata","done":false}]', now(), now()
       from generate_series(1, $1::int) n,
         lateral (select ($3::date + (n % 30) * interval '1 day' + interval '8 hours' + (n / 360 % 20) * interval '30 minutes') as at) place
       returning id, calendar_ids[1] as calendar_id, starts_at, ends_at)
     insert into calendar_bookings (company_id, event_id, calendar_id, starts_at, free_at)
       select 21, id, calendar_id, starts_at, ends_at from made`,
    [EVENTS, ids, from],
  );
  await owner.query('analyze calendar_events');
  return ids;
}

/** Milliseconds of script, style and layout of each move of the pointer with an event in the hand. */
async function drag(page: Page): Promise<number> {
  const box = (await page.locator('.cal-wide .cal-event').nth(40).boundingBox())!;
  const wire = await page.context().newCDPSession(page);
  await wire.send('Performance.enable');
  const spent = async () => {
    const { metrics } = await wire.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((one) => one.name === name)!.value;
    return (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration')) * 1000;
  };
  await page.mouse.move(box.x + 10, box.y + 6);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 30);
  const before = await spent();
  for (let at = 0; at < MOVES; at++) await page.mouse.move(box.x + 40 + (at % 60) * 6, box.y + 30 + (at % 30) * 4);
  const after = await spent();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return (after - before) / MOVES;
}

/** Prints what a month of events costs, each figure with its aim. */
export async function benchShowroom(): Promise<void> {
  await buildIfNeeded();
  const { url, dataDir, stop } = await startApplication();
  const postgres = await startPostgres({ dataDir, join: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl });
  const browser = await chromium.launch({
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  try {
    await owner.connect();
    const from = `${dayInRome(new Date()).slice(0, 7)}-01`;
    const ids = (await fill(owner, from)).join(',');
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } });
    await context.request.post('/api/auth/login', { headers: { origin: url }, data: ADMIN });
    const timed = async (path: string) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const begun = performance.now();
        const answer = await context.request.get(path);
        await answer.body();
        if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`);
        times.push(performance.now() - begun);
      }
      return median(times);
    };
    await benchLeads(url, owner, timed, say);
    const month = `from=${from}&to=${addDays(from, 30)}&calendarIds=${ids}`;
    say('A month of 5,000 events, the call', await timed(`/api/calendars/month?${month}`), 150);
    const look = (view: string) => `/dealer/calendars/overView?view=${view}&day=${addDays(from, 9)}&cal=${ids}`;
    say('… its screen as it opens', await timed(look('month')), 150);
    say('… a week of it', await timed(look('week')), 150);
    const page = await context.newPage();
    await page.goto(look('week'));
    await page.locator('astro-island[ssr], [data-asleep]').first().waitFor({ state: 'detached' });
    say('A move while dragging: script, style and layout', await drag(page), 8);
  } finally {
    await browser.close();
    await owner.end();
    await postgres.stop();
    await stop();
  }
}
