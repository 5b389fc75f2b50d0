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

const opening = ({ next, companyId }: Side) => {
  const n = next();
  return {
    name: `Nuova ${companyId} ${n}`,
    province: 'MI',
    brands: null,
    adminName: 'Nora Nuova',
    email: `nora-${companyId}-${n}@nuova.example.it`,
    places: ['Centro', 'Officina'],
    roadCost: 800_00,
  };
};

/** A company that a person of the manufacturer has just opened, with its administrator: nobody else works there. */
export async function openedCompany(side: Side) {
  const as = await side.colleague(MANUFACTURER);
  const body = opening(side);
  const { status, body: made } = await side.call('POST /network/companies', { body }, as);
  if (status !== 201) throw new Error(`company: ${status} ${JSON.stringify(made)}`);
  const companyId = made.id as number;
  const [admin] = await side.query('select id::int from users where company_id = $1', [companyId]);
  return { as, params: { company_id: companyId }, adminId: Number(admin!.id) };
}

const invitee = ({ next }: Pick<Side, 'next'>) => ({
  name: 'Invitata di Rete',
  email: `rete-${next()}@example.test`,
  roleName: 'Venditore' as const,
});

/** Somebody whom the manufacturer has invited; those of earlier tests are decided, as so many wait at most. */
export async function invited(side: Side) {
  const { as, params } = await atDoor(side);
  await side.query(
    `update network_invitations set state = 'refused' where company_id = $1 and state = 'waiting'
      and id not in (select id from network_invitations where company_id = $1 and state = 'waiting' order by id desc limit 4)`,
    [params.company_id],
  );
  const { status, body } = await side.call(
    'POST /network/:company_id/invitations',
    { params, body: invitee(side) },
    as,
  );
  if (status !== 201) throw new Error(`invitation: ${status} ${JSON.stringify(body)}`);
  return { as, params, id: body.id as number };
}

/** A person of the manufacturer, and somebody of the company at whose door they stand. */
const atDoorOfSomebody = async (side: Side) => ({ ...(await atDoor(side)), id: (await side.colleague()).id });

const one = async (side: Side) => ({ params: { id: (await askedGrant(side)).id } });

export const network: Calls<typeof table> = {
  'GET /companies/network/volumes': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /companies/network': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /companies/network/export': async ({ colleague }) => ({
    as: await colleague(MANUFACTURER),
    query: { format: 'csv' },
  }),
  'GET /network/search': async ({ colleague }) => ({ as: await colleague(MANUFACTURER), query: { q: 'au' } }),
  'GET /network/health': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /network/targets': async ({ colleague }) => ({ as: await colleague(MANUFACTURER), query: { year: 2026 } }),
  'PUT /network/targets': async ({ call, colleague, companyId, query, next }) => {
    const as = await colleague(MANUFACTURER);
    const body = () => ({ year: 2030, cells: [{ dealerId: companyId, month: 3, amount: next() }] });
    const [year] = await query('select version from network_target_years where year = 2030');
    const version = Number(year?.version ?? 0);
    if (version > 0) return { as, version, body: body() };
    await call('PUT /network/targets', { version, body: body() }, as);
    return { as, version: 1, body: body() };
  },
  'GET /network/grants': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /network/behalf': async (side) => {
    const { as, params } = await openedCompany(side);
    return { as, query: { companyId: params.company_id } };
  },
  'GET /network/:company_id/users': atDoor,
  'GET /network/companies/new': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'POST /network/companies': async (side) => ({ as: await side.colleague(MANUFACTURER), body: opening(side) }),
  'POST /network/:company_id/suspend': async (side) => {
    const { as, params } = await openedCompany(side);
    return { as, params, body: { reason: 'Insoluti di novembre' } };
  },
  'POST /network/:company_id/reopen': async (side) => {
    const { as, params } = await openedCompany(side);
    await side.call('POST /network/:company_id/suspend', { params, body: { reason: 'Per prova' } }, as);
    return { as, params };
  },
  'POST /network/:company_id/users/:id/invite': async (side) => {
    const { as, params, adminId } = await openedCompany(side);
    return { as, params: { ...params, id: adminId } };
  },
  'POST /network/:company_id/users/:id/block': async (side) => {
    const { as, params, id } = await atDoorOfSomebody(side);
    return { as, params: { ...params, id }, body: { reason: 'Dispositivo rubato' } };
  },
  'DELETE /network/:company_id/users/:id/sessions': async (side) => {
    const { as, params, id } = await atDoorOfSomebody(side);
    return { as, params: { ...params, id } };
  },
  'POST /network/:company_id/invitations': async (side) => ({ ...(await atDoor(side)), body: invitee(side) }),
  'DELETE /network/:company_id/invitations/:id': async (side) => {
    const { as, params, id } = await invited(side);
    return { as, params: { ...params, id } };
  },
  'POST /network/:company_id/grants': async (side) => ({ ...(await atDoor(side)), body: { ...asked, reason } }),
  'DELETE /network/:company_id/grants/:id': async (side) => {
    const { as, params, id } = await askedGrant(side);
    return { as, params: { ...params, id } };
  },
  'GET /grants': () => ({}),
  'POST /grants/:id/allow': async (side) => ({ ...(await one(side)), body: { ...asked, writes: false } }),
  'POST /grants/:id/end': one,
};
