/** Lists of contracts: the page, the export, the choice of sellers. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import type { ContractRow, ContractSums } from '#domain/contracts/schema.ts';
import type { SignatureState } from '#domain/contracts/signature-states.ts';
import { contractKinds, shownStateOf, shownStates } from '#domain/contracts/terms.ts';
import { addDays } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import type { Column } from '../lib/files/export.ts';
import { between, exportFile, filtered, is, isOrNone, list as readList, type Listed } from '../lib/records/list.ts';
import { visible } from '../lib/records/scope.ts';
import { ADDENDUM, contractCourse } from './records.ts';
import { OWN } from '../db/tenant.ts';

type Table = typeof table;
export type Filters = Partial<z.output<Table['GET /contracts']['query']>>;
type Row = ContractRow;

/** Days from `from` to `to`, both included; an undefined end is open. */
const days = (column: string, from: string | undefined, to: string | undefined) => [
  ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}::date`]),
  ...(to === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${addDays(to, 1)}::date`]),
];

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

/** What is still to be received; nothing of a contract that ended or is withdrawn from. */
export const due = (as: 't.' | '') => {
  const column = (name: string) => sql.ref(`${as}${name}`);
  return sql`case when ${column('canceled_at')} is null and ${column('withdrawn_at')} is null
    then greatest(${column('total')} - ${column('received')}, 0) else 0 end`;
};

/** Contracts that the caller may see. */
export const listed: Listed<Row, Filters> = {
  table: 'contracts',
  as: 't',
  file: 'contratti',
  select: sql`select t.id, t.version, t.number, t.state, t.since, t.canceled_at, t.withdrawn_at, t.kind, t.channel, c.name as customer,
      nullif(coalesce(nullif(t.phone, ''), c.phone), '') as phone, t.vehicle, t.body, t.paint, u.name as seller, t.seller_id,
      l.name as location, t.promised_on, t.delivery_on, t.delivered_on, t.total, t.received, ${due('t.')} as due, t.financed, t.margin_second, t.signed_on,
      t.lacking, t.created_at, t.updated_at
    from contracts t join users u on u.company_id = t.company_id and u.id = t.seller_id
    left join customers c on c.company_id = t.company_id and c.id = t.customer_id
    left join locations l on l.company_id = t.company_id and l.id = t.location_id`,
  fields: { marginSecond: { label: 'Margine II', kind: 'money', nullable: true, seenWith: [p.seeMargin] } },
  order: {
    number: 't.number',
    state: 't.state',
    since: 't.since',
    customer: 'c.name',
    vehicle: 't.vehicle',
    seller: 'u.name',
    location: 'l.name',
    promisedOn: 't.promised_on',
    deliveryOn: 't.delivery_on',
    deliveredOn: 't.delivered_on',
    total: 't.total',
    financed: 't.financed',
    marginSecond: 't.margin_second',
    signedOn: 't.signed_on',
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
  },
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
  where: (_, { state, canceled, kind, channel, sellerId, locationId, customerId, makerId, ...query }) => [
    // One that was withdrawn from stands in no state: it waits to be closed.
    ...(state?.length ? [sql<SqlBool>`t.state = any(${state}::text[]) and t.withdrawn_at is null`] : []),
    canceled === 'true' ? sql<SqlBool>`t.canceled_at is not null` : sql<SqlBool>`t.canceled_at is null`,
    ...is('t.kind', kind),
    ...is('t.channel', channel),
    ...isOrNone('t.seller_id', sellerId),
    ...isOrNone('t.location_id', locationId),
    ...is('t.customer_id', customerId),
    ...is('t.maker_id', makerId),
    ...sells('new_car_id', query.newCarId),
    ...sells('used_car_id', query.usedCarId),
    ...between('t.total', query.totalFrom, query.totalTo),
    ...days('t.created_at', query.from, query.to),
    ...days('t.signed_on', query.signedFrom, query.signedTo),
    ...days('t.approved_on', query.approvedFrom, query.approvedTo),
    ...days('t.billed_on', query.billedFrom, query.billedTo),
    ...days('t.registered_on', query.registeredFrom, query.registeredTo),
    ...days('t.delivered_on', query.deliveredFrom, query.deliveredTo),
    ...(query.lacking === 'true' ? [sql<SqlBool>`cardinality(t.lacking) > 0`] : []),
    ...signature(query.signature),
    ...(query.withdrawn === 'true' ? [sql<SqlBool>`t.withdrawn_at is not null`] : []),
    ...(query.raised === 'true' ? [sql<SqlBool>`t.raised`] : []),
    ...(query.owing === 'true'
      ? [
          sql<SqlBool>`t.state in ('approved', 'billed') and t.received < t.total and t.canceled_at is null and t.withdrawn_at is null`,
        ]
      : []),
    ...(query.financed === 'true' ? [sql<SqlBool>`t.financed > 0`] : []),
    ...(query.tradeIn === 'true' ? [sql<SqlBool>`t.taken_in > 0`] : []),
    ...days('t.delivery_on', query.deliveryFrom, query.deliveryTo),
  ],
};

export const list: VerbOf<Table, 'GET /contracts'> = async (ctx, { query }) => {
  const { sums, ...page } = await readList(ctx, listed, query);
  return { ...page, sums: sums as ContractSums };
};

const columns: Column<Row>[] = [
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Stato', kind: 'text', value: (row) => shownStates[shownStateOf(row)].label },
  { header: 'Tipo', kind: 'text', value: (row) => contractKinds[row.kind] },
  { header: 'Canale', kind: 'text', value: (row) => saleChannels[row.channel] },
  { header: 'Cliente', kind: 'text', value: (row) => row.customer },
  { header: 'Vettura', kind: 'text', value: (row) => row.vehicle },
  { header: 'Venditore', kind: 'text', value: (row) => row.seller },
  { header: 'Sede', kind: 'text', value: (row) => row.location },
  { header: 'Totale', kind: 'money', value: (row) => row.total },
  { header: 'Incassato', kind: 'money', value: (row) => row.received },
  { header: 'Da incassare', kind: 'money', value: (row) => row.due },
  { header: 'Finanziato', kind: 'money', value: (row) => row.financed },
  { header: 'Firmato il', kind: 'day', value: (row) => row.signedOn },
  { header: 'Consegna promessa', kind: 'day', value: (row) => row.promisedOn },
  { header: 'Consegna', kind: 'day', value: (row) => row.deliveredOn ?? row.deliveryOn },
  { header: 'Creato il', kind: 'instant', value: (row) => row.createdAt },
];
const margin: Column<Row> = { header: 'Margine II', kind: 'money', value: (row) => row.marginSecond ?? null };

export const exportList: VerbOf<Table, 'GET /contracts/export'> = (ctx, { query }) =>
  exportFile(ctx, listed, query, [...columns, ...(holds(ctx, p.seeMargin) ? [margin] : [])]);

export const sellers: VerbOf<Table, 'GET /contracts/sellers'> = async (ctx: Ctx) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where u.company_id = ${ctx.user.companyId}
      and exists (select from contracts t where t.seller_id = u.id and ${filtered(ctx, listed, {})}) order by u.name, u.id`.execute(
    ctx.db,
  );
  return rows;
};
