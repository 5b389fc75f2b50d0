import { afterAll, expect, test } from 'vitest';
import { accessTimes } from '#backend/accesses/late.ts';
import { Random } from '#backend/seed/random.ts';
import { lateLeads } from '#backend/leads/late.ts';
import { absenceFields } from '#domain/calendars/fields.ts';
import type { CallName } from '#domain/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { Answer, Sent, TestUser } from '#tests/support/area.ts';
import { accessOf } from '#tests/support/areas/accesses.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

/** In the long profile several showrooms live at once: a day is in great part waiting for the database. */
const SHOWROOMS = isSoak ? 4 : 1;
const DAYS = isSoak ? 500 : 6;
const STEPS = 14;
/** The long profile lasts for longer than other tests of it. */
const LONGEST_MS = 3_600_000;
const MINUTE = 60_000;

interface Waiting {
  id: number;
  version: number;
  arrived: number;
  refusals: number;
}
/** Who was given to a seller. */
interface Given {
  id: number;
  version: number;
  seller: { id: number };
}

interface Open {
  id: number;
  version: number;
  assigneeId: number | null;
  nextAt: string | null;
  lateness: string | null;
}
const open = 'to_handle,in_progress,negotiation';
const views = ['free', 'late'].map((filter) => `state=${open}&${filter}=true`).join('|');

