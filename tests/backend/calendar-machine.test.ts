import { afterAll, expect, test } from 'vitest';
import { Random } from '#backend/seed/random.ts';
import { calendarFields } from '#domain/calendars/fields.ts';
import { addDays } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { aboutOf, eventOf } from '#tests/support/areas/calendars.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { rounds } from '#tests/support/rounds.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, clock } = world;
afterAll(() => world.close());
clock.now = new Date('2026-11-24T10:00:00+01:00');

const manager = await world.userWith('manageCalendars', 'createQuotes');
const sellers = [await world.userWith('createQuotes'), await world.userWith('createQuotes')];

/** What each move leads to from each state (rules.md §24); a move that is not here is refused and changes nothing. */
const model = {
  not_started: {
    start: 'in_progress',
    close: 'completed',
    cancel: 'canceled',
    miss: 'missed',
    hostMiss: 'host_missed',
  },
  in_progress: { complete: 'completed', completePartly: 'partially_completed' },
  partially_completed: { resume: 'in_progress' },
  completed: {},
  canceled: { restore: 'not_started' },
  missed: { restore: 'not_started' },
  host_missed: { restore: 'not_started' },
} as const satisfies Record<string, Record<string, string>>;
type State = keyof typeof model;
const moves = [
  'start',
  'complete',
  'completePartly',
  'close',
  'resume',
  'cancel',
  'miss',
  'hostMiss',
  'restore',
  'reschedule',
  'tick',
] as const;
type Move = (typeof moves)[number];
const slots = ['09:00', '10:00', '11:00'] as const;
const open: readonly State[] = ['not_started', 'in_progress', 'partially_completed'];

interface Mine {
  id: number;
  seller: TestUser;
  state: State;
  slot: string;
  done: boolean;
  moved: number;
  /** Changes of state, the beginning included. */
  changes: number;
}
const holds = ({ state }: Mine) => !['canceled', 'missed', 'host_missed'].includes(state);

const calendarOf = async (changes: object) => {
  const body = { ...blankOf(calendarFields), kind: 'car', ...changes };
  return (await call(manager, 'POST /calendars', { body })).body.id as number;
};
const car = await calendarOf({ name: 'Auto contesa' });
const own = [
  await calendarOf({ name: 'Uno', kind: 'seller', userId: sellers[0]!.id }),
  await calendarOf({ name: 'Due', kind: 'seller', userId: sellers[1]!.id }),
];

const checklist = (done: boolean) => [
  { text: 'Documenti', done: true },
  { text: 'Saldo', done },
];
const reasonOf = async (move: string) =>
  (
    await query(
      "select id::text from move_reasons where company_id = 901 and entity = 'event' and move = $1 and not needs_note limit 1",
      [move],
    )
  )[0]!.id as string;

async function begin(at: number, day: string): Promise<Mine> {
  const seller = sellers[at]!;
  const slot = slots[at]!;
  const body = eventOf({
    kind: 'appointment',
    calendarIds: [own[at]!, car],
    day,
    time: slot,
    checklist: checklist(false),
  });
  const { status, body: made } = await call(seller, 'POST /calendars/events', { body });
  expect(status, JSON.stringify(made)).toBe(201);
  return { id: made.id, seller, state: 'not_started', slot, done: false, moved: 0, changes: 1 };
}

const versionOf = async ({ id }: Mine) =>
  (await query('select version from calendar_events where id = $1', [id]))[0]!.version as number;

/** Sends a move with the version that both rivals saw. */
async function send(by: TestUser, move: Move, { id }: Mine, version: number, to: { day: string; slot: string }) {
  const params = { id };
  switch (move) {
    case 'tick':
      return call(by, 'PUT /calendars/events/:id', {
        params,
        version,
        body: aboutOf({ kind: 'appointment', checklist: checklist(true) }),
      });
    case 'reschedule':
      return call(by, 'POST /calendars/events/:id/reschedule', {
        params,
        version,
        body: { day: to.day, time: to.slot, minutes: 60, calendarIds: [], scope: 'one' },
      });
    case 'close':
      return call(by, 'POST /calendars/events/:id/close', { params, version, body: { reason: 'done', note: 'Fatto' } });
    case 'cancel':
      return call(by, 'POST /calendars/events/:id/cancel', {
        params,
        version,
        body: { reason: await reasonOf(move), scope: 'one' },
      });
    case 'miss':
    case 'hostMiss':
    case 'completePartly':
      return call(by, `POST /calendars/events/:id/${move}`, {
        params,
        version,
        body: { reason: await reasonOf(move) },
      });
    case 'restore':
      return call(by, 'POST /calendars/events/:id/restore', { params, version, body: { together: false } });
    case 'start':
      return call(by, 'POST /calendars/events/:id/start', { params, version, body: { anyway: false } });
    default:
      return call(by, `POST /calendars/events/:id/${move}`, { params, version });
  }
}

