import { absenceFields } from '#domain/calendars/fields.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { users as table } from '#domain/users/endpoints.ts';
import { invited } from './network.ts';
import { recordCalls } from '../priced.ts';
import { created, PASSWORD, nothing, type Calls, type Side } from '../area.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const userBody = (name: string, side: Pick<Side, 'locationId'>) => ({
  name,
  email: `${name.replace(' ', '.')}@prova.example.it`.toLowerCase(),
  phone: null,
  roleName: 'Venditore',
  commissions: [],
  languages: [],
  makerIds: [],
  privileges: ['13'],
  businessCenterId: null,
  payrollNumber: '',
  rotation: 'role',
  desk: '',
  locationIds: [side.locationId],
  defaultLocationId: null,
});
const fresh = (side: Side) => created(side, 'POST /users', { body: userBody(`${side.marker} ${side.next()}`, side) });
/** Somebody absent, with a lead that is due before they are back. */
const absentee = async (side: Side) => {
  const { params } = await fresh(side);
  const day = dayInRome(new Date());
  const number = `LA${params.id}`;
  await side.query(
    `insert into leads (company_id, number, name, source, type, assignee_id, state, next_type, next_at, received_at, created_at, updated_at)
     values ($1, $2, $2, 'web', 'sales', $3, 'in_progress', 'follow_up', now() + interval '1 day', now(), now(), now())`,
    [side.companyId, number, params.id],
  );
  const body = { ...blankOf(absenceFields), userId: params.id, from: day, to: addDays(day, 2) };
  await side.call('POST /calendars/absences', { body, key: `assente-${side.next()}-prova` });
  return { params };
};
const taking = ({ as }: Side) => ({ body: { heirs: [{ kind: 'leads', to: as.id }] } });
const tokenBody = (side: Side) => ({ name: `Sito ${side.next()}`, privileges: [1, 13], days: 90 });
const view = { area: 'quotes' as const, name: 'Le mie', shared: false, state: { q: 'x' } };

const roleBody = (side: Side) => ({
  name: `Ruolo ${side.marker} ${side.next()}`,
  base: 'Venditore' as const,
  privileges: ['13'],
});
const role = async (side: Side) => {
  const { params, version } = await created(side, 'POST /users/roles', { body: roleBody(side) });
  return { params: { roleId: params.id }, version: version! };
};

export const users: Calls<typeof table> = {
  'GET /network-invitations': nothing,
  'POST /network-invitations/:id/confirm': async (side) => ({ params: { id: (await invited(side)).id } }),
  'POST /network-invitations/:id/refuse': async (side) => ({ params: { id: (await invited(side)).id } }),
  'GET /users/roles': nothing,
  'GET /users/roles/preview': () => ({ query: { name: 'Venditore', privileges: '13' } }),
  'POST /users/roles': (side) => ({ body: { ...roleBody(side), name: `Ruolo ${side.next()}` } }),
  'PUT /users/roles/:roleId': async (side) => ({ ...(await role(side)), body: roleBody(side) }),
  'DELETE /users/roles/:roleId': async (side) => ({ params: (await role(side)).params }),
  'GET /users/leaving': async (side) => ({ query: { ids: String((await fresh(side)).params.id) } }),
  'GET /users/:id/absent': (side) => absentee(side),
  'POST /users/:id/absent': async (side) => ({ ...(await absentee(side)), ...taking(side) }),
  'POST /users/:id/absent/undo': async (side) => {
    const sent = await absentee(side);
    const { body } = await side.call('POST /users/:id/absent', {
      ...sent,
      ...taking(side),
      key: `affidato-${side.next()}-prova`,
    });
    return { ...sent, body: { handoverId: body.handoverId as number } };
  },
  'PUT /users/me': async ({ colleague }) => ({
    as: await colleague(),
    version: 1,
    body: { name: 'Nome Nuovo', phone: null },
  }),
  'PUT /users/me/password': async ({ colleague }) => ({
    as: await colleague(),
    body: { current: PASSWORD, password: 'quattro-gatti-sul-tetto' },
  }),
  'PUT /users/me/picture': () => ({ body: { base64: PNG } }),
  'DELETE /users/me/picture': nothing,
  'GET /users/:id/picture': async ({ call, colleague }) => {
    const as = await colleague();
    await call('PUT /users/me/picture', { body: { base64: PNG } }, as);
    return { params: { id: as.id } };
  },
  'PUT /users/me/appearance': () => ({ body: { theme: 'dark', density: 'compact', shortcuts: false } }),
  'PUT /users/me/updates-seen': nothing,
  'GET /users/me/sessions': nothing,
  'DELETE /users/me/sessions/:id': async ({ call, colleague }) => {
    const as = await colleague();
    const { token } = (await call('POST /auth/login', { body: { email: as.email, password: PASSWORD } }, null)).body;
    const sessions = (await call('GET /users/me/sessions', {}, { ...as, token })).body;
    return { as, params: { id: sessions.find((session: { current: boolean }) => session.current).id } };
  },
  'GET /users/me/views': () => ({ query: { area: 'quotes' } }),
  'POST /users/me/views': () => ({ body: view }),
  'DELETE /users/me/views/:id': (side) =>
    created(side, 'POST /users/me/views', { body: { ...view, name: `${side.marker} vista`, shared: true } }),
  'GET /users/me/locations': nothing,
  'PUT /users/me/location': async ({ colleague, query, companyId, locationId }) => {
    const as = await colleague();
    await query('insert into user_locations values ($1, $2, $3, false)', [companyId, as.id, locationId]);
    return { as, body: { locationId } };
  },
  'GET /users/tokens': nothing,
  'POST /users/tokens': (side) => ({ body: tokenBody(side) }),
  'DELETE /users/tokens/:id': (side) => created(side, 'POST /users/tokens', { body: tokenBody(side) }),
  'POST /users/tokens/:id/take-over': async (side) => {
    const { body: made } = await side.call('POST /users/tokens', { body: tokenBody(side) }, await side.colleague());
    return { params: { id: made.id } };
  },
  ...recordCalls('users', userBody),
  'POST /users/:id/invite': fresh,
  'POST /users/invitations': async (side) => ({ body: { ids: [(await fresh(side)).params.id] } }),
  'DELETE /users/:id/sessions': fresh,
  'DELETE /users/:id/second-factor': fresh,
};
