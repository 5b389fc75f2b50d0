import { sql } from 'kysely';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import type { Ctx } from '../lib/work/context.ts';

/** The request to cancel an approved contract that waits for a second person; null: there is none. */
export async function readCancelling(
  { db, user: { companyId } }: Ctx,
  { id, version, asked = {} }: Pick<Contract, 'id' | 'version'> & Partial<Pick<Contract, 'asked'>>,
): Promise<Contract['cancelling']> {
  if (asked.cancelApproved === undefined) return null;
  const { rows } = await sql<NonNullable<Contract['cancelling']>>`
    select u.name as by, q.asked_at as at, m.label as reason, coalesce(q.note, '') as note,
      q.taken ->> 'depositOutcome' as deposit_outcome
    from move_requests q left join users u on u.company_id = ${companyId} and u.id = q.asked_by
      left join move_reasons m on m.company_id = ${companyId} and m.id::text = q.reason
    where q.company_id = ${companyId} and q.entity = ${contractMachine.entity} and q.record_id = ${id}
      and q.move = 'cancelApproved' and q.version = ${version}`.execute(db);
  const [request] = rows;
  return request ? { ...request, at: new Date(request.at).toISOString() } : null;
}
