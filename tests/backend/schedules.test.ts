import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '#backend/jobs.ts';
import type { Ctx, Job } from '#backend/lib/work/context.ts';
import { hourly, nextTime, type Recurrence } from '#domain/due-times.ts';
import { scheduling, type Schedule } from '#backend/lib/work/schedules.ts';
import { addDays, instantInRome, week, weekdayOf } from '#domain/dates.ts';
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
  await query('delete from automatic_reports');
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
    `select s.kind as name, s.company_id as company from pgboss.job j
     join schedule_runs r on r.id = (j.data ->> 'id')::bigint and r.company_id = (j.data ->> 'companyId')::int
     join schedules s on s.company_id = r.company_id and s.id = r.schedule_id
     where j.name = 'scheduled' and r.company_id in ($1, $2) order by j.priority desc, j.created_on, r.id`,
    [alfa.companyId, beta.companyId],
  );
  return rows.map(({ name, company }) => `${String(name)} ${String(company)}`);
};
const runOf = async (companyId: number) => {
  const [row] = await query('select id::int from schedule_runs where company_id = $1', [companyId]);
  return { companyId, id: row!.id as number };
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
    const [{ due } = {}] = await query(`select due_at as due from schedules where company_id = $1 and kind = 'often'`, [
      alfa.companyId,
    ]);
    expect(new Date(due as string).toISOString()).toBe('2026-11-23T18:30:00.000Z');
  });

  test('has the times of a new version at once, and what was overdue runs once more', async () => {
    await look();
    const changed = scheduling([{ ...morning, at: ['06:30'] }, often])[0];
    await changed.run(world.outside(), {});
    at('06:30');
    await changed.run(world.outside(), {});
    expect((await queued()).toSorted()).toEqual(ofAll('morning'));
    await query('delete from pgboss.job');
    at('07:30');
    await scheduling([
      { ...morning, at: ['06:30'] },
      { ...often, at: ['21:00'] },
    ])[0].run(world.outside(), {});
    expect((await queued()).toSorted()).toEqual(ofAll('often'));
  });

  test('work of one company fails for itself', async () => {
    const failing: Schedule = {
      name: 'failing',
      at: ['07:00'],
      run: async (ctx) => {
        if (ctx.user.companyId === alfa.companyId) throw new Error('Rotto');
        await note('failing')(ctx);
      },
    };
    const [seek, one] = scheduling([failing]);
    await seek.run(world.outside(), {});
    at('07:00');
    await seek.run(world.outside(), {});
    ran.length = 0;
    await expect(one.run(world.outside(), await runOf(alfa.companyId))).rejects.toThrow('Rotto');
    await one.run(world.outside(), await runOf(beta.companyId));
    await one.run(world.outside(), await runOf(beta.companyId));
    expect(ran).toEqual([`failing ${beta.companyId}`]);
    const history = () =>
      query('select company_id as company, outcome, tries from schedule_runs where company_id > 900 order by 1');
    expect(await history()).toEqual([
      { company: alfa.companyId, outcome: 'failed', tries: 1 },
      { company: beta.companyId, outcome: 'done', tries: 1 },
    ]);
    // Tried again after it was mended; one that is no longer part of the product is no error.
    const [, mended] = scheduling([{ ...failing, run: note('failing') }]);
    // A process that was thought dead goes on after another one has done it, and fails.
    const late = async (ctx: Ctx) => {
      await mended.run(world.outside(), await runOf(ctx.user.companyId));
      throw new Error('Tardi');
    };
    const [, asleep] = scheduling([{ ...failing, run: late }]);
    await expect(asleep.run(world.outside(), await runOf(alfa.companyId))).rejects.toThrow('Tardi');
    expect((await history())[0]).toEqual({ company: alfa.companyId, outcome: 'done', tries: 3 });
    await work.run(world.outside(), await runOf(beta.companyId));
  });

  test('work that a person set up has its parameters and their rights, rests while it is paused, and stops when they leave', async () => {
    const did: unknown[] = [];
    const report: Schedule = {
      name: 'report',
      run: async (ctx, parameters) => void did.push([ctx.user.id, ctx.user.privileges, parameters]),
    };
    const [seek, one] = scheduling([report, morning]);
    const owner = await world.userWith('createQuotes');
    const recurrence = { at: ['07:00'], monthday: 31 };
    await query(
      "insert into schedules (company_id, kind, owner_id, parameters, recurrence, due_at, paused_at) values (901, 'report', $1, $2, $3, $4, $4)",
      [owner.id, { of: 'quotes' }, recurrence, at('07:00', '2026-10-31')],
    );
    const look = async (day: string) => {
      at('08:00', day);
      await seek.run(world.outside(), {});
      const [run] = await query(
        'select r.id::int from schedule_runs r join schedules s on s.id = r.schedule_id where owner_id is not null and outcome is null',
      );
      if (run) await one.run(world.outside(), { companyId: 901, id: run.id as number });
    };
    await look('2027-01-10');
    expect(did).toEqual([]);
    await query('update schedules set paused_at = null');
    await look('2027-01-10');
    await look('2027-01-30');
    expect(did).toEqual([[owner.id, [13], { of: 'quotes' }]]);
    await look('2027-02-28');
    expect(did).toHaveLength(2);
    await query('update users set archived_at = now() where id = $1', [owner.id]);
    await look('2027-03-31');
    await look('2027-04-30');
    expect(did).toHaveLength(2);
    expect(
      await query(
        'select paused_at is not null as paused, (select outcome from schedule_runs r where r.schedule_id = schedules.id order by r.id desc limit 1) from schedules where owner_id is not null',
      ),
    ).toEqual([{ paused: true, outcome: 'failed' }]);
  });

  test('work of a company with much is not all before that of another', async () => {
    const many = Array.from({ length: 6 }, (_, n): Schedule => ({
      name: `many-${n}`,
      at: ['07:00'],
      run: async () => {},
    }));
    const [seek] = scheduling(many);
    await seek.run(world.outside(), {});
    await query("delete from schedules where company_id = $1 and kind <> 'many-0'", [beta.companyId]);
    at('07:00');
    await seek.run(world.outside(), {});
    expect((await queued()).slice(0, 2).toSorted()).toEqual(ofAll('many-0'));
    expect(await queued()).toHaveLength(7);
  });

  test('keeps the clock of Rome in both nights of its change', () => {
    const daily = { at: ['08:00'] };
    const from = (instant: string) => nextTime(daily, new Date(instant)).toISOString();
    expect(from('2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(from('2027-03-27T12:00:00Z')).toBe('2027-03-28T06:00:00.000Z');
    expect(from('2026-11-20T07:00:00Z')).toBe('2026-11-21T07:00:00.000Z');
  });

  test('comes at each of its times once, whatever the night does with them, and on the last day of a shorter month', () => {
    const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    const times = fc
      .uniqueArray(fc.oneof(clock, fc.tuple(fc.constantFrom(1, 2, 3), fc.constantFrom(0, 30))), {
        minLength: 1,
        maxLength: 3,
      })
      .map((all) => all.map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')));
    const recurrence = fc.record(
      { at: times, weekday: fc.constantFrom(...week), monthday: fc.integer({ min: 1, max: 31 }) },
      { requiredKeys: ['at'] },
    );
    // Around both nights of the clock, and over the ends of months of a leap year.
    const begun = fc.constantFrom('2026-10-20', '2027-03-25', '2028-01-29', '2027-12-30');
    const isOn = ({ weekday, monthday }: Recurrence, day: string) => {
      if (weekday) return weekdayOf(day) === weekday;
      if (monthday === undefined) return true;
      const date = Number(day.slice(8));
      return date === monthday || (date < monthday && addDays(day, 1).endsWith('-01'));
    };
    fc.assert(
      fc.property(recurrence, begun, fc.integer({ min: 0, max: 86_399 }), (of, day, second) => {
        const from = instantInRome(day, '00:00').getTime() + second * 1000;
        const days = Array.from({ length: 70 }, (_, n) => addDays(day, n)).filter((each) => isOn(of, each));
        const all = days.flatMap((each) => of.at.map((time) => instantInRome(each, time).getTime()));
        const expected = [...new Set(all)].filter((time) => time > from).toSorted((a, b) => a - b);
        const found = expected.reduce<number[]>(
          (before) => [...before, nextTime(of, new Date(before.at(-1) ?? from)).getTime()],
          [],
        );
        expect(found).toEqual(expected);
      }),
      { numRuns: 200 },
    );
    const lost = (time: string) => nextTime({ at: [time] }, new Date('2027-03-28T00:00:00Z')).toISOString();
    expect([lost('02:30'), lost('03:10')]).toEqual(['2027-03-28T01:30:00.000Z', '2027-03-28T01:10:00.000Z']);
    expect(nextTime({ at: ['02:30', '03:10'] }, new Date('2027-03-28T01:10:00Z')).toISOString()).toBe(
      '2027-03-28T01:30:00.000Z',
    );
    expect(nextTime({ at: ['02:30'] }, new Date('2026-10-25T00:30:00Z')).toISOString()).toBe(
      '2026-10-26T01:30:00.000Z',
    );
  });

  test('is worked on two at a time by a process, and waits for nobody else’s queue', async () => {
    const [kind] = await query(
      "insert into schedules (company_id, kind, recurrence, due_at) values (901, 'housekeeping', '{}', 'infinity') returning id::int",
    );
    for (const hour of [1, 2, 3])
      await query('insert into schedule_runs (company_id, schedule_id, due_at) values (901, $1, $2)', [
        kind!.id,
        new Date(hour * 3_600_000),
      ]);
    await query(
      "insert into pgboss.job (name, data) select 'scheduled', jsonb_build_object('companyId', 901, 'id', id) from schedule_runs",
    );
    const states = async () =>
      (await query("select state from pgboss.job where name = 'scheduled' order by state")).map(({ state }) => state);
    // All of them wait for this table.
    let letGo = () => {};
    const held = database.db.transaction().execute(async (trx) => {
      await sql`lock table page_forms in access exclusive mode`.execute(trx);
      await new Promise<void>((done) => (letGo = done));
    });
    const { jobsUrl, appUrl } = database;
    const jobs = await startJobs({ jobsUrl, appUrl, config: world.config, now: () => world.clock.now });
    await expect.poll(states, { timeout: 10_000 }).toEqual(['created', 'active', 'active']);
    letGo();
    await held;
    await expect.poll(states, { timeout: 10_000 }).toEqual(['completed', 'completed', 'completed']);
    await jobs.stop();
  });

  test('tells sellers of quotes that end soon, by the workers', async () => {
    const seller = await world.user(901, EVERY);
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa) })).body;
    await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
    await query('update quotes set expires_on = $1 where id = $2', ['2026-11-21', id]);
    const { jobsUrl, appUrl } = database;
    const now = () => at(expiringQuotes.at![0]!);
    const jobs = [
      await startJobs({ jobsUrl, appUrl, config: world.config, now }),
      await startJobs({ jobsUrl, appUrl, config: world.config, now }),
    ];
    await query(
      "insert into schedules (company_id, kind, recurrence, due_at) values ($1, 'expiring-quotes', '{}', $2)",
      [901, now()],
    );
    const add = (companyId: number) =>
      world.outside().asCompany(companyId, null, (ctx) => ctx.enqueue({ name: 'schedules', run: async () => {} }, {}));
    await add(901);
    await add(901);
    const told = async () => (await call(seller, 'GET /notifications', { query: {} })).body.rows.length as number;
    await expect.poll(told, { timeout: 10_000 }).toBe(1);
    await Promise.all(jobs.map((one) => one.stop()));
    const done = await query(
      "select outcome, tries from schedule_runs r join schedules s on s.company_id = r.company_id and s.id = r.schedule_id where kind = 'expiring-quotes'",
    );
    expect(done).toEqual([{ outcome: 'done', tries: 1 }]);
  });
});

describe('a job', () => {
  const job: Job<{ n: number }> = { name: 'forget-throttles', run: async () => {} };
  const add = (companyId: number, due: Parameters<Ctx['enqueue']>[2], n = 1) =>
    world.outside().asCompany(companyId, null, (ctx) => ctx.enqueue(job, { n }, due));
  const found = () =>
    query(`select data ->> 'n' as n, round(extract(epoch from start_after - now()) / 3600) as hours,
      keep_until > start_after + interval '13 days' as kept from pgboss.job where name = 'forget-throttles' order by created_on`);

  test('with the key of an occasion is there once for a company, also when two add it at once', async () => {
    await Promise.all([add(901, { once: 'k' }), add(901, { once: 'k' }, 2), add(902, { once: 'k' }, 3)]);
    await query("update pgboss.job set state = 'completed'");
    await add(901, { once: 'k' }, 4);
    await add(901, { once: 'other' }, 5);
    expect((await found()).map(({ n }) => n).toSorted()).toEqual([expect.stringMatching(/[12]/), '3', '5']);
  });

  test('a job of an instant waits for it, and is kept for as long as it must', async () => {
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
