import { sql } from 'kysely';
import { customers as table } from '#domain/customers/endpoints.ts';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import { Failure } from '#domain/errors.ts';
import { bind } from '../lib/bind.ts';
import { likeText, matches } from '../lib/list.ts';
import { answerOf, columnsOf, readCustomer, refuseDuplicate } from './records.ts';

export const customers = bind(table, {
  // Whose name or code begins with what was typed comes first.
  'GET /customers/matches': async ({ db, user }, { query: { q } }) => {
    const prefix = sql`searchable(${`${likeText(q)}%`})`;
    const { rows } = await sql<CustomerMatch>`
      select id, name, type, tax_code, vat_number, city, province from customers
      where company_id = ${user.companyId} and archived_at is null and ${matches('search', q)}
      order by case when searchable(name) like ${prefix} or searchable(tax_code) like ${prefix} or vat_number like ${prefix} then 0
        when searchable(last_name) like ${prefix} or searchable(company_name) like ${prefix} then 1 else 2 end, name, id
      limit 10`.execute(db);
    return rows;
  },
  'GET /customers/:id': async (ctx, { params }) => answerOf(await readCustomer(ctx, params.id)),
  'POST /customers': async (ctx, { body }) => {
    await refuseDuplicate(ctx, body);
    const columns = columnsOf(body);
    const row = await ctx.db
      .insertInto('customers')
      .values({ companyId: ctx.user.companyId, ...columns, createdAt: ctx.now, updatedAt: ctx.now })
      .returningAll()
      .executeTakeFirstOrThrow();
    await ctx.audit({ action: 'create', entity: 'customer', entityId: row.id, after: columns });
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
    if (!row) throw new Failure('stale', undefined, { current: answerOf(await readCustomer(ctx, params.id)) });
    const old = Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof typeof before]]));
    await ctx.audit({ action: 'update', entity: 'customer', entityId: row.id, before: old, after: columns });
    return answerOf(row);
  },
});
