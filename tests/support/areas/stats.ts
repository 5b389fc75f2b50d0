import type { stats as table } from '#domain/stats/endpoints.ts';
import { nothing, type Calls } from '../area.ts';

const rows = { figure: 'contracts', basis: 'signed', from: '2026-11-01', to: '2026-11-30' } as const;
const changes = { bases: 'signed', from: '2026-10-01', to: '2026-10-31' } as const;

export const stats: Calls<typeof table> = {
  'GET /stats/daily': nothing,
  'GET /stats/daily/export': () => ({ query: { format: 'csv' } }),
  'GET /stats/rows': () => ({ query: rows }),
  'GET /stats/changes': () => ({ query: changes }),
  'GET /stats/changes/export': () => ({ query: { ...changes, format: 'csv' } }),
  'GET /stats/rows/export': () => ({ query: { ...rows, format: 'csv' } }),
};

export const pages = { '/dealer/stats/rows': `/dealer/stats/rows?${new URLSearchParams(rows)}` };
