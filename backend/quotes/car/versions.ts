import { sql } from 'kysely';
import type { z } from 'zod';
import { budgetFor, monthlyOf } from '#domain/financials/budget.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import type { foundVersion } from '#domain/quotes/start/start.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { readQuoteSettings } from '#backend/lib/records/params.ts';
import { readParams } from '../sheet/params.ts';
import { versionJson } from '../sheet/sheet.ts';
import { readPlans } from '../sheet/sold.ts';

type Row = Omit<z.input<typeof foundVersion>, 'instalment'>;

/** Condition: `column = any(values)`, or everything when no value is chosen. */
const within = (column: string, values: readonly string[] | undefined) =>
  values?.length ? sql`and ${sql.ref(column)} = any(${values}::text[])` : sql``;

/** The plans depend only on the price of the car. */
const anyCar = { priceIncludesRoadCost: false, category: 'M1' };

/**
 * Versions on sale up to a list price, or up to the price that a monthly instalment and a deposit finance with the best
 * classic loan of the day; the dearest first. One statement over the catalogue, whatever its size.
 */
export const versions: VerbOf<typeof table, 'GET /quotes/versions'> = async ({ db, today, now, user }, { query }) => {
  const { instalment, deposit, price, model, fuel, gearbox, body, kwFrom, kwTo, offset, limit } = query;
  const day = today;
  const plans = instalment ? await readPlans({ db, today, now, user }, { usage: 'new' }) : [];
  const carried = instalment ? budgetFor(plans, instalment, deposit) : null;
  if (instalment && !carried) return { plan: null, budget: null, total: 0, found: [] };
  const most = Math.min(carried?.price ?? Infinity, price ?? Infinity);
  const { rows } = await sql<{ row: Row; total: number }>`
    with found as materialized (
      select v.id, v.model_id, p.price from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id
      cross join lateral (select p.price from version_prices p where p.version_id = v.id and p.valid_from <= ${day}
        order by p.valid_from desc limit 1) p
      where v.published and o.published and m.published and p.price <= ${Number.isFinite(most) ? most : Number.MAX_SAFE_INTEGER}
        and v.kw between ${kwFrom ?? 0} and ${kwTo ?? 100_000}
        ${model === undefined ? sql`` : sql`and v.model_id = ${model}`}
        ${within('v.fuel', fuel)} ${within('v.gearbox', gearbox)} ${within('o.body', body)})
    select (select count(*) from found) as total, jsonb_build_object(
        'maker', jsonb_build_object('id', m.id, 'name', m.name), 'model', jsonb_build_object('id', o.id, 'name', o.name, 'body', o.body),
        'version', ${versionJson(sql`found.price`)}) as row
    from (select * from found order by price desc, id limit ${limit} offset ${offset}) found
      join versions v on v.id = found.id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
    order by found.price desc, found.id`.execute(db);
  const params =
    carried && (await readParams(db, user.companyId, day, await readQuoteSettings(db, user.companyId, day), anyCar));
  const monthly = (listPrice: number) => (carried && params ? monthlyOf(carried, listPrice, deposit, params) : null);
  return {
    plan: carried && {
      name: carried.plan.name,
      company: carried.plan.company,
      months: carried.months,
      taeg: monthly(carried.price)?.taeg ?? null,
    },
    budget: Number.isFinite(most) ? most : null,
    total: rows[0]?.total ?? 0,
    found: rows.map(({ row }) => ({ ...row, instalment: monthly(row.version.listPrice)?.instalment ?? null })),
  };
};
