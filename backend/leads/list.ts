/** Lists of leads: the page, the queue by deadline, the export. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { latenessOf } from '#domain/leads/deadlines.ts';
import { leadRowFields as fields } from '#domain/leads/row.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { OWN } from '../db/tenant.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { exportFile, isOrNone, list as readList, type Listed } from '../lib/records/list.ts';
import { rowSpreadsheet, rowsOf, rowWhere } from '../lib/records/rows.ts';
import { visible } from '../lib/records/scope.ts';
import { inStage, stageLabel } from '../lib/records/stages.ts';
import { isQuietLead } from './quiet.ts';
import { leadCourse } from './records.ts';

type Table = typeof table;
type Row = ReadRow<typeof fields>;
type Filters = Partial<z.output<Table['GET /leads']['query']>>;

const open = sql<SqlBool>`t.state <> 'closed'`;

/** Leads that came to a negotiation, also those that went back from it, without those that came there by what was taken back. */
const negotiated = ({ user }: Pick<Ctx, 'user'>) =>
  sql<SqlBool>`(t.outcome = 'won' or t.state = 'negotiation' or exists (select from state_changes s
    where s.company_id = ${user.companyId} and s.entity = ${leadMachine.entity} and s.record_id = t.id and s.to_state = 'negotiation' and not s.undone))`;
/** Leads that nobody has done anything with. */
const untouched = sql<SqlBool>`(t.state = 'to_handle' and t.first_at is null)`;

/** Answered after the time, or not when it was over: by now, unless it is put off, or by when a valid lead was closed. */
const answeredLate = ({ now, today }: Pick<Ctx, 'now' | 'today'>) =>
  sql<SqlBool>`(t.first_at > t.first_due or (t.first_at is null and t.outcome is distinct from 'invalid'
    and t.first_due <= case when t.state = 'closed' then (select s.at from state_changes s
        where s.company_id = ${OWN} and s.entity = ${leadMachine.entity} and s.record_id = t.id order by s.id desc limit 1)
      when t.parked_until is null or t.parked_until <= ${today} then ${now} end))`;

/** Contacts of lead `t`, and tries: by telephone, with a message, in person. */
const CONTACTS = sql`lead_actions a where a.company_id = ${OWN} and a.lead_id = t.id
  and a.user_id is not null and (a.type in ('in_progress', 'follow_up') and a.result in ('success', 'failed')
    or a.type = 'to_handle' and a.result = 'failed')`;
/** How often somebody got in touch, or tried to. */
export const contactsOf = sql<number>`(select count(*) from ${CONTACTS})`;
/** How often somebody logged a call, answered or not: neither a message that was written here nor a visit. */
export const callsOf = sql<number>`(select count(*) from ${CONTACTS} and a.channel is null)`;

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
  ...rowsOf(fields, {
    table: 'leads',
    as: 't',
    joins: sql`left join users assignee on assignee.company_id = t.company_id and assignee.id = t.assignee_id
      left join locations location on location.company_id = t.company_id and location.id = t.location_id
      cross join lateral (select coalesce(${valueOf}, 0) as value) offered`,
    computed: {
      stage: stageLabel('lead', sql`t.id`),
      silent: sql`case when ${isQuietLead} then 'silent' end`,
      mail: sql`case when t.unverified then 'unverified' end`,
      reason: sql`(select m.label from move_reasons m where m.company_id = ${OWN} and m.id::text = ${reasonIdOf})`,
      value: sql`nullif(offered.value, 0)`,
    },
  }),
  file: 'lead',
  sort: { sort: 'nextAt', dir: 'asc' },
  visible: (ctx) => visible(ctx, leadCourse.of),
  where: (ctx, query) => [
    sql<SqlBool>`t.merged_into is null`,
    ...rowWhere(fields, 't', ctx, query),
    ...isOrNone('t.assignee_id', query.assigneeId),
    ...isOrNone('t.location_id', query.locationId),
    ...inStage('lead', sql`t.id`, query.stageId),
    ...(query.late === 'true' ? [sql<SqlBool>`${open} and t.next_at <= ${ctx.now}`] : []),
    ...(query.free === 'true'
      ? [
          sql<SqlBool>`${open} and (t.assignee_id is null or exists (select from users u
          where u.company_id = ${OWN} and u.id = t.assignee_id and u.archived_at is not null))`,
        ]
      : []),
    ...(query.answered === 'true' ? [sql<SqlBool>`t.first_at is not null`] : []),
    ...(query.negotiated === 'true' ? [negotiated(ctx)] : []),
    ...(query.untouched === 'true' ? [untouched] : []),
    ...(query.timely === 'true' ? [sql<SqlBool>`t.first_at <= t.first_due`] : []),
    ...(query.timely === 'false' ? [answeredLate(ctx)] : []),
    ...(query.silent === 'true' ? [sql<SqlBool>`${open} and t.next_at <= ${ctx.now} and ${contactsOf} = 1`] : []),
    ...(query.sourceName === undefined ? [] : [sql<SqlBool>`lower(t.source_name) = lower(${query.sourceName})`]),
    ...(query.unnamed === 'true' ? [sql<SqlBool>`t.source_name = ''`] : []),
    ...(query.reason === undefined
      ? []
      : [
          sql<SqlBool>`${reasonIdOf} = any(array(select m.id::text from move_reasons m
            where m.company_id = ${OWN} and m.entity = ${leadMachine.entity} and m.label = ${query.reason}))`,
        ]),
    ...(query.unreasoned === 'true' ? [sql<SqlBool>`(t.state = 'closed' and ${reasonIdOf} is null)`] : []),
    ...(query.closedFrom === undefined ? [] : [sql<SqlBool>`t.closed_on >= ${query.closedFrom}`]),
  ],
};

export const list: VerbOf<Table, 'GET /leads'> = async (ctx, { query }) => {
  const { sums: _, rows, ...page } = await readList(ctx, listed, query);
  return { ...page, rows: rows.map((row) => ({ ...row, lateness: latenessOf(row, ctx.now.getTime()) })) };
};

export const exportList: VerbOf<Table, 'GET /leads/export'> = (ctx, { query }) =>
  exportFile(ctx, listed, query, rowSpreadsheet(ctx, fields));
