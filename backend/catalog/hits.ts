import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Change } from '#domain/catalog/editions/changes.ts';
import { HITS, type Hits } from '../lib/ports/area.ts';
import { writeWords } from '../lib/records/search.ts';
import type { Ctx } from '../lib/work/context.ts';
import { touchedVersions } from './editions/problems.ts';
import { partsOf } from './editions/rows.ts';

const KIND = 'versions';
interface Found {
  id: number;
  code: string;
  name: string;
  makerId: number;
  maker: string;
  modelId: number;
  model: string;
}

/** Versions in Ctrl+K, for who keeps the catalogue: by make, model, name and code; those on sale first. */
export const hits: Hits = {
  kind: KIND,
  isNetwork: true,
  may: ({ user }) => user.privileges.includes(p.managePreferences),
  find: async ({ db }, best) => {
    const rows = await best.first('v.id', HITS, async (condition, limit) => {
      const found = sql<Found>`select v.id, v.code, v.name, m.id as maker_id, m.name as maker, o.id as model_id, o.name as model
        from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id
        where ${condition} order by v.published desc, m.name, o.name, v.name, v.id limit ${limit}`;
      return (await found.execute(db)).rows;
    });
    return rows.map(({ id, code, name, makerId, maker, modelId, model }) => ({
      label: 'Versione',
      icon: 'car' as const,
      title: `${maker} ${model} ${name}`,
      subtitle: code,
      href: `/fms/catalog/${makerId}/${modelId}/${id}`,
    }));
  },
};

const NAMED: readonly string[] = ['makers', 'models', 'versions'];

/** Writes the words of versions that changes have made or named anew. */
export async function nameVersions(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const ids = await touchedVersions(
    ctx,
    changes.filter(({ kind, after }) => NAMED.includes(kind) && (after === null || 'name' in after || 'code' in after)),
  );
  for (const part of partsOf(ids)) await writeWords({ db: ctx.db, user: { companyId: MANUFACTURER } }, KIND, part);
}
