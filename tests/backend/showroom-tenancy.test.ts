import { afterAll, expect, test } from 'vitest';
import { accessOf } from '#tests/support/areas/accesses.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0', LOG_LEVEL: 'error' });
afterAll(() => world.close());
const { call } = world;
const alfa = await world.sideOf(world.alfa);
const beta = await world.sideOf(world.beta);
const stranger = await world.user(902, EVERY);

test('another company’s place and visits are not there', async () => {
  const { locationId } = alfa;
  const { body: visit } = await alfa.call('POST /accesses', { body: accessOf({ locationId }) });
  expect((await call(stranger, 'GET /accesses/desk', { query: { locationId } })).status).toBe(404);
  expect((await call(stranger, 'GET /accesses/:id', { params: { id: visit.id } })).status).toBe(404);
  const foreign = accessOf({ locationId: beta.locationId });
  expect((await alfa.call('POST /accesses', { body: foreign })).body.fields).toHaveProperty('locationId');
});
