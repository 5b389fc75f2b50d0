import { sql } from 'kysely';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import type { FoundNewCar } from '#domain/quotes/start/new-start.ts';
import { newSellableStates } from '#domain/stock/new-terms.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { holder } from './used-cars.ts';

type Row = Omit<FoundNewCar, 'href'> & { makerId: number; modelId: number; versionId: number };

/**
 * New cars of the company's stock that are for sale: of the same version first, then of the same model, make and body,
 * then the nearest in price.
 */
export const newCarsLike: VerbOf<typeof table, 'GET /quotes/new-cars'> = async (ctx, { query: { like, limit } }) => {
  const { db, user, now } = ctx;
  const { rows } = await sql<Row>`
    select r.id, r.code, concat_ws(' ', m.name, o.name, v.name) as name, o.body, v.fuel, v.gearbox, v.kw, l.name as location, r.price,
      r.arrived_on, r.expected_on, ${holder(now)} as reserved, m.id as maker_id, o.id as model_id, v.id as version_id,
      (select min(x.colour) from options x where x.kind = 'colour' and x.id = any(r.option_ids)) as paint
    from new_cars r join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
      left join locations l on l.company_id = r.company_id and l.id = r.location_id
      left join users u on u.company_id = r.company_id and u.id = r.reserved_by
      left join (select s.price, s.version_id, w.model_id, w.fuel, t.maker_id, t.body from new_cars s join versions w on w.id = s.version_id
        join models t on t.id = w.model_id where s.company_id = ${user.companyId} and s.id = ${like}) n on true
    where r.company_id = ${user.companyId} and r.archived_at is null and r.state = any(${[...newSellableStates]}::text[]) and r.id <> ${like}
    order by (r.version_id = n.version_id)::int * 8 + (o.id = n.model_id)::int * 4 + (o.body = n.body)::int * 2 + (m.id = n.maker_id)::int
      + (v.fuel = n.fuel)::int desc nulls last, abs(r.price - n.price) nulls last, r.id limit ${limit}`.execute(db);
  return rows.map(({ makerId, modelId, versionId, ...car }) => ({
    ...car,
    href: `/quotation/new/${makerId}/${modelId}/${versionId}?car=${car.id}`,
  }));
};
