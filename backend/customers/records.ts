import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { customers as table } from '#domain/customers/endpoints.ts';
import { isItalian } from '#domain/countries.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { compactCode, FOREIGN_SDI, vatNumberIn } from '#domain/customers/foreign-codes.ts';
import { italianTaxCode, italianVat } from '#domain/customers/rules.ts';
import { customerRights } from '#domain/customers/rights.ts';
import type { Customer, CustomerInput, CustomerRow } from '#domain/customers/schema.ts';
import { SOON } from '#domain/customers/terms.ts';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { applies, typed, type Field } from '#domain/record/fields.ts';
import { covers } from '#domain/record/rights.ts';
import { OWN } from '../db/tenant.ts';
import { isQuietPerson } from '../lib/people/quiet.ts';
import type { Ctx } from '../lib/work/context.ts';
import { is } from '../lib/records/list.ts';
import { isArchived, orderOf, readByIds, readOne, selectOf, type Records } from '../lib/records/records.ts';
import { visible, type Owned } from '../lib/records/scope.ts';

type Condition = RawBuilder<SqlBool>;
export type Filters = Partial<z.output<(typeof table)['GET /customers']['query']>>;

/** A customer as its `select` reads it. */
export type CustomerRecord = Omit<Customer, 'mayChange'> &
  Pick<CustomerRow, 'inspectionUntil' | 'documentUntil'> & { createdBy: number | null };

/** A customer is owned by the seller who follows it and by the user who entered it. */
export const owned: Owned = {
  machine: { rights: customerRights },
  as: 'r',
  owner: ['seller_id', 'created_by'],
};

/** Condition: the day in `column` is past or at most `SOON` days away. */
const due = (column: string, today: string): Condition => sql<SqlBool>`${sql.ref(column)} <= ${addDays(today, SOON)}`;

const where = (ctx: Ctx, query: Filters): Condition[] => {
  const { type, sellerId, province, lacks, createdFrom, createdTo, archived } = query;
  return [
    visible(ctx, owned),
    ...(type?.length ? [sql<SqlBool>`r.type = any(${type}::text[])`] : []),
    ...(sellerId === 0 ? [sql<SqlBool>`r.seller_id is null`] : is('r.seller_id', sellerId)),
    ...is('r.province', province),
    ...(lacks === 'contact' ? [sql<SqlBool>`r.phone is null and r.phone2 is null and r.email is null`] : []),
    ...(lacks === 'taxCode' ? [sql<SqlBool>`r.tax_code is null and r.country = 'IT'`] : []),
    ...(query.due === 'inspection' ? [due('r.inspection_until', ctx.today)] : []),
    ...(query.due === 'document' ? [due('r.document_until', ctx.today)] : []),
    ...(createdFrom === undefined ? [] : [sql<SqlBool>`r.created_at >= ${createdFrom}::date`]),
    ...(createdTo === undefined ? [] : [sql<SqlBool>`r.created_at < ${addDays(createdTo, 1)}::date`]),
    isArchived(archived),
  ];
};

/** The customers of a company, by default the last changed first. */
export const customers: Records<CustomerRecord, Filters> = {
  table: 'customers',
  entity: 'customer',
  noun: 'il cliente',
  file: 'clienti',
  fields: customerFields,
  select: selectOf(
    'customers',
    customerFields,
    sql`, r.name, r.created_by, r.created_at, r.updated_at, r.inspection_until, r.document_until, u.name as seller,
      (select e.created_at from erasures e where e.company_id = ${OWN} and e.customer_id = r.id) as erased_at,
      ${isQuietPerson({ customerId: sql`r.id`, phones: [sql`r.phone`, sql`r.phone2`], emails: [sql`r.email_key`] })} as silent`,
    sql`left join users u on u.company_id = r.company_id and u.id = r.seller_id`,
  ),
  order: {
    ...orderOf(customerFields),
    name: 'r.name',
    seller: 'u.name',
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
    inspectionUntil: 'r.inspection_until',
    documentUntil: 'r.document_until',
  },
  sort: { sort: 'updatedAt', dir: 'desc' },
  where,
};

