/** Lists of contracts: the page, the export, the choice of sellers. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { countedContracts } from '#domain/contracts/counted.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import { contractRowFields as fields } from '#domain/contracts/row.ts';
import type { ContractSums } from '#domain/contracts/schema.ts';
import type { SignatureState } from '#domain/contracts/signature-states.ts';
import { LONG_DAYS, shownStateOf, shownStates } from '#domain/contracts/terms.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { ReadRow } from '#domain/record/row.ts';
import { heldThen } from '../lib/ports/baskets.ts';
import { isQuietCustomer } from '../lib/people/quiet.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { exportFile, filtered, is, isOrNone, list as readList, type Listed } from '../lib/records/list.ts';
import { rowSpreadsheet, rowsOf, rowWhere } from '../lib/records/rows.ts';
import { visible } from '../lib/records/scope.ts';
import { handover, registration } from './handover.ts';
import { ADDENDUM, contractCourse } from './records.ts';
import { isSentBack } from './returned.ts';
import { OWN } from '../db/tenant.ts';

type Table = typeof table;
export type Filters = Partial<z.output<Table['GET /contracts']['query']>>;
type Row = ReadRow<typeof fields>;

/** Contracts that sell this car; undefined: whichever. */
const sells = (column: 'new_car_id' | 'used_car_id', carId: number | undefined) =>
  carId === undefined
    ? []
    : [
        sql<SqlBool>`exists (select from contract_cars k where k.company_id = ${OWN} and k.contract_id = t.id
          and ${sql.ref(`k.${column}`)} = ${carId})`,
      ];

/** Contracts by their last round of signatures; one that was signed on paper has its day. An addendum on paper waits, too. */
function signature(state: SignatureState | undefined): RawBuilder<SqlBool>[] {
  if (state === undefined) return [];
  if (state === 'missing') return [sql<SqlBool>`t.signed_on is null and t.origin <> 'history'`];
  if (state === 'signed') return [sql<SqlBool>`t.signed_on is not null`];
  if (state === 'checking')
    return [
      sql<SqlBool>`t.id in (select s.record_id from signatures s where s.company_id = ${OWN}
        and s.entity in ('contract', ${ADDENDUM}) and s.state = 'checking')`,
    ];
  return [
    sql<SqlBool>`t.signed_on is null and ${state} = (select s.state from signatures s where s.company_id = ${OWN}
      and s.entity = 'contract' and s.record_id = t.id order by s.id desc limit 1)`,
  ];
}

const reached = (objective: Filters['objective']) =>
  objective === undefined
    ? []
    : [
        sql<SqlBool>`exists (select from contract_objectives o where o.company_id = ${OWN} and o.contract_id = t.id
          and o.objective = ${objective})`,
      ];

/** Contracts that sell a plan, a policy or another row of some kind. */
function withLine({ line, lineType, lineParty, lineItem }: Filters): RawBuilder<SqlBool>[] {
  if (line === undefined) return [];
  const conditions = [
    sql`l.company_id = ${OWN} and l.contract_id = t.id and l.kind = ${line}`,
    ...is('l.type', lineType),
    ...is('l.party', lineParty),
    ...is('l.item_id', lineItem),
  ];
  return [sql<SqlBool>`exists (select from contract_lines l where ${sql.join(conditions, sql` and `)})`];
}

const some = (table: 'contract_objectives' | 'contract_attachments' | 'contract_payments') =>
  sql`exists (select from ${sql.table(table)} r where r.company_id = ${OWN} and r.contract_id = t.id)`;

/** Sections of a contract in which something stands; a sale without cars taken in, loan and policy has none of theirs. */
const filled = sql`array_remove(array['general', case when t.customer_id is not null then 'customer' end,
  case when ${some('contract_objectives')} then 'objectives' end, case when ${some('contract_attachments')} then 'attachments' end,
  case when t.taken_in > 0 then 'used_cars' end, case when t.financed > 0 or t.insured then 'financial' end,
  case when ${some('contract_payments')} then 'contability' end,
  case when cardinality(t.checklist) > 0 or t.protocol <> '' then 'reserved' end,
  case when t.delivery_on is not null then 'calendars' end], null)`;

/** What is still to be received; nothing of a contract that ended or is withdrawn from. */
export const due = (as: 't.' | '') => {
  const column = (name: string) => sql.ref(`${as}${name}`);
  return sql`case when ${column('canceled_at')} is null and ${column('withdrawn_at')} is null
    then greatest(${column('total')} - ${column('received')}, 0) else 0 end`;
};

/** By which day figures count the contracts that are asked for; undefined: by none. */
const basisOf = (query: Filters) =>
  keysOf(countedContracts.bases).find((basis) => {
    const { from, to } = countedContracts.bases[basis];
    return query[from] !== undefined || query[to] !== undefined;
  });

/** The day by which a contract counts: the one that is asked for, else of its signature, today before it. */
function dayAsked(query: Filters, today: string): RawBuilder<unknown> {
  const basis = basisOf(query);
  return basis ? sql.ref(`t.${basis}_on`) : sql`coalesce(t.signed_on, ${today}::date)`;
}

