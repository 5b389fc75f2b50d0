import type { stats as table } from '#domain/stats/endpoints.ts';
import { created, nothing, once, type Calls, type Side } from '../area.ts';

const rows = { figure: 'contracts', basis: 'signed', from: '2026-11-01', to: '2026-11-30' } as const;
const changes = { bases: 'signed', from: '2026-10-01', to: '2026-10-31' } as const;

let years = 0;
/** A draft of the targets of a year that has none; one cell of it is the side's own place. */
export async function draftTargets(side: Side, year = 2030 + (years++ % 60)) {
  const { body } = await side.call('GET /stats/targets', { query: { year, draft: 'true' } });
  if (body.edition?.state === 'draft')
    await side.call('POST /stats/targets/:id/discard', {
      params: { id: body.edition.id },
      version: body.edition.version,
    });
  return { year, ...(await created(side, 'POST /stats/targets', { body: { year } })) };
}
const draft = async (side: Side) => {
  const { params, version } = await draftTargets(side);
  return { params, version };
};
const kept = once(draft);

export const stats: Calls<typeof table> = {
  'GET /stats/accesses': nothing,
  'GET /stats/accesses/export': () => ({ query: { format: 'csv' } }),
  'GET /stats/daily': nothing,
  'GET /stats/daily/export': () => ({ query: { format: 'csv' } }),
  'GET /stats/rows': () => ({ query: rows }),
  'GET /stats/changes': () => ({ query: changes }),
  'GET /stats/changes/export': () => ({ query: { ...changes, format: 'csv' } }),
  'GET /stats/rows/export': () => ({ query: { ...rows, format: 'csv' } }),
  'GET /stats/sellers': nothing,
  'GET /stats/sellers/export': () => ({ query: { format: 'csv' } }),
  'GET /stats/targets': nothing,
  'GET /stats/targets/export': () => ({ query: { format: 'csv' } }),
  'GET /stats/targets/month': nothing,
  'GET /stats/targets/aims': () => ({ query: { objective: 'financial' } }),
  'POST /stats/targets': async (side) => {
    // The same for both companies: it is no id.
    const { year, params, version } = await draftTargets(side, 2099);
    await side.call('POST /stats/targets/:id/discard', { params, version });
    return { body: { year } };
  },
  'PUT /stats/targets/:id': async (side) => ({
    ...(await draft(side)),
    body: {
      objective: 'new_pieces',
      cells: [{ locationId: side.locationId, sellerId: side.as.id, month: 3, amount: 5 }],
    },
  }),
  'GET /stats/targets/:id/proposal': async (side) => ({
    params: (await kept(side)).params,
    query: { objective: 'new_pieces', total: 120 },
  }),
  'POST /stats/targets/:id/force': draft,
  'POST /stats/targets/:id/discard': draft,
};

export const pages = { '/dealer/stats/rows': `/dealer/stats/rows?${new URLSearchParams(rows)}` };
