import type { reportCalls as table } from '#domain/reports/endpoints.ts';
import { reports as all, type ReportName } from '#domain/reports/reports.ts';
import { keysOf } from '#domain/record/machine.ts';
import { nothing, type Calls } from '../area.ts';

const each = (path: string, made: unknown) =>
  Object.fromEntries(keysOf(all).map((name) => [`GET /reports/${name}${path}`, made])) as {
    [N in ReportName as `GET /reports/${N}`]: Calls<typeof table>[`GET /reports/${N}`];
  } & { [N in ReportName as `GET /reports/${N}/export`]: Calls<typeof table>[`GET /reports/${N}/export`] };

export const reports: Calls<typeof table> = {
  'GET /reports': nothing,
  ...each('', nothing),
  ...each('/export', () => ({ query: { format: 'csv' } })),
};
