import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import {
  ACTIVITY_PAGE,
  actionsOf,
  activityKinds,
  type ActivityKind,
  type ActivityPage,
} from '#domain/preferences/activity.ts';
import type { preferences as table } from '#domain/preferences/endpoints.ts';
import { OWN } from '../db/tenant.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Column } from '../lib/files/export.ts';
import { exportFile, is, list, type Listed } from '../lib/records/list.ts';
import { SYSTEM } from '../lib/people/people.ts';
import { notesOpenings } from '../lib/people/openings.ts';
import { wordOf, type Reader } from './activity-words.ts';

type Table = typeof table;
type Query = Omit<z.output<Table['GET /preferences/activity']['query']>, 'offset'> & { q?: string };

interface Row {
  id: number;
  at: string;
  who: string;
  kind: ActivityKind;
  entity: string;
  entityId: number | null;
  rows: number | null;
  /** Of who entered a company for somebody. */
  company: string | null;
  call: string | null;
}

const kindOf = sql`case ${sql.join(
  Object.entries(actionsOf).map(([kind, actions]) => sql`when r.action = any(${[...actions]}::text[]) then ${kind}`),
  sql` `,
)} else 'change' end`;

const onDays = ({ userId, from, to }: Query): RawBuilder<SqlBool>[] => [
  ...is('r.user_id', userId),
  ...(from === undefined ? [] : [sql<SqlBool>`r.at >= ${from}::date::timestamp at time zone 'Europe/Rome'`]),
  ...(to === undefined ? [] : [sql<SqlBool>`r.at < ${addDays(to, 1)}::date::timestamp at time zone 'Europe/Rome'`]),
];
const newest = { order: { at: 'r.id' }, sort: { sort: 'at', dir: 'desc' } } as const;

/**
 * What people changed and exported, from the audit, those of the manufacturer, too, who are nobody of the company: where
 * they entered, and what they wrote there. What nobody did is left out.
 */
const changes: Listed<Row, Query> = {
  table: 'auditEvents',
  file: 'registro-attivita',
  select: sql<Row>`select r.id, r.at, coalesce(u.name, r.user_name) as who, ${kindOf} as kind, r.entity, r.entity_id,
      case when r.action = 'export' then (f.facts -> 'after' ->> 'rows')::int end as rows,
      case when r.action in ('on_behalf', 'door') then f.facts -> 'after' ->> 'company' end as company,
      case when r.action in ('on_behalf', 'door') then f.facts -> 'after' ->> 'call' end as call
    from audit_events r left join users u on u.company_id = ${OWN} and u.id = r.user_id
      left join audit_facts f on f.company_id = ${OWN} and f.event_id = r.id and r.action in ('export', 'on_behalf', 'door')`,
  ...newest,
  where: (_, query) => [
    sql<SqlBool>`(r.user_id is not null or r.user_name not in ('', ${SYSTEM}))`,
    ...(query.kind === undefined ? [] : [sql<SqlBool>`${kindOf} = ${query.kind}`]),
    ...onDays(query),
  ],
};

const openings: Listed<Row, Query> = {
  table: 'recordOpenings',
  file: 'aperture-schede',
  select: sql<Row>`select r.id, r.at, u.name as who, 'open' as kind, r.entity, r.entity_id, null::int as rows, null::text as company, null::text as call
    from record_openings r join users u on u.company_id = ${OWN} and u.id = r.user_id`,
  ...newest,
  where: (_, query) => onDays(query),
};

const listedOf = ({ kind }: Query) => (kind === 'open' ? openings : changes);

const rowOf = (reader: Reader, { id, at, who, kind, rows, ...about }: Row): ActivityPage['rows'][number] => ({
  id,
  at,
  who,
  kind,
  rows,
  ...wordOf(reader, about),
});

export const readActivity: VerbOf<Table, 'GET /preferences/activity'> = async (ctx, { query }) => {
  const { offset, ...filters } = query;
  const { rows, total } = await list(ctx, listedOf(filters), { ...filters, offset, limit: ACTIVITY_PAGE });
  const { companyId } = ctx.user;
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('companyId', '=', companyId)
    .where('service', '=', false)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return { rows: rows.map((row) => rowOf(ctx.user, row)), total, people, notesOpenings: await notesOpenings(ctx) };
};

const columnsOf = (reader: Reader): Column<Row>[] => [
  { header: 'Quando', kind: 'text', value: ({ at }) => at },
  { header: 'Chi', kind: 'text', value: ({ who }) => who },
  { header: 'Che cosa', kind: 'text', value: ({ kind }) => activityKinds[kind] },
  { header: 'Su', kind: 'text', value: (row) => rowOf(reader, row).what },
  { header: 'Numero', kind: 'text', value: ({ entityId }) => (entityId === null ? null : String(entityId)) },
  { header: 'Righe', kind: 'number', value: ({ rows }) => rows },
];

export const exportActivity: VerbOf<Table, 'GET /preferences/activity/export'> = (ctx, { query }) =>
  exportFile(ctx, listedOf(query), query, columnsOf(ctx.user));
