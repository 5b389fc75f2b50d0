/** What an edition changes, as its page shows it: the versions with their counts, and the rows of one. */
import { sql } from 'kysely';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import { isOver } from '#domain/catalog/editions/machine.ts';
import { tableOf } from '#domain/catalog/editions/tables.ts';
import { VERSIONS_SHOWN } from '#domain/catalog/editions/schema.ts';
import { addDays } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { labelsOf } from './labels.ts';
import { readChanges, readChangesFrom, seenEdition, type StoredChange } from './records.ts';
import { pointed } from './sent.ts';

type Table = typeof table;

/** SQL: the version of which a change speaks; 0: none. */
export const versionOf = sql`(case when starts_with(kind, 'version') then split_part(key, ':', 1)::bigint else 0 end)`;

/** The rows to which fields of a change point, by `<field> <id>`. */
const pointedBy = ({ before, after }: StoredChange) =>
  [before, after].flatMap((row) =>
    Object.entries(row ?? {}).flatMap(([field, id]) =>
      pointed[field] && id !== null
        ? [{ name: `${field} ${id}`, at: { kind: pointed[field], key: String(id), after: null } }]
        : [],
    ),
  );

const changes: VerbOf<Table, 'GET /catalog/editions/:id/changes'> = async (ctx, { params: { id }, query }) => {
  await seenEdition(ctx, id);
  const { version, ...page } = query;
  const shown = await readChangesFrom(
    ctx,
    id,
    version === undefined ? sql`true` : sql`${versionOf} = ${version}`,
    page,
  );
  const named = [...shown, ...shown.flatMap(pointedBy).map(({ at }) => at)];
  // What they speak of may be new in the edition, too, on any page of it.
  const ids = [...new Set(named.flatMap(({ key }) => key.split(':')))];
  const added = await readChanges(ctx, id, sql`kind in ('makers', 'models', 'versions', 'options') and key = any(${ids}::text[])`); // prettier-ignore
  const labelOf = await labelsOf(ctx, named, added);
  return shown.map((one) => {
    const names = Object.fromEntries(
      pointedBy(one).map(({ name, at }) => [name, labelOf(at).replace(`${tableOf(at.kind).label} `, '')]),
    );
    return { ...one, label: labelOf(one), names };
  });
};

type Row = Omit<Awaited<ReturnType<typeof versions>>['rows'][number], 'label'>;

const versions: VerbOf<Table, 'GET /catalog/editions/:id/versions'> = async (ctx, { params: { id }, query }) => {
  const { state, day } = await seenEdition(ctx, id);
  // Of one that came into force the prices are rows of its day: what was in force before them, or is after them, is asked for.
  const priceOn = (last: string | null) =>
    isOver(state) ? sql`(select p.price from version_prices p where p.version_id = own.id and p.valid_from <= ${last} order by p.valid_from desc limit 1)` : sql`null::bigint`; // prettier-ignore
  const own = sql`(select ${versionOf} as id, count(*)::int as changes, bool_or(kind = 'versions' and before is null) as is_new,
      max((before->>'price')::bigint) filter (where kind = 'versionPrices') as before,
      max((after->>'price')::bigint) filter (where kind = 'versionPrices') as after
    from catalog_changes where company_id = ${MANUFACTURER} and edition_id = ${id} group by 1)`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from ${own} own`.execute(ctx.db);
  const { rows } = await sql<Row>`select own.id, own.changes, own.is_new, o.maker_id, v.model_id,
      case when own.after is null then own.before else coalesce(own.before, ${priceOn(day && addDays(day, -1))}) end as before,
      case when own.before is null then own.after else coalesce(own.after, ${priceOn(day)}) end as after
    from ${own} own left join versions v on v.id = own.id left join models o on o.id = v.model_id left join makers m on m.id = o.maker_id
    order by own.id <> 0, v.id is not null, m.name, o.name, v.name, own.id
    limit ${VERSIONS_SHOWN} offset ${query.offset}`.execute(ctx.db);
  // The row of its price is named after the version alone.
  const at = (versionId: number) => ({ kind: 'versionPrices' as const, key: `${versionId}:${DAY}`, after: null });
  const added = await readChanges(ctx, id, sql`kind = 'versions' and key = any(${rows.map((row) => String(row.id))}::text[])`); // prettier-ignore
  const labelOf = await labelsOf(ctx, rows.map((row) => at(row.id)), added); // prettier-ignore
  return {
    total: counted[0]!.total,
    rows: rows.map((row) => ({ ...row, label: row.id === 0 ? '' : labelOf(at(row.id)) })),
  };
};

export const changeVerbs = {
  'GET /catalog/editions/:id/changes': changes,
  'GET /catalog/editions/:id/versions': versions,
};
