import { sql } from 'kysely';
import type { customers as table } from '#domain/customers/endpoints.ts';
import type { Assigned } from '#domain/records.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { notify } from '../lib/notify.ts';
import { readByIds } from '../lib/records.ts';
import { customers, type CustomerRecord } from './records.ts';
import { followers } from './save.ts';

type Table = typeof table;

interface Given {
  customer: CustomerRecord;
  to: { id: number; name: string } | null;
}

/**
 * Writes the new sellers. It is no contact with the customer: the day of the last contact, from which retention counts,
 * stays.
 */
async function write(ctx: Ctx, given: readonly Given[]): Promise<void> {
  if (given.length === 0) return;
  const rows = JSON.stringify(given.map(({ customer: { id }, to }) => ({ id, seller_id: to?.id ?? null })));
  await sql`update customers c set seller_id = g.seller_id, version = c.version + 1
    from jsonb_to_recordset(${rows}::jsonb) as g (id bigint, seller_id bigint)
    where c.company_id = ${ctx.user.companyId} and c.id = g.id`.execute(ctx.db);
  ctx.audit(
    ...given.map(({ customer, to }) => ({
      action: 'assign',
      entity: 'customer',
      entityId: customer.id,
      before: { seller: customer.seller },
      after: { seller: to?.name ?? null },
    })),
  );
}

/** Each colleague gets one notification about all received customers. */
async function tell(ctx: Ctx, given: readonly Given[]): Promise<void> {
  for (const [id, theirs] of Map.groupBy(given, ({ to }) => to?.id ?? ctx.user.id)) {
    const [{ customer }] = theirs as [Given, ...Given[]];
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
  const wanted = new Map(body.rows.map((row) => [row.id, row]));
  const colleagues = new Map((await followers(ctx)).map((one) => [one.id, one]));
  const found = new Map((await readByIds(ctx, customers, [...wanted.keys()])).map((row) => [row.id, row]));
  const given: Given[] = [];
  const results = [...wanted.values()].map(({ id, version, sellerId }): Assigned => {
    const customer = found.get(id);
    if (!customer) return { id, outcome: 'missing', version: null, from: null, why: null };
    const now = { id, version: customer.version, from: customer.sellerId, why: null };
    if (customer.version !== version) return { ...now, outcome: 'stale' };
    if (customer.archived) return { ...now, outcome: 'refused', why: 'è archiviato' };
    const to = sellerId === null ? null : colleagues.get(sellerId);
    if (to === undefined) return { ...now, outcome: 'nobody' };
    if (customer.sellerId === sellerId) return { ...now, outcome: 'done' };
    given.push({ customer, to });
    return { ...now, outcome: 'done', version: version + 1 };
  });
  await write(ctx, given);
  await tell(ctx, given);
  return { results };
};
