import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { addDays } from '#domain/dates.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { MOST_KNOWN } from '#domain/quotes/start/known-start.ts';
import type { foundVersion } from '#domain/quotes/start/start.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { versionJson } from '../sheet/sheet.ts';

type Row = Omit<z.input<typeof foundVersion>, 'instalment'>;

/** Days back in which sales count. */
const SOLD_DAYS = 365;
/** The newest quotes of a person among which their cars are looked for. */
const NEWEST = 200;

/** Those of `ranked` (version_id, rank) that are on sale today, the highest rank first. */
async function onSale({ db, today }: Pick<Ctx, 'db' | 'today'>, ranked: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select jsonb_build_object('maker', jsonb_build_object('id', m.id, 'name', m.name),
        'model', jsonb_build_object('id', o.id, 'name', o.name, 'body', o.body), 'version', ${versionJson(sql`p.price`)}) as row
    from (${ranked}) r join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
      cross join lateral (select p.price from version_prices p where p.version_id = v.id and p.valid_from <= ${today}
        order by p.valid_from desc limit 1) p
    where v.published and o.published and m.published
    order by r.rank desc, v.id limit ${MOST_KNOWN}`.execute(db);
  return rows.map(({ row }) => row);
}

/** Versions on sale that the caller quoted last as new cars, and those of which the company signed most contracts in a year. */
export const knownVersions: VerbOf<typeof table, 'GET /quotes/versions/known'> = async (ctx) => {
  const { companyId, id } = ctx.user;
  const latest = sql`select q.version_id, max(q.created_at) as rank from (
      select version_id, created_at from quotes where company_id = ${companyId} and seller_id = ${id} and not superseded
        and version_id is not null and stock_id is null order by created_at desc, id desc limit ${NEWEST}) q
    group by q.version_id`;
  const sold = sql`select c.version_id, count(*) as rank from contracts c where c.company_id = ${companyId} and c.kind = 'new'
      and c.version_id is not null and c.canceled_at is null and c.withdrawn_at is null
      and c.signed_on > ${addDays(ctx.today, -SOLD_DAYS)} group by c.version_id`;
  return { latest: await onSale(ctx, latest), sold: await onSale(ctx, sold) };
};
