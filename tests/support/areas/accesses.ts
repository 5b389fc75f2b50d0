import { DEMO_ROOM } from '#backend/seed/links.ts';
import type { accesses as table } from '#domain/accesses/endpoints.ts';
import { visitFields } from '#domain/accesses/visit-fields.ts';
import type { AccessInput } from '#domain/accesses/schema.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { created, nothing, type Calls, type Sent, type Side, type TestUser } from '../area.ts';
import { because, reasonsOf } from '../reasons.ts';
import type { World } from '../world.ts';
import { eventOf } from './calendars.ts';

/** A visit as the reception types it. */
export const accessOf = (changes: Partial<AccessInput> = {}): AccessInput => ({
  ...blankOf(visitFields),
  wish: 'Una Panda',
  ...changes,
});

const own = ({ locationId, customerId, marker }: Side) => accessOf({ locationId, customerId, note: marker });
const come = (side: Side) => created(side, 'POST /accesses', { body: own(side) });
const booked = (side: Side) =>
  created(side, 'POST /accesses/bookings', { body: { ...own(side), day: '2026-12-01', time: '10:00' } });

interface Seen {
  params: { id: number };
  version: number;
}
/** The visit after a move. */
async function after(side: Side, from: Seen, move: 'assign' | 'handleAtDesk', body: object): Promise<Seen> {
  const answer = await side.call(`POST /accesses/:id/${move}`, { ...from, body } as Sent);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { params: from.params, version: answer.body.version as number };
}
const assigned = async (side: Side) => after(side, await come(side), 'assign', { sellerId: side.as.id });

/** Somebody who booked, known already, so that every move is possible. */
export async function readyAccess({ alfa, call }: World, owner: TestUser): Promise<number> {
  const body = {
    ...accessOf({ locationId: alfa.locationId, customerId: alfa.customerId }),
    day: '2026-12-01',
    time: '10:00',
  };
  const answer = await call(owner, 'POST /accesses/bookings', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id as number;
}

/** What the machine reads of a visit. */
export const accessFacts = `state, seller_id::int as "sellerId", customer_id::int as "customerId", handled_on::text as "handledOn",
  true as "selfTake", begun_at is not null as begun, version`;

/** An appointment of today with its calendar. */
const appointment = async (side: Side) => {
  const day = addDays(dayInRome(side.now()), 1 + (side.next() % 900));
  const time = `${String(side.next() % 24).padStart(2, '0')}:00`;
  return created(side, 'POST /calendars/events', { body: eventOf({ title: side.marker, day, time, minutes: 15 }) });
};

export const accesses: Calls<typeof table> = {
  'GET /accesses': nothing,
  'GET /accesses/counts': () => ({ query: { views: '' } }),
  'GET /accesses/export': () => ({ query: { format: 'csv' } }),
  'GET /accesses/open': nothing,
  'GET /accesses/sellers': nothing,
  'GET /accesses/reasons': nothing,
  ...reasonsOf('accesses', 'resume'),
  'GET /accesses/reception': ({ locationId }) => ({ query: { locationId } }),
  'POST /accesses/others': (side) => ({ body: { name: 'Corriere', locationId: side.locationId } }),
  'POST /accesses': (side) => ({ body: accessOf({ locationId: side.locationId }) }),
  'POST /accesses/bookings': (side) => ({
    body: { ...accessOf({ name: 'Chiara Colombo', locationId: side.locationId }), day: '2026-12-01', time: '10:00' },
  }),
  'POST /accesses/arrivals': async (side) => {
    const { params } = await appointment(side);
    return { body: { eventId: params.id, locationId: side.locationId } };
  },
  'POST /accesses/rooms': ({ locationId }) => ({ body: { locationId } }),
  'GET /links/room': async (side) => {
    const { body } = await side.call('POST /accesses/rooms', {
      body: { locationId: side.locationId },
      key: `sala-${side.next()}-prova`,
    });
    return { query: { token: decodeURIComponent(String(body.url).split('/sala/')[1]!) } };
  },
  'GET /accesses/:id': come,
  'PUT /accesses/:id': async (side) => ({ ...(await come(side)), body: { ...own(side), name: side.marker } }),
  'POST /accesses/:id/checkIn': booked,
  'POST /accesses/:id/assign': async (side) => ({ ...(await come(side)), body: { sellerId: side.as.id } }),
  'POST /accesses/:id/selfTake': come,
  'POST /accesses/:id/handleAtDesk': async (side) => ({
    ...(await come(side)),
    body: await because(side, 'access', 'handleAtDesk'),
  }),
  'POST /accesses/:id/handle': async (side) => ({
    ...(await assigned(side)),
    body: { outcome: 'quote', nextStep: side.marker },
  }),
  'POST /accesses/:id/giveBack': async (side) => ({
    ...(await assigned(side)),
    body: await because(side, 'access', 'giveBack'),
  }),
  'POST /accesses/:id/handOver': async (side) => ({
    ...(await assigned(side)),
    body: { sellerId: (await side.colleague()).id, note: side.marker },
  }),
  'POST /accesses/:id/resume': async (side) => {
    const from = await come(side);
    const handled = await after(side, from, 'handleAtDesk', await because(side, 'access', 'handleAtDesk'));
    return { ...handled, body: { sellerId: side.as.id, ...(await because(side, 'access', 'resume')) } };
  },
  'POST /accesses/:id/begin': assigned,
  'POST /accesses/:id/miss': booked,
  'GET /accesses/:id/timeline': come,
};

export const pages = { '/sala/{token}': `/sala/${DEMO_ROOM}` };