/** That the sale goes on and has a step ahead: nothing else is ready, late or long in its state. */
const hasStep = sql<SqlBool>`t.state <> 'completed' and t.withdrawn_at is null and t.canceled_at is null`;

/** Contracts that the caller may see. */
export const listed: Listed<Row, Filters> = {
  ...rowsOf(fields, {
    table: 'contracts',
    as: 't',
    joins: sql`join users seller on seller.company_id = t.company_id and seller.id = t.seller_id
      left join customers customer on customer.company_id = t.company_id and customer.id = t.customer_id
      left join locations location on location.company_id = t.company_id and location.id = t.location_id`,
    computed: {
      phone: sql`nullif(coalesce(nullif(t.phone, ''), customer.phone), '')`,
      silent: isQuietCustomer(sql`t.customer_id`),
      due: due('t.'),
      handover,
      registration,
      filled,
      sentBack: isSentBack,
    },
  }),
  file: 'contratti',
  sort: { sort: 'createdAt', dir: 'desc' },
  sums: {
    state: () =>
      sql`case when t.canceled_at is not null then 'canceled' when t.withdrawn_at is not null then 'withdrawn' else t.state end`,
    read: ['total', 'received', 'margin_second', 'canceled_at', 'withdrawn_at'],
    of: {
      total: sql`sum(total)`,
      received: sql`sum(received)`,
      due: sql`sum(${due('')})`,
      marginSecond: sql`sum(margin_second)`,
    },
  },
  visible: (ctx) => visible(ctx, contractCourse.of),
  where: (ctx, query) => [
    ...rowWhere(fields, 't', ctx, query),
    // One that was withdrawn from stands in no state and counts on no day: it waits to be closed, and is a cancelled one then.
    ...(query.state?.length || (basisOf(query) && query.withdrawn !== 'true' && query.canceled !== 'true')
      ? [sql<SqlBool>`t.withdrawn_at is null`]
      : []),
    query.canceled === 'true' ? sql<SqlBool>`t.canceled_at is not null` : sql<SqlBool>`t.canceled_at is null`,
    ...isOrNone('t.seller_id', query.sellerId),
    ...isOrNone('t.location_id', query.locationId),
    ...is('t.customer_id', query.customerId),
    ...is('t.maker_id', query.makerId),
    ...(query.basketId === undefined ? [] : [heldThen(sql`t.version_id`, query.basketId, dayAsked(query, ctx.today))]),
    ...sells('new_car_id', query.newCarId),
    ...sells('used_car_id', query.usedCarId),
    ...(query.lacking === 'true' ? [sql<SqlBool>`cardinality(t.lacking) > 0`] : []),
    ...(query.lacking === 'false'
      ? [sql<SqlBool>`cardinality(t.lacking) = 0 and ${hasStep} and not ${isSentBack}`]
      : []),
    ...(query.late === 'true'
      ? [sql<SqlBool>`coalesce(t.delivery_on, t.promised_on) < ${ctx.today} and ${hasStep}`]
      : []),
    ...(query.long === 'true'
      ? [sql<SqlBool>`t.since < ${instantInRome(addDays(ctx.today, -LONG_DAYS), '00:00')} and ${hasStep}`]
      : []),
    ...signature(query.signature),
    ...(query.withdrawn === 'true' ? [sql<SqlBool>`t.withdrawn_at is not null`] : []),
    ...(query.sentBack === 'true' ? [isSentBack] : []),
    ...(query.raised === 'true' ? [sql<SqlBool>`t.raised`] : []),
    ...(query.owing === 'true'
      ? [
          sql<SqlBool>`t.state in ('approved', 'billed') and t.received < t.total and t.canceled_at is null and t.withdrawn_at is null`,
        ]
      : []),
    ...(query.financed === 'true' ? [sql<SqlBool>`t.financed > 0`] : []),
    ...(query.tradeIn === 'true' ? [sql<SqlBool>`t.taken_in > 0`] : []),
    ...(query.insured === 'true' ? [sql<SqlBool>`t.insured`] : []),
    ...(query.retail === 'true' ? [sql<SqlBool>`t.kind <> 'b2b'`] : []),
    ...reached(query.objective),
    ...withLine(query),
  ],
};

export const list: VerbOf<Table, 'GET /contracts'> = async (ctx, { query }) => {
  const { sums, ...page } = await readList(ctx, listed, query);
  return { ...page, sums: sums as ContractSums };
};

export const exportList: VerbOf<Table, 'GET /contracts/export'> = (ctx, { query }) =>
  exportFile(
    ctx,
    listed,
    query,
    rowSpreadsheet(ctx, fields, {
      state: { value: (row) => shownStates[shownStateOf(row)].label },
      deliveryOn: { value: ({ deliveredOn, deliveryOn }) => deliveredOn ?? deliveryOn },
    }),
  );

export const sellers: VerbOf<Table, 'GET /contracts/sellers'> = async (ctx: Ctx) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where u.company_id = ${ctx.user.companyId}
      and exists (select from contracts t where t.seller_id = u.id and ${filtered(ctx, listed, {})}) order by u.name, u.id`.execute(
    ctx.db,
  );
  return rows;
};
