/** Papers of cars that a person sold, lent or bought: their scans identify the person (rules.md §16). */
import { sql, type RawBuilder } from 'kysely';
import { lawfulPapers, namelessPapers } from '#domain/stock/paper-fields.ts';
import { eraseFacts } from '../lib/records/audit-chain.ts';
import { paperPlaces, sumPapers, type PaperPlace } from '../lib/ports/car-papers.ts';
import type { Ctx } from '../lib/work/context.ts';
import { forget } from '../lib/files/uploads.ts';

/** What happens to a paper: the law keeps it, the car needs it until it leaves the stock, or nobody needs it. */
interface Paper {
  id: number;
  carId: number;
  place: PaperPlace;
  uploadId: number | null;
  /** The last day on which the law keeps it; null when it does not. */
  lawUntil: string | null;
  isInStock: boolean;
}

/**
 * Names that only these customers have. Under a name that another customer shares, data may be the other's: they are
 * neither exported nor erased.
 */
export const ownNames = (companyId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select c.name from customers c where c.company_id = ${companyId} and c.id = any(${ids})
    and not exists (select from customers o where o.company_id = ${companyId} and o.name = c.name and o.id <> all(${ids})))`;

/**
 * Condition: the car `s` came from these customers, by the reference to the customer, or by the name when there is no
 * reference.
 */
export const soldBy = (ids: RawBuilder<unknown>, names: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(s.seller_id = any(${ids}) or s.seller_id is null and s.seller in ${names})`;

/** Conditions for the cars that a person bought or that came from the person. */
const whose = (ids: RawBuilder<unknown>, names: RawBuilder<unknown>): Record<PaperPlace, RawBuilder<unknown>> => ({
  usedCars: sql`(s.buyer_id = any(${ids}) or s.buyer in ${names} or ${soldBy(ids, names)} or s.consignor in ${names})`,
  newCars: sql`(s.buyer_id = any(${ids}) or s.buyer in ${names})`,
});

/**
 * Papers of the cars that these customers sold, lent or bought. `months`: for how long the law keeps papers of sale.
 */
export async function papersOf({ db, user }: Ctx, ids: readonly number[], months: number): Promise<Paper[]> {
  const all = sql`${[...ids]}::bigint[]`;
  const conditions = whose(all, ownNames(user.companyId, all));
  const found: Paper[] = [];
  for (const place of ['usedCars', 'newCars'] as const) {
    const { car } = paperPlaces[place];
    const { rows } = await sql<
      Omit<Paper, 'place'>
    >`select p.id, s.id as car_id, p.upload_id, s.archived_at is null as is_in_stock,
        case when p.kind = any(${[...lawfulPapers]}::text[])
          then (p.created_at at time zone 'Europe/Rome' + make_interval(months => ${months}))::date end as law_until
      from car_papers p join ${sql.table(place)} s on s.company_id = p.company_id and s.id = ${car}
      where p.company_id = ${user.companyId} and s.company_id = ${user.companyId} and ${conditions[place]}
        and p.kind <> all(${[...namelessPapers]}::text[]) order by p.id`.execute(db);
    found.push(...rows.map((row) => ({ ...row, place })));
  }
  return found;
}

/** The papers grouped by what happens to them on a day. */
export const sorted = (papers: readonly Paper[], today: string) => {
  const lawful = papers.filter(({ lawUntil }) => lawUntil !== null && lawUntil >= today);
  const others = papers.filter((paper) => !lawful.includes(paper));
  return {
    lawful,
    needed: others.filter(({ isInStock }) => isInStock),
    idle: others.filter(({ isInStock }) => !isInStock),
  };
};

/**
 * Papers `p` of used cars `s` that concern only these customers: all papers of cars they sold or lent; of cars they
 * bought only the warranty, because the others concern the former owner.
 */
export const ownPapers = (companyId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> => {
  const names = ownNames(companyId, ids);
  return sql`from car_papers p join used_cars s on s.company_id = p.company_id and s.id = p.used_car_id
    where p.company_id = ${companyId} and s.company_id = ${companyId} and p.kind <> all(${[...namelessPapers]}::text[])
      and (${soldBy(ids, names)} or s.consignor in ${names}
        or p.kind = 'warranty' and (s.buyer_id = any(${ids}) or s.buyer in ${names}))`;
};

/** Erases papers with their scans, and the audit's facts about papers of these cars. */
async function erase(ctx: Ctx, place: PaperPlace, papers: readonly Pick<Paper, 'id' | 'carId' | 'uploadId'>[]) {
  if (papers.length === 0) return;
  await ctx.db
    .deleteFrom('carPapers')
    .where('companyId', '=', ctx.user.companyId)
    .where(
      'id',
      'in',
      papers.map(({ id }) => id),
    )
    .execute();
  await forget(
    ctx,
    papers.flatMap(({ uploadId }) => uploadId ?? []),
  );
  const cars = [...new Set(papers.map(({ carId }) => carId))];
  await sumPapers(ctx, place, cars);
  await eraseFacts(ctx, paperPlaces[place].entity, cars, sql<boolean>`facts::text like '%"paper"%'`);
}

/** Erases the person's papers that nobody needs; those that a car in stock needs are erased when it leaves. */
export async function erasePapers(ctx: Ctx, papers: readonly Paper[]): Promise<void> {
  const { idle, needed } = sorted(papers, ctx.today);
  for (const place of ['usedCars', 'newCars'] as const)
    await erase(
      ctx,
      place,
      idle.filter((paper) => paper.place === place),
    );
  if (needed.length > 0)
    await ctx.db
      .updateTable('carPapers')
      .set({ leavesWithCar: true })
      .where('companyId', '=', ctx.user.companyId)
      .where(
        'id',
        'in',
        needed.map(({ id }) => id),
      )
      .execute();
}

/** After a move of a car: when it has left the stock, erases the papers that were kept only for it. */
export async function eraseWithCar(ctx: Ctx, { entity, id }: { entity: string; id: number }): Promise<void> {
  const place = (['usedCars', 'newCars'] as const).find((one) => paperPlaces[one].entity === entity);
  if (!place) return;
  const { rows } = await sql<Pick<Paper, 'id' | 'carId' | 'uploadId'>>`select p.id, s.id as car_id, p.upload_id
    from car_papers p join ${sql.table(place)} s on s.company_id = p.company_id and s.id = ${paperPlaces[place].car}
    where p.company_id = ${ctx.user.companyId} and s.company_id = ${ctx.user.companyId} and s.id = ${id}
      and p.leaves_with_car and s.archived_at is not null`.execute(ctx.db);
  await erase(ctx, place, rows);
}
