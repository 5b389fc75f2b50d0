import { sql } from 'kysely';
import { assigning } from '../lib/records/assigning.ts';
import { readByIds } from '../lib/records/records.ts';
import { customers } from './records.ts';
import { followers } from './save.ts';

/** Gives each customer to a colleague or to nobody. */
export const assignCustomers = assigning({
  entity: 'customer',
  sellersOf: async (ctx) => [null, ...(await followers(ctx))],
  lock: async (ctx, ids) => new Map((await readByIds(ctx, customers, ids)).map((row) => [row.id, row])),
  refusal: (_, { archived }) => (archived ? 'è archiviato' : undefined),
  /** It is no contact with the customer: the day of the last contact, from which retention counts, stays. */
  async write(ctx, given) {
    const rows = JSON.stringify(given.map(({ record: { id }, to }) => ({ id, seller_id: to?.id ?? null })));
    await sql`update customers c set seller_id = g.seller_id, version = c.version + 1
      from jsonb_to_recordset(${rows}::jsonb) as g (id bigint, seller_id bigint)
      where c.company_id = ${ctx.user.companyId} and c.id = g.id`.execute(ctx.db);
  },
  told: {
    kind: 'customer_assigned',
    to: 'affida',
    one: ({ id, name }) => ({ name, text: '', href: `/dealer/customers/${id}` }),
    many: 'clienti',
    listOf: (sellerId) => `/dealer/customers?sellerId=${sellerId}`,
  },
});
