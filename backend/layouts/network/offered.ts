/** The manufacturer's editions as a company is offered them, and what it prints by. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { OfferedLayout } from '#domain/layouts/network/schema.ts';
import type { LayoutBlock, LayoutKind } from '#domain/layouts/terms.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

/** What a company has of the manufacturer in a kind of prints. */
const adoptionOf = ({ db, user }: Ctx, kind: LayoutKind) =>
  db
    .selectFrom('networkAdoptions')
    .select(['layoutId', 'edition', 'isCopy'])
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** The newest edition of each layout that is offered, and of the one that the company has. */
export async function readOffered(ctx: Ctx, kind: LayoutKind): Promise<OfferedLayout[]> {
  const had = await adoptionOf(ctx, kind);
  const { rows } = await sql<
    Omit<OfferedLayout, 'taken'>
  >`select distinct on (e.layout_id) e.layout_id as id, e.edition, e.name, e.note,
      e.published_at, e.blocks from network_layout_editions e
    where e.company_id = ${MANUFACTURER} and e.kind = ${kind} and e.offered order by e.layout_id, e.edition desc`.execute(
    ctx.db,
  );
  return rows.map((row) => ({
    ...row,
    taken: had?.layoutId === row.id ? { edition: had.edition, isCopy: had.isCopy } : null,
  }));
}

/** The blocks of an edition that is offered; throws `not_found` for one of another kind, and `conflict` for one that is offered no more. */
export async function offeredBlocks(
  { db }: Ctx,
  kind: LayoutKind,
  { layoutId, edition }: { layoutId: number; edition: number },
): Promise<LayoutBlock[]> {
  const row = await db
    .selectFrom('networkLayoutEditions')
    .select(['blocks', 'offered'])
    .where('companyId', '=', MANUFACTURER)
    .where('layoutId', '=', layoutId)
    .where('edition', '=', edition)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  if (!row.offered) throw new Failure('conflict', 'La Casa offre ora un’altra versione: ricaricare la pagina.');
  // Checked when they were saved.
  return row.blocks as LayoutBlock[];
}

/** Tells the network by which edition the company prints from now on. */
export async function tellAdoption(
  { db, user, now }: Ctx,
  kind: LayoutKind,
  { layoutId, edition, isCopy }: { layoutId: number; edition: number; isCopy: boolean },
): Promise<void> {
  const columns = { layoutId, edition, isCopy, at: now };
  await db
    .insertInto('networkAdoptions')
    .values({ companyId: user.companyId, kind, ...columns })
    .onConflict((on) => on.columns(['companyId', 'kind']).doUpdateSet(columns))
    .execute();
}

/** Who publishes words of their own prints by the manufacturer's edition no more: it is a copy. */
export async function tellOwnWords({ db, user }: Ctx, kind: LayoutKind): Promise<void> {
  await db
    .updateTable('networkAdoptions')
    .set({ isCopy: true })
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .execute();
}
