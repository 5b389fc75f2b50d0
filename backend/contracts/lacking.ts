/** What open contracts lack, kept as it is when not they but their customer, the company's schema or the day has changed. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { OWN } from '../db/tenant.ts';
import type { Ctx, Effects, Job } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { keepLacking } from './records.ts';

/** Contracts that are looked at within one transaction; of a customer with more, the night looks at the others. */
const BATCH = 20;
/** Customers whose contracts are looked at within the transaction that changes them. */
const FEW = 5;

/**
 * Looks at open contracts anew, newest first; returns their ids, `BATCH` at most. One that somebody is writing is left
 * out: that write looks itself, and nobody waits for the other.
 */
async function lookAt(ctx: Ctx, which: RawBuilder<SqlBool>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select t.id from contracts t where t.company_id = ${OWN}
    and t.state <> 'completed' and t.canceled_at is null and t.withdrawn_at is null and ${which}
    order by t.id desc limit ${BATCH} for no key update skip locked`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  for (const id of ids) await keepLacking(ctx, id);
  return ids;
}

const of = (customerIds: readonly number[]) => sql<SqlBool>`t.customer_id = any(${customerIds}::bigint[])`;

/** Looks at every open contract of a company, or of some customers, a few in each transaction. */
export const refreshLacking: Job<{ companyId: number; customerIds?: readonly number[] }> = {
  name: 'contracts-lacking',
  run: async ({ asCompany }, { companyId, customerIds }) => {
    const which = customerIds ? of(customerIds) : sql<SqlBool>`true`;
    let ids = [Number.MAX_SAFE_INTEGER];
    while (ids.length > 0) {
      const before = ids.at(-1)!;
      ids = await asCompany(companyId, null, (ctx) => lookAt(ctx, sql`${which} and t.id < ${before}`));
    }
  },
};

/** Papers expire and settings come into force with the day. */
export const lackingOfDay: Schedule = {
  name: 'contracts-lacking',
  at: ['00:10'],
  run: (ctx) => ctx.enqueue(refreshLacking, { companyId: ctx.user.companyId }),
};

export const lackingOfCustomers: Effects = {
  'customer.saved': async (ctx, { ids }) => {
    if (ids.length <= FEW) await lookAt(ctx, of(ids));
    // An import changes many at once, whose contracts nobody waits for.
    else await ctx.enqueue(refreshLacking, { companyId: ctx.user.companyId, customerIds: ids });
  },
};
