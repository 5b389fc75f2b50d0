import { sql } from 'kysely';
import type { z } from 'zod';
import type { customers as table } from '#domain/customers/endpoints.ts';
import { likenesses, type CustomerInput, type LikeCustomer } from '#domain/customers/schema.ts';
import { compactCode, isEuVatNumber } from '#domain/customers/foreign-codes.ts';
import { taxCodeIssue } from '#domain/customers/rules.ts';
import { ALIKE_AT_MOST } from '#domain/persons/schema.ts';
import { Failure } from '#domain/errors.ts';
import { e164 } from '#domain/phones.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { codesOf, lockCustomer } from './records.ts';

const MOST = 5;

type Likeness = (typeof likenesses)[number];
type LikenessQuery = z.output<(typeof table)['GET /customers/duplicates']['query']>;

/** The texts by which `customers_alike` finds customers like the one who is being entered. */
const keysOf = ({ taxCode, vatNumber, phone, phone2, email, name }: LikenessQuery): [Likeness, string][] => {
  const keys: [Likeness, string | null | undefined][] = [
    ['taxCode', taxCode && compactCode(taxCode)],
    ['vatNumber', vatNumber && compactCode(vatNumber)],
    ['phone', phone && e164(phone)],
    ['phone', phone2 && e164(phone2)],
    ['email', email?.toLowerCase()],
    ['name', name],
  ];
  return keys.flatMap(([by, key]) => (key ? [[by, key]] : []));
};

/**
 * Customers who share a code, phone, e-mail or name with the one who is being entered, the most alike first. Two
 * different codes or days of birth tell two people apart, and so does who said that they are two.
 */
async function alike({ db, user }: Ctx, told: LikenessQuery, most: number): Promise<LikeCustomer[]> {
  const keys = keysOf(told);
  if (keys.length === 0) return [];
  const { taxCode, vatNumber, birthDate, except = 0 } = told;
  const code = (typed: string | undefined) => (typed ? compactCode(typed) : null);
  const isKey = keys.map(([by, key]) =>
    by === 'name' ? sql`why = 'name' and key = name_key(${key})` : sql`why = ${by} and key = ${key}`,
  );
  const { rows } = await sql<LikeCustomer>`with shared as (
      select *, count(*) over (partition by why, key) as sharing from customers_alike
      where company_id = ${user.companyId} and (${sql.join(isKey, sql` or `)})),
    near as (select id, array_agg(distinct why) as by from shared
      where id <> ${except} and (why in ('taxCode', 'vatNumber') or sharing <= ${ALIKE_AT_MOST}::int
        and (tax_code <> ${code(taxCode)}::text or vat_number <> ${code(vatNumber)}::text
          or birth_date <> ${birthDate ?? null}::date) is not true)
      group by id)
    select r.id, r.name, r.type, r.tax_code, r.vat_number, r.city, r.province, r.country, n.by
    from near n join customers r on r.company_id = ${user.companyId} and r.id = n.id
    where not exists (select from distinct_customers d where d.company_id = ${user.companyId}
      and d.one_id = least(n.id, ${except}) and d.other_id = greatest(n.id, ${except}))
    order by cardinality(n.by) desc, r.updated_at desc, r.id desc limit ${most}`.execute(db);
  return rows.map((row) => ({ ...row, by: likenesses.filter((one) => row.by.includes(one)) }));
}

export const findDuplicates: VerbOf<typeof table, 'GET /customers/duplicates'> = (ctx, { query }) =>
  alike(ctx, query, MOST);

/** Remembers that these customers are other people than this one. */
async function tellApart(ctx: Ctx, id: number, others: readonly { id: number; name: string }[]): Promise<void> {
  const { companyId, id: userId } = ctx.user;
  if (others.length === 0) return;
  const pairs = others.map((other) => ({
    companyId,
    oneId: Math.min(id, other.id),
    otherId: Math.max(id, other.id),
    userId: userId || null,
    createdAt: ctx.now,
  }));
  await ctx.db
    .insertInto('distinctCustomers')
    .values(pairs)
    .onConflict((on) => on.doNothing())
    .execute();
  const after = { distinct: others.map(({ name }) => name).join(', ') };
  ctx.audit({ action: 'told_apart', entity: 'customer', entityId: id, before: { distinct: null }, after });
}

/**
 * Asks once about customers like a new one: throws `conflict` unless all of them were called other people. What was
 * said is remembered by calling what it returns with the new customer's id.
 */
export async function askAlike(
  ctx: Ctx,
  input: CustomerInput & { name: string },
  distinctFrom: readonly number[],
): Promise<(id: number) => Promise<void>> {
  const { name, taxCode, vatNumber, phone, phone2, email, birthDate } = input;
  const told = { taxCode, vatNumber, phone, phone2, email, name, birthDate };
  const given = Object.entries(told).filter(([, text]) => text);
  const asked: LikenessQuery = Object.fromEntries(given);
  // Two people who enter the same person at once wait for each other; each key comes in the same order.
  for (const [by, key] of keysOf(asked)) await lock(ctx, by, key.toLowerCase());
  const found = await alike(ctx, asked, 50);
  const unsaid = found.find(({ id }) => !distinctFrom.includes(id));
  if (unsaid)
    throw new Failure('conflict', undefined, {
      fields: { distinctFrom: `${unsaid.name} è già tra i clienti e gli somiglia: è la stessa persona?` },
    });
  return (id) => tellApart(ctx, id, found);
}

const otherOf = async (ctx: Ctx, otherId: number) => {
  const other = await ctx.db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', otherId)
    .executeTakeFirst();
  if (!other) throw new Failure('not_found');
  return other;
};

export const setDistinct: VerbOf<typeof table, 'PUT /customers/:id/distinct/:otherId'> = async (ctx, { params }) => {
  const { id } = await lockCustomer(ctx, params.id);
  const other = await otherOf(ctx, params.otherId);
  if (other.id === id) throw new Failure('invalid', 'Scegliere due clienti diversi.');
  await tellApart(ctx, id, [other]);
};

export const unsetDistinct: VerbOf<typeof table, 'DELETE /customers/:id/distinct/:otherId'> = async (
  ctx,
  { params },
) => {
  const { id } = await lockCustomer(ctx, params.id);
  const other = await otherOf(ctx, params.otherId);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('distinctCustomers')
    .where('companyId', '=', ctx.user.companyId)
    .where('oneId', '=', Math.min(id, other.id))
    .where('otherId', '=', Math.max(id, other.id))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Failure('not_found');
  const facts = { before: { distinct: other.name }, after: { distinct: null } };
  ctx.audit({ action: 'not_told_apart', entity: 'customer', entityId: id, ...facts });
};

/** The lock makes two people who enter the same person at once wait for each other. */
const lock = ({ db, user }: Ctx, field: string, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${user.companyId} ${field} ${key}`}, 0))`.execute(db);

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
    // A unique index is impossible, because imported customers may be duplicates.
    await lock(ctx, field, code);
    const other = await ctx.db
      .selectFrom('customers')
      .select(['id', 'name'])
      .where('companyId', '=', ctx.user.companyId)
      // Those of San Marino were once kept as typed.
      .where(field, 'in', [code, code.replace(/^SM(?=\d{5}$)/, '')])
      .where(among(code))
      .where('id', '!=', exceptId)
      .where('archivedAt', 'is', null)
      .executeTakeFirst();
    if (!other) continue;
    const message = `${other.name} è già tra i clienti con ${words}`;
    throw new Failure('conflict', `${message}.`, { fields: { [field]: message } });
  }
}
