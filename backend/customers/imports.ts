import { customerFields } from '#domain/customers/fields.ts';
import { customerHeads } from '#domain/customers/imported.ts';
import { legalForms, type CustomerType } from '#domain/customers/terms.ts';
import { headOf } from '#domain/fields.ts';
import { customerInput, type CustomerInput } from '#domain/customers/schema.ts';
import { privileges as p } from '#domain/privileges.ts';
import { holds } from '../lib/context.ts';
import { plain, refuse } from '../lib/import-rows.ts';
import { importable, type Cells } from '../lib/importable.ts';
import { columnsOf, customers, type CustomerRecord } from './records.ts';

/** Guesses type and legal form of a new customer from other cells when the file has no column for them. */
function kindOf(cells: Cells): { type?: CustomerType; legalForm?: string } {
  const { type, companyName, vatNumber, legalForm } = customerFields;
  const [typed, company, vat, form] = [type, companyName, vatNumber, legalForm].map((field) => cells(headOf(field)!));
  // For example `Trasporti Verdi S.r.l.`
  const last = company!.toLowerCase().replaceAll('.', '').split(/\s+/).at(-1);
  const found = legalForms.find((key) => key === last);
  return {
    ...(!typed && { type: company ? 'fleet' : vat ? 'vat' : 'private' }),
    ...(!form && company && found && { legalForm: found }),
  };
}

/** Imports of customers, which are found by a code or by e-mail address. */
export const customerImports = [
  importable<CustomerRecord>({
    kind: 'customers',
    keys: ['taxCode', 'vatNumber', 'email'],
    heads: customerHeads,
    of: {
      ...customers,
      // Files of other programs have no such column; `kindOf` guesses it.
      fields: { ...customers.fields, type: { ...customerFields.type, default: 'private' } },
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
        return (cells, old) => {
          const kind = old ? {} : kindOf(cells);
          const name = cells(label);
          if (!name) return kind;
          const found = colleagues.filter((one) => plain(one.name) === plain(name));
          return { ...kind, sellerId: found.length === 1 ? found[0]!.id : refuse(`${label}: «${name}» non trovato`) };
        };
      },
    },
    columns: (input: CustomerInput) => ({ ...input, ...columnsOf(input) }),
    fresh: async (ctx) => (input) => ({
      ...input,
      sellerId: (input as CustomerInput).sellerId ?? (holds(ctx, p.createQuotes) ? ctx.user.id : null),
      createdBy: ctx.user.id || null,
    }),
    told: async (ctx, before, { id, name, type, country }) => {
      if (name !== before.name || type !== before.type || country !== before.country)
        await ctx.emit('customer.renamed', { id, name, type, country });
    },
  }),
];
