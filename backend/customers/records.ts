import { sql, type Selectable } from 'kysely';
import type { Customer, CustomerInput } from '#domain/customers/schema.ts';
import { Failure } from '#domain/errors.ts';
import { e164 } from '#domain/users/rules.ts';
import type { Customers } from '../db/types.gen.ts';
import type { Ctx } from '../lib/context.ts';

/** Columns of what a person typed, with the name that lists and documents show and only the fields of its type. */
export function columnsOf(input: CustomerInput) {
  const company = input.type === 'fleet';
  return {
    ...input,
    ...(company
      ? { firstName: null, lastName: null, birthDate: null, birthPlace: null, sex: null }
      : { legalForm: null, ...(input.type === 'private' && { companyName: null, vatNumber: null }) }),
    name: company ? input.companyName! : `${input.firstName} ${input.lastName}`,
    phone: input.phone && e164(input.phone),
  };
}

/** A row as calls answer it. */
export const answerOf = (row: Selectable<Customers>): Customer => row as unknown as Customer;

/** The customer of the caller's company; throws `not_found`. */
export async function readCustomer(ctx: Ctx, id: number): Promise<Selectable<Customers>> {
  const row = await ctx.db
    .selectFrom('customers')
    .selectAll()
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return row;
}

/** Throws `conflict`, naming the existing customer, when another one has the same tax code or VAT number. Equal names are fine. */
export async function refuseDuplicate(ctx: Ctx, { taxCode, vatNumber }: CustomerInput, exceptId = 0): Promise<void> {
  const codes = { taxCode: [taxCode, 'questo codice fiscale'], vatNumber: [vatNumber, 'questa partita IVA'] } as const;
  for (const field of ['taxCode', 'vatNumber'] as const) {
    const [code, words] = codes[field];
    if (!code) continue;
    // A lock makes two people who enter the same person at once wait for each other. A unique index is impossible: imported customers may be doubles.
    const lock = `customer ${ctx.user.companyId} ${field} ${code}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(ctx.db);
    const other = await ctx.db
      .selectFrom('customers')
      .select(['id', 'name'])
      .where('companyId', '=', ctx.user.companyId)
      .where(field, '=', code)
      .where('id', '!=', exceptId)
      .where('archivedAt', 'is', null)
      .executeTakeFirst();
    if (!other) continue;
    const message = `${other.name} è già tra i clienti con ${words}`;
    throw new Failure('conflict', `${message}.`, { fields: { [field]: message } });
  }
}
