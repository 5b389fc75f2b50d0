/** What the manufacturer expects of each company by month, and what of it is reached. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { sum } from '#domain/money.ts';
import type { networkTargets as table, NetworkTargets } from '#domain/network/targets.ts';
import { stale } from '../lib/records/stale.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { soldBetween } from './sold.ts';

type Table = typeof table;

const ENTITY = 'network_targets';

async function readYear(ctx: Ctx, year: number): Promise<NetworkTargets> {
  const { db, today } = ctx;
  const head = await db
    .selectFrom('networkTargetYears')
    .select('version')
    .where('companyId', '=', MANUFACTURER)
    .where('year', '=', year)
    .executeTakeFirst();
  const cells = await db
    .selectFrom('networkTargets')
    .select(['dealerId', 'month', 'amount'])
    .where('companyId', '=', MANUFACTURER)
    .where('year', '=', year)
    .execute();
  const { rows } = await sql<{ id: number; name: string; province: string; month: string | null; many: number | null }>`
    select c.company_id as id, c.name, c.province, s.month::text as month, s.many
    from companies c
      left join (select company_id, date_trunc('month', day)::date as month, sum(count)::int as many
        from ${soldBetween(`${year - 1}-01-01`, `${year}-12-31`)} t group by 1, 2) s on s.company_id = c.company_id
    where c.company_id <> ${MANUFACTURER} order by c.name, c.company_id, s.month`.execute(db);
  const dealers = [...new Map(rows.map(({ id, name, province }) => [id, { id, name, province }])).values()];
  const amounts = new Map(cells.map(({ dealerId, month, amount }) => [`${dealerId}/${month}`, amount]));
  const done = new Map(rows.map(({ id, month, many }) => [`${id}/${month}`, many]));
  const of = (id: number, inYear: number) => (_: unknown, at: number) =>
    done.get(`${id}/${inYear}-${String(at + 1).padStart(2, '0')}-01`) ?? 0;
  return {
    year,
    version: head?.version ?? 0,
    dealers: dealers.map((dealer) => ({
      ...dealer,
      months: Array.from({ length: 12 }, (_, at) => amounts.get(`${dealer.id}/${at + 1}`) ?? null),
      before: sum(Array.from({ length: 12 }, of(dealer.id, year - 1))),
      done: Array.from({ length: 12 }, of(dealer.id, year)).map((many, at) =>
        `${year}-${String(at + 1).padStart(2, '0')}-01` > today ? null : many,
      ),
    })),
  };
}

export const readTargets: VerbOf<Table, 'GET /network/targets'> = (ctx, { query: { year } }) => readYear(ctx, year);

/** Takes the targets of a year at the version that was seen; throws `stale`. */
async function takeYear(ctx: Ctx, year: number, version: number): Promise<void> {
  const { db, now } = ctx;
  const head = await db
    .selectFrom('networkTargetYears')
    .select('version')
    .where('companyId', '=', MANUFACTURER)
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirst();
  const isSame = (head?.version ?? 0) === version;
  // Two first ones of a year: the second finds the first one's row.
  const { numInsertedOrUpdatedRows } = isSame
    ? await db
        .insertInto('networkTargetYears')
        .values({ companyId: MANUFACTURER, year, updatedAt: now })
        .onConflict((on) =>
          on
            .columns(['companyId', 'year'])
            .doUpdateSet({ version: version + 1, updatedAt: now })
            .where('networkTargetYears.version', '=', version),
        )
        .executeTakeFirst()
    : { numInsertedOrUpdatedRows: 0n };
  if (numInsertedOrUpdatedRows === 0n) throw await stale(ctx, ENTITY, year, await readYear(ctx, year));
}

/** Writes cells of a year. Throws `invalid` at a company that is not of the network or a cell that is named twice, `stale`. */
export const writeTargets: VerbOf<Table, 'PUT /network/targets'> = async (ctx, { body: { year, cells }, version }) => {
  const { db } = ctx;
  const { dealers } = await readYear(ctx, year);
  const known = new Map(dealers.map((dealer) => [dealer.id, dealer]));
  const seen = new Set<string>();
  const fields: Record<string, string> = {};
  for (const [at, { dealerId, month }] of cells.entries()) {
    const key = `${dealerId}/${month}`;
    if (!known.has(dealerId)) fields[`cells.${at}.dealerId`] = 'Questa concessionaria non c’è';
    if (seen.has(key)) fields[`cells.${at}.month`] = 'Questa cella c’è due volte';
    seen.add(key);
  }
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  await takeYear(ctx, year, version);
  const gone = cells.filter(({ amount }) => amount === null);
  if (gone.length > 0)
    await sql`delete from network_targets t using unnest(${gone.map(({ dealerId }) => dealerId)}::int[], ${gone.map(({ month }) => month)}::int[]) as g (dealer_id, month)
      where t.company_id = ${MANUFACTURER} and t.year = ${year} and t.dealer_id = g.dealer_id and t.month = g.month`.execute(
      db,
    );
  const set = cells.flatMap(({ amount, ...cell }) =>
    amount === null ? [] : [{ companyId: MANUFACTURER, year, ...cell, amount }],
  );
  if (set.length > 0)
    await db
      .insertInto('networkTargets')
      .values(set)
      .onConflict((on) =>
        on
          .columns(['companyId', 'year', 'dealerId', 'month'])
          .doUpdateSet(({ ref }) => ({ amount: ref('excluded.amount') })),
      )
      .execute();
  const named = (amountOf: (cell: (typeof cells)[number]) => number | null) =>
    Object.fromEntries(cells.map((cell) => [`${cell.dealerId}/${cell.month}`, amountOf(cell)]));
  ctx.audit({
    action: 'update',
    entity: ENTITY,
    entityId: year,
    before: named(({ dealerId, month }) => known.get(dealerId)!.months[month - 1]!),
    after: named(({ amount }) => amount),
  });
  return readYear(ctx, year);
};
