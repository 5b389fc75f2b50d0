import type { persons as table } from '#domain/persons/endpoints.ts';
import { created, nothing, type Calls, type Side } from '../area.ts';

const customer = (side: Side) => {
  const body = { type: 'private', firstName: 'Carla', lastName: `${side.marker} ${side.next()}` };
  return created(side, 'POST /customers', { body });
};
const one = async (side: Side) => ({ params: (await customer(side)).params });
const two = async (side: Side) => {
  const [kept, gone] = [await customer(side), await customer(side)];
  return { keptId: kept.params.id, goneId: gone.params.id, keptVersion: kept.version, goneVersion: gone.version };
};

export const persons: Calls<typeof table> = {
  'GET /persons/duplicates': nothing,
  'GET /persons/merges': nothing,
  'GET /persons/merges/preview': async (side) => {
    const { keptId, goneId } = await two(side);
    return { query: { keptId, goneId } };
  },
  'POST /persons/merges': async (side) => ({ body: await two(side) }),
  'POST /persons/merges/:id/undo': async (side) => {
    const { status, body } = await side.call('POST /persons/merges', { body: await two(side) });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { params: { id: body.id as number } };
  },
  'GET /persons/:id/export': one,
  'GET /persons/:id/erasure': one,
  'POST /persons/:id/erasure': async (side) => {
    const { params, version } = await customer(side);
    const { name } = (await side.call('GET /persons/:id/erasure', { params })).body;
    return { params, version, body: { reason: 'request' as const, name } };
  },
  'GET /persons/retention': nothing,
  'POST /persons/retention': async (side) => {
    const { id } = (await customer(side)).params;
    await side.query("update customers set updated_at = '2020-01-01' where id = $1", [id]);
    return { body: { ids: [id] } };
  },
};
