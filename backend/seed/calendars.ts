import { sql } from 'kysely';
import { firstEventReasons, eventMachine } from '#domain/calendars/rules.ts';
import { firstChecklists, type EventKind } from '#domain/calendars/event-terms.ts';
import { openOn, type Opening } from '#domain/companies/opening.ts';
import { addDays, dayInRome, instantInRome, mondayOf } from '#domain/dates.ts';
import { time as clock } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import { insertRows, nextId, type Owner } from './insert.ts';
import type { Showroom } from './leads.ts';
import { Random } from './random.ts';

/** A week of a person: weekday from Monday, hour, minutes, what, and whether with a car or a bay. */
const plan: readonly [day: number, time: string, minutes: number, kind: EventKind, title: string][] = [
  [0, '09:30', 60, 'appointment', 'Preventivo in sede'],
  [0, '15:00', 60, 'signing', 'Firma contratto'],
  [1, '09:00', 60, 'internal', 'Riunione di sede'],
  [1, '10:30', 45, 'test_drive', 'Prova Lumera Rea'],
  [1, '15:00', 60, 'appointment', 'Preventivo Lumera Rea HEV'],
  [1, '16:30', 60, 'call', 'Richiamate'],
  [2, '09:30', 60, 'appointment', 'Permuta da vedere'],
  [2, '14:30', 45, 'test_drive', 'Prova Lumera Corsaro'],
  [3, '10:00', 60, 'appointment', 'Preventivo flotta'],
  [3, '15:00', 90, 'delivery', 'Consegna auto nuova'],
  [4, '09:30', 180, 'internal', 'Corso Ostro'],
  [4, '16:00', 60, 'appointment', 'Trattativa'],
  [5, '09:30', 120, 'internal', 'Porte aperte'],
];

/** The test-drive cars: a model, and which car of the stock that is of it, where the stock has so many. */
const testCars: readonly [model: string, nth: number][] = [
  ['Rea', 0],
  ['Corsaro', 0],
  ['Corsaro', 1],
];

/** The plate of the nth car of a model that is there; null: there is none. */
async function plateOf(owner: Owner, companyId: number, model: string, nth: number): Promise<string | null> {
  const car = await owner
    .selectFrom('usedCars')
    .select('plate')
    .where('companyId', '=', companyId)
    .where('maker', '=', 'Lumera')
    .where('model', '=', model)
    .where('state', 'in', ['acquired', 'service_vehicle'])
    .orderBy('id')
    .offset(nth)
    .limit(1)
    .executeTakeFirst();
  return car?.plate ?? null;
}

/** Name and hours of a place. */
async function readPlace(owner: Owner, companyId: number, id: number): Promise<Opening & { name: string }> {
  const { rows } = await sql<Opening & { name: string }>`select name, hours, closures, open_on_holidays, patron
    from locations where company_id = ${companyId} and id = ${id}`.execute(owner);
  return rows[0]!;
}

/** A calendar for each of these people, the test-drive cars, the first place and a bay, in this order. */
async function makeCalendars(owner: Owner, { companyId, now, sellers, locations }: Showroom) {
  const people = await owner
    .selectFrom('users')
    .select(['id', 'name'])
    .where('companyId', '=', companyId)
    .where('id', 'in', [...sellers])
    .orderBy('id')
    .execute();
  const firstId = await nextId(owner, 'calendars');
  const base = { company_id: companyId, location_id: locations[0] ?? null, version: 1, capacity: 1, buffer: 0 };
  const dates = { created_at: now, updated_at: now };
  const blank = { ...base, ...dates, hours: [], closures: [], shows: 'open', user_id: null, plate: null };
  const cars = [];
  for (const [model, nth] of testCars) {
    const plate = await plateOf(owner, companyId, model, nth);
    const name = [`Lumera ${model} di prova`, nth > 0 && plate].filter(Boolean).join(', ');
    if (nth === 0 || plate !== null) cars.push({ ...blank, name, kind: 'car', plate, buffer: 15 });
  }
  const place = await readPlace(owner, companyId, locations[0]!);
  const made = [
    ...people.map(({ id, name }) => ({ ...blank, name, kind: 'seller', user_id: id })),
    ...cars,
    { ...blank, name: place.name, kind: 'location' },
    { ...blank, name: 'Baia 1', kind: 'bay', buffer: 30 },
  ].map((one, at) => ({ ...one, id: firstId + at }));
  await insertRows(owner, 'calendars', made);
  return { people, made, place };
}

