/** The network's open quotes of the models whose list an edition changes: how many and until when, never whose or for how much. */
import { sql } from 'kysely';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { stands } from '#backend/lib/records/told.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { touchedVersions } from './problems.ts';
import { isOfList, readChanges, readEdition } from './records.ts';

interface Open {
  modelId: number;
  model: string;
  companyId: number;
  day: string | null;
  count: number;
}

export const openQuotes: VerbOf<typeof table, 'GET /catalog/editions/:id/quotes'> = async (ctx, { params: { id } }) => {
  await readEdition(ctx, id);
  const ids = await touchedVersions(ctx, (await readChanges(ctx, id)).filter(isOfList));
  // Of an accepted quote no day ends what it keeps.
  const { rows } = await sql<Open>`
    select f.model_id, k.name || ' ' || m.name as model, f.company_id, case when f.state = 'issued' then f.lapses_on end as day, count(*)::int as count
    from network_facts f join models m on m.id = f.model_id join makers k on k.id = m.maker_id
    where f.entity = 'quote' and f.state in ('issued', 'accepted') and ${stands('f', ctx.today)}
      and f.model_id in (select v.model_id from versions v where v.id = any(${ids}::bigint[]))
    group by f.model_id, k.name, m.name, f.company_id, 4`.execute(ctx.db);
  const countOf = (own: readonly Open[]) => own.reduce((all, { count }) => all + count, 0);
  const by = <K>(of: (row: Open) => K) => [...Map.groupBy(rows, of)];
  return {
    total: countOf(rows),
    companies: new Set(rows.map(({ companyId }) => companyId)).size,
    models: by(({ modelId }) => modelId)
      .map(([modelId, own]) => ({ id: modelId, name: own[0]!.model, count: countOf(own) }))
      .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'it')),
    ends: by(({ day }) => day)
      .map(([day, own]) => ({ day, count: countOf(own) }))
      .toSorted((a, b) => (a.day ?? '9').localeCompare(b.day ?? '9')),
  };
};
