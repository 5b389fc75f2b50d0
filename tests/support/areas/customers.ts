import type { customers as table } from '#domain/customers/endpoints.ts';
import { sent } from './uploads.ts';
import { created, nothing, type Calls, type Insert, type Side } from '../area.ts';
import { commentsOf } from '../comments.ts';

export const rows = async (insert: Insert, companyId: number, marker: string) => ({
  customerId: await insert(
    `insert into customers (company_id, type, name, first_name, last_name, tax_code)
     values ($1, 'private', $2, 'Mario', $3, 'RSSMRA85T10A562S') returning id`,
    [companyId, `Mario ${marker}`, marker],
  ),
});

const customer = { type: 'private' as const, firstName: 'Anna', lastName: 'Prova' };
const fresh = (side: Side) => created(side, 'POST /customers', { body: { ...customer, lastName: side.marker } });

const apart = async (side: Side) => ({ params: { ...(await fresh(side)).params, otherId: side.customerId } });

export const customers: Calls<typeof table> = {
  'GET /customers/matches': ({ marker }) => ({ query: { q: marker } }),
  'GET /customers/duplicates': ({ marker }) => ({ query: { name: marker } }),
  'GET /customers/municipalities': () => ({ query: { cap: '20121' } }),
  'GET /customers/provinces': nothing,
  'GET /customers/followers': nothing,
  'GET /customers': nothing,
  'GET /customers/export': () => ({ query: { format: 'csv' } }),
  'POST /customers': () => ({ body: customer }),
  'GET /customers/:id': fresh,
  ...commentsOf('customers', fresh),
  'GET /customers/:id/timeline': fresh,
  'GET /customers/:id/scans/:scanId': async (side) => {
    const scan = await sent(side, 'customer_document');
    const documents = [{ kind: 'passport', number: 'YA1', issuer: '', issuedOn: null, expiresOn: null, scan }];
    const { params } = await created(side, 'POST /customers', { body: { ...customer, documents } });
    return { params: { ...params, scanId: scan } };
  },
  'PUT /customers/:id': async (side) => ({ ...(await fresh(side)), body: { ...customer, city: 'Lecco' } }),
  'PUT /customers/:id/distinct/:otherId': apart,
  'DELETE /customers/:id/distinct/:otherId': async (side) => {
    const { params } = await apart(side);
    await side.call('PUT /customers/:id/distinct/:otherId', { params });
    return { params };
  },
  'GET /customers/:id/relations': fresh,
  'POST /customers/:id/relations': async (side) => ({
    params: (await fresh(side)).params,
    body: { otherId: side.customerId, kind: 'spouse' as const, note: '' },
  }),
  'DELETE /customers/:id/relations/:relationId': async (side) => {
    const { params } = await fresh(side);
    const body = { otherId: side.customerId, kind: 'spouse', note: '' };
    const made = await side.call('POST /customers/:id/relations', { params, body });
    return { params: { ...params, relationId: made.body.id as number } };
  },
  'POST /customers/assign': async (side) => {
    const { params, version } = await fresh(side);
    return { body: { rows: [{ id: params.id, version: version!, sellerId: null }] } };
  },
  'POST /customers/bulk': async (side) => {
    const { params, version } = await fresh(side);
    return { body: { action: 'archive', rows: [{ id: params.id, version }] } };
  },
};
