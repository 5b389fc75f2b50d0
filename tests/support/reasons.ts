import type { CallName } from '#domain/endpoints.ts';
import { under } from '#domain/under.ts';
import { nothing, type Side } from './area.ts';

/** How the company's reasons of an area are read and set, by one of its moves. */
export const reasonsOf = <const Area extends 'contracts' | 'leads' | 'accesses' | 'calendars'>(
  area: Area,
  move: string,
) =>
  under(area, {
    'GET /settings/reasons': nothing,
    'PUT /settings/reasons': async (side: Side) => {
      const { version } = (await side.call(`GET /${area}/settings/reasons` as CallName)).body;
      return { version, body: { move, reasons: [{ label: `Prova ${side.next()}`, needsNote: false }] } };
    },
  });
