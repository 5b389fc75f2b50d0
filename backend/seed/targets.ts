import { sql } from 'kysely';
import { privileges as p } from '#domain/privileges.ts';
import type { TargetObjective } from '#domain/stats/targets/objectives.ts';
import { insertRows, nextId, type Owner } from './insert.ts';

const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);
/** How much more or less than a usual month each one is to bring: plates in March and June, August is quiet. */
const SEASON = [0, 0, 1, 0, 0, 1, 0, -1, 0, 0, 1, 0] as const;
/** Of what targets ask for more than was done. */
const MORE = 1.15;

/** Penetrations of the company, in hundredths of a percent. */
const shares: Partial<Record<TargetObjective, number>> = { financial: 60_00, insurance: 40_00 };

interface Seller {
  id: number;
  locationId: number;
  new: number;
  used: number;
}

/** Who sells at which place, with the contracts of each in the year up to today. */
async function sellersOf(owner: Owner, companyId: number, today: string): Promise<Seller[]> {
  const { rows } = await sql<Seller>`select u.id, l.location_id,
      count(*) filter (where t.kind = 'new')::int as new, count(*) filter (where t.kind = 'used')::int as used
    from users u join user_locations l on l.company_id = u.company_id and l.user_id = u.id and l.is_default
      join contracts t on t.company_id = u.company_id and t.seller_id = u.id and t.canceled_at is null
        and t.signed_on between date_trunc('year', ${today}::date) and ${today}
    where u.company_id = ${companyId} and u.archived_at is null and not u.service and ${p.createQuotes} = any(u.privileges)
    group by u.id, l.location_id order by u.id`.execute(owner);
  return rows;
}

/** The targets of this year, in force: a little more than each seller does in a month. */
export async function seedTargets(owner: Owner, companyId: number, now: Date, today: string): Promise<void> {
  const sellers = await sellersOf(owner, companyId, today);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const id = await nextId(owner, 'target_editions');
  await insertRows(owner, 'target_editions', [
    {
      id,
      companyId,
      year,
      state: 'in_force',
      basis: 'signed',
      inForceAt: now,
      version: 1,
      createdAt: now,
      updatedAt: now,
    },
  ]);
  const cell = { companyId, editionId: id, aim: null, aimOf: null, isWhole: false };
  const pieces = sellers.flatMap(({ id: sellerId, locationId, ...done }) =>
    (['new', 'used'] as const).flatMap((kind) =>
      MONTHS.filter(() => done[kind] > 0).map((of) => ({
        ...cell,
        objective: `${kind}_pieces`,
        locationId,
        sellerId,
        month: of,
        amount: Math.max(1, Math.ceil((done[kind] / month) * MORE) + SEASON[of - 1]!),
        origin: 'divided',
      })),
    ),
  );
  const ofCompany = Object.entries(shares).flatMap(([objective, amount]) =>
    MONTHS.map((of) => ({ ...cell, objective, locationId: null, sellerId: null, month: of, amount, origin: 'typed' })),
  );
  const first = await nextId(owner, 'targets');
  await insertRows(
    owner,
    'targets',
    [...pieces, ...ofCompany].map((row, at) => ({ id: first + at, ...row })),
  );
}
