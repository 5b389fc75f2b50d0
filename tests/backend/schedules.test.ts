import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '#backend/jobs.ts';
import type { Ctx, Job } from '#backend/lib/work/context.ts';
import { hourly, nextTime, scheduling, type Schedule } from '#backend/lib/work/schedules.ts';
import { expiringQuotes } from '#backend/quotes/expiring.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, beta, call, query } = world;
afterAll(() => world.close());

const at = (time: string, day = TODAY) => (world.clock.now = new Date(`${day}T${time}:00+01:00`));
beforeEach(async () => {
  at('06:00');
  await query('delete from schedules');
  await query('delete from pgboss.job');
});

const ran: string[] = [];
const note = (name: string) => async (ctx: Ctx) => void ran.push(`${name} ${ctx.user.companyId}`);
const morning: Schedule = { name: 'morning', at: ['07:00'], run: note('morning') };
const often: Schedule = { name: 'often', at: hourly(7, 19, 30), run: note('often') };
const [clock, work] = scheduling([morning, often]);
const look = () => clock.run(world.outside(), {});
const queued = async () => {
  const rows = await query(
    `select data ->> 'name' as name, (data ->> 'companyId')::int as company from pgboss.job where name = 'scheduled'
     and (data ->> 'companyId')::int in ($1, $2) order by created_on, start_after, 1, 2`,
    [alfa.companyId, beta.companyId],
  );
  return rows.map(({ name, company }) => `${String(name)} ${String(company)}`);
};
const ofAll = (name: string) => [`${name} ${alfa.companyId}`, `${name} ${beta.companyId}`];

describe('repeated work', () => {
  test('waits for its time, then is due once for each company, whoever looks', async () => {
    await look();
    expect(await queued()).toEqual([]);
    at('07:00');
    await Promise.all([look(), look(), look()]);
    await look();
    expect((await queued()).toSorted()).toEqual(ofAll('morning'));
    at('07:30');
    await look();
    expect((await queued()).toSorted()).toEqual([...ofAll('morning'), ...ofAll('often')]);
  });

  test('runs once after an outage for all times that passed, the longest due first', async () => {
    await look();
    at('18:45', '2026-11-23');
    await look();
    await look();
    const own = (await queued()).filter((each) => each.endsWith(String(alfa.companyId)));
    expect(own).toEqual([`morning ${alfa.companyId}`, `often ${alfa.companyId}`]);
    const [{ due } = {}] = await query(`select due_at as due from schedules where company_id = $1 and name = 'often'`, [
      alfa.companyId,
    ]);
    expect(new Date(due as string).toISOString()).toBe('2026-11-23T18:30:00.000Z');
  });

  test('of one company fails for itself', async () => {
    const failing: Schedule = {
      name: 'failing',
      at: ['07:00'],
      run: async (ctx) => {
        if (ctx.user.companyId === alfa.companyId) throw new Error('Rotto');
        await note('failing')(ctx);
      },
    };
    const [, one] = scheduling([failing]);
    const run = (companyId: number) => one.run(world.outside(), { companyId, name: 'failing' });
    ran.length = 0;
    await expect(run(alfa.companyId)).rejects.toThrow('Rotto');
    await run(beta.companyId);
    expect(ran).toEqual([`failing ${beta.companyId}`]);
    // One that is no longer part of the product is no error.
    await work.run(world.outside(), { companyId: beta.companyId, name: 'gone' });
  });

  test('keeps the clock of Rome in both nights of its change', () => {
    const daily = { at: ['08:00'] };
    const from = (instant: string) => nextTime(daily, new Date(instant)).toISOString();
    expect(from('2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(from('2027-03-27T12:00:00Z')).toBe('2027-03-28T06:00:00.000Z');
    expect(from('2026-11-20T07:00:00Z')).toBe('2026-11-21T07:00:00.000Z');
  });

  test('tells sellers of quotes that end soon, by the workers', async () => {
    const seller = await world.user(901, EVERY);
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa) })).body;
    await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
    await query('update quotes set expires_on = $1 where id = $2', ['2026-11-21', id]);
    const { jobsUrl, appUrl } = database;
    const now = () => at(expiringQuotes.at[0]!);
    const jobs = [
      await startJobs({ jobsUrl, appUrl, config: world.config, now }),
      await startJobs({ jobsUrl, appUrl, config: world.config, now }),
    ];
    await query("insert into schedules (company_id, name, due_at) values ($1, 'expiring-quotes', $2)", [901, now()]);
    const add = (companyId: number) =>
      world.outside().asCompany(companyId, null, (ctx) => ctx.enqueue({ name: 'schedules', run: async () => {} }, {}));
    await add(901);
    await add(901);
    const told = async () => (await call(seller, 'GET /notifications', { query: {} })).body.rows.length as number;
    await expect.poll(told, { timeout: 10_000 }).toBe(1);
    await Promise.all(jobs.map((one) => one.stop()));
    const done = await query(
      "select state from pgboss.job where name = 'scheduled' and data ->> 'name' = 'expiring-quotes'",
    );
    expect(done).toEqual([{ state: 'completed' }]);
  });
});

describe('a job', () => {
  const job: Job<{ n: number }> = { name: 'housekeeping', run: async () => {} };
  const add = (companyId: number, due: Parameters<Ctx['enqueue']>[2], n = 1) =>
    world.outside().asCompany(companyId, null, (ctx) => ctx.enqueue(job, { n }, due));
  const found = () =>
    query(`select data ->> 'n' as n, round(extract(epoch from start_after - now()) / 3600) as hours,
      keep_until > start_after + interval '13 days' as kept from pgboss.job where name = 'housekeeping' order by created_on`);

  test('with the key of an occasion is there once for a company, also when two add it at once', async () => {
    await Promise.all([add(901, { once: 'k' }), add(901, { once: 'k' }, 2), add(902, { once: 'k' }, 3)]);
    await query("update pgboss.job set state = 'completed'");
    await add(901, { once: 'k' }, 4);
    await add(901, { once: 'other' }, 5);
    expect((await found()).map(({ n }) => n).toSorted()).toEqual([expect.stringMatching(/[12]/), '3', '5']);
  });

  test('of an instant waits for it, and is kept for as long as it must', async () => {
    const later = new Date(world.clock.now.getTime() + 60 * 86_400_000);
    await add(901, { at: later });
    await add(901, { at: new Date(0) });
    const rows = (await found()).map(({ hours, kept }) => [Number(hours), kept]);
    expect(rows.toSorted()).toEqual([
      [0, true],
      [1440, true],
    ]);
  });

  test('is not there when its transaction fails', async () => {
    const failed = world.outside().asCompany(901, null, async (ctx) => {
      await ctx.enqueue(job, { n: 9 }, { once: 'rolled back' });
      await sql`select 1 / 0`.execute(ctx.db);
    });
    await expect(failed).rejects.toThrow();
    await add(901, { once: 'rolled back' });
    expect(await found()).toHaveLength(1);
  });
});
