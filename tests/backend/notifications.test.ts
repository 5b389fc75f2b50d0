import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '#backend/jobs.ts';
import { housekeeping } from '#backend/lib/work/housekeeping.ts';
import { notify, type NewNotification } from '#backend/lib/people/notify.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { expiringQuotes } from '#backend/quotes/expiring.ts';
import { KEPT_DAYS } from '#domain/notices/limits.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, call, query } = world;
const server = await openMailServer();
afterAll(async () => {
  server.close();
  await world.close();
});
beforeEach(() => onDay(TODAY));

const onDay = (day: string) => (world.clock.now = new Date(`${day}T09:00:00Z`));
const about = (more: Partial<NewNotification> = {}): NewNotification => ({
  kind: 'quote_expiring',
  title: 'Qualcosa',
  text: 'di importante',
  href: '/dealer',
  ...more,
});
const tell = (who: TestUser[], more?: Partial<NewNotification>) =>
  world.outside().asCompany(901, null, (ctx) =>
    notify(
      ctx,
      who.map(({ id }) => id),
      about(more),
    ),
  );
const bell = async (as: TestUser, before?: number) =>
  (await call(as, 'GET /notifications', { query: before === undefined ? {} : { before } })).body;
const titles = async (as: TestUser) => (await bell(as)).rows.map(({ title }: { title: string }) => title);
const person = (companyId = 901) => world.user(companyId, EVERY);

describe('under the bell', () => {
  test('stands what a person was told, newest first and unread, and nobody else’s', async () => {
    const [who, other] = [await person(), await person()];
    await tell([who], { title: 'prima' });
    await tell([who], { title: 'dopo' });
    const { rows, unread } = await bell(who);
    expect(rows).toMatchObject([
      { title: 'dopo', text: 'di importante', href: '/dealer', read: false },
      { title: 'prima', read: false },
    ]);
    expect(unread).toBe(2);
    expect(await bell(other)).toEqual({ rows: [], more: false, unread: 0 });
    const answer = await call(other, 'PUT /notifications/:id/read', {
      params: { id: rows[0].id },
      body: { read: true },
    });
    expect(answer.status).toBe(404);
  });

  test('the number of unread ones comes with the person, and stops at a hundred', async () => {
    const who = await person();
    const unread = async () => (await call(who, 'GET /auth/user')).body.unread;
    expect(await unread()).toBe(0);
    await tell([who]);
    expect(await unread()).toBe(1);
    for (let n = 0; n < 120; n += 1) await tell([who]);
    expect(await unread()).toBe(100);
  });

  test('one is read and unread again; all are read up to the newest that was seen', async () => {
    const who = await person();
    for (const title of ['a', 'b', 'c']) await tell([who], { title });
    const [, second] = (await bell(who)).rows;
    const mark = (read: boolean) =>
      call(who, 'PUT /notifications/:id/read', { params: { id: second.id }, body: { read } });
    expect((await mark(true)).body).toEqual({ unread: 2 });
    expect((await mark(false)).body).toEqual({ unread: 3 });
    expect((await call(who, 'PUT /notifications/read', { body: { upTo: second.id } })).body).toEqual({ unread: 1 });
    expect((await bell(who)).rows.map(({ read }: { read: boolean }) => read)).toEqual([false, true, true]);
  });

  test('older ones follow page by page', async () => {
    const who = await person();
    for (let n = 0; n < 35; n += 1) await tell([who], { title: `${n}` });
    const first = await bell(who);
    expect([first.rows.length, first.more]).toEqual([30, true]);
    const rest = await bell(who, first.rows.at(-1).id);
    expect([rest.rows.map(({ title }: { title: string }) => title), rest.more]).toEqual([
      ['4', '3', '2', '1', '0'],
      false,
    ]);
  });

  test('the same thing is told once, also by two at once, and nobody outside or disabled is told', async () => {
    const [who, gone, stranger] = [await person(), await person(), await person(902)];
    await query('update users set archived_at = now() where id = $1', [gone.id]);
    await Promise.all([1, 2].map(() => tell([who, gone, stranger], { once: 'la stessa' })));
    expect(await titles(who)).toEqual(['Qualcosa']);
    expect(await query('select from notifications where user_id = any ($1)', [[gone.id, stranger.id]])).toEqual([]);
  });

  test('a call that fails afterwards tells nobody', async () => {
    const who = await person();
    await expect(
      world.outside().asCompany(901, null, async (ctx) => {
        await notify(ctx, [who.id], about());
        throw new Error('annullata');
      }),
    ).rejects.toThrow('annullata');
    expect(await titles(who)).toEqual([]);
  });

  test('goes when it is old', async () => {
    const who = await person();
    await tell([who]);
    const later = (days: number) => (world.clock.now = new Date(Date.parse(`${TODAY}T10:00:00Z`) + days * 86_400_000));
    later(KEPT_DAYS - 1);
    await forEachCompany(world.outside(), housekeeping.run);
    expect(await titles(who)).toHaveLength(1);
    later(KEPT_DAYS);
    await forEachCompany(world.outside(), housekeeping.run);
    expect(await titles(who)).toEqual([]);
  });
});