/** A showroom with three sellers and a world of its own, and how days pass in it. */
async function showroomOf(seed: number) {
  const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0', LOG_LEVEL: 'error' });
  const { alfa, call, query, clock } = world;
  afterAll(() => world.close());
  const boss = await world.user(901, EVERY);
  const sellers = [
    await world.userWith('createQuotes', 'makeContracts'),
    await world.userWith('createQuotes', 'makeContracts'),
    await world.userWith('createQuotes', 'makeContracts'),
  ] as const;
  const { locationId } = alfa;
  for (const { id } of sellers)
    await query(
      'insert into user_locations (company_id, user_id, location_id, is_default) values (901, $1, $2, true)',
      [id, locationId],
    );

  // The jobs of a minute go through every company: those of the demo world have nothing to say here.
  await query("update companies set suspended_at = now(), suspended_for = 'Prova' where company_id not in (10, 901)");

  /** Who waits as the reception shows them, and as they came: who was refused first, then by arrival. */
  async function checkWaiting(known: ReadonlyMap<number, number>): Promise<{ waiting: Waiting[]; present: Given[] }> {
    const { waiting, present } = (await call(boss, 'GET /accesses/reception', { query: { locationId } })).body;
    const shown: Waiting[] = waiting.map((one: Omit<Waiting, 'arrived'> & { since: string }) => ({
      id: one.id,
      version: one.version,
      arrived: Date.parse(one.since),
      refusals: one.refusals,
    }));
    // Nobody's wait begins anew, whatever happened to them since.
    for (const { id, arrived } of shown) expect([id, arrived]).toEqual([id, known.get(id)]);
    expect(shown).toEqual(
      shown.toSorted((a, b) => Number(b.refusals > 0) - Number(a.refusals > 0) || a.arrived - b.arrived || a.id - b.id),
    );
    // Whoever came is somewhere.
    expect(shown.length + present.length).toBe(known.size);
    return { waiting: shown, present };
  }

  const readLeads = async (filter: object): Promise<{ rows: Open[]; counts: number[] }> =>
    (await call(boss, 'GET /leads', { query: { state: open, limit: 200, ...filter } })).body;

  /** Every open lead has somebody who works here, or is nobody's on the desk; and what comes next, in time or red on it. */
  async function checkLeads(blocked: ReadonlySet<number>): Promise<Open[]> {
    const { rows, counts } = await readLeads({ views });
    for (const { nextAt } of rows) expect(nextAt).not.toBeNull();
    const isFree = ({ assigneeId }: Open) => assigneeId === null || blocked.has(assigneeId);
    const isLate = ({ nextAt }: Open) => Date.parse(nextAt!) <= clock.now.getTime();
    expect(counts).toEqual([rows.filter(isFree).length, rows.filter(isLate).length]);
    expect(rows.filter(({ lateness }) => lateness === 'late')).toEqual(rows.filter(isLate));
    return rows;
  }

  /** How often each call did what was asked; what may not be done at that moment is refused with a reason. */
  const acts = new Map<CallName, number>();
  async function act(as: TestUser, name: CallName, sent: Sent): Promise<Answer> {
    const answer = await call(as, name, sent);
    expect([200, 201, 409, 422], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    acts.set(name, (acts.get(name) ?? 0) + Number(answer.status < 300));
    return answer;
  }

  /** Blocks a seller whose work is given to nobody, or lets them in again. */
  async function bulk(action: 'archive' | 'restore', id: number, more: object) {
    const { version } = (await call(boss, 'GET /users/:id', { params: { id } })).body;
    await act(boss, 'POST /users/bulk', { body: { action, rows: [{ id, version }], ...more } });
  }

  const reasonsOf = async (entity: string, move: string) =>
    (
      await query('select id::int from move_reasons where company_id = 901 and entity = $1 and move = $2', [
        entity,
        move,
      ])
    )[0]!.id;

  return async () => {
    const random = new Random(seed);
    await call(boss, 'POST /accesses', { body: accessOf({ locationId, name: 'Per i motivi' }) });
    await query('delete from accesses where company_id = 901');
    const pause = await reasonsOf('access', 'giveBack');
    const begun = performance.now();
    for (let day = 0; day < DAYS; day += 1) {
      if (isSoak && day > 0 && day % 50 === 0)
        process.stdout.write(
          `${day} of ${DAYS} days, ${Math.round((day * 60_000) / (performance.now() - begun))} a minute\n`,
        );
      const date = new Date(Date.UTC(2026, 10, 30 + day, 8));
      clock.now = date;
      const on = date.toISOString().slice(0, 10);
      const arrived = new Map<number, number>();
      const blocked = new Set<number>();
      let [{ waiting, present }, asked] = [await checkWaiting(arrived), await checkLeads(blocked)];
      const steps = {
        comes: async () => {
          const { body } = await act(boss, 'POST /accesses', {
            body: accessOf({ locationId, name: `Visita ${random.int(1, 999)}` }),
          });
          arrived.set(body.id, clock.now.getTime());
        },
        books: async () => {
          const booked = { ...accessOf({ locationId, name: 'Prenotata' }), day: on, time: '23:00' };
          const { body } = await act(boss, 'POST /accesses/bookings', { body: booked });
          if (random.chance(0.6)) {
            await act(boss, 'POST /accesses/:id/checkIn', { params: { id: body.id }, version: body.version });
            arrived.set(body.id, clock.now.getTime());
          }
        },
        taken: async () => {
          const [first] = waiting;
          if (!first) return;
          await act(boss, 'POST /accesses/:id/assign', {
            params: { id: first.id },
            version: first.version,
            body: { sellerId: random.pick(sellers).id },
          });
        },
        refused: async () => {
          const [one] = present;
          const by = one && sellers.find(({ id }) => id === one.seller.id);
          if (by && !blocked.has(by.id))
            await act(by, 'POST /accesses/:id/giveBack', {
              params: { id: one.id },
              version: one.version,
              body: { reason: String(pause), note: '' },
            });
        },
        passes: async () => {
          clock.now = new Date(clock.now.getTime() + random.int(3, 25) * MINUTE);
          await accessTimes.run(world.outside(), {});
          await lateLeads.run(world.outside(), {});
        },
        asks: () =>
          act(boss, 'POST /leads', {
            body: {
              ...leadOf({ name: `Lead ${day}`, phone: `+39333${random.int(1000000, 9999999)}` }),
              assigneeId: random.chance(0.3) ? null : random.pick(sellers).id,
            },
          }),
        called: async () => {
          const lead = random.pick([null, ...asked]);
          if (!lead) return;
          const tomorrow = new Date(clock.now.getTime() + 86_400_000).toISOString().slice(0, 10);
          const next = { nextType: 'follow_up', nextOn: tomorrow, nextTime: '10:00' } as const;
          const logged = {
            type: 'in_progress',
            result: random.chance(0.5) ? 'success' : 'failed',
            reason: null,
            note: '',
            ...next,
          } as const;
          await act(boss, 'POST /leads/:id/actions', { params: { id: lead.id }, version: lead.version, body: logged });
        },
        absent: async () => {
          const body = { ...blankOf(absenceFields), userId: random.pick(sellers).id, from: on, to: on };
          const made = await act(boss, 'POST /calendars/absences', { body });
          // Who has left is no colleague any more.
          if (!random.chance(0.4) || blocked.has(body.userId)) return;
          const params = { id: made.body.id as number };
          const { version } = (await call(boss, 'GET /calendars/events/:id', { params })).body;
          const reason = await reasonsOf('event', 'cancel');
          await act(boss, 'POST /calendars/events/:id/cancel', {
            params,
            version,
            body: { reason: String(reason), note: '', scope: 'one' },
          });
        },
        leaves: async () => {
          const { id } = random.pick(sellers);
          if (blocked.has(id)) return;
          await bulk('archive', id, { heirs: [] });
          blocked.add(id);
        },
      };
      const names = [
        'comes',
        'comes',
        'comes',
        'books',
        'taken',
        'taken',
        'refused',
        'passes',
        'asks',
        'asks',
        'called',
        'called',
        'absent',
        'leaves',
      ] as const;
      for (let step = 0; step < STEPS; step += 1) {
        await steps[random.pick([...names])]();
        [{ waiting, present }, asked] = await Promise.all([checkWaiting(arrived), checkLeads(blocked)]);
      }
      // The desks that say so have just these.
      const [free, late] = await Promise.all([readLeads({ free: 'true' }), readLeads({ late: 'true' })]);
      const idsOf = (some: readonly Open[]) => some.map(({ id }) => id).toSorted((a, b) => a - b);
      expect(idsOf(free.rows)).toEqual(
        idsOf(asked.filter(({ assigneeId }) => assigneeId === null || blocked.has(assigneeId))),
      );
      expect(idsOf(late.rows)).toEqual(idsOf(asked.filter(({ lateness }) => lateness === 'late')));
      for (const id of blocked) {
        await bulk('restore', id, { undo: true });
        // Who was blocked has no session any more, and logs in again.
        await query('update sessions set revoked_at = null where company_id = 901 and user_id = $1', [id]);
      }
      // A day begins with some of what the last ones have left of leads, not of visitors, news and absences: it takes no longer than the first.
      for (const table of ['accesses', 'notifications', 'calendar_bookings', 'calendar_events'])
        await query(`delete from ${table} where company_id = 901`);
      await query(
        `update leads set state = 'closed', closed_on = current_date, outcome = 'lost', next_at = null, next_type = null
       where company_id = 901 and state <> 'closed' and (id % 2 = 0 or id not in (
         select id from leads where company_id = 901 and state <> 'closed' order by id desc limit 20))`,
      );
    }
    return acts;
  };
}

const showrooms: Awaited<ReturnType<typeof showroomOf>>[] = [];
for (let n = 0; n < SHOWROOMS; n += 1) showrooms.push(await showroomOf(44 + n));

test(
  'on days of any kind nobody is passed over: who waits stands in order, and no open lead is forgotten',
  async () => {
    const acts = await Promise.all(showrooms.map((days) => days()));
    // Each of them was done, not refused alone.
    for (const [name, times] of acts.flatMap((each) => [...each])) expect([name, times > 0]).toEqual([name, true]);
  },
  LONGEST_MS,
);
