import { customers as table } from '#domain/customers/endpoints.ts';
import { area } from '../lib/area.ts';
import { writeWords } from '../lib/search.ts';
import { stale } from '../lib/stale.ts';
import { findCustomers, hits } from './hits.ts';
import { findMunicipalities } from './municipalities.ts';
import { answerOf, columnsOf, readCustomer, refuseDuplicate } from './records.ts';

const MOST_MATCHES = 10;

export const customers = area(table, {
  verbs: {
    'GET /customers/matches': (ctx, { query: { q } }) => findCustomers(ctx, q, MOST_MATCHES),
    'GET /customers/municipalities': (_, { query }) => findMunicipalities(query),
    'GET /customers/:id': async (ctx, { params }) => answerOf(await readCustomer(ctx, params.id)),
    'POST /customers': async (ctx, { body }) => {
      await refuseDuplicate(ctx, body);
      const columns = columnsOf(body);
      const row = await ctx.db
        .insertInto('customers')
        .values({ companyId: ctx.user.companyId, ...columns, createdAt: ctx.now, updatedAt: ctx.now })
        .returningAll()
        .executeTakeFirstOrThrow();
      await writeWords(ctx, 'customers', [row.id]);
      ctx.audit({ action: 'create', entity: 'customer', entityId: row.id, after: columns });
      return answerOf(row);
    },
    'PUT /customers/:id': async (ctx, { params, body, version }) => {
      const before = await readCustomer(ctx, params.id);
      await refuseDuplicate(ctx, body, params.id);
      const columns = columnsOf(body);
      const row = await ctx.db
        .updateTable('customers')
        .set({ ...columns, version: version + 1, updatedAt: ctx.now })
        .where('companyId', '=', ctx.user.companyId)
        .where('id', '=', params.id)
        .where('version', '=', version)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw await stale(ctx, 'customer', params.id, answerOf(await readCustomer(ctx, params.id)));
      await writeWords(ctx, 'customers', [row.id]);
      const { id, name, type } = answerOf(row);
      if (name !== before.name || type !== before.type) await ctx.emit('customer.renamed', { id, name, type });
      const old = Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof typeof before]]));
      ctx.audit({ action: 'update', entity: 'customer', entityId: row.id, before: old, after: columns });
      return answerOf(row);
    },
  },
  hits,
});