/** Calendars with events of this week and the next. */
export async function seedCalendars(owner: Owner, place: Showroom): Promise<void> {
  const { companyId, now, customers } = place;
  const random = new Random(companyId * 4391);
  const { people, made, place: home } = await makeCalendars(owner, place);
  const [rea, corsaro] = made.slice(people.length).map(({ id }) => id);
  const bay = made.at(-1)!.id;
  const today = dayInRome(now);
  const monday = mondayOf(today);
  const firstEvent = await nextId(owner, 'calendar_events');
  const events: Row[] = [];
  const bookings: Row[] = [];
  const free = new Map<number, number>();
  for (const weekAt of [0, 1])
    for (const [dayAt, time, minutes, kind, title] of plan)
      for (const [at, { id: userId }] of people.entries()) {
        // Not everybody does the same at the same time; one car and one bay are not taken twice.
        if ((dayAt + at + weekAt) % 3 === 2 || (at > 0 && kind !== 'appointment' && kind !== 'call')) continue;
        const startsAt = new Date(
          instantInRome(addDays(monday, dayAt + weekAt * 7), time).getTime() + at * 30 * 60_000,
        );
        const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
        const isOpen = openOn(home, dayInRome(startsAt)).some(
          ({ from, to }) => from <= clock(startsAt.toISOString()) && clock(endsAt.toISOString()) <= to,
        );
        if (!isOpen) continue;
        const beside = kind === 'test_drive' ? [dayAt === 1 ? rea! : corsaro!] : kind === 'delivery' ? [bay] : [];
        const calendarIds = [made[at]!.id, ...beside].toSorted((a, b) => a - b);
        if (calendarIds.some((id) => (free.get(id) ?? 0) > startsAt.getTime())) continue;
        const id = firstEvent + events.length;
        const isOver = endsAt < now;
        const isNow = !isOver && startsAt <= now;
        const missed = isOver && kind === 'appointment' && random.chance(0.25);
        events.push({
          company_id: companyId,
          id,
          version: 1,
          state: isOver && !missed ? 'completed' : isNow ? 'in_progress' : 'not_started',
          ended_as: missed ? 'missed' : null,
          rebook: missed ? 'due' : null,
          kind,
          title,
          starts_at: startsAt,
          ends_at: endsAt,
          calendar_ids: calendarIds,
          user_ids: [userId],
          customer_id: kind === 'internal' || kind === 'call' ? null : customers[(id * 5) % customers.length]!.id,
          checklist: (firstChecklists[kind] ?? []).map((text, n) => ({ text, done: isOver || n < 2 })),
          // Nobody of the demonstration is written to.
          remind_at: null,
          created_at: addDays(today, -3),
          updated_at: addDays(today, -3),
        });
        for (const calendarId of missed ? [] : calendarIds) {
          const { buffer } = made.find((one) => one.id === calendarId)!;
          const freeAt = new Date(endsAt.getTime() + buffer * 60_000);
          free.set(calendarId, freeAt.getTime());
          bookings.push({
            company_id: companyId,
            event_id: id,
            calendar_id: calendarId,
            starts_at: startsAt,
            free_at: freeAt,
          });
        }
      }
  await keep(owner, companyId, events, bookings);
}

type Row = Record<string, unknown>;

/** Writes the events with what they take, the first row of each one's history, and the company's reasons. */
async function keep(owner: Owner, companyId: number, events: readonly Row[], bookings: readonly Row[]): Promise<void> {
  await insertRows(
    owner,
    'calendar_events',
    events.map((one) => ({ is_private: false, note: '', moved: 0, ...one })),
  );
  await insertRows(owner, 'calendar_bookings', bookings);
  await insertRows(
    owner,
    'state_changes',
    events.map(({ id, created_at: at }) => ({
      company_id: companyId,
      entity: eventMachine.entity,
      record_id: id,
      from_state: null,
      to_state: eventMachine.initial,
      at,
    })),
  );
  await insertRows(
    owner,
    'move_reasons',
    keysOf(firstEventReasons).flatMap((move) =>
      firstEventReasons[move]!.map((label, place) => ({
        company_id: companyId,
        entity: eventMachine.entity,
        move,
        label,
        place,
        needs_note: label === 'Altro',
        created_at: '2025-01-01T08:00:00Z',
      })),
    ),
  );
}
