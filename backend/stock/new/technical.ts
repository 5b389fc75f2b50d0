import { sql } from 'kysely';
import type { gearboxes } from '#domain/catalog/terms.ts';
import type { Taxed } from '#domain/quotes/ipt.ts';
import type { Ctx } from '#backend/lib/context.ts';
import type { NewCarRecord } from './records.ts';

/** What the catalogue says of a car as it was ordered. */
interface Technical extends Taxed {
  gearbox: keyof typeof gearboxes;
  cc: number;
  co2: number;
  euroClass: string;
  seats: number;
  colour: string | null;
  equipment: string[];
}

export async function technicalOf({ db }: Ctx, { versionId, optionIds }: NewCarRecord): Promise<Technical> {
  const { rows } =
    await sql<Technical>`select v.kw, v.category, v.payload, v.fuel, v.gearbox, v.cc, v.co2, v.euro_class, v.seats,
      (select x.name from options x where x.id = any(${optionIds}::bigint[]) and x.kind = 'colour' limit 1) as colour,
      array(select x.name from options x join version_options vo on vo.option_id = x.id and vo.version_id = v.id
        where x.kind <> 'colour' and (vo.standard and x.kind <> 'interior' or x.id = any(${optionIds}::bigint[])) order by x.kind, x.name) as equipment
    from versions v where v.id = ${versionId}`.execute(db);
  return rows[0]!;
}
