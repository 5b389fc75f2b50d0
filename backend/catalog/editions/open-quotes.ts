/** The network's open quotes of the models whose list an edition changes: how many and until when, never whose or for how much. */
import { sql } from 'kysely';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { stands } from '#backend/lib/records/told.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { touchedVersions } from './problems.ts';
import { isOfList, readChanges, readEdition, type StoredChange } from './records.ts';

interface Open {
  modelId: number;
  model: string;
  versionId: number | null;
  companyId: number;
  day: string | null;
  count: number;
}

/** By how many cents an edition changes list prices, by version; null: it sells the version no more. */
function pricesMoved(changes: readonly StoredChange[]): Map<number, number | null> {
  const moved = new Map<number, number | null>();
  for (const { kind, key, before, after } of changes) {
    const id = Number(key.split(':')[0]);
    if (kind === 'versions' && before && after?.published === false) moved.set(id, null);
    if (kind === 'versionPrices' && before && after && moved.get(id) !== null)
      moved.set(id, Number(after.price) - Number(before.price));
  }
  return moved;
}

export const openQuotes: VerbOf<typeof table, 'GET /catalog/editions/:id/quotes'> = async (ctx, { params: { id } }) => {
  await readEdition(ctx, id);
  const changes = (await readChanges(ctx, id)).filter(isOfList);
  const ids = await touchedVersions(ctx, changes);
  // Of an accepted quote no day ends what it keeps.
  const { rows } = await sql<Open>`
    select f.model_id, k.name || ' ' || m.name as model, f.version_id, f.company_id, case when f.state = 'issued' then f.lapses_on end as day, count(*)::int as count
    from network_facts f join models m on m.id = f.model_id join makers k on k.id = m.maker_id
    where f.entity = 'quote' and f.state in ('issued', 'accepted') and ${stands('f', ctx.today)}
      and f.model_id in (select v.model_id from versions v where v.id = any(${ids}::bigint[]))
    group by f.model_id, k.name, m.name, f.version_id, f.company_id, 5`.execute(ctx.db);
  const moved = pricesMoved(changes);
  const raiseOf = ({ versionId }: Open) => (versionId === null ? 0 : (moved.get(versionId) ?? 0));
  const isRetired = ({ versionId }: Open) => versionId !== null && moved.get(versionId) === null;
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
