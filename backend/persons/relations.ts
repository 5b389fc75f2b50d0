import { sql } from 'kysely';
import type { Ctx } from '../lib/work/context.ts';

/** A relation as its table stores it. */
export type Relation = Record<string, unknown>;

/**
 * Deletes the relations that a merged customer cannot keep: between the two, and those that both have. Returns them for
 * undoing the merge.
 */
export async function dropClashing({ db, user }: Ctx, keptId: number, goneId: number): Promise<Relation[]> {
  const both = sql`(${keptId}::bigint, ${goneId}::bigint)`;
  const { rows } = await sql<{ id: number; row: Relation }>`select r.id, to_jsonb(r) as row from customer_relations r
    where r.company_id = ${user.companyId} and (r.customer_id in ${both} and r.other_id in ${both}
      or exists (select from customer_relations o where o.company_id = ${user.companyId} and o.kind = r.kind
        and (r.customer_id = ${goneId} and o.customer_id = ${keptId} and o.other_id = r.other_id
          or r.other_id = ${goneId} and o.other_id = ${keptId} and o.customer_id = r.customer_id))) for update of r`.execute(
    db,
  );
  await sql`delete from customer_relations where company_id = ${user.companyId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Restores what `dropClashing` deleted, when the merge is undone. */
export async function restore({ db, user }: Ctx, relations: readonly Relation[]): Promise<void> {
  if (relations.length === 0) return;
  await sql`insert into customer_relations (company_id, id, customer_id, other_id, kind, note, created_at) overriding system value
    select ${user.companyId}, id, customer_id, other_id, kind, note, created_at
    from jsonb_populate_recordset(null::customer_relations, ${JSON.stringify(relations)}::jsonb) on conflict do nothing`.execute(
    db,
  );
}
