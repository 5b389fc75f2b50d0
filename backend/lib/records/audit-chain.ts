import { sql, type SqlBool, type Transaction } from 'kysely';
import type { DB } from '#backend/db/types.gen.ts';
import { chainHash, digestOf, FIRST } from './audit.ts';
import type { Ctx } from '../work/context.ts';

const BATCH = 5000;

export interface Verified {
  /** Id of the first row that was changed or does not follow the row before it; null when the whole chain holds. */
  broken: number | null;
  /**
   * Number of rows whose facts were erased. The chain still proves that they existed, when they were written and by
   * whom.
   */
  erased: number;
}

/**
 * Verifies a company's chain from the first row to the last: finds changed rows and facts, missing rows and a changed
 * order.
 */
export async function verifyAudit(trx: Transaction<DB>, companyId: number): Promise<Verified> {
  let previous: Buffer = FIRST;
  let last = 0;
  let erased = 0;
  for (;;) {
    const rows = await trx
      .selectFrom('auditEvents as e')
      .leftJoin('auditFacts as f', (on) => on.onRef('f.companyId', '=', 'e.companyId').onRef('f.eventId', '=', 'e.id'))
      .selectAll('e')
      .select(['f.eventId', 'f.salt', 'f.facts'])
      .where('e.companyId', '=', companyId)
      .where('e.id', '>', last)
      .orderBy('e.id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const follows = row.prevHash.equals(previous) && row.hash.equals(chainHash(previous, row));
      const proved = !row.salt || row.digest?.equals(digestOf(row.salt, row.facts));
      if (!follows || !proved || (row.eventId === null) !== (row.digest === null)) return { broken: row.id, erased };
      if (row.digest && !row.salt) erased += 1;
      previous = row.hash;
      last = row.id;
    }
    if (rows.length < BATCH) break;
  }
  const head = await trx.selectFrom('auditHeads').select('hash').where('companyId', '=', companyId).executeTakeFirst();
  return { broken: head && !head.hash.equals(previous) ? last : null, erased };
}

/**
 * Erases the facts of all earlier audit rows of these records; the chain keeps that something happened, when and by
 * whom. Returns the number of rows. Events noted in the caller's own transaction are written later and stay. `those`
 * limits the erasure to some facts.
 */
export async function eraseFacts(
  ctx: Ctx,
  entity: string,
  ids: readonly number[],
  those = sql<SqlBool>`true`,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { companyId } = ctx.user;
  const { numUpdatedRows } = await ctx.db
    .updateTable('auditFacts')
    .set({ facts: null, salt: null })
    .where('auditFacts.companyId', '=', companyId)
    .where('facts', 'is not', null)
    .where(those)
    .where('eventId', 'in', (eb) =>
      eb
        .selectFrom('auditEvents')
        .select('id')
        .where('auditEvents.companyId', '=', companyId)
        .where('entity', '=', entity)
        .where('entityId', 'in', ids),
    )
    .executeTakeFirst();
  ctx.audit(...ids.map((entityId) => ({ action: 'facts_erased', entity, entityId })));
  return Number(numUpdatedRows);
}
