import { sql } from 'kysely';
import type { customers as table } from '#domain/customers/endpoints.ts';
import { assigned } from '../lib/ports/assigned.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { notify } from '../lib/people/notify.ts';
import { readByIds } from '../lib/records/records.ts';
import { customers, type CustomerRecord } from './records.ts';
import { followers } from './save.ts';

type Table = typeof table;

interface CustomerAssignment {
  record: CustomerRecord;
  to: { id: number; name: string } | null;
}

/**
 * Writes the new sellers. It is no contact with the customer: the day of the last contact, from which retention counts,
 * stays.
 */
async function write(ctx: Ctx, given: readonly CustomerAssignment[]): Promise<void> {
  if (given.length === 0) return;
  const rows = JSON.stringify(given.map(({ record: { id }, to }) => ({ id, seller_id: to?.id ?? null })));
  await sql`update customers c set seller_id = g.seller_id, version = c.version + 1
    from jsonb_to_recordset(${rows}::jsonb) as g (id bigint, seller_id bigint)
    where c.company_id = ${ctx.user.companyId} and c.id = g.id`.execute(ctx.db);
  ctx.audit(
    ...given.map(({ record: customer, to }) => ({
      action: 'assign',
      entity: 'customer',
      entityId: customer.id,
      before: { seller: customer.seller },
      after: { seller: to?.name ?? null },
    })),
  );
}

/** Each colleague gets one notification about all received customers. */
async function tell(ctx: Ctx, given: readonly CustomerAssignment[]): Promise<void> {
  for (const [id, theirs] of Map.groupBy(given, ({ to }) => to?.id ?? ctx.user.id)) {
    const [{ record: customer }] = theirs as [CustomerAssignment, ...CustomerAssignment[]];
    const one = theirs.length === 1;
    await notify(ctx, id === ctx.user.id ? [] : [id], {
      kind: 'customer_assigned',
      title: `${ctx.user.name} affida ${one ? customer.name : `${theirs.length} clienti`}`,
      text: '',
      href: one ? `/dealer/customers/${customer.id}` : `/dealer/customers?sellerId=${id}`,
    });
  }
}

/**
 * Gives each customer to a colleague or to nobody, and says of each what became of it. A customer that already has this
 * seller counts as done.
 */
export const assignCustomers: VerbOf<Table, 'POST /customers/assign'> = async (ctx, { body }) => {
  const colleagues = (await followers(ctx)).map((one) => [one.id, one] as const);
  const wanted = body.rows.map(({ id }) => id);
  const found = new Map((await readByIds(ctx, customers, wanted)).map((row) => [row.id, row]));
  const { results, given } = assigned(body.rows, found, new Map([[null, null], ...colleagues]), ({ archived }) =>
    archived ? 'è archiviato' : undefined,
  );
  await write(ctx, given);
  await tell(ctx, given);
  return { results };
};
