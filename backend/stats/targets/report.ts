/** The report of targets: a row for each that is in force, and for each contract that counts by the same day. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { keysOf } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { endOfMonth } from '#domain/record/figures.ts';
import { reports } from '#domain/reports/reports.ts';
import { eachDay, workdays } from '#domain/time.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported, type Reported } from '#backend/lib/ports/reported.ts';
import { placeName, userName } from '#backend/lib/records/names.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';
import { nowhere, readPlaces } from '../places.ts';
import { isGone } from './cells.ts';

type Sql = RawBuilder<unknown>;

/** What the columns are of: which targets, and what of a contract. */
const kinds = {
  new: { objective: 'new_pieces', done: sql`case when t.kind = 'new' then t.pieces else 0 end` },
  used: { objective: 'used_pieces', done: sql`case when t.kind = 'used' then t.pieces else 0 end` },
  value: { objective: 'value', done: sql`t.total` },
} as const;
const columnsOf = (of: (kind: (typeof kinds)[keyof typeof kinds]) => { target: Sql; done: Sql }) =>
  sql.join(
    keysOf(kinds).map((name) => {
      const { target, done } = of(kinds[name]);
      return sql`${target} as ${sql.ref(`${name}_target`)}, ${done} as ${sql.ref(`${name}_done`)}`;
    }),
  );

/** The contracts that count by this day, in the years whose targets do. */
const contractsBy = (
  basis: string,
  day: Sql,
) => sql`select t.company_id, t.id, t.number, t.customer_id, t.location_id, t.seller_id, t.partner_id, t.state,
    ${day} as day, t.id as row_id, ${columnsOf(({ done }) => ({ target: sql`0`, done }))}
  from contracts t join target_editions e on e.company_id = t.company_id and e.state = 'in_force' and e.basis = ${basis}
    and e.year = extract(year from ${day})
  where t.company_id = ${OWN} and t.canceled_at is null and t.withdrawn_at is null`;

/** What a target is called: with whose it is; who has left leaves it to the place. */
const title = sql`concat_ws(' ', 'Obiettivo', coalesce(case when ${isGone} then null else u.name end, l.name))`;

/** The targets themselves: their day is the first of their month, and who has left leaves them to the place. */
const targets = sql`select t.company_id, null::bigint, ${title}, null::bigint, t.location_id, case when ${isGone} then null else t.seller_id end,
    null::bigint, '', make_date(s.year, t.month, 1), -t.id,
    ${columnsOf(({ objective }) => ({ target: sql`case when t.objective = ${objective} then t.amount else 0 end`, done: sql`0` }))}
  from targets t join target_editions s on s.company_id = t.company_id and s.id = t.edition_id and s.state = 'in_force'
    left join users u on u.company_id = t.company_id and u.id = t.seller_id
    left join locations l on l.company_id = t.company_id and l.id = t.location_id
  where t.company_id = ${OWN} and not t.is_whole and t.aim is null
    and t.objective = any(${keysOf(kinds).map((name) => kinds[name].objective)}::text[])`;

/**
 * What sellers and places are to sell, in pieces: a row for each target in force, on the first day of its month by the day
 * that its edition counts. A seller's is of their business center, as their contracts are; a place's of the one it has.
 */
export const pieceTargets = sql`(select t.company_id, t.id, s.basis, make_date(s.year, t.month, 1) as day, t.location_id,
    case when ${isGone} then null else t.seller_id end as seller_id,
    case when t.objective = 'new_pieces' then 'new' else 'used' end as kind, t.amount,
    ${title} as title,
    case when t.seller_id is null or ${isGone} then (select case when count(*) = 1 then min(b.id) end from business_centers b
        where b.company_id = ${OWN} and b.location_id = t.location_id and b.archived_at is null)
      else u.business_center_id end as business_center_id
  from targets t join target_editions s on s.company_id = t.company_id and s.id = t.edition_id and s.state = 'in_force'
    left join users u on u.company_id = t.company_id and u.id = t.seller_id
    left join locations l on l.company_id = t.company_id and l.id = t.location_id
  where t.company_id = ${OWN} and not t.is_whole and t.aim is null and t.objective in ('new_pieces', 'used_pieces'))`;