describe('a kind', () => {
  const quiet = { bell: false, mail: false };
  const save = (as: TestUser, channels: object) =>
    call(as, 'PUT /notifications/settings', { body: { quote_expiring: channels } });

  test('a kind that is switched off is told no more; there are no others to switch', async () => {
    const who = await person();
    expect((await call(who, 'GET /notifications/settings')).body).toEqual({});
    expect((await save(who, quiet)).body).toEqual({ quote_expiring: quiet });
    await tell([who]);
    expect(await titles(who)).toEqual([]);
    expect((await call(who, 'PUT /notifications/settings', { body: { niente: quiet } })).body).toEqual({
      quote_expiring: quiet,
    });
    expect((await call(who, 'GET /notifications/settings')).body).toEqual({ quote_expiring: quiet });
  });

  test('a kind that is wanted by mail comes once to the person’s address, with the page; without the bell nothing is unread', async () => {
    const [both, mailOnly, none] = [await person(), await person(), await person()];
    await save(both, { bell: true, mail: true });
    await save(mailOnly, { bell: false, mail: true });
    for (let run = 0; run < 2; run += 1)
      await tell([both, mailOnly, none], { title: 'Scade', href: '/dealer/quotes', once: 'mail' });
    const jobs = await startJobs({ ...database, config: { ...world.config, SMTP_URL: server.url } });
    await expect.poll(() => server.mails.length, { timeout: 10_000 }).toBe(2);
    await jobs.stop();
    const to = server.mails.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1]);
    expect(to.toSorted()).toEqual([both.email, mailOnly.email].toSorted());
    expect(server.mails[0]).toMatch(/^Subject: Scade\r$/m);
    expect(server.mails[0]).toContain('https://prova.example.it/dealer/quotes');
    expect([(await bell(both)).unread, (await bell(mailOnly)).unread, (await bell(none)).unread]).toEqual([1, 0, 1]);
  });
});

describe('a quote about to expire', () => {
  const warn = () => forEachCompany(world.outside(), expiringQuotes.run);

  test('is told to its seller two days before, once, by the calendar of Rome', async () => {
    const [who, other] = [await person(), await person()];
    const { id } = (await call(who, 'POST /quotes', { body: world.draft(alfa) })).body;
    const { number } = (await call(who, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).body;
    await warn();
    expect(await titles(who)).toEqual([]);
    // 26 November has begun in Rome, not in Greenwich.
    world.clock.now = new Date('2026-11-25T23:30:00Z');
    for (const day of ['2026-11-26', '2026-11-27', '2026-11-28']) {
      await warn();
      onDay(day);
    }
    expect((await bell(who)).rows).toMatchObject([
      { kind: 'quote_expiring', title: `${number} scade il 28/11/2026`, href: expect.stringContaining(`?quote=${id}`) },
    ]);
    expect(await titles(other)).toEqual([]);
  });

  test('is not told when it was accepted, lost, revised or has expired meanwhile', async () => {
    const who = await person();
    const issue = async () => {
      const { id } = (await call(who, 'POST /quotes', { body: world.draft(alfa) })).body;
      await call(who, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
      return { params: { id }, version: 2 };
    };
    await call(who, 'POST /quotes/:id/accept', await issue());
    await call(who, 'POST /quotes/:id/close', { ...(await issue()), body: { reason: 'price' } });
    const { id } = (await call(who, 'POST /quotes/:id/revise', await issue())).body;
    await call(who, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
    await call(who, 'POST /quotes/:id/accept', { params: { id }, version: 2 });
    onDay('2026-11-27');
    await warn();
    onDay(TODAY);
    await issue();
    onDay('2026-11-29');
    await warn();
    expect(await titles(who)).toEqual([]);
  });
});
