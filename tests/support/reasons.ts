import type { CallName } from '#domain/endpoints.ts';
import { under } from '#domain/record/under.ts';
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
      const said = { needsNote: false, ...(area === 'leads' && { unreached: false }) };
      return { version, body: { move, reasons: [{ label: `Prova ${side.next()}`, ...said }] } };
    },
  });

/** What a move says with a reason that the company offers. */
export async function because({ query, companyId }: Side, entity: string, move: string): Promise<{ reason: string }> {
  // Another call's test may have set reasons that all want a note.
  await query('update move_reasons set needs_note = false where company_id = $1 and entity = $2 and move = $3', [
    companyId,
    entity,
    move,
  ]);
  const [{ id }] = (await query(
    'select id::text from move_reasons where company_id = $1 and entity = $2 and move = $3 and retired_at is null limit 1',
    [companyId, entity, move],
  )) as [{ id: string }];
  return { reason: id };
}
