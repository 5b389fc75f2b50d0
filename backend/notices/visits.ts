import { time } from '#domain/italian.ts';
import { behalfAreas, type BehalfArea } from '#domain/network/terms.ts';
import type { Notice } from '#domain/notices/endpoints.ts';
import type { Ctx } from '../lib/work/context.ts';

const COLOUR = '#b45309';
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const asText = (text: string) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign]!);

/**
 * A notice to everybody of the company for each person of the manufacturer who may act on its behalf now. Its number is
 * negative: it cannot be closed, and is no notice of the manufacturer.
 */
export async function visitNotices({ db, user, now }: Ctx): Promise<Notice[]> {
  const rows = await db
    .selectFrom('accessGrants')
    .select(['id', 'asker', 'granter', 'areas', 'writes', 'reason', 'endsAt'])
    .where('companyId', '=', user.companyId)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now.toISOString())
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map(({ id, asker, granter, areas, writes, reason, endsAt }) => {
    const named = areas.map((area) => behalfAreas[area as BehalfArea].label).join(', ');
    return {
      id: -id,
      color: COLOUR,
      title: `${asker} della Casa ${writes ? 'legge e cambia' : 'legge'} ${named} fino alle ${time(endsAt!)}`,
      edited: false,
      body: `<p>${asText(reason)}</p><p>Accesso dato da ${asText(granter ?? 'un collega')}.</p><p>Chi gestisce gli utenti lo toglie in Impostazioni, «Accessi della Casa».</p>`,
    };
  });
}
