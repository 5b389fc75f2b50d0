import { sql } from 'kysely';
import type { customers as table } from '#domain/customers/endpoints.ts';
import { likenesses, type CustomerInput, type LikeCustomer } from '#domain/customers/schema.ts';
import { isEuVatNumber } from '#domain/customers/foreign-codes.ts';
import { taxCodeIssue } from '#domain/customers/rules.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { findCustomers } from './hits.ts';
import { codesOf } from './records.ts';

const MOST = 5;
/** Shorter texts do not identify anybody. */
const LEAST = 5;

/** Customers similar to the one being entered, the most similar first. */
export const findDuplicates: VerbOf<typeof table, 'GET /customers/duplicates'> = async (ctx, { query }) => {
  const among = sql<boolean>`r.id <> ${query.except ?? 0}`;
  const found = new Map<number, LikeCustomer>();
  for (const by of likenesses) {
    const text = query[by];
    if (!text || text.length < LEAST) continue;
    for (const match of await findCustomers(ctx, text, MOST, among)) {
      const before = found.get(match.id);
      found.set(match.id, { ...match, by: [...(before?.by ?? []), by] });
    }
  }
  return [...found.values()].toSorted((a, b) => b.by.length - a.by.length).slice(0, MOST);
};

/** Throws `conflict`, naming the existing customer, when another one has the same tax code or VAT number. Equal names are fine. */
export async function refuseDuplicate(ctx: Ctx, input: CustomerInput, exceptId = 0): Promise<void> {
  const { taxCode, vatNumber } = codesOf(input);
  // Two countries may give the same identifier to different people; an Italian code is one person's everywhere.
  const among = (code: string) =>
    taxCodeIssue(code) === null || isEuVatNumber(code) ? sql<boolean>`true` : sql<boolean>`country = ${input.country}`;
  const codes = { taxCode: [taxCode, 'questo codice fiscale'], vatNumber: [vatNumber, 'questa partita IVA'] } as const;
  for (const field of ['taxCode', 'vatNumber'] as const) {
    const [code, words] = codes[field];
    if (!code) continue;
    // The lock makes two people who enter the same person at once wait for each other. A unique index is impossible,
    // because imported customers may be duplicates.
    const lock = `customer ${ctx.user.companyId} ${field} ${code}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(ctx.db);
    const other = await ctx.db
      .selectFrom('customers')
      .select(['id', 'name'])
      .where('companyId', '=', ctx.user.companyId)
      .where(field, '=', code)
      .where(among(code))
      .where('id', '!=', exceptId)
      .where('archivedAt', 'is', null)
      .executeTakeFirst();
    if (!other) continue;
    const message = `${other.name} è già tra i clienti con ${words}`;
    throw new Failure('conflict', `${message}.`, { fields: { [field]: message } });
  }
}
