/** Papers of cars that a person sold, lent or bought: their scans say who it was (domain.md §2.20). */
import { sql, type RawBuilder } from 'kysely';
import { lawfulPapers, namelessPapers } from '#domain/stock/paper-fields.ts';
import { eraseFacts } from '../lib/audit-chain.ts';
import { paperPlaces, sumPapers, type PaperPlace } from '../lib/car-papers.ts';
import type { Ctx } from '../lib/context.ts';
import { forget } from '../lib/uploads.ts';

/** What becomes of a paper: the law keeps it, the car needs it until it leaves the stock, or nobody needs it. */
interface Paper {
  id: number;
  carId: number;
  place: PaperPlace;
  uploadId: number | null;
  /** The last day on which the law keeps it; null where it does not. */
  lawUntil: string | null;
  isInStock: boolean;
}

/** Names that only these customers have. What says a name that two of them have may be the other's: it is neither told nor erased. */
export const ownNames = (companyId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select c.name from customers c where c.company_id = ${companyId} and c.id = any(${ids})
    and not exists (select from customers o where o.company_id = ${companyId} and o.name = c.name and o.id <> all(${ids})))`;

/** Of whom a car `s` came: the customer whom it names, or, where it names none, the name. */
export const soldBy = (ids: RawBuilder<unknown>, names: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(s.seller_id = any(${ids}) or s.seller_id is null and s.seller in ${names})`;

/** What a person has to do with a car of the stock, by what the car says: who bought it, of whom it came. */
const whose = (ids: RawBuilder<unknown>, names: RawBuilder<unknown>): Record<PaperPlace, RawBuilder<unknown>> => ({
  usedCars: sql`(s.buyer_id = any(${ids}) or s.buyer in ${names} or ${soldBy(ids, names)} or s.consignor in ${names})`,
  newCars: sql`(s.buyer_id = any(${ids}) or s.buyer in ${names})`,
});

/** The papers of the cars that these customers sold, lent or bought. `months`: for how long the law keeps those that it keeps. */
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

/** The papers by what becomes of them on a day. */
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
 * Papers `p` of used cars `s` that name these customers and nobody else: all of what they sold or lent, of what they bought the
 * warranty alone, as the others are of who had the car before.
 */
export const ownPapers = (companyId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> => {
  const names = ownNames(companyId, ids);
  return sql`from car_papers p join used_cars s on s.company_id = p.company_id and s.id = p.used_car_id
    where p.company_id = ${companyId} and s.company_id = ${companyId} and p.kind <> all(${[...namelessPapers]}::text[])
      and (${soldBy(ids, names)} or s.consignor in ${names}
        or p.kind = 'warranty' and (s.buyer_id = any(${ids}) or s.buyer in ${names}))`;
};

/** Erases papers with their scans, and what the audit says of the papers of these cars. */
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

/** With the person go the papers that nobody needs any more; those that a car in stock needs go when it leaves. */
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

/** A car has moved: where it has left the stock, what was kept for it alone is erased. */
export async function eraseWithCar(ctx: Ctx, { entity, id }: { entity: string; id: number }): Promise<void> {
  const place = (['usedCars', 'newCars'] as const).find((one) => paperPlaces[one].entity === entity);
  if (!place) return;
  const { rows } = await sql<Pick<Paper, 'id' | 'carId' | 'uploadId'>>`select p.id, s.id as car_id, p.upload_id
    from car_papers p join ${sql.table(place)} s on s.company_id = p.company_id and s.id = ${paperPlaces[place].car}
    where p.company_id = ${ctx.user.companyId} and s.company_id = ${ctx.user.companyId} and s.id = ${id}
      and p.leaves_with_car and s.archived_at is not null`.execute(ctx.db);
  await erase(ctx, place, rows);
}
