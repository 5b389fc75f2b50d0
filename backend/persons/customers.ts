import { sql } from 'kysely';
import { customerFields } from '#domain/customers/fields.ts';
import type { CustomerType } from '#domain/customers/terms.ts';
import { Failure } from '#domain/errors.ts';
import { typed } from '#domain/record/fields.ts';
import type { Ctx } from '../lib/work/context.ts';
import { columnOf } from '../lib/records/records.ts';

/** A customer by its fields, with values as the columns hold them. */
export interface Customer extends Record<string, unknown> {
  id: number;
  version: number;
  name: string;
  type: CustomerType;
  country: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  pec: string | null;
  phone: string | null;
  phone2: string | null;
  taxCode: string | null;
  vatNumber: string | null;
  iban: string | null;
  documents: { kind: string; number: string; scan?: number | null }[];
  cars: { plate: string }[];
  archivedAt: string | null;
  mergedInto: number | null;
}

/** Customers of the caller's company, locked in the order of their ids if `lock`; throws `not_found`. */
export async function readCustomers(ctx: Ctx, ids: readonly number[], lock = false): Promise<Customer[]> {
  const columns = ['id', 'version', 'name', 'archived_at', 'merged_into', 'updated_at'];
  const all = [...columns, ...typed(customerFields).map(([key]) => columnOf(key))].map((name) => sql.ref(`r.${name}`));
  const { rows } = await sql<Customer>`select ${sql.join(all)},
      (select u.name from users u where u.company_id = ${ctx.user.companyId} and u.id = r.seller_id) as seller from customers r
    where r.company_id = ${ctx.user.companyId} and r.id = any(${[...ids]}::bigint[]) order by r.id
    ${lock ? sql`for update of r` : sql``}`.execute(ctx.db);
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw new Failure('not_found');
    return row;
  });
}

/** Ids of the uploads with scans of their documents. */
export const scansOf = (customers: readonly Customer[]): number[] => [
  ...new Set(customers.flatMap(({ documents }) => documents.flatMap(({ scan }) => scan ?? []))),
];

/** The customers that were merged into this one, directly or through others: they are the same person. */
export async function withMerged({ db, user }: Ctx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive same as (
      select o.id from customers o where o.company_id = ${user.companyId} and o.id = ${id}
      union select c.id from customers c join same s on c.merged_into = s.id where c.company_id = ${user.companyId})
    select id from same order by id`.execute(db);
  return rows.map((row) => row.id);
}
