import { DEMO_PRIVACY } from '#backend/seed/links.ts';
import type { privacy as table } from '#domain/privacy/endpoints.ts';
import { created, nothing, type Calls, type Side } from '../area.ts';
import { changing, waiting } from './preferences.ts';

const customer = async (side: Side) => {
  const body = { type: 'private', firstName: 'Anna', lastName: `${side.marker} ${side.next()}` };
  const { params } = await created(side, 'POST /customers', { body });
  return { params };
};
/** Publishes the text first: otherwise the first answer to the default text would publish it. */
const published = async (side: Side, kind: string) => {
  await side.call('POST /privacy/texts', { body: { kind, text: 'Acconsento a quanto è scritto qui.' } });
};
const token = async (side: Side) => {
  const { url } = (await side.call('POST /privacy/customers/:id/link', await customer(side))).body;
  return url.slice(url.lastIndexOf('/') + 1) as string;
};
const none = { given: false, channels: [] };

export const privacy: Calls<typeof table> = {
  'GET /privacy/settings': nothing,
  'PUT /privacy/settings': (side) => changing(side, 'GET /privacy/settings', '2026-11-20'),
  'POST /privacy/settings/unschedule': (side) =>
    waiting(side, 'GET /privacy/settings', 'PUT /privacy/settings', { quietMonths: 100 + (side.next() % 100) }),
  'GET /privacy/settings/timeline': nothing,
  'GET /privacy/texts': nothing,
  'POST /privacy/texts': ({ next }) => ({
    body: { kind: 'notice' as const, text: `Informativa numero ${next()} di prova` },
  }),
  'GET /privacy/reach': nothing,
  'GET /privacy/recipients': () => ({ query: { channel: 'email' as const, format: 'csv' as const } }),
  'GET /privacy/customers/:id': customer,
  'POST /privacy/customers/:id': async (side) => {
    await published(side, 'profiling');
    const body = { purpose: 'profiling' as const, given: true, way: 'paper' as const, on: '2026-11-19' };
    return { ...(await customer(side)), body };
  },
  'POST /privacy/customers/:id/send': async (side) => ({
    ...(await customer(side)),
    body: { to: 'anna@posta.example.it' },
  }),
  'POST /privacy/customers/:id/link': customer,
  'POST /privacy/customers/:id/revoke': customer,
  'GET /privacy/page': async (side) => ({ query: { token: await token(side) } }),
  'POST /privacy/page': async (side) => {
    await published(side, 'marketing');
    return { body: { token: await token(side), choices: [{ purpose: 'marketing' as const, ...none }] } };
  },
};

/** Addresses of its pages in the demo world. */
export const pages = { '/privacy/{token}': `/privacy/${DEMO_PRIVACY}` };