/** Whether a person follows the customer or entered it. */
export const isOwner = ({ id }: { id: number }, { sellerId, createdBy }: CustomerRecord): boolean =>
  sellerId === id || createdBy === id;
const mayChange = (ctx: Pick<Ctx, 'user'>, row: CustomerRecord) =>
  covers(customerRights.change, ctx.user.privileges, isOwner(ctx.user, row));

/** The customer as calls answer it to this caller. */
export function customerOf(
  ctx: Pick<Ctx, 'user'>,
  { createdBy, inspectionUntil: _inspection, documentUntil: _document, ...row }: CustomerRecord,
): Customer {
  return { ...row, mayChange: mayChange(ctx, { ...row, createdBy } as CustomerRecord) };
}

/** The customer as a row of the list. */
export function customerRowOf(ctx: Pick<Ctx, 'user'>, record: CustomerRecord): CustomerRow {
  const {
    createdBy: _by,
    documents: _documents,
    cars: _cars,
    notes: _notes,
    iban: _iban,
    erasedAt: _erased,
    ...row
  } = record;
  return { ...row, mayChange: mayChange(ctx, record) };
}

function checkVisible(ctx: Ctx, row: CustomerRecord): CustomerRecord {
  if (!covers(customerRights.see, ctx.user.privileges, isOwner(ctx.user, row))) throw new Failure('forbidden');
  return row;
}

/** The customer of the caller's company; throws `not_found`, and `forbidden` for one that the caller may not see. */
export const readCustomer = async (ctx: Ctx, id: number): Promise<CustomerRecord> =>
  checkVisible(ctx, await readOne(ctx, customers, id));

/**
 * Reads a customer for a change, locked until the transaction ends; throws `forbidden` when the caller may not change
 * it, `conflict` when it is archived.
 */
export async function lockCustomer(ctx: Ctx, id: number): Promise<CustomerRecord> {
  const [row] = await readByIds(ctx, customers, [id]);
  if (!row) throw new Failure('not_found');
  if (!mayChange(ctx, checkVisible(ctx, row)))
    throw new Failure('forbidden', `Lo può modificare ${row.seller ?? 'chi lo ha inserito'} o chi gestisce i clienti.`);
  if (row.archived) throw new Failure('conflict', 'È archiviato: per modificarlo va ripristinato.');
  return row;
}

/** The codes of an input as they are stored and compared. */
export function codesOf({ type, country, vatNumber, taxCode, sdi }: CustomerInput) {
  if (isItalian(country))
    return { vatNumber: vatNumber && italianVat(vatNumber), taxCode: taxCode && italianTaxCode(taxCode), sdi };
  return {
    vatNumber: vatNumber && vatNumberIn(country, vatNumber),
    taxCode: taxCode && compactCode(taxCode),
    sdi: type === 'private' ? null : FOREIGN_SDI,
  };
}

/** First and last name as they are written; of who has one name only, the other one is a dash. */
const named = (...names: (string | null)[]): string =>
  names.filter((name) => /\p{L}/u.test(name ?? '')).join(' ') || names.join(' ');

/** The columns of an input: with the name for lists and documents, and only the fields of its type and country. */
export function columnsOf(input: CustomerInput) {
  const { type, companyName, firstName, lastName } = input;
  // The trade name of a sole proprietor comes from imported files and is kept.
  const has = ([key, field]: [string, Field]) => applies(field, input) || (key === 'companyName' && type === 'vat');
  const absent = typed(customerFields).filter((one) => !has(one));
  return {
    ...input,
    ...codesOf(input),
    ...Object.fromEntries(absent.map(([key]) => [key, null])),
    name: type === 'fleet' ? companyName! : named(firstName, lastName),
  };
}
