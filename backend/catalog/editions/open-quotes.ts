/** The network's open quotes of the models whose list an edition changes: how many and until when, never whose or for how much. */
import { sql } from 'kysely';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { stands } from '#backend/lib/records/told.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { touchedVersions } from './problems.ts';
import { isOfList, readChanges, readEdition, type StoredChange } from './records.ts';

interface Open {
  makerId: number;
  modelId: number;
  model: string;
  versionId: number | null;
  companyId: number;
  day: string | null;
  count: number;
}

/** By how many cents an edition changes list prices, by version. */
const pricesMoved = (changes: readonly StoredChange[]): Map<number, number> =>
  new Map(
    changes.flatMap(({ kind, key, before, after }) =>
      kind === 'versionPrices' && before && after
        ? [[Number(key.split(':')[0]), Number(after.price) - Number(before.price)] as const]
        : [],
    ),
  );

/** The rows of a kind that an edition sells no more: with a make or a model all its versions. */
const soldNoMore = (changes: readonly StoredChange[], of: 'makers' | 'models' | 'versions'): Set<number> =>
  new Set(
    changes.flatMap(({ kind, key, before, after }) =>
      kind === of && before && after?.published === false ? [Number(key)] : [],
    ),
  );

export const openQuotes: VerbOf<typeof table, 'GET /catalog/editions/:id/quotes'> = async (ctx, { params: { id } }) => {
  await readEdition(ctx, id);
  const changes = (await readChanges(ctx, id)).filter(isOfList);
  const ids = await touchedVersions(ctx, changes);
  // Of an accepted quote no day ends what it keeps.
  const { rows } = await sql<Open>`
    select k.id as maker_id, f.model_id, k.name || ' ' || m.name as model, f.version_id, f.company_id, case when f.state = 'issued' then f.lapses_on end as day, count(*)::int as count
    from network_facts f join models m on m.id = f.model_id join makers k on k.id = m.maker_id
    where f.entity = 'quote' and f.state in ('issued', 'accepted') and ${stands('f', ctx.today)}
      and f.model_id in (select v.model_id from versions v where v.id = any(${ids}::bigint[]))
    group by k.id, k.name, f.model_id, m.name, f.version_id, f.company_id, 6
    order by f.model_id, f.version_id, f.company_id, 6`.execute(ctx.db);
  const moved = pricesMoved(changes);
  const [makers, models, versions] = [soldNoMore(changes, 'makers'), soldNoMore(changes, 'models'), soldNoMore(changes, 'versions')]; // prettier-ignore
  const isRetired = ({ makerId, modelId, versionId }: Open) =>
    makers.has(makerId) || models.has(modelId) || (versionId !== null && versions.has(versionId));
  const raiseOf = (row: Open) => (row.versionId === null || isRetired(row) ? 0 : (moved.get(row.versionId) ?? 0));
  const countOf = (own: readonly Open[]) => own.reduce((all, { count }) => all + count, 0);
  const by = <K>(of: (row: Open) => K) => [...Map.groupBy(rows, of)];
  const touched = new Set(ids);
  return {
    total: countOf(rows),
    companies: new Set(rows.map(({ companyId }) => companyId)).size,
    lowered: countOf(rows.filter((row) => raiseOf(row) < 0)),
    retired: countOf(rows.filter(isRetired)),
    models: by(({ modelId }) => modelId)
      .map(([modelId, own]) => ({ id: modelId, name: own[0]!.model, count: countOf(own) }))
      .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'it')),
    versions: by(({ versionId }) => versionId).flatMap(([versionId, own]) =>
      versionId !== null && touched.has(versionId) ? [{ id: versionId, count: countOf(own) }] : [],
    ),
    ends: by(({ day }) => day)
      .map(([day, own]) => ({
        day,
        count: countOf(own),
        raise: own.reduce((all, row) => all + row.count * Math.max(0, raiseOf(row)), 0),
      }))
      .toSorted((a, b) => (a.day ?? '9').localeCompare(b.day ?? '9')),
  };
};
