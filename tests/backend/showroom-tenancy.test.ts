import { afterAll, describe, expect, test } from 'vitest';
import { accesses } from '#domain/accesses/endpoints.ts';
import { bookings } from '#domain/calendars/booking.ts';
import { calendars } from '#domain/calendars/endpoints.ts';
import type { CallName } from '#domain/endpoints.ts';
import { leads } from '#domain/leads/endpoints.ts';
import { keysOf } from '#domain/record/machine.ts';
import { valuations } from '#domain/valuations/endpoints.ts';
import { accessOf } from '#tests/support/areas/accesses.ts';
import type { Sent } from '#tests/support/area.ts';
import { fill } from '#tests/support/areas.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0', LOG_LEVEL: 'error' });
afterAll(() => world.close());
const { call, query } = world;
const alfa = await world.sideOf(world.alfa);
const beta = await world.sideOf(world.beta);
const stranger = await world.user(902, EVERY);

const showroom = keysOf({ ...leads, ...accesses, ...calendars, ...bookings, ...valuations }) as CallName[];

test('every call with a record of another company is 404 and changes nothing', async () => {
  const versions = () =>
    query(
      `select 'lead' as kind, id, version from leads where company_id = 901 union all
       select 'access', id, version from accesses where company_id = 901 union all
       select 'event', id, version from calendar_events where company_id = 901 union all
       select 'calendar', id, version from calendars where company_id = 901 union all
       select 'valuation', id, version from valuations where company_id = 901 order by kind, id`,
    );
  const named = showroom.filter((name) => name.includes('/:'));
  expect(named.length).toBeGreaterThan(60);
  const sent: (readonly [CallName, Sent])[] = [];
  for (const name of named) sent.push([name, (await fill(name, alfa)).sent]);
  const before = await versions();
  for (const [name, given] of sent) expect([name, (await call(stranger, name, given)).status]).toEqual([name, 404]);
  expect(await versions()).toEqual(before);
});

test('lists, queues, boards and desks of another company have none of its records', async () => {
  await alfa.call('POST /leads', { body: { ...leadOf({ name: alfa.marker }), assigneeId: null } });
  const read = showroom.filter((name) => /^GET \/(?!links|.*(\/:|\/desk$|feed))/.test(name));
  for (const name of read) {
    const { sent } = await fill(name, beta);
    const { status, body } = await call(stranger, name, sent);
    expect([name, status]).toEqual([name, 200]);
    const text = Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body);
    expect([name, text.includes(alfa.marker)]).toEqual([name, false]);
  }
  const { locationId } = alfa;
  expect((await call(stranger, 'GET /accesses/reception', { query: { locationId } })).status).toBe(404);
});

test('a lead, a visit and a valuation take no person, place, customer or lead of another company', async () => {
  const { body: lead } = await beta.call('POST /leads', { body: { ...leadOf(), assigneeId: beta.as.id } });
  const tried = async (name: CallName, body: object) => {
    const answer = await alfa.call(name, { body });
    expect([name, answer.status]).toEqual([name, 422]);
    return Object.keys(answer.body.fields);
  };
  const { locationId, customerId } = beta;
  const blank = { ...leadOf(), assigneeId: null };
  expect(await tried('POST /leads', { ...blank, assigneeId: beta.as.id })).toEqual(['assigneeId']);
  expect(await tried('POST /leads', { ...blank, locationId })).toEqual(['locationId']);
  expect(await tried('POST /leads', { ...blank, customerId })).toEqual(['customerId']);
  expect(await tried('POST /accesses', accessOf({ locationId }))).toEqual(['locationId']);
  const visit = accessOf({ locationId: alfa.locationId });
  expect(await tried('POST /accesses', { ...visit, customerId })).toEqual(['customerId']);
  expect(await tried('POST /accesses', { ...visit, leadId: lead.id })).toEqual(['leadId']);
});

describe('a private link', () => {
  const links = {
    'GET /links/request': 'query',
    'GET /links/booking': 'query',
    'GET /links/appointment': 'query',
    'GET /links/appointment/ics': 'query',
    'GET /links/room': 'query',
    'GET /calendars/feed': 'query',
    'POST /links/request': 'body',
    'POST /links/booking': 'body',
    'POST /links/request/confirm': 'body',
    'POST /links/booking/confirm': 'body',
    'POST /links/appointment/confirm': 'body',
    'POST /links/appointment/move': 'body',
    'POST /links/appointment/again': 'body',
    'POST /links/appointment/cancel': 'body',
  } as const satisfies Partial<Record<CallName, 'query' | 'body'>>;

  test.each(keysOf(links))(
    '%s opens in its company alone: under the number of another one it is nobody’s',
    async (name) => {
      const place = links[name];
      const { sent } = await fill(name, alfa);
      const given = sent[place] as { token: string };
      const token = given.token.replace(/^[^.]+/, (902).toString(36));
      expect(token).not.toBe(given.token);
      expect((await call(null, name, { ...sent, [place]: { ...given, token } })).status).toBe(404);
      const { status, body } = await call(null, name, sent);
      expect(status).toBeLessThan(300);
      expect(JSON.stringify(body ?? '')).not.toContain(beta.marker);
    },
  );

  test('every one of the showroom is among these', () => {
    const public_ = showroom.filter((name) => /^\w+ \/(links\/|calendars\/feed$)/.test(name) && !name.includes('/:'));
    expect(public_.toSorted()).toEqual(keysOf(links).toSorted());
  });
});
