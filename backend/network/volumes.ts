/** The rows behind the figures of the manufacturer's home: the same counts by company, month and model. */
import { sql, type RawBuilder } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { network as table } from '#domain/network/endpoints.ts';
import { spanOf } from '#domain/network/targets.ts';
import { MOST_VOLUMES, type VolumeKind } from '#domain/network/volumes.ts';
import type { Days } from '#domain/record/figures.ts';
import { stands } from '../lib/records/told.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { platedBetween, soldBetween } from './sold.ts';

/** Quotes that were issued from a day on, each once, in the month in which it was first. */
export const issuedSince = (from: string): RawBuilder<unknown> => sql`(
  select company_id, record_id, min(day) as day, 1 as count, (array_agg(model_id order by id desc))[1] as model_id
  from network_facts where entity = 'quote' and state = 'issued' and day >= ${from}::date group by company_id, record_id)`;

/** Records that began on a day or later. */
export const begunSince = (entity: string, from: string): RawBuilder<unknown> => sql`(
  select f.company_id, f.record_id, f.day, 1 as count, f.model_id from network_facts f
  where f.entity = ${entity} and f.day >= ${from}::date and f.begins)`;

/** Quotes that are open, in the month in which their last step was. */
const openOn = (today: string) => sql`(
  select f.company_id, f.record_id, f.day, 1 as count, f.model_id from network_facts f
  where f.entity = 'quote' and f.state in ('issued', 'accepted') and ${stands('f', today)})`;

const counted = (of: VolumeKind, { from, to }: Days, today: string): RawBuilder<unknown> =>
  ({
    contracts: () => soldBetween(from, to),
    plated: () => platedBetween(from, to),
    quotes: () => issuedSince(from),
    leads: () => begunSince('lead', from),
    visits: () => begunSince('access', from),
    open: () => openOn(today),
  })[of]();

interface Row {
  companyId: number;
  company: string;
  month: string;
  modelId: number | null;
  model: string | null;
  count: number;
}

export const readVolumes: VerbOf<typeof table, 'GET /companies/network/volumes'> = async (
  { db, today },
  { query: { span, of, companyId, month, makerId, modelId } },
) => {
  const { rows } = await sql<Row>`
    select c.company_id, c.name as company, date_trunc('month', t.day)::date::text as month, t.model_id, k.name || ' ' || m.name as model,
      sum(t.count)::int as count
    from ${counted(of, spanOf(span, today), today)} t join companies c on c.company_id = t.company_id
      left join models m on m.id = t.model_id left join makers k on k.id = m.maker_id
    where c.company_id <> ${MANUFACTURER} ${companyId === undefined ? sql`` : sql`and c.company_id = ${companyId}`}
      ${makerId === undefined ? sql`` : sql`and m.maker_id = ${makerId}`}
    group by c.company_id, c.name, date_trunc('month', t.day), t.model_id, k.name, m.name
    order by c.name, c.company_id, month desc, count desc, model, t.model_id`.execute(db);
  const asked = rows.filter(
    (row) => (modelId === undefined || row.modelId === modelId) && (month === undefined || row.month === month),
  );
  const models = new Map(
    rows.flatMap(({ modelId: model, model: name }) => (model === null ? [] : [[model, name ?? '']])),
  );
  return {
    rows: asked.slice(0, MOST_VOLUMES),
    total: asked.reduce((all, { count }) => all + count, 0),
    found: asked.length,
    months: [...new Set(rows.map((row) => row.month))].toSorted(),
    models: [...models].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'it')),
  };
};
