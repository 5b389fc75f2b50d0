import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { passwordNotice } from '#backend/auth/mails.ts';
import { startJobs } from '#backend/jobs.ts';
import { enqueue } from '#backend/lib/work/enqueue.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { forgetThrottles, housekeeping } from '#backend/lib/work/housekeeping.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { testDatabase } from '#tests/support/database.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const { jobsUrl, appUrl, db } = database;
const world = await makeWorld(database);
const { call, query } = world;
const server = await openMailServer();
afterAll(async () => {
  server.close();
  await world.close();
});
beforeEach(() => {
  server.mails.length = 0;
});

const logged: string[] = [];
const work = () =>
  startJobs({
    jobsUrl,
    appUrl,
    config: { ...world.config, SMTP_URL: server.url },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  });
const addNotice = (userId: number) =>
  withTenant(db, { companyId: 901, userId: null }, (trx) =>
    enqueue(trx, passwordNotice, { companyId: 901, userId }, 'richiesta-1'),
  );
const states = async (name: string) =>
  (await query('select state from pgboss.job where name = $1', [name])).map(({ state }) => state);
const until = async (name: string, ...expected: string[]) => {
  await expect.poll(() => states(name), { timeout: 10_000 }).toEqual(expected);
};
const member = () => world.user(901, [], { password: true });

describe('mails', () => {
  test('one that the server refuses is told to the log and tried again: the person gets one, with a link that works', async () => {
    const { email } = await member();
    server.refusing = true;
    const jobs = await work();
    await call(null, 'POST /auth/reset', { body: { email } });
    await until('reset-mail', 'retry');
    expect(logged.join()).toContain('451');
    expect(server.mails).toEqual([]);

    server.refusing = false;
    await query('update pgboss.job set start_after = now()');
    await until('reset-mail', 'completed');
    expect(server.mails).toEqual([expect.stringContaining(`To: ${email}`)]);
    expect(server.mails[0]).toMatch(/^Subject: Nuova password\r$/m);
    const token = /resetpassword\?token=([\w.-]+)/.exec(server.mails[0]!)![1]!;
    const body = { token, password: 'quattro-gatti-sul-tetto' };
    expect((await call(null, 'POST /auth/password', { body })).status).toBe(200);
    await jobs.stop();
  });

  test('is tried for three days and not four, by pauses of four hours at most; other work for an hour', async () => {
    const waits = async (name: string) => {
      const [row] = await query(
        'select retry_limit as limit, retry_delay as first, retry_delay_max as most from pgboss.job where name = $1',
        [name],
      );
      const { limit, first, most } = row as { limit: number; first: number; most: number | null };
      // The queue waits once to twice the doubled pause, by chance.
      const pauses = (by: number) =>
        Array.from({ length: limit }, (_, n) => Math.min(most ?? Infinity, by * first * 2 ** Math.min(n, 15)));
      return [pauses(1), pauses(2)].map((all) => all.reduce((sum, pause) => sum + pause, 0) / 3600) as [number, number];
    };
    await query('delete from pgboss.job');
    await addNotice((await member()).id);
    const [least, most] = await waits('password-notice');
    expect([least >= 72, most < 96]).toEqual([true, true]);
    // A link that is good for half an hour is not sent a day later.
    await call(null, 'POST /auth/reset', { body: { email: (await member()).email } });
    expect((await waits('reset-mail'))[1]).toBeLessThan(2);
  });

  test('one that is refused for good is not tried again; one that the server refuses from us is', async () => {
    const refusedWith = async (answer: string, state: 'completed' | 'retry') => {
      await query('delete from pgboss.job');
      await addNotice((await member()).id);
      server.refusing = answer;
      const jobs = await work();
      await until('password-notice', state);
      await jobs.stop();
      server.refusing = false;
    };
    await refusedWith('550 5.1.1 nessuno qui', 'completed');
    await refusedWith('450 4.2.1 casella occupata', 'retry');
    await refusedWith('553 5.7.1 mittente non ammesso', 'retry');
    expect(server.mails).toEqual([]);
  });

  test('an invited person gets the link by the worker, too', async () => {
    await query('delete from pgboss.job');
    const manager = await world.user(901, EVERY);
    const body = {
      name: 'Nuova Collega',
      email: 'nuova@alfa.example.it',
      phone: null,
      roleName: 'Accoglienza',
      locationIds: [world.alfa.locationId],
      defaultLocationId: world.alfa.locationId,
      businessCenterId: null,
      payrollNumber: '',
      rotation: 'role',
      desk: '',
      commissions: [],
      languages: [],
      makerIds: [],
      privileges: ['20'],
    };
    expect((await call(manager, 'POST /users', { body })).status).toBe(201);
    const jobs = await work();
    await until('invitation-mail', 'completed');
    await jobs.stop();
    expect(server.mails).toEqual([expect.stringMatching(/^To: nuova@alfa[^]*resetpassword\?token=/m)]);
  });

  test('two workers send each one once', async () => {
    const people = [await member(), await member(), await member(), await member()];
    await query('delete from pgboss.job');
    for (const { id } of people) await addNotice(id);
    const workers = [await work(), await work()];
    await until('password-notice', 'completed', 'completed', 'completed', 'completed');
    for (const worker of workers) await worker.stop();
    const to = server.mails.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1]);
    expect(to.toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  });

  test('a company’s job reaches nobody of another', async () => {
    const stranger = await world.user(902, [], { password: true });
    await query('delete from pgboss.job');
    await addNotice(stranger.id);
    const jobs = await work();
    await until('password-notice', 'completed');
    await jobs.stop();
    expect(server.mails).toEqual([]);
  });

  test('one that is on its way when the process stops still arrives', async () => {
    await query('delete from pgboss.job');
    let letGo = () => {};
    server.waiting = new Promise((done) => (letGo = done));
    await addNotice((await member()).id);
    const jobs = await work();
    await until('password-notice', 'active');
    const stopped = jobs.stop();
    letGo();
    await stopped;
    expect(server.mails).toHaveLength(1);
    expect(await states('password-notice')).toEqual(['completed']);
  });

  test('one whose process was killed is taken up by another after a minute without a sign of life, not before', async () => {
    await query('delete from pgboss.job');
    await addNotice((await member()).id);
    // Takes the job as a worker does that dies then, and looks after those of others.
    const killed = new PgBoss({ connectionString: jobsUrl, migrate: false, supervise: false, schedule: false, max: 1 });
    await killed.start();
    await killed.createQueue('password-notice');
    await killed.fetch('password-notice');
    const lookAfter = async (seconds: number) => {
      await query('update pgboss.job set heartbeat_on = now() - make_interval(secs => $1)', [seconds]);
      await query('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
      await killed.supervise('password-notice');
    };
    await lookAfter(50);
    expect(await states('password-notice')).toEqual(['active']);
    await lookAfter(61);
    expect(await states('password-notice')).toEqual(['retry']);
    await killed.stop({ graceful: false });
    await query('update pgboss.job set start_after = now()');
    const jobs = await work();
    await until('password-notice', 'completed');
    await jobs.stop();
    expect(server.mails).toHaveLength(1);
  });
});

