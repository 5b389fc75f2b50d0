/** Lists of leads: the page, the queue by deadline, the export. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { addDays, instantInRome } from '#domain/dates.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { latenessOf } from '#domain/leads/deadlines.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import { leadTypes } from '#domain/leads/lead-types.ts';
import { actionTypes, leadOutcomes, leadSources, leadStates, mailChecks } from '#domain/leads/terms.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { OWN } from '../db/tenant.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Column } from '../lib/files/export.ts';
import { exportFile, is, isOrNone, list as readList, type Listed } from '../lib/records/list.ts';
import { visible } from '../lib/records/scope.ts';
import { leadCourse } from './records.ts';

type Table = typeof table;
type Row = Omit<LeadRow, 'lateness'>;
type Filters = Partial<z.output<Table['GET /leads']['query']>>;

const open = sql<SqlBool>`t.state <> 'closed'`;

/** Leads that came to a negotiation, also those that went back from it, without those that came there by what was taken back. */
const negotiated = ({ user }: Pick<Ctx, 'user'>) =>
  sql<SqlBool>`(t.outcome = 'won' or t.state = 'negotiation' or exists (select from state_changes s
    where s.company_id = ${user.companyId} and s.entity = ${leadMachine.entity} and s.record_id = t.id and s.to_state = 'negotiation' and not s.undone))`;
/** Leads that nobody has done anything with. */
const untouched = sql<SqlBool>`(t.state = 'to_handle' and t.first_at is null)`;

/** Which reason of the company a closed lead ended with: that of its last move; as stored in its history. */
export const reasonIdOf = sql<string | null>`case when t.state = 'closed' then (select s.reason from state_changes s
  where s.company_id = ${OWN} and s.entity = ${leadMachine.entity} and s.record_id = t.id order by s.id desc limit 1) end`;

/** The total of a lead's newest valid quote; whoever sees the lead may see what was offered for it. */
export const valueOf = sql<
  number | null
>`(select q.keys_in_hand from quotes q where q.company_id = ${OWN} and q.lead_id = t.id
  and not q.superseded and q.state in ('issued', 'accepted', 'converted') order by q.id desc limit 1)`;

/** Leads that the caller may see: by deadline, closed ones last. */
export const listed: Listed<Row, Filters> = {
  table: 'leads',
  as: 't',
  file: 'lead',
  select: sql`select t.id, t.version, t.number, t.state, t.outcome, t.received_at, t.next_type, t.next_at, t.warn_at, t.parked_until, t.follow_up_on, case when t.unverified then 'unverified' end as mail,
      t.name, t.phone, t.source, t.source_name, t.type, t.vehicle, t.assignee_id, u.name as assignee, l.name as location, t.updated_at,
      (select m.label from move_reasons m where m.company_id = ${OWN} and m.id::text = ${reasonIdOf}) as reason,
      nullif(offered.value, 0) as value
    from leads t left join users u on u.company_id = t.company_id and u.id = t.assignee_id
    left join locations l on l.company_id = t.company_id and l.id = t.location_id
    cross join lateral (select coalesce(${valueOf}, 0) as value) offered`,
  order: {
    nextAt: 't.next_at',
    number: 't.number',
    name: 't.name',
    state: 't.state',
    receivedAt: 't.received_at',
    followUpOn: 't.follow_up_on',
    assignee: 'u.name',
    location: 'l.name',
    updatedAt: 't.updated_at',
    value: 'offered.value',
  },
  sort: { sort: 'nextAt', dir: 'asc' },
  visible: (ctx) => visible(ctx, leadCourse.of),
  where: (ctx, { state, outcome, source, type, assigneeId, locationId, late, free, from, to, ...query }) => [
    sql<SqlBool>`t.merged_into is null`,
    ...(state?.length ? [sql<SqlBool>`t.state = any(${state}::text[])`] : []),
    ...is('t.outcome', outcome),
    ...is('t.source', source),
    ...is('t.type', type),
    ...isOrNone('t.assignee_id', assigneeId),
    ...isOrNone('t.location_id', locationId),
    ...(late === 'true' ? [sql<SqlBool>`${open} and t.next_at <= ${ctx.now}`] : []),
    ...(free === 'true' ? [sql<SqlBool>`${open} and t.assignee_id is null`] : []),
    ...(query.answered === 'true' ? [sql<SqlBool>`t.first_at is not null`] : []),
    ...(query.negotiated === 'true' ? [negotiated(ctx)] : []),
    ...(query.untouched === 'true' ? [untouched] : []),
    ...(query.sourceName === undefined ? [] : [sql<SqlBool>`lower(t.source_name) = lower(${query.sourceName})`]),
    ...(query.unnamed === 'true' ? [sql<SqlBool>`t.source_name = ''`] : []),
    ...(query.reason === undefined
      ? []
      : [
          sql<SqlBool>`${reasonIdOf} = any(array(select m.id::text from move_reasons m
            where m.company_id = ${OWN} and m.entity = ${leadMachine.entity} and m.label = ${query.reason}))`,
        ]),
    ...(query.unreasoned === 'true' ? [sql<SqlBool>`(t.state = 'closed' and ${reasonIdOf} is null)`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`t.received_at >= ${instantInRome(from, '00:00')}`]),
    ...(query.closedFrom === undefined ? [] : [sql<SqlBool>`t.closed_on >= ${query.closedFrom}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`t.received_at < ${instantInRome(addDays(to, 1), '00:00')}`]),
  ],
};

export const list: VerbOf<Table, 'GET /leads'> = async (ctx, { query }) => {
  const { sums: _, rows, ...page } = await readList(ctx, listed, query);
  return { ...page, rows: rows.map((row) => ({ ...row, lateness: latenessOf(row, ctx.now.getTime()) })) };
};

const columns: Column<Row>[] = [
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Nome', kind: 'text', value: (row) => row.name },
  { header: 'Telefono', kind: 'text', value: (row) => row.phone },
  { header: 'Stato', kind: 'text', value: (row) => leadStates[row.state].label },
  { header: 'Esito', kind: 'text', value: (row) => row.outcome && leadOutcomes[row.outcome].label },
  { header: 'Motivo', kind: 'text', value: (row) => row.reason },
  { header: 'Fonte', kind: 'text', value: (row) => leadSources[row.source] },
  { header: 'Nome della fonte', kind: 'text', value: (row) => row.sourceName },
  { header: 'Mail', kind: 'text', value: (row) => row.mail && mailChecks[row.mail].label },
  { header: 'Tipo', kind: 'text', value: (row) => leadTypes[row.type] },
  { header: 'Auto richiesta', kind: 'text', value: (row) => row.vehicle },
  { header: 'In carico a', kind: 'text', value: (row) => row.assignee },
  { header: 'Sede', kind: 'text', value: (row) => row.location },
  { header: 'Preventivo', kind: 'money', value: (row) => row.value },
  { header: 'Prossima azione', kind: 'text', value: (row) => row.nextType && actionTypes[row.nextType] },
  { header: 'Scadenza', kind: 'instant', value: (row) => row.nextAt },
  { header: 'Ricevuto', kind: 'instant', value: (row) => row.receivedAt },
  { header: 'Da risentire il', kind: 'day', value: (row) => row.followUpOn },
];

export const exportList: VerbOf<Table, 'GET /leads/export'> = (ctx, { query }) =>
  exportFile(ctx, listed, query, columns);
