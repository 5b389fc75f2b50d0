/** What a visit learns of what is made from it. */
import { sql } from 'kysely';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { namedColumns } from './own-seller.ts';
import { accessCourse } from './records.ts';

interface Came {
  id: number;
  customerId: number;
}

/** The visit without a customer from which a quote with one was begun. */
async function cameOf({ db, user: { companyId } }: Ctx, quoteId: number): Promise<Came | undefined> {
  const { rows } = await sql<Came>`select a.id, q.customer_id
    from quotes q join accesses a on a.company_id = ${companyId} and a.id = (q.draft ->> 'visitId')::bigint
    where q.company_id = ${companyId} and q.id = ${quoteId} and q.customer_id is not null and a.customer_id is null`.execute(
    db,
  );
  return rows[0];
}

/** An issued quote says who came, where nobody has said so. */
export const learnQuote: NonNullable<Effects['record.moved']> = async (ctx, { entity, id, move }) => {
  const came = entity === quoteMachine.entity && move === 'issue' ? await cameOf(ctx, id) : undefined;
  if (!came) return;
  const { customerId } = came;
  const record = await accessCourse.find(ctx, came.id, { lock: true });
  if (record.customerId !== null) return;
  await accessCourse.write(ctx, record, await namedColumns(ctx, record, customerId), {
    before: { customerId: null },
    after: { customerId },
  });
};