/** By how much each place's month that goes on still grows at its pace: its working days by those that are over. */
async function paces(ctx: Ctx): Promise<Sql[]> {
  const first = `${ctx.today.slice(0, 7)}-01`;
  const [over, all] = [eachDay({ from: first, to: ctx.today }), eachDay({ from: first, to: endOfMonth(first) })];
  return [...(await readPlaces(ctx)), nowhere()].map(({ id, calendar }) => {
    const worked = workdays(over, calendar);
    return sql`('pace', ${id}::bigint, ${worked === 0 ? 1 : workdays(all, calendar) / worked}::numeric)`;
  });
}

/** What targets may still pay, by contract: cents. */
export type AtStake = (ctx: Ctx) => Promise<ReadonlyMap<number, number>>;

/** What no statement knows: the paces of places, and what each contract may still pay, for who may see it. */
async function besideOf(ctx: Ctx, atStake: AtStake): Promise<Sql> {
  const stakes = holds(ctx, p.seeAllCommissions) ? [...(await atStake(ctx))] : [];
  const rows = [
    ...(await paces(ctx)),
    ...stakes.map(([id, cents]) => sql`('stake', ${id}::bigint, ${cents}::numeric)`),
  ];
  return sql`(values ${sql.join(rows)})`;
}

/** What is done by the end of its month at this pace; parts add up to what a place's month comes to. */
function forecast(done: Sql): Sql {
  const up = sql`sum(${done}) over (partition by t.location_id, date_trunc('month', t.day) order by t.row_id)`;
  return sql`(round(${up} * t.pace) - round((${up} - ${done}) * t.pace))::bigint`;
}

const columns = (name: keyof typeof kinds) => {
  const [target, done] = [sql.ref(`t.${name}_target`), sql.ref(`t.${name}_done`)].map((of) => sql`${of}`) as [Sql, Sql];
  // Of what nobody has set for a month nothing is missing.
  const isSet = sql`bool_or(${target} <> 0) over (partition by date_trunc('month', t.day))`;
  return { target, done, gap: sql`case when ${isSet} then ${done} - ${target} else 0 end`, forecast: forecast(done) };
};
const [ofNew, ofUsed, ofValue] = [columns('new'), columns('used'), columns('value')];
const isTarget = sql<SqlBool>`r.contract_id is null`;

export const objectivesReport = ({ contracts }: Pick<Figures, 'contracts'>, atStake: AtStake): Reported =>
  reported<typeof reports.objectivesReport>({
    report: reports.objectivesReport,
    beside: (ctx) => besideOf(ctx, atStake),
    from: (today, beside) => sql`(select x.*, coalesce(p.factor, 1) as pace, coalesce(k.cents, 0)::bigint as at_stake
        from (${sql.join([targets, ...keysOf(contracts.days).map((basis) => contractsBy(basis, contracts.days[basis]!))].toReversed(), sql` union all `)}) x
        left join ${beside} k (what, id, cents) on k.what = 'stake' and k.id = x.id
        left join ${beside} p (what, place, factor) on p.what = 'pace' and p.place is not distinct from x.location_id
          and date_trunc('month', x.day) = date_trunc('month', ${today}::date)) t`,
    where: sql<SqlBool>`true`,
    id: sql`t.row_id`,
    days: { edition: sql`t.day` },
    place: sql`t.location_id`,
    groups: { place: { by: sql`t.location_id`, name: placeName }, seller: { by: sql`t.seller_id`, name: userName } },
    columns: {
      newTarget: ofNew.target,
      newDone: ofNew.done,
      newGap: ofNew.gap,
      newForecast: ofNew.forecast,
      usedTarget: ofUsed.target,
      usedDone: ofUsed.done,
      usedGap: ofUsed.gap,
      usedForecast: ofUsed.forecast,
      valueTarget: ofValue.target,
      valueDone: ofValue.done,
      valueGap: ofValue.gap,
      valueForecast: ofValue.forecast,
      atStake: sql`t.at_stake`,
    },
    only: { targets: isTarget, contracts: sql<SqlBool>`not (${isTarget})` },
    owned: contracts.owned,
  });