describe('housekeeping', () => {
  test('comes every hour, and what a version before put on the clock of the queue comes no more', async () => {
    await query(
      'insert into pgboss.queue select (jsonb_populate_record(q, \'{"name": "housekeeping"}\')).* from pgboss.queue q where name = \'schedules\'',
    );
    await query("insert into pgboss.schedule (name, key, cron) values ('housekeeping', '', '17 * * * *')");
    await (await work()).stop();
    const crons = await query(
      "select name, cron, timezone, options->>'heartbeatSeconds' as signs from pgboss.schedule where name in ('housekeeping', 'schedules')",
    );
    expect(crons).toEqual([{ name: 'schedules', cron: '* * * * *', timezone: 'Europe/Rome', signs: '60' }]);
    expect(housekeeping.at).toHaveLength(24);
  });

  test('removes in every company what has served, and twice does no harm', async () => {
    const now = new Date('2026-10-25T01:30:00Z');
    const hours = (n: number) => new Date(now.getTime() - n * 3_600_000);
    for (const companyId of [901, 902]) {
      const { id } = await world.user(companyId, []);
      for (const age of [23, 25])
        await query(
          `insert into idempotency_keys (company_id, user_id, key, call, body_hash, status, response, created_at)
           values ($1, $2, $3, 'x', '\\x00', 200, '{}', $4)`,
          [companyId, id, `vecchia di ${age}`, hours(age)],
        );
    }
    for (const age of [23, 25])
      await query('insert into login_throttles values ($1, 1, $2)', [`vecchia di ${age}`, hours(age)]);
    world.clock.now = now;
    for (let run = 0; run < 2; run += 1) {
      await forEachCompany(world.outside(), housekeeping.run);
      await forgetThrottles.run(world.outside(), {});
      expect(await query('select company_id, key from idempotency_keys order by 1')).toEqual([
        { company_id: 901, key: 'vecchia di 23' },
        { company_id: 902, key: 'vecchia di 23' },
      ]);
      expect(await query("select key from login_throttles where key like 'vecchia%'")).toEqual([
        { key: 'vecchia di 23' },
      ]);
    }
  });
});
