import { MANUFACTURER } from '#domain/endpoint.ts';
import type { network as table } from '#domain/network/endpoints.ts';
import type { Calls, Side } from '../area.ts';

/** Where the pages of a company open in the demo world. */
export const pages = { '/fms/companies/{id}/users': '/fms/companies/21/users' };

export const asked = { areas: ['prices', 'layouts'] as ('prices' | 'layouts')[], writes: true, hours: 4 };
export const reason = 'Il prezzo stampato è quello di novembre';

/** A person of the manufacturer, and the company whose door they stand at. */
const atDoor = async ({ companyId, colleague }: Side) => ({
  as: await colleague(MANUFACTURER),
  params: { company_id: companyId },
});

/** An access that a person of the manufacturer has asked for. */
export async function askedGrant(side: Side) {
  const { as, params } = await atDoor(side);
  const { status, body } = await side.call(
    'POST /network/:company_id/grants',
    { params, body: { ...asked, reason } },
    as,
  );
  if (status !== 201) throw new Error(`grant: ${status} ${JSON.stringify(body)}`);
  return { as, params, id: body.id as number };
}

const one = async (side: Side) => ({ params: { id: (await askedGrant(side)).id } });

export const network: Calls<typeof table> = {
  'GET /companies/network': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /network/grants': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /network/:company_id/users': atDoor,
  'POST /network/:company_id/grants': async (side) => ({ ...(await atDoor(side)), body: { ...asked, reason } }),
  'DELETE /network/:company_id/grants/:id': async (side) => {
    const { as, params, id } = await askedGrant(side);
    return { as, params: { ...params, id } };
  },
  'GET /grants': () => ({}),
  'POST /grants/:id/allow': async (side) => ({ ...(await one(side)), body: { ...asked, writes: false } }),
  'POST /grants/:id/end': one,
};