/** Whether the model lets the event do it while the other one stands as it does; what the event is then. */
function after(one: Mine, move: Move, other: Mine, slot: string): Mine | null {
  const isFree = (at: string) => !holds(other) || other.slot !== at;
  if (move === 'tick') return open.includes(one.state) ? { ...one, done: true } : null;
  if (move === 'reschedule')
    return open.includes(one.state) && isFree(slot) ? { ...one, slot, moved: one.moved + 1 } : null;
  const state = (model[one.state] as Partial<Record<Move, State>>)[move];
  if (state === undefined || (move === 'complete' && !one.done) || (move === 'restore' && !isFree(one.slot)))
    return null;
  // That it ended, or came back, is said beside the state.
  const isBeside = ['cancel', 'miss', 'hostMiss', 'restore'].includes(move);
  return { ...one, state, changes: one.changes + (isBeside && move === 'restore' ? 0 : 1) };
}

/** The two events and what is taken of the car, as they are stored. */
const stored = (both: readonly Mine[]) =>
  query(
    `select e.id::int, coalesce(e.ended_as, e.state) as state, to_char(e.starts_at at time zone 'Europe/Rome', 'HH24:MI') as slot, e.moved,
      (select count(*)::int from state_changes s where s.company_id = 901 and s.entity = 'event' and s.record_id = e.id) as changes,
      (select count(*)::int from calendar_bookings b where b.event_id = e.id and b.calendar_id = $2 and b.starts_at = e.starts_at) as taken
    from calendar_events e where e.id = any($1::bigint[]) order by e.id`,
    [both.map(({ id }) => id), car],
  );

test('calendar-machine: two rivals walk it as the model says, and never share a car', { timeout: 60_000 }, async () => {
  for (let round = 0; round < rounds(3); round += 1) {
    const random = new Random(round + 1);
    const day = addDays('2026-12-14', (round % 4) + 7 * (round >> 2));
    let both = [await begin(0, day), await begin(1, day)];
    for (let n = 0; n < 14; n += 1) {
      const at = random.chance(0.5) ? 0 : 1;
      const [one, other] = [both[at]!, both[1 - at]!];
      const free = slots.find((slot) => both.every((mine) => !holds(mine) || mine.slot !== slot));
      const race = random.chance(0.3) && free && both.every(({ state }) => open.includes(state));
      if (race) {
        // Both want the car at the same free time: one has it, the other one stays where it was.
        const versions = await Promise.all(both.map(versionOf));
        const answers = await Promise.all(
          both.map((mine, i) => send(mine.seller, 'reschedule', mine, versions[i]!, { day, slot: free })),
        );
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        both = both.map((mine, i) =>
          answers[i]!.status === 200 ? { ...mine, slot: free, moved: mine.moved + 1 } : mine,
        );
      } else {
        // Mostly what the model allows, so that the walk goes on.
        const known = [...(Object.keys(model[one.state]) as Move[]), 'reschedule', 'tick'] as Move[];
        const move = random.chance(0.8) ? random.pick(known) : random.pick(moves);
        const to = { day, slot: random.pick(slots) };
        const version = await versionOf(one);
        // The rival presses the same at the same moment: one of the two comes too late.
        const rivals = move === 'close' ? [manager, manager] : [one.seller, manager];
        const answers = await Promise.all(rivals.map((by) => send(by, move, one, version, to)));
        const next = after(one, move, other, to.slot);
        const statuses = answers.map(({ status }) => status).toSorted();
        expect([move, one.state, ...statuses]).toEqual([
          move,
          one.state,
          ...(next
            ? [200, expect.toBeOneOf([409, 412])]
            : [expect.toBeOneOf([409, 412]), expect.toBeOneOf([409, 412])]),
        ]);
        if (next) both = both.map((mine, i) => (i === at ? next : mine));
      }
      expect(await stored(both)).toEqual(
        both.map((mine) => ({
          id: mine.id,
          state: mine.state,
          slot: mine.slot,
          moved: mine.moved,
          changes: mine.changes,
          taken: holds(mine) ? 1 : 0,
        })),
      );
    }
  }
  // Whoever moved an event: it is the same record, with a line of its history for each move.
  const [{ moved, told }] = (await query(
    `select (select sum(moved)::int from calendar_events where company_id = 901) as moved,
      (select count(*)::int from audit_events where company_id = 901 and entity = 'event' and action = 'reschedule') as told`,
  )) as [{ moved: number; told: number }];
  expect(told).toBe(moved);
});
