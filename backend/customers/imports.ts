import { customerFields } from '#domain/customers/fields.ts';
import { customerInput, type CustomerInput } from '#domain/customers/schema.ts';
import { privileges as p } from '#domain/privileges.ts';
import { holds } from '../lib/context.ts';
import { plain, refuse } from '../lib/import-rows.ts';
import { importable } from '../lib/importable.ts';
import { columnsOf, customers, type CustomerRecord } from './records.ts';

/** Customers from a file: found by one of their codes, or by their address of mail. */
export const customerImports = [
  importable<CustomerRecord>({
    kind: 'customers',
    keys: ['taxCode', 'vatNumber', 'email'],
    of: {
      ...customers,
      input: customerInput,
      finish: async ({ db, user }) => {
        const colleagues = await db
          .selectFrom('users')
          .select(['id', 'name'])
          .where('companyId', '=', user.companyId)
          .where('archivedAt', 'is', null)
          .where('service', '=', false)
          .execute();
        const { label } = customerFields.sellerId;
        return (cells) => {
          const name = cells(label);
          if (!name) return {};
          const found = colleagues.filter((one) => plain(one.name) === plain(name));
          return { sellerId: found.length === 1 ? found[0]!.id : refuse(`${label}: «${name}» non trovato`) };
        };
      },
    },
    columns: (input: CustomerInput) => ({ ...input, ...columnsOf(input) }),
    fresh: async (ctx, input) => ({
      ...input,
      sellerId: (input as CustomerInput).sellerId ?? (holds(ctx, p.createQuotes) ? ctx.user.id : null),
      createdBy: ctx.user.id || null,
    }),
    told: async (ctx, before, { id, name, type }) => {
      if (name !== before.name || type !== before.type) await ctx.emit('customer.renamed', { id, name, type });
    },
  }),
];
